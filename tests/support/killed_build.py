"""Runs ``elisa build`` and dies by SIGKILL right before its n-th touch of the nugget's folder in one of its phases.

A program, not a module: ``killed_build.py PHASE N OUT LOG EVENTS ARGUMENTS…``. With N 0 nothing dies, and LOG gets one
line a touch: the phase that the build is in (``begin`` before the first).
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from elisa.__main__ import main

_TOUCHES = frozenset({"open", "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.symlink", "os.scandir"})


class Countdown:
    """An audit hook that counts what is done in the nugget's folder, in any thread."""

    def __init__(self, phase: str, touch: int, *, out: Path, log: Path, events: Path) -> None:
        self._phase, self._left, self._dies = phase, touch, touch > 0
        self._out, self._log, self._events = str(out), log, events
        self._now, self._size = "begin", 0
        self._busy = False

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if self._busy or event not in _TOUCHES or not self._is_inside(arguments):
            return
        self._busy = True
        self._look()
        if not self._dies:
            with self._log.open("a") as log:
                log.write(f"{self._now}\n")
        elif self._now == self._phase:
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
        self._busy = False

    def _is_inside(self, arguments: tuple[object, ...]) -> bool:
        """Paths below the folder count, and names relative to an open folder, which is how the nugget is written."""
        first = arguments[0] if arguments else None
        if isinstance(first, str | bytes | os.PathLike):
            path = os.fsdecode(first)
            return path.startswith(self._out) or not path.startswith("/")
        return isinstance(first, int)

    def _look(self) -> None:
        """Learn the phase from the event file, whenever that has grown."""
        size = self._events.stat().st_size if self._events.exists() else 0
        if size == self._size:
            return
        self._size = size
        lines = self._events.read_text(encoding="utf-8").splitlines()
        phases = [json.loads(line)["phase"] for line in lines if '"phase_changed"' in line]
        self._now = phases[-1] if phases else "begin"


if __name__ == "__main__":
    phase, touch, out, log, events = sys.argv[1], int(sys.argv[2]), *map(Path, sys.argv[3:6])
    sys.argv = ["elisa", *sys.argv[6:], "--events", str(events)]
    sys.addaudithook(Countdown(phase, touch, out=out, log=log, events=events))
    sys.exit(main())
