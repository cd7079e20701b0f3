"""A terminal from outside: what a program prints there is read, what a person types there is written."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from typing import TYPE_CHECKING, Self

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pty = pytest.importorskip("pty", reason="terminals of this kind exist on POSIX systems only")


class Terminal:
    """A program on a terminal of its own; what it printed, without the codes that move and colour."""

    def __init__(self, command: Sequence[str], cwd: Path) -> None:
        self._ours, theirs = pty.openpty()
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
        self.process = subprocess.Popen(
            command, cwd=cwd, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.printed = ""
        self._is_open = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave nothing running, whatever the test found."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.hang_up()

    def until(self, words: str) -> None:
        """Read on until it has printed something new with these words."""
        self.until_one_of(words)

    def until_one_of(self, *words: str) -> None:
        """Read on until it has printed something new with one of these words."""
        self.printed = ""
        while not any(one in self.printed for one in words):
            fresh = self._read()
            assert fresh, f"it ended after {self.printed!r}"
            self.printed += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", fresh)

    def type(self, line: str) -> None:
        os.write(self._ours, line.encode() + b"\n")

    def end(self) -> int:
        """Read to the end and return the exit code."""
        while self.process.poll() is None:
            self._read()
        return self.process.returncode

    def hang_up(self) -> None:
        """Close the terminal; a second time does nothing."""
        if self._is_open:
            os.close(self._ours)
        self._is_open = False

    def _read(self) -> str:
        try:
            return os.read(self._ours, 65536).decode("utf-8", "replace")
        except OSError:  # the other side closed the terminal
            self.process.wait()
            return ""
