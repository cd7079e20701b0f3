"""``elisa`` as a child process, as a user would start it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

SECONDS = 120


@dataclass(frozen=True)
class Ran:
    """How the program ended."""

    code: int
    out: str
    err: str

    @property
    def events(self) -> list[dict[str, Any]]:
        """What ``--json`` printed."""
        return [json.loads(line) for line in self.out.splitlines()]


@contextmanager
def started(arguments: Sequence[str | Path], *, cwd: Path) -> Iterator[subprocess.Popen[str]]:
    """Start the program in a process group of its own; whatever the test finds, it has ended afterwards."""
    with subprocess.Popen(
        [sys.executable, "-m", "elisa", *map(str, arguments)],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def elisa(*arguments: str | Path, cwd: Path) -> Ran:
    """Run the program to its end."""
    with started(arguments, cwd=cwd) as process:
        out, err = process.communicate(timeout=SECONDS)
    return Ran(process.returncode, out, err)


def kill(process: subprocess.Popen[str]) -> None:
    """End the program's own process as a power cut would; its children have to notice by themselves."""
    os.kill(process.pid, signal.SIGKILL)
    process.wait(timeout=SECONDS)


def events_in(path: Path) -> list[dict[str, Any]]:
    """Return the whole lines of an event file."""
    if not path.exists():
        return []
    raw = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in raw[: raw.rfind("\n") + 1].splitlines()]
