"""A Python program in place of a page: found, and seen to start on a copy that is thrown away."""

from __future__ import annotations

import asyncio
import shlex
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.process.internal import internal_command
from elisa.process.limits import MEBIBYTE, Limits
from elisa.process.run import Finished, run_child
from elisa.process.sandbox import Sandbox

if TYPE_CHECKING:
    from collections.abc import Collection

START_SECONDS = 10.0
_LIMITS = Limits(seconds=START_SECONDS, memory_bytes=1024 * MEBIBYTE)
_NAMES = ("main.py", "app.py", "game.py", "run.py", "src/main.py")
_LEFT_BEHIND = (".elisa", ".git", "__pycache__", "tests", "node_modules", ".venv")
_ASKS = "EOFError"
_NO_PROGRAM = ("conftest", "setup", "test_")


@dataclass(frozen=True)
class Started:
    """Whether a program started; ``reason`` says in words why not."""

    ok: bool
    reason: str = ""


def find_program(nugget: Path, doors: Collection[str] = ()) -> str | None:
    """Return the path of the program that somebody would start, relative to the nugget; ``None`` where there is none.

    The usual names come first; else a Python file that is alone in the nugget's folder.

    Args:
        nugget: The nugget's folder.
        doors: What the nugget's portals run; such a program waits for a portal, not for a person.
    """
    for name in _NAMES:
        if name not in doors and _is_plain_file(nugget / name):
            return name
    lone = [path.name for path in nugget.glob("*.py") if _is_plain_file(path) and not path.name.startswith(_NO_PROGRAM)]
    return lone[0] if len(lone) == 1 and lone[0] not in doors else None


def _is_plain_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def start_command(program: Path) -> str:
    """Return what somebody types to start a program, with quotes where its path needs them."""
    if sys.platform == "win32":
        return f'python "{program}"' if " " in str(program) else f"python {program}"
    return f"python3 {shlex.quote(str(program))}"


async def start_once(nugget: Path, program: str, packages: Path | None) -> Started:
    """Start a program with nobody at the keyboard; asking for input counts as having started, and so does running on.

    Args:
        nugget: The nugget's folder; only read.
        program: Path below it.
        packages: Folder with what ``install_package`` brought.
    """
    with tempfile.TemporaryDirectory(prefix="elisa-start-") as place:
        copy = Path(place, "nugget")
        ignored = shutil.ignore_patterns(*_LEFT_BEHIND)
        await asyncio.to_thread(shutil.copytree, nugget, copy, symlinks=True, ignore=ignored)
        finished = await run_child(
            internal_command("python", str(copy / program)),
            cwd=copy,
            limits=_LIMITS,
            sandbox=Sandbox(readable=(packages,) if packages is not None else (), writable=(Path(place),)),
            env={"PYTHONPATH": str(packages)} if packages is not None else None,
        )
    return _judged(finished)


def _judged(finished: Finished) -> Started:
    if finished.ended == "timeout" or (finished.ended == "exited" and finished.returncode == 0):
        return Started(ok=True)
    trouble = [line for line in finished.stderr.splitlines() if line.strip()]
    if trouble and trouble[-1].startswith(_ASKS):
        return Started(ok=True)
    return Started(ok=False, reason=trouble[-1][:200] if trouble else say("build.program_ended"))
