"""Teaching cards are whole, are fired by events that really happen, and each comes at most once in a build."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, get_args

import pytest

from elisa.core.events import (
    AnyEvent,
    BuildStarted,
    PlanReady,
    ReviewFinished,
    TaskStarted,
    TeachingMoment,
    VersionSaved,
)
from elisa.core.text import say
from elisa.teaching.cards import CONCEPTS, Card, load_cards
from elisa.teaching.narrator import lines
from elisa.teaching.teacher import Teacher

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.core.events import Event

EVENTS = {one.model_fields["kind"].default: one for one in get_args(get_args(AnyEvent)[0])}
MOST_WORDS = 16


def started(*, resumed: bool = False, build_id: str = "b1") -> BuildStarted:
    return BuildStarted(build_id=build_id, goal="g", provider="p", model="m", resumed=resumed)


def taught(memory: Path, *events: Event, level: str | None = None) -> list[str]:
    said: list[Event] = []
    teacher = Teacher(said.append, memory, level)
    for event in events:
        teacher.note(event)
    return [event.card_id for event in said if isinstance(event, TeachingMoment)]


def test_there_are_at_least_twenty_cards_in_six_concepts_each_with_an_id_of_its_own() -> None:
    cards = load_cards()
    assert len(cards) >= 20
    assert {card.concept for card in cards} == set(CONCEPTS)
    assert max(Counter(card.id for card in cards).values()) == 1


@pytest.mark.parametrize("card", load_cards(), ids=lambda card: card.id)
def test_a_card_is_about_an_event_that_exists_and_its_relatives_exist(card: Card) -> None:
    event = EVENTS[card.when]
    assert set(card.where) <= set(event.model_fields)
    assert set(card.related) <= {other.id for other in load_cards()}
    assert all(len(sentence.split()) <= MOST_WORDS for sentence in card.explanation.split(". "))
    for wanted in card.where.values():
        if isinstance(wanted, str) and wanted.startswith("@"):
            assert say(wanted[1:])


def test_each_line_of_the_narrator_is_about_an_event_that_exists_and_has_a_sentence() -> None:
    for line in lines():
        assert set(line.where) <= set(EVENTS[line.when].model_fields)
        assert say(f"narrator.{line.say}")


def test_a_card_comes_once_in_a_build_and_again_in_the_next(tmp_path: Path) -> None:
    memory = tmp_path / "taught.json"
    plan = PlanReady(tasks=(), explanation="", source="model")
    assert taught(memory, started(), plan, plan) == ["clear_words", "pieces"]
    assert taught(memory, started(build_id="b2"), plan) == ["clear_words", "pieces"]


def test_a_resumed_build_does_not_teach_again_what_it_taught(tmp_path: Path) -> None:
    memory = tmp_path / "taught.json"
    plan = PlanReady(tasks=(), explanation="", source="model")
    taught(memory, started(), plan)
    assert taught(memory, started(resumed=True), plan) == []


def test_a_damaged_memory_stops_nothing(tmp_path: Path) -> None:
    memory = tmp_path / "taught.json"
    memory.write_text("[1", encoding="utf-8")
    assert taught(memory, started(resumed=True)) == ["clear_words"]


def test_verdicts_get_the_card_that_fits(tmp_path: Path) -> None:
    good = ReviewFinished(agent_name="R", verdict="approved", reason="")
    bad = ReviewFinished(agent_name="R", verdict="needs_changes", reason="")
    assert taught(tmp_path / "t", bad, good) == ["needs_changes", "fresh_eyes"]


def test_an_explorer_gets_more_lessons_than_a_builder(tmp_path: Path) -> None:
    events: list[Event] = [VersionSaved(version=str(number), message="") for number in range(5)]
    events += [TaskStarted(task_id=str(number), agent_name="B") for number in range(3)]
    assert taught(tmp_path / "a", *events, level="builder") == ["first_version"]
    assert taught(tmp_path / "b", *events, level="explorer") == ["first_version", "many_versions", "side_by_side"]
