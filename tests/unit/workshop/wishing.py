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
