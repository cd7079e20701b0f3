"""A child's proof, "if I … then …", as steps for a test and one thing to look at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.workshop.understand.actions import read_actions
from elisa.workshop.understand.design import Proof, Value, Wish
from elisa.workshop.understand.things import find_things
from elisa.workshop.understand.triggers import read_trigger
from elisa.workshop.understand.vocabulary import ACTION_CHECKS, EVENT_STEPS

if TYPE_CHECKING:
    from elisa.workshop.understand.lexicon import Reading
    from elisa.workshop.understand.sketch import Action, Sketch
    from elisa.workshop.understand.triggers import Trigger

_SPLIT = re.compile(
    r"\s*(?:,\s*(?:and\s+)?then\b|\band then\b|\bet puis\b|\bpuis\b|;|,|\band\b|\bet\b)\s*", re.IGNORECASE
)
_LONGEST_WAIT = 60.0
_RELOAD = frozenset({"reload", "refresh", "reopen", "recharge", "recharger"})
_OPEN = frozenset({"open", "look", "page", "ouvre", "regarde"})
_TOWARD = {"ArrowLeft": "left", "ArrowRight": "right", "ArrowUp": "up", "ArrowDown": "down"}
_TOWARD |= {"a": "left", "d": "right", "w": "up", "s": "down"}
_NAMED_KEYS = {"enter": "Enter", "entree": "Enter", "escape": "Escape", "esc": "Escape"}
_SEEN = {
    "question": ("question_shown", "quiz"),
    "correct": ("right_marked", "quiz"),
    "wrong": ("wrong_marked", "quiz"),
    "jump": ("hero_jumps", "jump"),
    "start": ("state_playing", "opening"),
    "restart": ("state_playing", "opening"),
    "edge": ("hero_inside", "keys"),
}


def read_proof(proof_id: str, when: str, then: str, requirement_id: str | None, sketch: Sketch) -> Proof:
    """Return the proof as steps and a check, or with the words that could not be turned into a test."""
    language = sketch.lexicon.guess_language(f"{when} {then}", sketch.language)
    steps = _steps(when, language, sketch)
    check = _check(sketch.lexicon.read(then, language), sketch)
    if not steps or check is None:
        missing = when if not steps else then
        return Proof(proof_id, when, then, requirement_id, not_possible=missing)
    check = _fitting(steps[-1], check)
    return Proof(proof_id, when, then, requirement_id, tuple(steps), check)


def _steps(when: str, language: str, sketch: Sketch) -> list[Wish]:
    whole = sketch.lexicon.read(when, language)
    pieces = [piece for piece in _SPLIT.split(when) if piece.strip()]
    if len(pieces) > 1 and not whole.has("sideways"):
        steps = [_step(sketch.lexicon.read(piece, language), sketch) for piece in pieces]
        if all(steps):
            return [step for step in steps if step is not None]
    step = _step(whole, sketch)
    return [step] if step is not None else []


def _step(reading: Reading, sketch: Sketch) -> Wish | None:
    found = (
        rule(reading, sketch) for rule in (_key_step, _pointer_step, _again_step, _wait_step, _game_step, _open_step)
    )
    return next((step for step in found if step is not None), None)


def _key_step(reading: Reading, sketch: Sketch) -> Wish | None:
    del sketch
    key = _key(reading)
    if not key:
        return None
    seconds = reading.number_near("second")
    held = reading.has("hold") or bool(seconds) or key.startswith("Arrow")
    return Wish("hold" if held else "press", "", {"key": key, "ms": 1000 * (seconds or 0.6)})


def _pointer_step(reading: Reading, sketch: Sketch) -> Wish | None:
    del sketch
    return Wish("drag", "") if reading.concepts & {"mouse", "touch_screen"} and not reading.has("start") else None


def _again_step(reading: Reading, sketch: Sketch) -> Wish | None:
    del sketch
    keys = {token.key for token in reading.tokens}
    if keys & _RELOAD or keys >= {"load", "page"} or reading.has("best", "keep"):
        return Wish("reload", "")
    return Wish("again", "") if reading.has("restart") else None


def _wait_step(reading: Reading, sketch: Sketch) -> Wish | None:
    seconds = reading.number_near("second") or 60 * (reading.number_near("minute") or 0)
    waits = reading.has("wait") or reading.first("wait") is not None
    if not waits and seconds:
        trigger = read_trigger(reading, sketch)
        waits = trigger is None or trigger.event.startswith("every ")
    return Wish("wait", "", {"ms": 1000 * min(seconds or 2.0, _LONGEST_WAIT)}) if waits else None


def _game_step(reading: Reading, sketch: Sketch) -> Wish | None:
    trigger = read_trigger(reading, sketch)
    return _event_step(trigger, sketch) if trigger is not None else None


def _open_step(reading: Reading, sketch: Sketch) -> Wish | None:
    del sketch
    opens = reading.concepts & {"game", "show", "start", "move", "question"}
    return Wish("start", "") if opens or {token.key for token in reading.tokens} & _OPEN else None


def _key(reading: Reading) -> str:
    pressed = reading.concepts & {"arrow_key", "hold", "click", "space_key"}
    keys = {token.key for token in reading.tokens}
    if reading.has("space_key") or (pressed and keys & {"space", "espace"}):
        return "Space"
    if not pressed and not reading.has("move"):
        return ""
    return _direction_key(reading, keys, bool(pressed)) or (_letter_key(reading, keys) if pressed else "")


def _direction_key(reading: Reading, keys: set[str], pressed: bool) -> str:
    directions = {
        "ArrowRight": (reading.has("right") and not reading.has("correct")) or reading.has("sideways"),
        "ArrowLeft": reading.has("left"),
        "ArrowUp": pressed and bool(keys & {"up", "haut"}),
        "ArrowDown": pressed and bool(keys & {"down", "bas"}),
    }
    return next((key for key, meant in directions.items() if meant), "")


def _letter_key(reading: Reading, keys: set[str]) -> str:
    word = next((_NAMED_KEYS[key] for key in keys if key in _NAMED_KEYS), "")
    single = [token.key for token in reading.tokens if len(token.key) == 1 and token.key.isalpha()]
    return word or next((key for key in single if key not in "aio"), "")


def _event_step(trigger: Trigger, sketch: Sketch) -> Wish | None:
    if trigger.event == "point":
        return Wish("score_points", "", {"points": trigger.number or 1.0})
    if trigger.event == "level":
        return Wish("next_level", "")
    kind = EVENT_STEPS.get(trigger.event)
    if kind in ("hit", "dodge") and not sketch.roles.hazards:
        return None
    if kind in ("catch", "miss") and not sketch.roles.treasures:
        return None
    return Wish(kind, "", {"thing": trigger.thing}) if kind else None


def _check(reading: Reading, sketch: Sketch) -> Wish | None:
    rules = (_still, _best, _hero_moves, _counted, _numbers, _acted, _words, _things, _title)
    found = (rule(reading, sketch) for rule in rules)
    return next((check for check in found if check is not None), None)


def _still(reading: Reading, sketch: Sketch) -> Wish | None:
    del sketch
    return Wish("hero_still", "keys") if "move" in reading.refused or reading.has("freeze") else None


def _best(reading: Reading, sketch: Sketch) -> Wish | None:
    del sketch
    return Wish("best_kept", "best") if reading.has("best") else None


def _hero_moves(reading: Reading, sketch: Sketch) -> Wish | None:
    if sketch.roles.mechanic == "quiz":
        return None
    named = [found.thing for found in find_things(reading, sketch.book)]
    if reading.concepts & {"answer", "correct", "fall"} or (named and not any(map(sketch.roles.is_hero, named))):
        return None
    direction = next((name for name in ("right", "left") if reading.has(name)), "")
    if reading.has("sideways"):
        direction = "right"
    return (
        Wish("hero_moves", "keys", {"to": direction}) if direction or reading.concepts & {"move", "up_down"} else None
    )


def _counted(reading: Reading, sketch: Sketch) -> Wish | None:
    """Find "the time goes down" and "there are four answers"."""
    del sketch
    if reading.has("timer") and not reading.has("gain"):
        return Wish("time_runs", "clock")
    answers = reading.number_near("answer")
    return Wish("answers_are", "quiz", {"number": answers}) if answers is not None else None


def _numbers(reading: Reading, sketch: Sketch) -> Wish | None:
    """Find "there are two hearts left" and "the score is 10": a number that stands on the screen."""
    del sketch
    if reading.concepts & {"lose", "gain"}:
        return None
    hearts = _reached(reading) or reading.number_near("life")
    if reading.has("life"):
        return Wish("hearts_shown", "hearts") if hearts is None else Wish("hearts_are", "hearts", {"number": hearts})
    score = _reached(reading) or reading.number_near("score", "point")
    return Wish("score_is", "score", {"number": score}) if score is not None and reading.has("score") else None


def _reached(reading: Reading) -> float | None:
    """Find the second number of "from six to four": what stands there in the end."""
    if len(reading.numbers) != 2:
        return None
    (first, _), (last, value) = reading.numbers
    return value if {token.key for token in reading.tokens[first + 1 : last]} & {"to", "a", "until"} else None


def _acted(reading: Reading, sketch: Sketch) -> Wish | None:
    del sketch
    actions = [action for action in read_actions(reading) if action.name in ACTION_CHECKS]
    return _of_action(actions[0], reading) if actions else None


def _of_action(action: Action, reading: Reading) -> Wish:
    kind = ACTION_CHECKS[action.name]
    values: dict[str, Value] = {"amount": action.amount, "words": action.words}
    part = {
        "hearts_fall": "hearts",
        "hearts_rise": "hearts",
        "score_moves": "score",
        "level_rises": "levels",
        "speeds_up": "levels",
        "sound_heard": "sound",
        "time_rises": "clock",
        "bits_fly": "sparkles",
        "state_over": "ending",
        "state_won": "ending",
        "state_playing": "ending",
        "state_paused": "pause",
        "hero_jumps": "jump",
        "right_marked": "quiz",
    }.get(kind, "")
    named = reading.number_near("point", "score", "life") is not None
    return Wish(kind, part, {**values, "exact": named})


def _words(reading: Reading, sketch: Sketch) -> Wish | None:
    """Find a concept that is a check by itself."""
    del sketch
    return next((Wish(kind, part) for concept, (kind, part) in _SEEN.items() if reading.has(concept)), None)


def _things(reading: Reading, sketch: Sketch) -> Wish | None:
    for found in find_things(reading, sketch.book):
        if sketch.roles.hero is not None and sketch.roles.is_hero(found.thing):
            return Wish("thing_seen", "hero", {"thing": sketch.roles.hero.word})
        coming = sketch.coming(found.thing)
        if coming is not None:
            return Wish(_how_seen(reading), coming.part, {"thing": str(coming.values["thing"])})
    return None


def _how_seen(reading: Reading) -> str:
    if reading.refused or reading.has("vanish"):
        return "thing_gone"
    if reading.has("fall"):
        return "thing_falls"
    return "thing_moves" if reading.concepts & {"move", "pass_by", "left", "right"} else "thing_seen"


def _title(reading: Reading, sketch: Sketch) -> Wish | None:
    del sketch
    return Wish("title_shown", "stage") if reading.has("title") else None


def _fitting(step: Wish, check: Wish) -> Wish:
    """The direction that the child did not name is that of the key."""
    if check.kind == "hero_moves" and not check.values.get("to"):
        key = str(step.values.get("key", ""))
        toward = _TOWARD.get(key, "any")
        return Wish(check.kind, check.part, {"to": toward})
    return check
