"""How much a child process may use before it is ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MEBIBYTE = 1024 * 1024
Ended = Literal["exited", "timeout", "memory", "output", "processes", "killed"]


@dataclass(frozen=True)
class Limits:
    """Bounds of one child and everything that it starts.

    Attributes:
        seconds: Wall-clock time; ``None`` for a child that lives until it is closed.
        cpu_seconds: Processor time of one process; ``None`` for no bound of its own.
        memory_bytes: Memory of the whole group together, watched ten times a second.
        address_space: Also refuse a single process more than ``memory_bytes``, at the moment when it asks. Not for
            Chromium and Node, which reserve far more than they use.
        output_bytes: What may be written to stdout and stderr together.
        processes: How many processes may be alive at once.
        file_bytes: Size of the largest file that may be written.
    """

    seconds: float | None = 60.0
    cpu_seconds: int | None = None
    memory_bytes: int = 512 * MEBIBYTE
    address_space: bool = True
    output_bytes: int = 4 * MEBIBYTE
    processes: int = 32
    file_bytes: int = 32 * MEBIBYTE
