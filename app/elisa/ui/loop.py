"""The window's own loop: qasync drives coroutines of dialogs and the bridge on the GUI thread; engine work never is."""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import TYPE_CHECKING, Any

import qasync  # type: ignore[import-untyped]
from PySide6.QtCore import QObject
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from PySide6.QtCore import QTimerEvent
    from PySide6.QtWidgets import QApplication

_log = logging.getLogger(__name__)
_YOUNG_MS = 1000
_OLD_EVERY = 60
"""Every so many young collections the whole heap is looked through: once a minute."""


class Collector(QObject):
    """Looks for reference cycles on the GUI thread only.

    Python's collector runs wherever an allocation happens to trip it; in a worker thread it may free a web page there,
    and Chromium then ends the program (``browser_thread_impl.cc Check failed``, with PySide6 6.12).
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rounds = 0
        gc.disable()
        gc.collect()
        # What stands at the start stays: a look through it all costs 100 ms and finds nothing.
        gc.freeze()
        self._timer = self.startTimer(_YOUNG_MS)

    @override
    def timerEvent(self, event: QTimerEvent) -> None:
        """Collect the young, now and then all."""
        self._rounds += 1
        gc.collect(2 if self._rounds % _OLD_EVERY == 0 else 0)

    def close(self) -> None:
        """Give collecting back to Python."""
        self.killTimer(self._timer)
        gc.unfreeze()
        gc.enable()


class Chores:
    """Coroutines of the window that nobody waits for: kept alive, and a fault in one reaches ``told``."""

    def __init__(self, told: Callable[[Exception], None]) -> None:
        self._told = told
        self._under_way: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin one."""
        task = asyncio.ensure_future(self._watched(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return task

    async def end(self) -> None:
        """Cancel what is left and wait until it is gone."""
        others = [task for task in self._under_way if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _watched(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as fault:  # noqa: BLE001 - whatever it is, somebody must hear of it
            self._told(fault)


def run(application: QApplication, main: Callable[[], Coroutine[Any, Any, int]]) -> int:
    """Run the window until ``main`` returns its exit code."""
    application.setQuitOnLastWindowClosed(False)
    collector = Collector()
    loop = qasync.QEventLoop(application)
    asyncio.set_event_loop(loop)
    try:
        with loop:
            code: int = loop.run_until_complete(main())
            return code
    finally:
        collector.close()
        asyncio.set_event_loop(None)
