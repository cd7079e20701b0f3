"""Long reading of files away from the event loop, within a time, and ended at once when the helper is stopped."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

SECONDS = 5.0
ResultT = TypeVar("ResultT")


class Deadline:
    """Tells work in a thread when to give up: its time is over, or nobody waits for it any more."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._end = time.monotonic() + seconds
        self._cancelled = False

    def cancel(self) -> None:
        """Nobody waits any more."""
        self._cancelled = True

    @property
    def passed(self) -> bool:
        """The work should stop with what it has."""
        return self._cancelled or time.monotonic() > self._end


async def in_thread(work: Callable[[Deadline], ResultT], seconds: float = SECONDS) -> ResultT:
    """Run ``work`` in a thread; it looks at its deadline between small steps."""
    deadline = Deadline(seconds)
    try:
        return await asyncio.to_thread(work, deadline)
    finally:
        deadline.cancel()
