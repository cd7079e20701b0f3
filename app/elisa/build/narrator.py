"""The narrator: one short sentence now and then, never the same one again within half a minute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from elisa.core.events import (
    AgentStuck,
    BudgetWarned,
    BuildFinished,
    MergeConflicted,
    NarratorSpoke,
    PageServed,
    PlanReady,
    TaskFailed,
    TaskFinished,
    TestsFinished,
)
from elisa.core.text import say

if TYPE_CHECKING:
    from elisa.core.events import Emit, Event
    from elisa.core.ids import Clock

Mood = Literal["excited", "encouraging", "concerned", "celebrating"]
QUIET_SECONDS = 30.0


class Narrator:
    """Listens to a build and says what matters to the child."""

    def __init__(self, clock: Clock, emit: Emit) -> None:
        self._clock, self._emit = clock, emit
        self._said: dict[str, float] = {}

    def note(self, event: Event) -> None:
        """Say something about an event, or nothing."""
        key, mood = _matter(event)
        if not key:
            return
        text = say(key)
        now = self._clock.monotonic()
        if now - self._said.get(text, -QUIET_SECONDS) >= QUIET_SECONDS:
            self._said[text] = now
            self._emit(NarratorSpoke(text=text, mood=mood, task_id=getattr(event, "task_id", None)))


def _matter(event: Event) -> tuple[str, Mood]:
    match event:
        case PlanReady():
            return "narrator.plan", "excited"
        case TaskFinished():
            return "narrator.task", "encouraging"
        case TaskFailed(final=False) | MergeConflicted():
            return "narrator.again", "encouraging"
        case TaskFailed() | AgentStuck():
            return "narrator.failed", "concerned"
        case BudgetWarned():
            return "narrator.energy", "concerned"
        case _:
            return _end(event)


def _end(event: Event) -> tuple[str, Mood]:
    match event:
        case TestsFinished(failed=0, passed=passed) if passed:
            return "narrator.tests", "celebrating"
        case TestsFinished(failed=failed) if failed:
            return "narrator.tests_failing", "encouraging"
        case PageServed():
            return "narrator.page", "excited"
        case BuildFinished(outcome="done"):
            return "narrator.done", "celebrating"
        case _:
            return "", "encouraging"
