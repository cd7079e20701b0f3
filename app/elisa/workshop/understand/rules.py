"""When/then sentences: what happens, and what shall happen then, as parts of the kit or as a rule of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.workshop.understand.actions import read_actions
from elisa.workshop.understand.design import Value, Wish
from elisa.workshop.understand.features import read_feature
from elisa.workshop.understand.triggers import Trigger, read_trigger
from elisa.workshop.understand.vocabulary import PART_OF_ACTION

if TYPE_CHECKING:
    from elisa.workshop.understand.lexicon import Reading
    from elisa.workshop.understand.sketch import Action, Sketch

_SENTENCE = re.compile(r"^when (?P<trigger>.*?) happens, (?P<action>.*) should happen$", re.IGNORECASE | re.DOTALL)
_LEADING = re.compile(
    r"^\s*(?:when(?:ever)?|if|quand|lorsque|si)\s+(?P<trigger>[^,]{3,}?),\s*(?:then\s+|alors\s+)?(?P<action>.{3,})$",
    re.IGNORECASE | re.DOTALL,
)
_TRAILING = re.compile(
    r"^(?P<action>.{3,}?)\s+(?:when(?:ever)?|each time|every time|quand|lorsque|chaque fois que)\s+(?P<trigger>.{3,})$",
    re.IGNORECASE | re.DOTALL,
)
HURTING = ("hit", "miss", "wrong")
EARNING = ("catch", "dodge", "right")
_MOST_HEARTS_AT_ONCE = 3
_LONGEST = 1000


def split_rule(description: str, trigger: str | None, action: str | None) -> tuple[str, str] | None:
    """Return trigger and action of a when/then wish, from its fields or from the sentence that the format uses."""
    if trigger and action:
        return trigger, action
    text = description.strip()[:_LONGEST]
    found = _SENTENCE.match(text) or _LEADING.match(text) or _TRAILING.match(text)
    return (found["trigger"], found["action"]) if found else None


def read_rule(trigger: Reading, action: Reading, sketch: Sketch, name: str) -> tuple[list[Wish], str]:
    """Return the wishes of a when/then and, where one part of it cannot be made, which words stay over."""
    event = read_trigger(trigger, sketch)
    actions = read_actions(action)
    if event is None:
        return _as_feature(trigger, action, sketch), trigger.text
    if not actions:
        return _as_feature(trigger, action, sketch), action.text
    wishes: list[Wish] = []
    for wanted in actions:
        wish = _native(event, wanted, sketch) or _own_rule(event, wanted, sketch, name)
        if wish is None:
            return wishes, action.text
        wishes.append(wish)
    return wishes, ""


def _as_feature(trigger: Reading, action: Reading, sketch: Sketch) -> list[Wish]:
    """Read "when I press the right arrow, the fox moves right" is a feature in other words."""
    both = sketch.lexicon.read(f"{trigger.text}, {action.text}", trigger.language)
    wishes = read_feature(both, sketch) if action.marks and trigger.marks else []
    return [
        wish
        for wish in wishes
        if wish.kind in ("moves", "moves_all", "jumps", "follows_pointer", "pauses", "starts", "mutes")
    ]


def _native(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    """Where a part of the kit does exactly this, it is taken instead of a rule."""
    event = _in_points(event, sketch)
    rules = (_hurts, _earns, _timed, _said_at_end, _ended, _explained, _quickened, _jumped, _sounding)
    found = (rule(event, action, sketch) for rule in rules)
    return next((wish for wish in found if wish is not None), None)


def _timed(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    if event.event == "point" and action.name == "win":
        sketch.use("score", "scores")
        return sketch.use("goal", "wins_at", target=event.number or 10.0)
    if event.event != "time-up" or action.name not in ("lose", "win"):
        return None
    sketch.use("clock", "counts_down", at_end=action.name, seconds=60.0)
    sketch.parts["clock"].settings["at_end"] = action.name
    return Wish("time_up", "clock", {"at_end": action.name})


def _said_at_end(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    """Words at the end stand on the end screen itself, in place of the kit's."""
    if action.name != "say" or event.event not in ("over", "won"):
        return None
    wish = sketch.use("ending", "says_at_end")
    sketch.parts["ending"].settings["lost_words" if event.event == "over" else "won_words"] = action.words
    return Wish(wish.kind, wish.part, {"state": event.event, "words": action.words})


def _ended(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    kinds = {"restart": "restarts", "start": "restarts", "win": "shows_win", "lose": "ends"}
    if event.event not in ("over", "won") or action.name not in kinds:
        return None
    return sketch.use("ending", kinds[action.name])


def _explained(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    judged = event.event in ("wrong", "right", "answer") and action.name == "explain"
    return sketch.use("quiz", "tells_right") if judged else None


def _quickened(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    regular = event.event.startswith("every ")
    if not (event.event == "point" or regular) or action.name not in ("faster", "level"):
        return None
    every = float(event.event.split()[1]) if regular else event.number or 10.0
    return sketch.use("levels", "gets_faster", level_by="second" if regular else "point", every=every)


def _jumped(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    return sketch.use("jump", "jumps") if event.event == "space" and action.name == "jump" else None


def _in_points(event: Trigger, sketch: Sketch) -> Trigger:
    """Read "five stars caught" is a number of points, where catching is what earns them."""
    if event.event not in ("catch", "dodge") or not event.number or event.number == 1:
        return event
    sketch.use("score", "scores", earn=event.event)
    score = sketch.parts["score"].settings
    return Trigger("point", event.number * float(score.get("points", 1.0))) if score["earn"] == event.event else event


def _sounding(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    heard = ("start", "catch", "dodge", "hit", "miss", "jump", "right", "wrong", "level", "over", "won")
    if action.name == "sound" and event.event in heard:
        wish = sketch.use("sound", "sounds")
        return Wish("sounds", wish.part, {"event": event.event})
    if action.name == "sparkle" and event.event in ("catch", "right", "level", "hit", "wrong", "won"):
        wish = sketch.use("sparkles", "sparkles")
        return Wish("sparkles", wish.part, {"event": event.event})
    return None


def _hurts(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    if action.name != "lose-heart" or event.event not in HURTING or event.thing:
        return None
    return _hurts_always(event, action, sketch)


def _hurts_always(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    """What costs a heart, or several; a second thing that costs hearts becomes a rule of its own."""
    known = sketch.parts.get("hearts")
    if known is not None and known.settings.get("hurt_by", event.event) != event.event:
        return None
    wish = sketch.use("hearts", "costs_heart", hurt_by=event.event)
    cost = sketch.parts["hearts"].settings.setdefault("cost", action.amount)
    if cost != action.amount or not 1 <= action.amount <= _MOST_HEARTS_AT_ONCE:
        return None
    return Wish(wish.kind, wish.part, {"event": event.event, "cost": action.amount})


def _earns(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    if action.name != "points" or action.amount <= 0 or event.event not in EARNING or event.thing:
        return None
    known = sketch.parts.get("score")
    if known is not None and known.settings.get("earn", event.event) != event.event:
        return None
    wish = sketch.use("score", "scores", earn=event.event)
    sketch.parts["score"].settings.setdefault("points", action.amount)
    if sketch.parts["score"].settings["points"] != action.amount:
        return None
    return Wish(wish.kind, wish.part, {"event": event.event})


_HEARD = frozenset(
    {
        "start",
        "hit",
        "catch",
        "dodge",
        "miss",
        "point",
        "heart",
        "level",
        "second",
        "right",
        "wrong",
        "answer",
        "jump",
        "paused",
        "over",
        "won",
        "time-up",
        "best",
        "tap",
    }
)
_SENT_BY = {"time-up": "clock", "level": "levels", "best": "best", "point": "score", "heart": "hearts", "jump": "jump"}
_DOES = frozenset(
    {
        "lose-heart",
        "add-heart",
        "points",
        "faster",
        "slower",
        "bigger",
        "smaller",
        "say",
        "sound",
        "sparkle",
        "colour",
        "lose",
        "win",
        "level",
        "add-time",
        "shake",
        "freeze",
        "spin",
        "jump",
        "more",
    }
)


def _own_rule(event: Trigger, action: Action, sketch: Sketch, name: str) -> Wish | None:
    heard = event.event in _HEARD or event.event.startswith(("key ", "every "))
    if not heard or action.name not in _DOES:
        return None
    if event.number and event.number != 1:
        return None
    for needed in filter(None, (PART_OF_ACTION.get(action.name), _SENT_BY.get(event.event))):
        sketch.use(needed, "", settings=_settings(needed, event, action, sketch))
    return sketch.rule(event.heard, action, name)


def _settings(needed: str, event: Trigger, action: Action, sketch: Sketch) -> dict[str, Value]:
    if needed == "clock":
        return {"seconds": 60.0}
    if needed == "score" and event.thing:
        return {"earn": "right"}  # no answers are given in this kind of game: points come from the rules alone
    if needed != "hearts":
        return {}
    by_rules_only = action.name == "lose-heart" and event.thing
    return {"hurt_by": "wrong" if by_rules_only else "hit" if sketch.roles.hazards else "miss"}
