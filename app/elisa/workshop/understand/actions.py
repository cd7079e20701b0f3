"""What shall happen then: an action text in the kit's own words for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.workshop.understand.sketch import Action

if TYPE_CHECKING:
    from elisa.workshop.understand.lexicon import Reading

_QUOTED = re.compile(r"[\"“”«»„](.{1,80}?)[\"“”«»„]|(?<!\w)['‘](.{1,80}?)['’](?!\w)")
_SAID = re.compile(
    r"\b(?:say|says|shout|shouts|cheer|cheers|show the words|show|shows|write|writes|announce|tell|tells|"
    r"dit|dire|crie|crier|affiche|afficher|montre|montrer|"
    r"écrit|écrire)\b\s*:?\s*(?:me |us |que )?(?P<words>[^.]{1,60})",
    re.IGNORECASE,
)


def read_actions(reading: Reading) -> list[Action]:
    """Return everything that an action text asks for."""
    words = _said(reading)
    found = [action for action in [_counting(reading)] if action is not None]
    for concept, action in _SIMPLE.items():
        if reading.has(concept) and not (words and concept in ("end", "win", "start")):
            found.append(action)
    if words and not (reading.has("end") and not _QUOTED.search(reading.text)):
        found.append(Action("say", words=words))
    elif reading.has("end") and not any(action.name == "lose" for action in found):
        found.append(Action("lose"))
    if reading.has("colour"):
        found.append(Action("colour", words=_colour(reading)))
    if reading.has("level") and not reading.has("faster"):
        found.append(Action("level"))
    return found


def _counting(reading: Reading) -> Action | None:
    """Hearts, points and seconds that become more or fewer."""
    hearts = reading.number_near("life") or 1.0
    if reading.has("life", "lose"):
        return Action("lose-heart", hearts)
    if reading.has("life", "gain"):
        return Action("add-heart", hearts)
    if reading.concepts & {"point", "score"} and not reading.has("best"):
        points = reading.number_near("point", "score") or 1.0
        return Action("points", -points if reading.has("lose") else points)
    if reading.has("gain") and reading.concepts & {"timer", "second"}:
        return Action("add-time", reading.number_near("second", "timer") or 5.0)
    return None


_SIMPLE = {
    "faster": Action("faster", 1.25),
    "harder": Action("faster", 1.25),
    "slower": Action("slower", 0.8),
    "grow": Action("bigger", 1.25),
    "shrink": Action("smaller", 0.8),
    "sound": Action("sound"),
    "sparkle": Action("sparkle"),
    "shake": Action("shake"),
    "win": Action("win"),
    "end": Action("lose"),
    "restart": Action("restart"),
    "jump": Action("jump"),
    "spin": Action("spin"),
    "explain": Action("explain"),
    "fall": Action("comes"),
    "pause": Action("pause"),
    "start": Action("start"),
    "freeze": Action("freeze", 2.0),
}


_COLOURS = {
    "red": "red",
    "orange": "orange",
    "yellow": "yellow",
    "green": "green",
    "teal": "teal",
    "blue": "blue",
    "violet": "violet",
    "purple": "violet",
    "pink": "pink",
    "rouge": "red",
    "jaune": "yellow",
    "vert": "green",
    "bleu": "blue",
    "rose": "pink",
}


def _colour(reading: Reading) -> str:
    return next((_COLOURS[token.key] for token in reading.tokens if token.key in _COLOURS), "violet")


def _said(reading: Reading) -> str:
    quoted = _QUOTED.search(reading.text)
    if quoted:
        return (quoted[1] or quoted[2]).strip()
    said = _SAID.search(reading.text) if reading.has("say") or reading.has("show") else None
    words = said["words"].strip() if said else ""
    return words if reading.has("say") or (words[:1].isupper() and words.endswith("!")) else ""
