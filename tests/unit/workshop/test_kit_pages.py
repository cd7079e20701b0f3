"""The tests that the kits write, run in a real page: green on the whole, red where a wish's piece is dropped."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from elisa.verify.page import PageRunner
from elisa.verify.run import run_tests
from elisa.workshop.kinds import kind_of
from elisa.workshop.kits.page.slots import put_in
from elisa.workshop.kits.shelf import kits
from unit.workshop.test_kits import SITE, TALE
from unit.workshop.wishing import Wish, example, spec_of

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.blueprint import Blueprint

SITE_WISHES: tuple[Wish, ...] = (
    "a gallery of foxes, owls and bears",
    "cards for the planets: Mars: red; Venus: hot; Saturn: has rings",
    "a list of my favourite animals",
    "a recipe with steps: mix the flour; knead it; bake it",
    ("data", "prices: Bread: 3 euros; Cake: 2 euros"),
    "a quiz: What is 2+2? 4; What is 3+3? 6",
    "a poll: rockets or robots",
    "a countdown to Halloween",
    "count the claps",
    "a search box",
    "mark favourites with a heart",
    "dark mode",
    "a guestbook with name, age and message",
    "random facts about space",
    "about me: I like trains",
    "a menu",
    "a footer with 'By Kim'",
    "a title called 'Kim & Co'",
    "blue background color",
    ("when_then", "I press x", "the robot jumps"),
    ("when_then", "I click the button", "the page turns red"),
    ("when_then", "I click the owl", "it spins"),
    ("when_then", "I click the star", "a rainbow appears"),
    ("when_then", "the page opens", "say 'Hello!'"),
    ("constraint", "must work on a phone"),
    ("constraint", "nothing scary"),
    ("constraint", "no ads"),
    ("constraint", "works with the keyboard"),
)
TALE_WISHES: tuple[Wish, ...] = (
    "the cat meets a robot in the city",
    "a shark swims around the ship",
    "they sail over the sea to an island",
    "find a magic wand",
    "choose between the red door and the blue door",
    "a monster guards the castle",
    ("when_then", "I open the box", "a frog jumps out"),
    ("when_then", "the cat eats the cake", "she falls asleep"),
    "an ending where the cat becomes king",
    "three endings",
    "an inventory",
    "go back",
    "restart button",
    "save the progress",
    "text appears letter by letter",
    "sound effects",
    "ask for the player's name",
    ("constraint", "not scary"),
    ("constraint", "readable big letters"),
)

TOOL_WISHES: tuple[Wish, ...] = (
    "a checklist of homework",
    "tick off what is done",
    "delete an entry and take it back",
    "a timer with 25 minutes",
    "a stopwatch",
    "throw a dice",
    "convert miles to kilometers",
    "a counter for goals that reaches 5",
    "notes that are kept",
    "pick a name: Ann, Bo, Cid",
    "a habit tracker",
    "a calculator",
    "a drawing board with the colour red",
    "flashcards: dog = chien; cat = chat",
    "a score keeper for Ada and Ben, first to 3 wins",
    "save a copy as a file",
    ("when_then", "the timer ends", "the page shakes"),
    ("when_then", "the time is up", "say 'Tea!'"),
    ("constraint", "must work on a phone"),
    ("constraint", "no internet"),
    "a button to email my mum",
    "a spaceship that flies to the moon",
)
SCRIPT_WISHES: tuple[Wish, ...] = (
    "guess a number between 1 and 30",
    "I have 6 tries",
    "keep the best score",
    "a quiz: What is 2+2? 4; What is 3+3? 6",
    "roll two dice",
    "rock paper scissors",
    "hangman with these words: rocket, planet",
    "a to do list",
    "the 7 times table",
    "a secret code with key 5",
    "a calculator",
    "tell a joke",
    "play again",
    "ask for my name",
    "say hello",
    "quit at any time",
    ("when_then", "I win", "say 'Hooray \"you\"!'"),
    ("when_then", "I guess wrong", "say 'Oh\\no {}'"),
    ("constraint", "must not crash when I type letters"),
    ("constraint", "no internet"),
    "a window with buttons",
    "play a song",
)
POOLS = {"website": SITE_WISHES, "story": TALE_WISHES, "tool": TOOL_WISHES, "script": SCRIPT_WISHES}
GOALS = {"script": "a Python program about a cat"}


def sample(kind: str, seed: int) -> NuggetSpec:
    """Some wishes of a kind, chosen by a seed."""
    chance = random.Random(seed)
    goal = GOALS.get(kind, f"a {kind} about a cat")
    return spec_of(goal, *chance.sample(POOLS[kind], 5), kind="tool" if kind == "script" else kind)


def assemble(blueprint: Blueprint, place: Path, without: str = "") -> Path:
    """Write a blueprint's pieces as the crew would, all but one, and all its tests."""
    left = [piece for piece in blueprint.pieces if piece.id != without]
    files = {path: text for piece in left for path, text in piece.files.items()}
    for piece in left:
        for slot, lines in piece.slots.items():
            files["index.html"] = put_in(files.get("index.html", ""), slot, lines)
    tests = {path: text for one in blueprint.tests.values() for path, text in one.items()}
    for path, text in {**files, **tests, **blueprint.whole_tests}.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text, encoding="utf-8")
    return place


async def prove(spec: NuggetSpec, place: Path) -> None:
    """All tests pass on the whole page; each wish has one that fails where its piece is dropped."""
    blueprint = kits()[kind_of(spec)](spec, "en")
    async with PageRunner() as pages:
        report = await run_tests(assemble(blueprint, place / "whole"), pages=pages)
        assert [(test.name, test.message) for test in report.tests if test.status != "passed"] == []
        for piece in (one for one in blueprint.pieces if one.requirements):
            tree = assemble(blueprint, place / f"without-{piece.id}", piece.id)
            lacking = await run_tests(tree, only=piece.requirements, pages=pages)
            for name in piece.requirements:
                assert any(test.status != "passed" for test in lacking.of(name)), f"{name} proves nothing"


@pytest.mark.timeout(240)
@pytest.mark.parametrize("kind", POOLS)
async def test_a_page_is_green_and_red_where_a_piece_is_dropped(kind: str, tmp_path: Path) -> None:
    await prove(sample(kind, 1), tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kind", POOLS)
@pytest.mark.parametrize("seed", range(2, 12))
async def test_any_mixture_of_wishes_is_green_and_red_where_a_piece_is_dropped(
    kind: str, seed: int, tmp_path: Path
) -> None:
    await prove(sample(kind, seed), tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("spec", [SITE, TALE, *map(example, ("paw-friends", "lost-star", "homework-hive"))])
async def test_everything_that_a_kit_can_do_is_green_and_red_where_a_piece_is_dropped(
    spec: NuggetSpec, tmp_path: Path
) -> None:
    await prove(spec, tmp_path)


def test_a_tool_names_what_it_cannot_make_and_other_words_give_another_tool() -> None:
    draw = kits()["tool"]
    spec = spec_of("a tool for my cat", "a checklist", "a spaceship that flies to the moon", kind="tool")
    assert set(draw(spec, "en").left_out) == {"req_1"}
    other = spec_of("a tool for my dog", "a checklist", "a spaceship that flies to the moon", kind="tool")
    assert draw(spec, "en").pieces != draw(other, "en").pieces
