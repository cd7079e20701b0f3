"""The deploying phase: the checklist, a build step if any, the page served on this computer and seen to load."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

from elisa.build.program import find_program, start_once
from elisa.build.toolset import packages_of
from elisa.core.errors import ElisaError
from elisa.core.events import PageServed, ProgramReady
from elisa.core.text import say
from elisa.process.limits import MEBIBYTE, Limits
from elisa.process.run import run_child
from elisa.process.sandbox import Sandbox
from elisa.workspace.serve import find_site, serve
from elisa.workspace.single_file import build_single_file

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.build.session import Session
    from elisa.spec.nugget import PortalUse

BUILD_SECONDS = 120.0
"""Longest build step, as in the predecessor."""
BUILD_MEMORY = 2048 * MEBIBYTE
"""What bundlers of a child's page use at most, with a margin."""


class Deploying:
    """Brings the result to where it can be seen."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def run(self) -> None:
        """Serve the page once and see that it loads, write the single file if asked."""
        session = self._session
        spec, nugget = session.setting.spec, session.setting.nugget
        if spec.deployment.target in ("esp32", "both"):
            session.leave_out(say("build.board_name"), say("build.no_board"))
        await self._build_step(nugget)
        site = find_site(nugget)
        if site is not None:
            await self._prove(site)
            self._write_single_file(site)
            return
        program = find_program(nugget, [word for door in spec.portals or () for word in _command(door)])
        if program is not None:
            await self._start(nugget, program)
        if session.setting.single_file is not None:
            session.leave_out(say("build.single_file_name"), say("build.no_page"))

    async def _start(self, nugget: Path, program: str) -> None:
        """See that a Python program starts; it is played in a console and not looked at as a page."""
        session = self._session
        packages = packages_of(nugget)
        started = await start_once(nugget, program, packages if packages.is_dir() else None)
        if started.ok:
            session.emit(ProgramReady(path=program))
        else:
            session.leave_out(say("build.program_name"), started.reason)

    async def _prove(self, site: Path) -> None:
        session = self._session
        async with serve(site) as served:
            check = await session.bench.check(served.url)
        if check is None:
            session.leave_out(say("build.page_name"), say("build.no_web_engine"))
        elif check.loaded and not check.errors:
            session.emit(PageServed(url=served.url))
        else:
            reason = check.errors[0] if check.errors else say("build.page_not_loaded")
            session.leave_out(say("build.page_name"), reason)

    def _write_single_file(self, site: Path) -> None:
        place = self._session.setting.single_file
        if place is None:
            return
        try:
            page = build_single_file(site)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(page.html, encoding="utf-8", newline="\n")
        except ElisaError as error:
            self._session.leave_out(say("build.single_file_name"), error.sentence)
        except OSError as error:
            self._session.leave_out(say("build.single_file_name"), error.strerror or type(error).__name__)
        else:
            for note in page.notes:
                self._session.leave_out(say("build.single_file_name"), note.sentence)

    async def _build_step(self, nugget: Path) -> None:
        """Run the ``build`` script of a ``package.json``: only with npm there, and only where a person allowed it."""
        if not _has_build_script(nugget):
            return
        session = self._session
        npm = shutil.which("npm")
        if npm is None or not session.setting.grants.install:
            session.leave_out(say("build.step_name"), say("build.no_npm" if npm is None else "build.not_allowed"))
            return
        finished = await run_child(
            [npm, "run", "build"],
            cwd=nugget,
            limits=Limits(seconds=BUILD_SECONDS, memory_bytes=BUILD_MEMORY, address_space=False),
            sandbox=Sandbox(writable=(nugget,)),
        )
        if finished.returncode != 0:
            session.leave_out(say("build.step_name"), say("build.step_failed"))
        await session.repository.save(say("build.step_name"))


def _command(door: PortalUse) -> list[str]:
    started = door.cli_config or door.mcp_config
    return [started.command, *(started.args or ())] if started is not None else []


def _has_build_script(nugget: Path) -> bool:
    try:
        package = json.loads((nugget / "package.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    scripts = package.get("scripts") if isinstance(package, dict) else None
    return isinstance(scripts, dict) and isinstance(scripts.get("build"), str)
