"""What happens: a trigger text as one of the events that the kit's parts send."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elisa.workshop.understand.things import find_things

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elisa.workshop.understand.design import Thing
    from elisa.workshop.understand.lexicon import Reading
    from elisa.workshop.understand.sketch import Sketch

# Letters that already steer the game: A, D, W, S move, P pauses, R starts again.
_TAKEN_KEYS = frozenset("adwspr")
_NO_NAMES = frozenset("aio")
_ALL = frozenset(
    {"all", "last", "every", "out", "no", "zero", "0", "toutes", "tous", "derniere", "dernier", "plus", "aucune"}
)


@dataclass(frozen=True)
class Trigger:
    """An event of the game; ``event`` is the engine's name, ``number`` what it counts (points, seconds)."""

    event: str
    number: float | None = None
    thing: str = ""

    @property
    def heard(self) -> str:
        """The name to listen for, narrowed to one thing where the child names one of several."""
        return f"{self.event} {self.thing}" if self.thing else self.event


def read_trigger(reading: Reading, sketch: Sketch) -> Trigger | None:
    """Return the event that a trigger speaks of, or ``None`` where the kit has no such event."""
    found = (rule(reading, sketch) for rule in (_answers, _hearts_gone, _states, _meetings, _numbers, _pressed))
    return next((trigger for trigger in found if trigger is not None), None)


def _answers(reading: Reading, sketch: Sketch) -> Trigger | None:
    del sketch
    for concept, event in (("wrong", "wrong"), ("correct", "right")):
        if reading.has(concept):
            return Trigger(event)
    return Trigger("answer") if reading.has("answer") and not reading.has("question") else None


def _hearts_gone(reading: Reading, sketch: Sketch) -> Trigger | None:
    """Find "no lives left" (the end) and "a heart is lost" (one less)."""
    del sketch
    refused = "life" in reading.refused
    keys = {token.key for token in reading.tokens}
    none_left = any(value == 0 for _, value in reading.numbers) or (reading.has("life") and keys >= {"y", "a", "plus"})
    if not (refused or (reading.has("life") and (reading.concepts & {"lose", "end"} or none_left))):
        return None
    whole = refused or none_left or bool(_ALL & keys)
    return Trigger("over" if whole else "heart")


_STATES = {
    "timer": "time-up",
    "end": "over",
    "win": "won",
    "level": "level",
    "jump": "jump",
    "pause": "paused",
    "start": "start",
    "restart": "start",
    "best": "best",
}


def _states(reading: Reading, sketch: Sketch) -> Trigger | None:
    del sketch
    if reading.concepts & {"hit", "catch"}:
        return None
    concept = next((name for name in _STATES if reading.has(name)), "")
    if not concept or (concept == "timer" and reading.has("start")):
        return None
    return Trigger(_STATES[concept], reading.number_near("level") if concept == "level" else None)


def _meetings(reading: Reading, sketch: Sketch) -> Trigger | None:
    """What meets the hero, or goes past it."""
    hazards = _meant(sketch.roles.hazards, reading, sketch)
    treasures = _meant(sketch.roles.treasures, reading, sketch)
    if reading.has("miss"):
        return Trigger("dodge" if hazards and not treasures else "miss", thing=_narrow(sketch, treasures or hazards))
    if reading.has("dodge"):
        return Trigger("dodge", reading.number_near("dodge"), _narrow(sketch, hazards))
    caught = reading.has("catch") or (reading.concepts & {"hit", "gain"} and treasures and not hazards)
    if caught and sketch.roles.treasures:
        return Trigger("catch", reading.number_near("catch", "hit", "gain"), _narrow(sketch, treasures))
    touched = caught or reading.concepts & {"hit", "enemy"}
    return Trigger("hit", thing=_narrow(sketch, hazards)) if touched and sketch.roles.hazards else None


def _meant(group: Sequence[Thing], reading: Reading, sketch: Sketch) -> list[Thing]:
    named = {found.thing.word for found in find_things(reading, sketch.book)}
    keys = {token.key for token in reading.tokens}
    return [thing for thing in group if thing.word in named or {thing.word.casefold(), thing.words.casefold()} & keys]


def _narrow(sketch: Sketch, things: list[Thing]) -> str:
    """Name the thing only where there are others of its kind."""
    group = sketch.roles.treasures if things and things[0] in sketch.roles.treasures else sketch.roles.hazards
    return things[0].word if things and len(group) > 1 else ""


def _numbers(reading: Reading, sketch: Sketch) -> Trigger | None:
    del sketch
    if reading.concepts & {"point", "score"}:
        return Trigger("point", reading.number_near("point", "score"))
    seconds = reading.number_near("second")
    return Trigger(f"every {int(max(seconds, 1))}") if seconds else None


def _pressed(reading: Reading, sketch: Sketch) -> Trigger | None:
    """A key, or a click on the hero."""
    keys = [token.key for token in reading.tokens]
    if reading.has("space_key") or "space" in keys:
        return Trigger("space")
    if not reading.concepts & {"click", "arrow_key", "touch_screen"}:
        return None
    single = [key for key in keys if len(key) == 1 and key.isalpha() and key not in _NO_NAMES]
    if single and single[-1] not in _TAKEN_KEYS:
        return Trigger(f"key {single[-1]}")
    named = any(sketch.roles.is_hero(found.thing) for found in find_things(reading, sketch.book))
    return Trigger("tap") if named or reading.has("player") else None
