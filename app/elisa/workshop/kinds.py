"""Which kit a nugget is built from: the template block decides, and where there is none, the child's words."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from elisa.workshop.understand.words import fold, is_unspaced, tokens_of

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec

Kind = Literal["game", "website", "story", "tool", "script"]
_TEMPLATES: dict[str, Kind] = {"game": "game", "website": "website", "story": "story", "tool": "tool"}
_LONGEST_READ = 400


def kind_of(spec: NuggetSpec) -> Kind:
    """Return the kind of thing to make.

    A template keeps its word, except that a game, a story or a tool "in Python" is a script. Without a template the
    kind that the goal names first counts; a goal that names none is a game.
    """
    goal = spec.nugget.goal[:_LONGEST_READ]
    template = _TEMPLATES.get(spec.nugget.type)
    if template != "website" and _first(goal, "python") is not None:
        return "script"
    if template == "tool" and _first(goal, "script") is not None:
        return "script"
    return template or _named_first(goal)


def _named_first(goal: str) -> Kind:
    kinds: tuple[Kind, ...] = ("game", "website", "story", "tool", "script")
    places = {kind: place for kind in kinds if (place := _first(goal, kind)) is not None}
    return min(places, key=lambda kind: places[kind], default="game")


def _first(text: str, kind: str) -> int | None:
    """Return where the first phrase for a kind stands, in characters; ``None`` where there is none."""
    keys = [(token.key, token.start) for token in tokens_of(text)]
    spread = " ".join(key for key, _ in keys)
    starts: dict[int, int] = {}
    at = 0
    for key, start in keys:
        starts[at] = start
        at += len(key) + 1
    found = []
    for phrase in _phrases()[kind]:
        wanted = " ".join(token.key for token in tokens_of(phrase))
        if is_unspaced(wanted[0]):
            place = fold(text).find(wanted)
        else:
            place = f" {spread} ".find(f" {wanted} ")
            place = starts.get(place, -1)
        if place >= 0:
            found.append(place)
    return min(found, default=None)


@cache
def _phrases() -> dict[str, list[str]]:
    """Return kind → phrases of all languages."""
    place = files("elisa.workshop.understand").joinpath("lexicon", "kinds.json")
    loaded: dict[str, dict[str, list[str]]] = json.loads(place.read_text(encoding="utf-8"))
    return {kind: [phrase for known in words.values() for phrase in known] for kind, words in loaded.items()}
