"""Every event that people see has a sentence."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, get_args

import pytest

from elisa.core.events import (
    AnyEvent,
    BuildFinished,
    GateAnswered,
    RequirementJudged,
    ReviewFinished,
    TaskStarted,
    TestFinished,
)
from elisa.core.events.words import describe

if TYPE_CHECKING:
    from elisa.core.events import Event

KINDS = get_args(get_args(AnyEvent)[0])
SILENT = {"agent_spoke", "planned_task", "usage_reported"}


def filled(kind: type[Event], **given: object) -> Event:
    """Return an event of a kind with something in each place."""
    values = dict(given)
    for name, place in kind.model_json_schema()["properties"].items():
        if name not in values and name != "kind" and "default" not in place:
            values[name] = _something(place)
    return kind.model_validate_json(json.dumps(values))


def _something(place: dict[str, Any]) -> object:
    if "enum" in place:
        return place["enum"][0]
    return {"string": "word", "integer": 1, "number": 1.5, "boolean": True, "array": []}[str(place["type"])]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_each_kind_of_event_has_a_sentence(kind: type[Event]) -> None:
    event = filled(kind)
    line = describe(event)
    assert (line is None) == (getattr(event, "kind", "") in SILENT)


@pytest.mark.parametrize(
    "event",
    [
        *(filled(BuildFinished, outcome=outcome)
          for outcome in ("done", "nothing_made", "tests_failing", "not_tested", "budget", "unanswered")),
        *(filled(TestFinished, status=status) for status in ("passed", "failed", "skipped")),
        *(filled(RequirementJudged, verdict=verdict)
          for verdict in ("proven", "proves_nothing", "failed", "not_tested", "left_out")),
        filled(TaskStarted, attempt=2),
        filled(GateAnswered, approved=False),
        filled(ReviewFinished, verdict="needs_changes"),
    ],
    ids=repr,
)  # fmt: skip
def test_each_way_it_can_go_has_a_sentence_of_its_own(event: Event) -> None:
    assert describe(event)


def test_a_task_is_called_by_its_name_where_there_is_one() -> None:
    event = TaskStarted(task_id="moves", agent_name="Hex")
    assert describe(event) == "Hex starts moves."
    assert describe(event, {"moves": "The fox moves"}) == "Hex starts “The fox moves”."


def test_a_task_that_no_plan_named_is_called_by_its_name() -> None:
    event = TaskStarted(task_id="loop-1-round-2", agent_name="Hex", task_name="Make it better")
    assert describe(event) == "Hex starts “Make it better”."
