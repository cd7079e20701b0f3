"""Lets Ctrl-C and SIGTERM end what a command has running."""

from __future__ import annotations

import asyncio
import signal
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from elisa.services.runner import Run

T = TypeVar("T")


async def until_stopped(run: Run[T]) -> T | None:
    """Wait for a run's end; None when a person stopped it. What it raised is raised."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, run.cancel)
        except NotImplementedError:  # Windows: the loop takes no signals, so they come from outside it
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(run.cancel))
    try:
        return await run.result()
    except asyncio.CancelledError:
        return None
