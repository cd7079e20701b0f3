"""Folders for the time of one piece of work, in the system's folder for temporary files.

A program that is killed leaves them behind. Their names say whose they are, so that the next one can throw away what
belongs to nobody any more, and nothing else.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_OURS = re.compile(r"elisa-[a-z]+-(?P<world>[0-9a-f]+)-(?P<owner>\d+)-\w+")


@contextmanager
def scratch(purpose: str) -> Iterator[Path]:
    """Lend an empty folder that only this user can read; afterwards it is gone with all that is in it.

    Args:
        purpose: One lower-case word for the folder's name.
    """
    folder = Path(tempfile.mkdtemp(prefix=f"elisa-{purpose}-{_world()}-{os.getpid()}-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep() -> int:
    """Throw away the folders of programs that are gone, and return how many; what cannot be removed stays."""
    import psutil

    removed = 0
    world = _world()
    for place in Path(tempfile.gettempdir()).glob("elisa-*"):
        name = _OURS.fullmatch(place.name)
        if name is None or name["world"] != world or psutil.pid_exists(int(name["owner"])) or not _is_mine(place):
            continue
        shutil.rmtree(place, ignore_errors=True)
        removed += not place.exists()
    return removed


def _world() -> str:
    """Return where process ids count: containers that share this folder each have their own."""
    with suppress(OSError):
        return f"{Path('/proc/self/ns/pid').stat().st_ino:x}"
    return "0"


def _is_mine(place: Path) -> bool:
    try:
        found = place.lstat()
    except OSError:
        return False
    return not place.is_symlink() and (not hasattr(os, "getuid") or found.st_uid == os.getuid())
