"""The narrator speaks of what matters and does not repeat itself."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from elisa.core.events import BuildFinished, NarratorSpoke, PhaseChanged, TaskFinished
from elisa.teaching.narrator import Narrator

if TYPE_CHECKING:
    from elisa.core.events import Event


class HandClock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.seconds, UTC)

    def monotonic(self) -> float:
        return self.seconds


def test_report_P068_thirty_equal_events_in_ten_seconds_are_one_sentence() -> None:
    clock = HandClock()
    said: list[Event] = []
    narrator = Narrator(clock, said.append)
    for number in range(90):
        clock.seconds = number / 3
        narrator.note(TaskFinished(task_id=f"t{number}", agent_name="Builder", summary=""))
    assert len(said) == 1
    clock.seconds = 31
    narrator.note(TaskFinished(task_id="t", agent_name="Builder", summary=""))
    assert len(said) == 2


def test_moods_follow_what_happened() -> None:
    said: list[Event] = []
    narrator = Narrator(HandClock(), said.append)
    narrator.note(PhaseChanged(phase="planning"))
    narrator.note(BuildFinished(build_id="b", summary="", outcome="done"))
    narrator.note(BuildFinished(build_id="b", summary="", outcome="tests_failing"))
    assert [event.mood for event in said if isinstance(event, NarratorSpoke)] == ["celebrating"]
