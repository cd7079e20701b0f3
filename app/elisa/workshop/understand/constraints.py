"""Constraints: what must never be there is kept out, and what must hold is checked like any other wish."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop.understand.design import Wish
from elisa.workshop.understand.features import read_feature

if TYPE_CHECKING:
    from elisa.workshop.understand.lexicon import Reading
    from elisa.workshop.understand.sketch import Sketch

# Meant as "not this" in a constraint even where the child leaves the "not" to the block ("It must never: be scary").
_BAD = frozenset(
    {
        "scary",
        "violent",
        "rude",
        "loud",
        "flashing",
        "ads",
        "too_fast",
        "no_internet",
        "edge",
        "shoot",
        "chat",
        "account",
        "shop",
        "friends",
        "photo",
        "video",
        "voice",
        "gps",
        "ai",
        "share",
    }
)
# Concepts whose absence can be seen on the page, by the selector that must find nothing.
_PART_OF = {
    "sound": "sound",
    "music": "sound",
    "enemy": "hazard",
    "timer": "clock",
    "life": "hearts",
    "score": "score",
    "level": "levels",
    "sparkle": "sparkles",
    "pause": "pause",
    "jump": "jump",
    "faster": "levels",
    "harder": "levels",
}
_SLOW = {"speed": 120.0, "every": 1.8}
_CALM = 230.0


def read_constraint(reading: Reading, sketch: Sketch) -> list[Wish]:
    """Return the wishes in a "must" or "must never" sentence."""
    refused = (set(reading.refused) | (reading.concepts & _BAD)) - _narrowed(reading)
    found = [wish for concept in sorted(refused) for wish in _without(concept, sketch)]
    if reading.concepts & {"easy"}:
        found.append(slow_down(sketch, "is_easy"))
    if reading.concepts & {"readable"}:
        found.append(sketch.use("stage", "is_readable"))
    if reading.concepts & {"fit_screen", "touch_screen"} and not reading.concepts & {"move"}:
        found.append(sketch.use("stage", "fits_screen"))
        if reading.has("touch_screen") and sketch.roles.mechanic in ("dodge", "catch"):
            found.append(sketch.use("pointer", "follows_pointer"))
    if reading.concepts & {"keyboard_only"}:
        found.append(sketch.use("keys", "moves"))
    if not found or reading.concepts - _BAD:
        found += [wish for wish in read_feature(reading, sketch) if not any(wish.part == known.part for known in found)]
    return found


def _narrowed(reading: Reading) -> set[str]:
    """In "no scary sounds" sounds are welcome: what stands right behind a bad quality is not refused itself."""
    ends = {mark.last + 1 for mark in reading.marks if mark.concept in _BAD}
    return {mark.concept for mark in reading.marks if mark.first in ends and mark.concept not in _BAD}


def _without(concept: str, sketch: Sketch) -> list[Wish]:
    if concept in ("too_fast", "faster", "harder"):
        sketch.refused.add("levels") if concept != "too_fast" else None
        return [slow_down(sketch, "is_calm")]
    if concept == "edge":
        return [sketch.use("keys", "stays_inside")]
    part = _PART_OF.get(concept)
    if part is not None:
        sketch.refused.add(part)
        sketch.use("stage", "")
        return [Wish("without_part", "stage", {"part": part})]
    if concept in _BAD:
        wish = sketch.use("stage", "without")
        return [Wish("without", wish.part, {"what": concept})]
    return []


def slow_down(sketch: Sketch, kind: str) -> Wish:
    """Make everything that comes slow enough for small children."""
    things = sketch.roles.hazards or sketch.roles.treasures
    if not things:
        return sketch.use("stage", "without")
    wish = sketch.coming(things[0])
    for use in sketch.parts.values():
        if use.part in ("hazard", "treasure"):
            use.settings["speed"] = min(float(use.settings.get("speed", _SLOW["speed"])), _SLOW["speed"])
            use.settings["every"] = max(float(use.settings.get("every", _SLOW["every"])), _SLOW["every"])
    return Wish(kind, wish.part if wish else "stage", {"speed": _CALM, "thing": things[0].word})
