"""Specs for the workshop's tests, written as a child would write them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from elisa.blocks.catalog import load_catalog
from elisa.blocks.interpret import interpret
from elisa.core import resources
from elisa.spec.library import read_library
from elisa.spec.nugget import BehavioralTest, Nugget, NuggetSpec, Requirement, Style, Workflow

if TYPE_CHECKING:
    from pathlib import Path

Wish = str | tuple[str, str] | tuple[str, str, str]
EXAMPLES = ("ghost-bakery", "hedgehog-dodge", "planet-quiz", "rocket-rush", "star-catcher", "sushi-cat")


def spec_of(
    goal: str,
    *wishes: Wish,
    kind: str = "game",
    proofs: tuple[tuple[str, str, str], ...] = (),
    visual: str | None = None,
) -> NuggetSpec:
    """A spec: a wish is a feature's text, ``(type, text)``, or ``("when_then", trigger, action)``."""
    needs = [_need(place, wish) for place, wish in enumerate(wishes)]
    tests = [
        BehavioralTest(id=f"test_{place}", when=when, then=then, requirement_id=owner)
        for place, (when, then, owner) in enumerate(proofs)
    ]
    return NuggetSpec(
        nugget=Nugget(goal=goal, type=kind),
        requirements=needs,
        workflow=Workflow(behavioral_tests=tests or None),
        style=Style(visual=visual) if visual else None,
    )


def _need(place: int, wish: Wish) -> Requirement:
    if isinstance(wish, str):
        return Requirement(id=f"req_{place}", type="feature", description=wish)
    if len(wish) == 2:
        return Requirement(id=f"req_{place}", type=wish[0], description=wish[1])
    _, trigger, action = wish
    text = f"When {trigger} happens, {action} should happen"
    return Requirement(id=f"req_{place}", type="when_then", description=text, trigger=trigger, action=action)


def example(name: str) -> NuggetSpec:
    """The spec of a bundled example."""
    root = resources.root()
    folder = root / "blockly_assets" / "examples" / name
    library = read_library(*(_parsed(folder / f"{part}.json") for part in ("skills", "rules", "portals"))).library
    return interpret(_parsed(folder / "workspace.json"), library, load_catalog(root)).spec


def _parsed(path: Path) -> object:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


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
