"""How engine work is run: on the caller's own loop (command line, tests) or on one in a worker thread (window).

Only this seam carries events from the engine to Qt: a signal emitted in a thread without a Qt loop is lost.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from PySide6.QtCore import QTimerEvent

    from elisa.core.events import Emit, Event

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
BATCH_MS = 50
"""Longest wait of an event on its way to the window, from the measured 33 to 89 ms stalls of unbatched ones."""


class Run(Protocol[T_co]):
    """A piece of engine work under way."""

    def cancel(self) -> None:
        """Ask it to end; what it holds is cleaned up before ``result`` returns."""

    async def result(self) -> T_co:
        """Wait for its end; raises what it raised, ``CancelledError`` after ``cancel``."""
        ...


class EngineRunner(Protocol):
    """Runs engine work and brings its events to the services' thread."""

    def start(self, work: Coroutine[Any, Any, T]) -> Run[T]:
        """Begin a piece of work."""
        ...

    def emitter(self, deliver: Callable[[Event], None]) -> Emit:
        """Return an ``emit`` for the engine; ``deliver`` is called on the services' side, in order."""
        ...

    def tell(self, call: Callable[[], None]) -> None:
        """Run a short call on the engine's side, such as an answer to a waiting question."""


class _TaskRun(Generic[T]):
    def __init__(self, task: asyncio.Task[T]) -> None:
        self._task = task

    def cancel(self) -> None:
        self._task.cancel()

    async def result(self) -> T:
        return await self._task


class SameLoop:
    """Engine and services share the loop that is running; events arrive at once."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, T]) -> Run[T]:
        """Begin a piece of work as a task of the running loop."""
        task = asyncio.get_running_loop().create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return _TaskRun(task)

    def emitter(self, deliver: Callable[[Event], None]) -> Emit:
        """Return ``deliver`` itself."""
        return deliver

    def tell(self, call: Callable[[], None]) -> None:
        """Call it."""
        call()


class _WorkerRun(Generic[T]):
    """A task of the worker's loop; ``result`` returns only when the task has cleaned up, after a cancel, too."""

    def __init__(self, loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> None:
        self._loop = loop
        self.ended: Future[T] = Future()
        # From now on cancelling what waits for the end does not end the work itself.
        self.ended.set_running_or_notify_cancel()
        self._task: asyncio.Task[T] | None = None
        loop.call_soon_threadsafe(self._begin, work)

    def cancel(self) -> None:
        self._loop.call_soon_threadsafe(self._cancel)

    async def result(self) -> T:
        return await asyncio.wrap_future(self.ended)

    def _begin(self, work: Coroutine[Any, Any, T]) -> None:
        self._task = self._loop.create_task(work)
        self._task.add_done_callback(self._end)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _end(self, task: asyncio.Task[T]) -> None:
        if task.cancelled():
            self.ended.set_exception(asyncio.CancelledError())
        elif (fault := task.exception()) is not None:
            self.ended.set_exception(fault)
        else:
            self.ended.set_result(task.result())


class WorkerLoop(QObject):
    """The engine's own asyncio loop in one worker thread; events come over in batches on the thread that made this."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[tuple[Callable[[Event], None], Event]] = deque()
        # A loop holds its tasks weakly: work that nobody waits for would be collected in the middle.
        self._under_way: set[_WorkerRun[Any]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="elisa-engine", daemon=True)
        self._thread.start()
        self.startTimer(BATCH_MS)

    def start(self, work: Coroutine[Any, Any, T]) -> Run[T]:
        """Begin a piece of work in the worker thread."""
        run = _WorkerRun(self._loop, work)
        self._under_way.add(run)
        run.ended.add_done_callback(lambda _ended: self._under_way.discard(run))
        return run

    def emitter(self, deliver: Callable[[Event], None]) -> Emit:
        """Return an ``emit`` for the worker thread; ``deliver`` is called on this object's own thread."""
        return lambda event: self._waiting.append((deliver, event))

    def tell(self, call: Callable[[], None]) -> None:
        """Run a short call in the worker thread."""
        self._loop.call_soon_threadsafe(call)

    @override
    def timerEvent(self, event: QTimerEvent) -> None:
        """Hand over what has gathered."""
        self.deliver_waiting()

    def deliver_waiting(self) -> None:
        """Hand over at once what has gathered; for the end of a run."""
        while self._waiting:
            deliver, event = self._waiting.popleft()
            deliver(event)

    def close(self) -> None:
        """Cancel all work, end the thread (waits 5 s at most) and hand over what is left."""
        asyncio.run_coroutine_threadsafe(self._cancel_all(), self._loop).result(timeout=5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)
        self._loop.close()
        self.deliver_waiting()

    async def _cancel_all(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.wait(others, timeout=4) if others else None
