"""Adding a package to the nugget: only when a person allowed it, and only into the nugget's own package folder."""

from __future__ import annotations

import asyncio
import re
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from elisa.process.internal import internal_command
from elisa.process.limits import MEBIBYTE, Limits
from elisa.process.run import run_child
from elisa.process.sandbox import Sandbox
from elisa.tools.base import Tool, ToolBlockedError, ToolContext, ToolFailedError, ToolOutcome
from elisa.tools.schema import Arguments

if TYPE_CHECKING:
    from pathlib import Path

_PIP_NAME = re.compile(
    r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,80}[A-Za-z0-9])?(?:\[[A-Za-z0-9,_-]{1,60}\])?(?:(?:==|>=|<=|~=|<|>|!=)[0-9A-Za-z.*+!,<>=~]{1,60})?"
)
_NPM_NAME = re.compile(r"(?:@[a-z0-9][a-z0-9._-]{0,60}/)?[a-z0-9][a-z0-9._-]{0,100}(?:@[0-9A-Za-z.^~-]{1,40})?")
_LIMITS = Limits(seconds=180.0, memory_bytes=1024 * MEBIBYTE, address_space=False, file_bytes=256 * MEBIBYTE)
_LONGEST_COMPLAINT = 1500


@dataclass(frozen=True, slots=True)
class Packages:
    """The nugget's package folder, which its programs and tests import from; one installation at a time."""

    folder: Path
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class InstallPackageArguments(Arguments):
    """A package's name, with a version if one is needed."""

    package: str
    manager: Literal["pip", "npm"] = "pip"


class InstallPackage(Tool[InstallPackageArguments]):
    """Installs with our bundled pip (wheels only, so nothing of the package runs), or with npm where there is one."""

    name = "install_package"
    description = "Add a package from pip (npm where it is there) to the project, if that is allowed."
    arguments = InstallPackageArguments

    async def run(self, arguments: InstallPackageArguments, context: ToolContext) -> ToolOutcome:
        """Install it, or say why not."""
        if not context.policy.may_install or context.packages is None:
            raise ToolBlockedError("Nobody allowed packages for this build. Do without: write what you need yourself.")
        name = arguments.package.strip()
        pattern = _PIP_NAME if arguments.manager == "pip" else _NPM_NAME
        if not pattern.fullmatch(name):
            raise ToolFailedError(f"{name[:80]!r} is not a package name. Give a name such as rich or rich==14.0.0.")
        async with context.packages.lock:
            await _install(arguments.manager, name, context.packages.folder)
        written = _remember(name, context) if arguments.manager == "pip" else ()
        return ToolOutcome(f"Installed {name}.", summary=name, changed=written)


async def _install(manager: str, name: str, folder: Path) -> None:
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    command = _pip(name, folder) if manager == "pip" else _npm(name, folder)
    sandbox = Sandbox(writable=(folder,), network=True)
    done = await run_child(command, cwd=folder, limits=_LIMITS, sandbox=sandbox)
    if done.ended != "exited" or done.returncode != 0:
        complaint = (done.stderr.strip() or done.stdout.strip())[-_LONGEST_COMPLAINT:]
        raise ToolFailedError(f"{name} could not be installed ({done.ended}). {complaint}")


def _pip(name: str, folder: Path) -> list[str]:
    return internal_command(
        "pip",
        "install",
        "--target",
        str(folder),
        "--upgrade",
        "--only-binary=:all:",
        "--no-input",
        "--no-cache-dir",
        "--disable-pip-version-check",
        "--no-warn-script-location",
        "--",
        name,
    )


def _npm(name: str, folder: Path) -> list[str]:
    npm = shutil.which("npm")
    if npm is None:
        raise ToolFailedError("There is no npm on this computer. Do without the package.")
    return [npm, "install", "--prefix", str(folder), "--ignore-scripts", "--no-audit", "--no-fund", "--", name]


def _remember(name: str, context: ToolContext) -> tuple[str, ...]:
    """Name the package in ``requirements.txt``, so that the nugget says what it needs wherever it goes."""
    path = "requirements.txt"
    if context.policy.refusal_of_writing(path) is not None:
        return ()
    place = context.path(path, writing=True)
    before = context.folder.read_text(path) if place.is_file() else ""
    if name in before.splitlines():
        return ()
    start = before if not before or before.endswith("\n") else f"{before}\n"
    context.folder.write_text(path, f"{start}{name}\n")
    return (path,)
