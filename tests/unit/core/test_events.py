"""The events' JSON schema is a golden file: whoever changes an event sees here what else reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
from pydantic import ValidationError

from elisa.core import events
from elisa.core.events import EVENTS, AnyEvent, BuildCancelled, Event, LeftOut, TaskFinished

GOLDEN = Path(__file__).with_name("golden") / "events.schema.json"


def schema() -> str:
    """Return the schema as it stands in the golden file."""
    return json.dumps(EVENTS.json_schema(mode="serialization"), indent=2, sort_keys=True) + "\n"


def kinds() -> tuple[type[Event], ...]:
    """Return every event of the union."""
    return get_args(get_args(AnyEvent)[0])


def test_the_schema_is_the_golden_one() -> None:
    assert schema() == GOLDEN.read_text(encoding="utf-8"), (
        "An event changed. If that is meant, run: python tests/unit/core/test_events.py"
    )


def test_an_event_survives_the_way_to_json_and_back() -> None:
    event = TaskFinished(task_id="task-1", agent_name="Pip", summary="Le hérisson marche 🦔", files=("src/game.js",))
    assert EVENTS.validate_json(EVENTS.dump_json(event)) == event


def test_an_event_never_changes_afterwards() -> None:
    event, name = BuildCancelled(build_id="build-1"), "build_id"
    with pytest.raises(ValidationError):
        setattr(event, name, "build-2")


def test_every_event_is_in_the_union_and_can_be_imported() -> None:
    assert {one.__name__ for one in kinds()} <= set(events.__all__)
    assert LeftOut in kinds()


def test_kinds_are_the_names_of_the_events() -> None:
    for one in kinds():
        snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in one.__name__).lstrip("_")
        assert one.model_fields["kind"].default == snake


def test_a_stranger_or_an_unknown_key_is_refused() -> None:
    for text in ('{"kind": "nobody"}', '{"kind": "build_cancelled", "build_id": "b", "extra": 1}'):
        with pytest.raises(ValidationError):
            EVENTS.validate_json(text)


if __name__ == "__main__":
    GOLDEN.write_text(schema(), encoding="utf-8")
