"""Coroutines on Qt's own loop: what Qt answers later can be awaited, without a second event loop."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QTimer

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Generator

T = TypeVar("T")
_logger = logging.getLogger(__name__)


class TooLateError(Exception):
    """What was waited for did not come in time."""


class Later(Generic[T]):
    """A value that comes later; the first of ``give`` and ``fail`` counts. One coroutine may await it."""

    def __init__(self) -> None:
        self._values: list[T] = []
        self._problem: Exception | None = None
        self._resume: Callable[[], None] | None = None
        self.come = False

    def give(self, value: T) -> None:
        """Deliver the value."""
        if not self.come:
            self._values.append(value)
            self._wake()

    def fail(self, problem: Exception) -> None:
        """Deliver an error instead."""
        if not self.come:
            self._problem = problem
            self._wake()

    def within(self, seconds: float) -> Later[T]:
        """Fail with ``TooLateError`` if nothing has come by then; return itself."""
        QTimer.singleShot(round(seconds * 1000), lambda: self.fail(TooLateError()))
        return self

    def __await__(self) -> Generator[Later[T], None, T]:
        if not self.come:
            yield self
        if self._problem is not None:
            raise self._problem
        return self._values[0]

    def _wake(self) -> None:
        self.come = True
        resume, self._resume = self._resume, None
        if resume is not None:
            resume()

    def then(self, resume: Callable[[], None]) -> None:
        """Call ``resume`` once when it has come; used by ``drive``."""
        self._resume = resume


def drive(coroutine: Coroutine[Later[Any], None, None], on_end: Callable[[Exception | None], None]) -> None:
    """Run a coroutine that awaits only ``Later`` values; each step is taken from Qt's loop, never inside a callback.

    ``on_end`` gets ``None``, or the error with which it ended, which is in the log by then.
    """

    def step() -> None:
        try:
            waited = coroutine.send(None)
        except StopIteration:
            on_end(None)
        except Exception as problem:
            _logger.exception("a job failed")
            on_end(problem)
        else:
            waited.then(lambda: QTimer.singleShot(0, step))

    step()


async def pause(milliseconds: int) -> None:
    """Let Qt's loop run for a moment."""
    later: Later[None] = Later()
    QTimer.singleShot(milliseconds, lambda: later.give(None))
    await later
