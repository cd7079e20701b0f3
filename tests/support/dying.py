"""Runs ``elisa`` in a fork of this process; it dies by SIGKILL right before or after a line of its build's journal.

A fork needs no start-up, so that many moments can be tried. The journal is where they differ: what is on the disk
between two of its lines is there, half there, or not there.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest
from typing_extensions import override

from elisa.__main__ import main
from elisa.build import opening
from elisa.sessions.journal import Journal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from elisa.sessions.entries import Entry


class Moment(NamedTuple):
    """When to die: at which line that this run writes, counted from 1, and whether that line is there already."""

    line: int
    written: bool


def run_forked(arguments: Sequence[str | Path], *, cwd: Path, dies: Moment | None = None) -> int:
    """Run the program and return its exit code; minus the signal's number if it died. What it printed is in ``out``."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        status = 70
        try:
            _be_a_program(arguments, cwd, dies)
            status = main()
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _be_a_program(arguments: Sequence[str | Path], cwd: Path, dies: Moment | None) -> None:
    printed = os.open(cwd / "out", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, stream in enumerate((nothing, printed, printed)):
        os.dup2(stream, number)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(number, mode, closefd=False) for number, mode in enumerate("rww"))
    os.chdir(cwd)
    sys.argv = ["elisa", *map(str, arguments)]
    if dies is not None:
        pytest.MonkeyPatch().setattr(opening, "Journal", _dying(dies))


def _dying(moment: Moment) -> type[Journal]:
    left = [moment.line]

    class Dying(Journal):
        @override
        def write(self, entry: Entry) -> None:
            left[0] -= 1
            if left[0] == 0 and not moment.written:
                os.kill(os.getpid(), signal.SIGKILL)
            super().write(entry)
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return Dying
