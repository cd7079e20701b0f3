"""When/then sentences: what happens, and what shall happen then, as parts of the kit or as a rule of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from elisa.workshop.understand.design import Value, Wish
from elisa.workshop.understand.features import read_feature
from elisa.workshop.understand.lexicon import Reading
from elisa.workshop.understand.sketch import Action, Sketch
from elisa.workshop.understand.things import find_things

_SENTENCE = re.compile(r"^when (?P<trigger>.*?) happens, (?P<action>.*) should happen$", re.IGNORECASE | re.DOTALL)
_LEADING = re.compile(r"^\s*(?:when(?:ever)?|if|quand|lorsque|si)\s+(?P<trigger>[^,]{3,}?),\s*(?:then\s+|alors\s+)?(?P<action>.{3,})$",
                      re.IGNORECASE | re.DOTALL)
_TRAILING = re.compile(r"^(?P<action>.{3,}?)\s+(?:when(?:ever)?|each time|every time|quand|lorsque|chaque fois que)\s+(?P<trigger>.{3,})$",
                       re.IGNORECASE | re.DOTALL)
_QUOTED = re.compile(r"[\"“”«»„](.{1,80}?)[\"“”«»„]|(?<!\w)['‘](.{1,80}?)['’](?!\w)")
_SAID = re.compile(
    r"\b(?:say|says|shout|shouts|cheer|cheers|show the words|show|shows|write|writes|announce|tell|tells|"
    r"dit|dire|crie|crier|affiche|écrit)\b\s*:?\s*(?:me |us |que )?(?P<words>[^.]{1,60})",
    re.IGNORECASE,
)
HURTING = ("hit", "miss", "wrong")
_MOST_HEARTS_AT_ONCE = 3


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


def split_rule(description: str, trigger: str | None, action: str | None) -> tuple[str, str] | None:
    """Return trigger and action of a when/then requirement, from its fields or from the sentence that the format uses."""
    if trigger and action:
        return trigger, action
    found = _SENTENCE.match(description.strip()) or _LEADING.match(description) or _TRAILING.match(description)
    return (found["trigger"], found["action"]) if found else None


def read_trigger(reading: Reading, sketch: Sketch) -> Trigger | None:
    """Return the event that a trigger speaks of, or ``None`` where the kit has no such event."""
    quick = _state_trigger(reading)
    if quick is not None:
        return quick
    named = [found.thing for found in find_things(reading, sketch.book) if not sketch.roles.is_hero(found.thing)]
    keys = {token.key for token in reading.tokens}
    hazards = [t for t in sketch.roles.hazards if _meant(t.word, t.words, keys) or any(t.word == n.word for n in named)]
    treasures = [t for t in sketch.roles.treasures if _meant(t.word, t.words, keys) or any(t.word == n.word for n in named)]
    if reading.has("miss"):
        return Trigger("dodge" if hazards and not treasures else "miss", thing=_narrow(sketch, treasures or hazards))
    if reading.has("dodge"):
        return Trigger("dodge", reading.number_near("dodge"), _narrow(sketch, hazards))
    if reading.has("catch") or (reading.has("hit") and treasures and not hazards):
        if sketch.roles.treasures:
            return Trigger("catch", reading.number_near("catch", "hit"), _narrow(sketch, treasures))
        return Trigger("hit", thing=_narrow(sketch, hazards)) if sketch.roles.hazards else None
    if reading.has("hit") or reading.has("enemy"):
        return Trigger("hit", thing=_narrow(sketch, hazards)) if sketch.roles.hazards else None
    return _number_trigger(reading, sketch)


def _meant(word: str, words: str, keys: set[str]) -> bool:
    return bool({word.casefold(), words.casefold()} & keys)


def _narrow(sketch: Sketch, things: list[object]) -> str:
    """Name the thing only where there are others of its kind."""
    group = sketch.roles.treasures if things and things[0] in sketch.roles.treasures else sketch.roles.hazards
    return str(getattr(things[0], "word", "")) if things and len(group) > 1 else ""


def _state_trigger(reading: Reading) -> Trigger | None:
    if reading.has("wrong"):
        return Trigger("wrong")
    if reading.has("correct"):
        return Trigger("right")
    if reading.has("answer") and not reading.has("question"):
        return Trigger("answer")
    if reading.has("timer") and not reading.has("start"):
        return Trigger("time-up")
    lives = reading.has("life") or "life" in reading.refused
    lives_gone = lives and (reading.has("lose") or reading.refused or reading.has("end"))
    if lives_gone or (lives and any(value == 0 for _, value in reading.numbers)):
        everything = {"all", "last", "every", "toutes", "tous", "derniere", "dernier", "plus", "out", "no", "zero", "0", "aucune"}
        whole = bool(everything & {token.key for token in reading.tokens}) or "life" in reading.refused
        return Trigger("over") if whole else Trigger("heart")
    if reading.concepts & {"end"} and not reading.has("hit"):
        return Trigger("over")
    if reading.has("win"):
        return Trigger("won")
    if reading.has("level"):
        return Trigger("level", reading.number_near("level"))
    if reading.has("jump"):
        return Trigger("jump")
    if reading.has("pause"):
        return Trigger("paused")
    if reading.concepts & {"start", "restart"}:
        return Trigger("start")
    return None


def _number_trigger(reading: Reading, sketch: Sketch) -> Trigger | None:
    number = reading.number_near("point", "score")
    if reading.concepts & {"point", "score"}:
        return Trigger("point", number)
    seconds = reading.number_near("second")
    if seconds:
        return Trigger(f"every {int(max(seconds, 1))}")
    keys = {token.key for token in reading.tokens}
    if reading.concepts & {"arrow_key"} and reading.concepts & {"left", "right"}:
        return Trigger("key-right" if reading.has("right") else "key-left")
    if reading.has("space_key") or "space" in keys:
        return Trigger("space")
    return _pressed(reading, sketch)


def _pressed(reading: Reading, sketch: Sketch) -> Trigger | None:
    """A letter key, or a click on the hero."""
    if not reading.concepts & {"click", "arrow_key", "touch_screen"}:
        return None
    single = [token.key for token in reading.tokens if len(token.key) == 1 and token.key.isalpha() and token.key not in "ai"]
    if single and single[-1] not in _TAKEN_KEYS:
        return Trigger(f"key {single[-1]}")
    named = any(sketch.roles.is_hero(found.thing) for found in find_things(reading, sketch.book)) or reading.has("player")
    return Trigger("tap") if named else None


def read_actions(reading: Reading, sketch: Sketch) -> list[Action]:
    """Return everything that an action text asks for, in the kit's own words for it."""
    found: list[Action] = []
    hearts = reading.number_near("life") or 1.0
    if reading.has("life", "lose"):
        found.append(Action("lose-heart", hearts))
    elif reading.has("life", "gain"):
        found.append(Action("add-heart", hearts))
    elif reading.concepts & {"point", "score"} and not reading.has("best"):
        points = reading.number_near("point", "score") or 1.0
        found.append(Action("points", -points if reading.has("lose") else points))
    elif reading.has("timer", "gain") or reading.has("second", "gain"):
        found.append(Action("add-time", reading.number_near("second", "timer") or 5.0))
    words = _said(reading)
    ends = reading.has("end")
    for concept, action in _SIMPLE.items():
        if reading.has(concept) and not (words and concept in ("end", "win", "start")):
            found.append(action)
    if words and not (ends and not _QUOTED.search(reading.text)):
        found.append(Action("say", words=words))
    elif ends and not any(action.name == "lose" for action in found):
        found.append(Action("lose"))
    if reading.has("colour"):
        found.append(Action("colour", words=_colour(reading)))
    if reading.has("level") and not reading.has("faster"):
        found.append(Action("level"))
    return found


_SIMPLE = {
    "faster": Action("faster", 1.25), "harder": Action("faster", 1.25), "slower": Action("slower", 0.8),
    "grow": Action("bigger", 1.25), "shrink": Action("smaller", 0.8), "sound": Action("sound"),
    "sparkle": Action("sparkle"), "shake": Action("shake"), "win": Action("win"), "end": Action("lose"),
    "restart": Action("restart"), "jump": Action("jump"), "spin": Action("spin"), "explain": Action("explain"),
    "fall": Action("comes"), "pause": Action("pause"), "start": Action("start"), "freeze": Action("freeze", 2.0),
}


_COLOURS = {
    "red": "red", "orange": "orange", "yellow": "yellow", "green": "green", "teal": "teal", "blue": "blue", "violet": "violet",
    "purple": "violet", "pink": "pink", "rouge": "red", "jaune": "yellow", "vert": "green", "bleu": "blue", "rose": "pink",
}


def _colour(reading: Reading) -> str:
    return next((_COLOURS[token.key] for token in reading.tokens if token.key in _COLOURS), "violet")


def _said(reading: Reading) -> str:
    quoted = _QUOTED.search(reading.text)
    if quoted:
        return (quoted[1] or quoted[2]).strip()
    said = _SAID.search(reading.text) if reading.has("say") else None
    return said["words"].strip() if said else ""


def read_rule(trigger: Reading, action: Reading, sketch: Sketch, name: str) -> tuple[list[Wish], str]:
    """Return the wishes of a when/then and, where one part of it cannot be made, which words stay over."""
    event = read_trigger(trigger, sketch)
    actions = read_actions(action, sketch)
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
    """ "When I press the right arrow, the fox moves right" is a feature in other words."""
    both = sketch.lexicon.read(f"{trigger.text}, {action.text}", trigger.language)
    wishes = read_feature(both, sketch) if action.marks and trigger.marks else []
    return [wish for wish in wishes if wish.kind in ("moves", "moves_all", "jumps", "follows_pointer", "pauses", "starts", "mutes")]


def _native(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
    """Where a part of the kit does exactly this, it is taken instead of a rule."""
    if action.name == "lose-heart" and event.event in HURTING and not event.thing:
        return _hurts(event, action, sketch)
    if action.name == "points" and action.amount > 0 and event.event in ("catch", "dodge", "right") and not event.thing:
        return _earns(event, action, sketch)
    if event.event == "time-up" and action.name in ("lose", "win"):
        sketch.use("clock", "counts_down", at_end=action.name, seconds=60.0)
        sketch.parts["clock"].settings["at_end"] = action.name
        return Wish("time_up", "clock", {"at_end": action.name})
    event = _in_points(event, sketch)
    if event.event == "point" and action.name == "win":
        sketch.use("score", "scores")
        wish = sketch.use("goal", "wins_at", target=event.number or 10.0)
        return wish
    if event.event in ("over", "won", "heart") and action.name in ("restart", "lose", "win", "start"):
        kind = "restarts" if action.name in ("restart", "start") else "shows_win" if action.name == "win" else "ends"
        return sketch.use("ending", kind)
    if event.event in ("wrong", "right", "answer") and action.name == "explain":
        return sketch.use("quiz", "tells_right")
    if (event.event == "point" or event.event.startswith("every ")) and action.name in ("faster", "level"):
        by = "point" if event.event == "point" else "second"
        every = float(event.event.split()[1]) if by == "second" else event.number or 10.0
        return sketch.use("levels", "gets_faster", level_by=by, every=every)
    if event.event in ("space", "key-up") and action.name == "jump":
        return sketch.use("jump", "jumps")
    return _sounding(event, action, sketch)


def _in_points(event: Trigger, sketch: Sketch) -> Trigger:
    """ "Five stars caught" is a number of points, where catching is what earns them."""
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
    if action.name in ("sparkle", "shake") and event.event in ("catch", "right", "level", "hit", "wrong", "won"):
        wish = sketch.use("sparkles", "sparkles")
        return Wish("sparkles", wish.part, {"event": event.event})
    return None


def _hurts(event: Trigger, action: Action, sketch: Sketch) -> Wish | None:
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
    known = sketch.parts.get("score")
    if known is not None and known.settings.get("earn", event.event) != event.event:
        return None
    wish = sketch.use("score", "scores", earn=event.event)
    sketch.parts["score"].settings.setdefault("points", action.amount)
    if sketch.parts["score"].settings["points"] != action.amount:
        return None
    return Wish(wish.kind, wish.part, {"event": event.event})


# Letters that already steer the game: A, D, W, S move, P pauses, R starts again.
_TAKEN_KEYS = frozenset("adwspr")
_HEARD = frozenset(
    {"start", "hit", "catch", "dodge", "miss", "point", "heart", "level", "second", "right", "wrong", "answer", "jump",
     "paused", "over", "won", "time-up", "best", "tap"}
)
_NEEDS = {"lose-heart": "hearts", "add-heart": "hearts", "points": "score", "level": "levels", "add-time": "clock",
          "jump": "jump", "sound": "sound", "sparkle": "sparkles", "shake": "sparkles"}
_DOES = frozenset(
    {"lose-heart", "add-heart", "points", "faster", "slower", "bigger", "smaller", "say", "sound", "sparkle", "colour",
     "lose", "win", "level", "add-time", "shake", "freeze", "spin", "jump", "more"}
)


def _own_rule(event: Trigger, action: Action, sketch: Sketch, name: str) -> Wish | None:
    heard = event.event in _HEARD or event.event.startswith(("key ", "every "))
    if not heard or action.name not in _DOES:
        return None
    if event.number and event.number != 1:
        return None
    needed = _NEEDS.get(action.name)
    if needed is not None:
        settings: dict[str, Value] = {}
        if needed == "hearts":
            settings["hurt_by"] = "hit" if sketch.roles.hazards else "miss"
        if needed == "clock":
            settings["seconds"] = 60.0
        sketch.use(needed, "", **settings)
    return sketch.rule(event.heard, action, name)
