"""Study mode: cards about this very build, right answers, in the chosen style, difficulty and rhythm."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from elisa.core.events import StudyCardMade, StudyDeckMade, TaskFinished
from elisa.spec.nugget import Knowledge, StudyMode
from support.building import Built, build, finished, planned, ready, task, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import NuggetSpec

NO_CARDS = {"kind": "study", "turns": [{"calls": [{"tool": "submit_cards", "arguments": {"cards": []}}]}]}
PLAN = planned(
    task("a", 0),
    task("b", 1, needs=("a",), agent_name="Zoe"),
    task("c", 2, needs=("b",)),
    task("d", needs=("c",)),
    agents=[{"name": "Builder", "role": "builder"}, {"name": "Zoe", "role": "builder"}],
)
WORK = [writes(name, {f"{name}.txt": name}) for name in "abcd"]


def studying(style: str = "quiz_me", difficulty: str = "easy", every: int = 3) -> NuggetSpec:
    mode = StudyMode(style=style, difficulty=difficulty, quiz_frequency=every)
    return wishes(3, knowledge=Knowledge(study_mode=mode))


def deck(built: Built) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((built.folder / ".elisa" / "study.json").read_text(encoding="utf-8"))
    return loaded


def made_by_model(*cards: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "study", "turns": [{"calls": [{"tool": "submit_cards", "arguments": {"cards": list(cards)}}]}]}


async def test_a_quiz_is_about_this_build_and_its_answers_are_right(tmp_path: Path) -> None:
    built = await build(tmp_path / "n", studying(), [PLAN, *WORK, NO_CARDS])
    cards = {card["card_id"]: card for card in deck(built)["cards"]}
    assert cards["who-b"]["answer"] == "Zoe"
    assert set(cards["who-b"]["choices"]) >= {"Zoe", "Builder"}
    assert cards["file-b"]["answer"] == "b.txt"
    assert cards["order-c"]["answer"] == "Task b"
    assert sorted(cards["order-c"]["choices"]) == ["Task b", "Task d"], "a had to be done before c, too"
    assert all(card["choices"].count(card["answer"]) == 1 for card in cards.values() if card["choices"])
    (event,) = built.of(StudyDeckMade)
    assert (event.made_by, event.path, event.cards) == ("rules", ".elisa/study.json", len(cards))


@pytest.mark.parametrize(("every", "steps"), [(1, [1, 2, 3, 4]), (2, [2, 4]), (3, [3]), (5, [])])
async def test_a_card_comes_after_every_so_many_steps(tmp_path: Path, every: int, steps: list[int]) -> None:
    built = await build(tmp_path / "n", studying(every=every), [PLAN, *WORK, NO_CARDS])
    assert [card.step for card in built.of(StudyCardMade)] == steps
    assert len({card.card_id for card in built.of(StudyCardMade)}) == len(steps)
    assert deck(built)["every"] == every


@pytest.mark.parametrize("style", ["quiz_me", "flashcards", "explain", "socratic"])
async def test_each_style_has_its_own_shape(tmp_path: Path, style: str) -> None:
    built = await build(tmp_path / "n", studying(style, "medium"), [PLAN, *WORK, NO_CARDS])
    cards = deck(built)["cards"]
    assert any(card["choices"] for card in cards) == (style == "quiz_me")
    assert any("own words" in card["question"] for card in cards) == (style == "explain")
    assert any(len(card["hints"]) > 1 for card in cards) == (style == "socratic")
    assert all(card["answer"] not in card["hints"] for card in cards)


@pytest.mark.parametrize(("difficulty", "most"), [("easy", 3), ("medium", 4), ("hard", 0)])
async def test_difficulty_changes_the_number_of_choices(tmp_path: Path, difficulty: str, most: int) -> None:
    built = await build(tmp_path / "n", studying("quiz_me", difficulty), [PLAN, *WORK, NO_CARDS])
    assert max(len(card["choices"]) for card in deck(built)["cards"]) <= most


async def test_a_model_writes_cards_and_an_answer_that_is_not_so_goes_back(tmp_path: Path) -> None:
    wrong = {"fact": "who-b", "question": "Who?", "answer": "Builder", "choices": ["Builder", "Zoe"]}
    right = {"fact": "who-b", "question": "Whose work is b?", "answer": "Zoe", "choices": ["Zoe", "Max"]}
    talk = made_by_model(wrong)
    talk["turns"].append({"sees": ["does not stand in the fact"], **made_by_model(right)["turns"][0]})
    built = await build(tmp_path / "n", studying(), [PLAN, *WORK, talk])
    assert built.of(StudyDeckMade)[0].made_by == "model"
    assert deck(built)["cards"][-1]["question"] == "Whose work is b?"


async def test_a_model_that_only_hands_in_nonsense_leaves_the_cards_to_the_rules(tmp_path: Path) -> None:
    nonsense = made_by_model({"fact": "nobody", "question": "?", "answer": "!"})
    built = await build(tmp_path / "n", studying(), [PLAN, *WORK, {**nonsense, "repeat": True}])
    assert built.of(StudyDeckMade)[0].made_by == "rules"


async def test_a_build_that_goes_on_shows_no_card_twice(tmp_path: Path) -> None:
    built, work = ready(tmp_path / "n", studying(every=1), [PLAN, WORK[0], {"task": "b", "turns": [{"hang": True}]}])
    run = asyncio.ensure_future(work.run())
    await built.seen(StudyCardMade)
    run.cancel()
    await asyncio.wait([run])
    again = await build(tmp_path / "n", studying(every=1), [*WORK[1:], NO_CARDS], resume=True)
    assert [event.task_id for event in again.of(TaskFinished)] == ["b", "c", "d"]
    ids = [card.card_id for card in (*built.of(StudyCardMade), *again.of(StudyCardMade))]
    assert len(ids) == len(set(ids)) == 4
    assert {card["card_id"] for card in deck(again)["cards"]} >= set(ids)


async def test_without_study_mode_there_is_no_deck(tmp_path: Path) -> None:
    off = wishes(3, knowledge=Knowledge(study_mode=StudyMode(enabled=False)))
    built = await build(tmp_path / "n", off, [PLAN, *WORK])
    assert built.of(StudyDeckMade) == []
    assert finished(built).left_out == ()
