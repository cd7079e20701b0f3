"""The tests that the workshop writes, run in a real page: green on what it built, red on what lacks the part."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from unit.workshop.drive import Driven, drive
from unit.workshop.wishing import EXAMPLES, example, spec_of

from elisa.verify.page import PageRunner
from elisa.verify.run import run_tests
from elisa.workshop.provider import WorkshopProvider

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import NuggetSpec

KINDS = {
    "dodge": spec_of(
        "a game where a cat dodges dogs at night",
        "jump when I press space",
        "pause the game with P",
        "a button to turn off the sound",
        "a start screen with instructions",
        ("when_then", "a dog hits the cat", "say 'Ouch!'"),
        ("when_then", "a dog is dodged", "the cat gets bigger"),
        "get faster every 10 seconds",
        "win when I reach 5 points",
        ("when_then", "I press x", "it spins"),
        ("when_then", "I click the cat", "it turns red"),
        ("constraint", "be scary"),
        ("constraint", "must not use the internet"),
        ("constraint", "must be easy for little kids"),
        ("constraint", "the cat must never leave the screen"),
        ("constraint", "readable big letters"),
        ("constraint", "must fit any screen"),
        ("data", "the best score"),
    ),
    "catch": spec_of(
        "a rabbit collects carrots and avoids rocks",
        "move up and down and left and right with the arrow keys",
        ("when_then", "a rock hits the rabbit", "lose 2 hearts"),
        "have 6 lives",
        ("when_then", "the rabbit catches a carrot", "get 5 points"),
        ("when_then", "the rabbit catches a carrot", "make sparkles"),
        ("when_then", "a rock hits the rabbit", "shake the screen"),
        ("when_then", "the rabbit catches a carrot", "the rocks freeze"),
        ("when_then", "the rabbit catches a carrot", "add 3 seconds"),
        "count down from 20 seconds",
        ("when_then", "the time is up", "I win"),
        ("when_then", "the rabbit misses a carrot", "play a sound"),
        "play again after the end",
        "show the words 'You won' when I win",
    ),
    "quiz": spec_of(
        "a quiz about my family",
        ("data", "questions: How old is Tom? 9; What is the dog called? Bello; Where do we live? Paris"),
        "have 3 lives",
        ("when_then", "I answer wrong", "lose a heart"),
        "explain the right answer",
        "count points for right answers",
        ("when_then", "the answer is right", "say Yeah!"),
        "a title called 'Family Quiz'",
    ),
    "two of a kind": spec_of(
        "a dragon catches stars and coins in a castle",
        ("when_then", "I catch a coin", "get 10 points"),
        ("when_then", "I catch a star", "get a point"),
        "every 5 seconds add a point",
        "stars fall from the sky",
        "coins fly past from the side",
        ("when_then", "I reach 3 points", "next level"),
        ("when_then", "a level is reached", "say Well done"),
        ("constraint", "no hearts"),
    ),
}


async def prove(spec: NuggetSpec, place: Path, only: frozenset[str] | None = None) -> None:
    """All tests pass on the whole game, and each wish has one that fails on the version before its task."""
    driven = await drive(WorkshopProvider(), spec, place, keep=True)
    async with PageRunner() as pages:
        report = await run_tests(driven.tree, pages=pages)
        assert [(test.name, test.message) for test in report.tests if test.status != "passed"] == []
        for task in driven.plan.tasks:
            if task.kind == "build" and task.requirement_ids and (only is None or task.id in only):
                assert await still_green(driven, task.id, task.requirement_ids, pages) == []
    made = {name for task in driven.plan.tasks if task.kind == "build" for name in task.requirement_ids}
    assert made <= {test.requirement_id for test in report.tests}


async def still_green(driven: Driven, task: str, requirements: tuple[str, ...], pages: PageRunner) -> list[str]:
    """The wishes of a task whose final tests all pass without it; there must be none."""
    tree = driven.before[task]
    shutil.rmtree(tree / "tests", ignore_errors=True)
    shutil.copytree(driven.tree / "tests", tree / "tests")
    before = await run_tests(tree, only=requirements, pages=pages)
    return [name for name in requirements if all(test.status == "passed" for test in before.of(name))]


async def test_a_game_is_green_and_red_without_its_parts(tmp_path: Path) -> None:
    await prove(example("hedgehog-dodge"), tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", EXAMPLES)
async def test_every_bundled_example_is_green_and_red_without_its_parts(name: str, tmp_path: Path) -> None:
    await prove(example(name), tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", KINDS)
async def test_every_kind_of_wish_is_green_and_red_without_its_part(name: str, tmp_path: Path) -> None:
    await prove(KINDS[name], tmp_path)
