"""What each kind of game needs to be played at all, whether or not somebody wished for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.workshop.understand.design import PartUse
    from elisa.workshop.understand.sketch import Sketch

MOST_PROPS = 3
# What a scene shows already needs not be put into it once more.
_PAINTED = {
    "oak_forest": ("tree", "leaf", "mushroom"),
    "forest": ("tree",),
    "castle": ("castle",),
    "city": ("house",),
    "field": ("house",),
    "kitchen": ("house",),
    "space": ("planet", "star", "moon"),
    "night_sky": ("moon", "star", "cloud"),
    "meadow": ("cloud", "sun"),
    "desert": ("cactus", "sun"),
}
_ROUND = 60.0
_PROP_PLACES = (14.0, 84.0, 66.0)


def add_base_parts(sketch: Sketch, scene: str) -> list[PartUse]:
    """Add the parts that are missing for a whole game and return all parts; what was refused goes."""
    roles = sketch.roles
    sketch.use("stage", "")
    standing = [thing for thing in roles.places if thing.drawing not in _PAINTED.get(scene, ())]
    for place, prop in enumerate(standing[:MOST_PROPS], start=1):
        sketch.use("prop", "", key=f"prop-{place}", thing=prop, at=_PROP_PLACES[place - 1])
    if roles.mechanic in ("dodge", "catch"):
        _playground(sketch)
    elif roles.mechanic == "quiz":
        sketch.use("quiz", "", thing=roles.hero)
        sketch.use("score", "", earn="right")
    elif roles.hero is not None:
        sketch.use("hero", "", thing=roles.hero)
        sketch.use("keys", "", mode="side")
    sketch.use("opening", "")
    if roles.mechanic is not None:
        sketch.use("ending", "")
    for key, use in list(sketch.parts.items()):
        if use.part in sketch.refused and not use.requirements:
            del sketch.parts[key]
        elif use.part == "hero":
            use.thing = roles.hero
    return list(sketch.parts.values())


def _playground(sketch: Sketch) -> None:
    """Hero, keys, pointer, what comes, points, and one way to lose."""
    roles = sketch.roles
    sketch.use("hero", "", thing=roles.hero)
    sketch.use("keys", "", mode="side")
    everywhere = sketch.parts["keys"].settings.get("mode", "side")
    sketch.use("pointer", "", mode=everywhere)
    for thing in [*roles.hazards, *roles.treasures]:
        sketch.coming(thing)
    sketch.use("score", "", earn="catch" if roles.treasures else "dodge")
    can_be_lost = any(use.settings.get("action") == "lose" for use in sketch.parts.values())
    if sketch.parts.keys() & {"clock", "hearts"} or can_be_lost:
        return
    if "hearts" in sketch.refused:
        sketch.use("clock", "", seconds=_ROUND, at_end="win")
    else:
        sketch.use("hearts", "", hurt_by="hit" if roles.hazards else "miss")
