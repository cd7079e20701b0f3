"""Who plays when the child did not say: the rest of the cast, picked by the words so that it stays the same."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.understand.roles import UNSUPPORTED_KINDS, Roles

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.understand.design import Mechanic, Thing
    from elisa.workshop.understand.lexicon import Reading
    from elisa.workshop.understand.things import ThingBook

OTHER_NUGGETS = ("website", "story", "tool", "hardware")


@dataclass
class Picker:
    """Picks one of several drawings by the child's words, and notes that it was picked."""

    book: ThingBook
    language: str
    seed: int
    notes: list[str]

    def pick(self, scene: str, role: str, roles: Roles) -> Thing | None:
        """Return a thing for ``role`` that fits the scene and is not in the cast yet."""
        taken = {thing.drawing for thing in roles.all()}
        for place in (scene, "meadow"):
            names = tuple(name for name in _defaults()[place][role] if name not in taken)
            thing = self.book.choose(names, self.language, self.seed)
            if thing is not None:
                self.notes.append(say(f"workshop.note_chose_{role}", word=thing.word))
                return thing
        return None


def fill_cast(spec: NuggetSpec, goal: Reading, roles: Roles, scene: str, picker: Picker) -> None:
    """Choose the kind of game and whoever is missing for it, and note each choice."""
    if not _may_be_game(spec, goal, roles):
        roles.mechanic = None
        return
    if roles.mechanic is None:
        roles.mechanic = _nearest_mechanic(goal, roles)
    if roles.hero is None:
        roles.hero = picker.pick(scene, "hero", roles)
    if roles.mechanic == "dodge" and not roles.hazards:
        _add(roles.hazards, picker.pick(scene, "hazard", roles))
    if roles.mechanic == "catch" and not roles.treasures:
        _add(roles.treasures, picker.pick(scene, "treasure", roles))


def _add(group: list[Thing], thing: Thing | None) -> None:
    if thing is not None:
        group.append(thing)


def _may_be_game(spec: NuggetSpec, goal: Reading, roles: Roles) -> bool:
    if spec.nugget.type == "game" or roles.mechanic == "quiz":
        return True
    other = any(goal.has(kind) for kind in OTHER_NUGGETS)
    return spec.nugget.type == "general" and not other and (goal.has("game") or roles.mechanic is not None)


def _nearest_mechanic(goal: Reading, roles: Roles) -> Mechanic:
    """Shooting, racing and jumping games are nearest to dodging; growing and clicking ones to collecting."""
    if any(goal.has(kind) for kind in ("snake", "clicker", "pet", "build_world", "memory", "chess", "paint")):
        return "catch"
    if (roles.hazards and not roles.treasures) or any(goal.has(kind) for kind in UNSUPPORTED_KINDS):
        return "dodge"
    return "catch"


@cache
def _defaults() -> dict[str, dict[str, list[str]]]:
    place = files(__package__).joinpath("lexicon", "defaults.json")
    loaded: dict[str, dict[str, list[str]]] = json.loads(place.read_text(encoding="utf-8"))
    return loaded
