"""Each event as one plain sentence: for transcripts, plain terminals and logs."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from elisa.core.events import (
    BudgetWarned,
    BuildFinished,
    Event,
    GateAnswered,
    RequirementJudged,
    ReviewFinished,
    RoundJudged,
    RuleChecked,
    TaskFailed,
    TaskStarted,
    TestFinished,
)
from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Mapping

_JUDGES: Mapping[type[Event], str] = MappingProxyType(
    {RequirementJudged: "judged", ReviewFinished: "review", RoundJudged: "round", RuleChecked: "rule"}
)
_SILENT = ("agent_spoke", "planned_task", "usage_reported")


def describe(event: Event, names: Mapping[str, str] | None = None) -> str | None:
    """Return the sentence of an event, or ``None`` for one that says nothing by itself (streaming text, counters).

    Args:
        event: What happened.
        names: Names of tasks by id, for people; a task without one is called by its id.
    """
    kind: str = getattr(event, "kind", "")
    if kind in _SILENT:
        return None
    return say(_key(event, kind), **_values(event, names or {})).rstrip()


def repeats(event: Event) -> bool:
    """Tell whether an event says again what ``LeftOut`` has said: a wish that is left out is also judged so."""
    return isinstance(event, RequirementJudged) and event.verdict == "left_out"


def _key(event: Event, kind: str) -> str:
    match event:
        case TaskStarted(attempt=attempt) if attempt > 1:
            name = "task_started_again"
        case TaskFailed(final=True):
            name = "task_failed_finally"
        case TestFinished(status=status):
            name = f"test_{status}"
        case GateAnswered(approved=approved):
            name = "gate_approved" if approved else "gate_refused"
        case RoundJudged(best=False):
            name = "round_worse"
        case RequirementJudged() | ReviewFinished() | RoundJudged() | RuleChecked():
            name = f"{_JUDGES[type(event)]}_{event.verdict}"
        case BudgetWarned(of=of):
            name = f"budget_warned_{of}"
        case BuildFinished(outcome=outcome):
            name = f"outcome_{outcome}"
        case _:
            name = kind
    return f"events.{name}"


def _values(event: Event, names: Mapping[str, str]) -> dict[str, object]:
    values: dict[str, object] = {}
    for name, value in event:
        values[name] = ", ".join(map(str, value)) if isinstance(value, tuple) else value
    values["about"] = f"{say('events.about')} " if values.get("estimated") else ""
    values["count"] = len(getattr(event, "tasks", ()))
    task_id = str(values.get("task_id"))
    called = values.get("task_name") or names.get(task_id)
    values["task"] = f"“{called}”" if called else task_id
    return values
