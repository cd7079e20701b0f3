"""A child's proof, "if I … then …", as steps for a test and one thing to look at."""

from __future__ import annotations

import re

from elisa.workshop.understand.design import Proof, Value, Wish
from elisa.workshop.understand.lexicon import Reading
from elisa.workshop.understand.rules import Trigger, read_actions, read_trigger
from elisa.workshop.understand.sketch import Action, Sketch
from elisa.workshop.understand.things import find_things

_SPLIT = re.compile(r"\s*(?:,\s*(?:and\s+)?then\b|\band then\b|\bet puis\b|\bpuis\b|;|,|\band\b|\bet\b)\s*", re.IGNORECASE)
_EVENT_STEPS = {
    "hit": "hit", "catch": "catch", "miss": "miss", "dodge": "dodge", "over": "lose_all", "time-up": "time_up",
    "right": "answer_right", "wrong": "answer_wrong", "answer": "answer_right", "start": "start", "heart": "hit",
    "paused": "pause", "won": "win_game", "jump": "jump",
}
_ACTION_CHECKS = {
    "lose-heart": "hearts_fall", "add-heart": "hearts_rise", "points": "score_moves", "faster": "speeds_up", "level": "level_rises",
    "sound": "sound_heard", "say": "words_shown", "lose": "state_over", "win": "state_won", "bigger": "hero_bigger",
    "smaller": "hero_smaller", "sparkle": "bits_fly", "restart": "state_playing", "pause": "state_paused", "jump": "hero_jumps",
    "add-time": "time_rises", "explain": "right_marked",
}
_LONGEST_WAIT = 60.0


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
    key = _key(reading)
    if key:
        seconds = reading.number_near("second")
        held = reading.has("hold") or bool(seconds) or key.startswith("Arrow")
        return Wish("hold" if held else "press", "", {"key": key, "ms": 1000 * (seconds or 0.6)})
    if reading.concepts & {"mouse", "touch_screen"} and not reading.has("start"):
        return Wish("drag", "")
    keys = {token.key for token in reading.tokens}
    if keys & {"reload", "refresh", "reopen", "recharge", "recharger"} or keys >= {"load", "page"} or (reading.has("best") and reading.has("keep")):
        return Wish("reload", "")
    if reading.has("restart"):
        return Wish("again", "")
    trigger = read_trigger(reading, sketch)
    seconds = reading.number_near("second") or 60 * (reading.number_near("minute") or 0)
    waits = reading.has("wait") or (seconds and (trigger is None or trigger.event == "second")) or reading.first("wait")
    if waits:
        return Wish("wait", "", {"ms": 1000 * min(seconds or 2.0, _LONGEST_WAIT)})
    if trigger is not None:
        return _event_step(trigger, sketch)
    if reading.concepts & {"game", "show", "start", "move", "question"} or keys & {"open", "look", "page", "ouvre", "regarde"}:
        return Wish("start", "")
    return None


def _key(reading: Reading) -> str:
    pressed = reading.concepts & {"arrow_key", "hold", "click", "space_key"}
    keys = {token.key for token in reading.tokens}
    if reading.has("space_key") or (pressed and keys & {"space", "espace"}):
        return "Space"
    if not pressed and not reading.has("move"):
        return ""
    for concept, key in (("right", "ArrowRight"), ("left", "ArrowLeft")):
        if reading.has(concept) and not reading.has("correct"):
            return key
    if pressed and keys & {"up", "haut"}:
        return "ArrowUp"
    if pressed and keys & {"down", "bas"}:
        return "ArrowDown"
    if reading.has("sideways"):
        return "ArrowRight"
    single = [token.key for token in reading.tokens if len(token.key) == 1 and token.key.isalpha() and token.key not in "aio"]
    named = {"enter": "Enter", "entree": "Enter", "escape": "Escape", "esc": "Escape"}
    word = next((named[key] for key in keys if key in named), "")
    return word or (single[0] if pressed and single else "")


def _event_step(trigger: Trigger, sketch: Sketch) -> Wish | None:
    if trigger.event == "point":
        return Wish("score_points", "", {"points": trigger.number or 1.0})
    if trigger.event == "level":
        return Wish("next_level", "")
    kind = _EVENT_STEPS.get(trigger.event)
    if kind in ("hit", "dodge") and not sketch.roles.hazards:
        return None
    if kind in ("catch", "miss") and not sketch.roles.treasures:
        return None
    return Wish(kind, "", {"thing": trigger.thing}) if kind else None


def _check(reading: Reading, sketch: Sketch) -> Wish | None:
    still = reading.refused & {"move"} or (reading.has("freeze"))
    if still:
        return Wish("hero_still", "keys")
    if reading.has("best"):
        return Wish("best_kept", "best")
    direction = next((name for name in ("right", "left") if reading.has(name)), "") or ("right" if reading.has("sideways") else "")
    if direction and not reading.concepts & {"answer", "correct"} or (reading.has("move") and not reading.has("fall")):
        return Wish("hero_moves", "keys", {"to": direction})
    numbers = _counted(reading)
    if numbers is not None:
        return numbers
    actions = [action for action in read_actions(reading, sketch) if action.name in _ACTION_CHECKS]
    if actions:
        return _of_action(actions[0], reading)
    return _seen(reading, sketch)


def _counted(reading: Reading) -> Wish | None:
    """ "There are two hearts left", "the score is 10": a number that stands on the screen."""
    if reading.has("timer") and not reading.has("gain"):
        return Wish("time_runs", "clock")
    answers = reading.number_near("answer")
    if answers is not None:
        return Wish("answers_are", "quiz", {"number": answers})
    if reading.concepts & {"lose", "gain"}:
        return None
    hearts = reading.number_near("life")
    if hearts is not None:
        return Wish("hearts_are", "hearts", {"number": hearts})
    if reading.has("life"):
        return Wish("hearts_shown", "hearts")
    score = reading.number_near("score", "point")
    if score is not None and reading.has("score"):
        return Wish("score_is", "score", {"number": score})
    return None


def _of_action(action: Action, reading: Reading) -> Wish:
    kind = _ACTION_CHECKS[action.name]
    values: dict[str, Value] = {"amount": action.amount, "words": action.words}
    part = {"hearts_fall": "hearts", "hearts_rise": "hearts", "score_moves": "score", "level_rises": "levels",
            "speeds_up": "levels", "sound_heard": "sound", "time_rises": "clock", "bits_fly": "sparkles",
            "state_over": "ending", "state_won": "ending", "state_playing": "ending", "state_paused": "pause",
            "hero_jumps": "jump", "right_marked": "quiz"}.get(kind, "")
    named = reading.number_near("point", "score", "life") is not None
    return Wish(kind, part, {**values, "exact": named})


def _seen(reading: Reading, sketch: Sketch) -> Wish | None:
    if reading.has("question"):
        return Wish("question_shown", "quiz")
    if reading.concepts & {"correct"}:
        return Wish("right_marked", "quiz")
    if reading.concepts & {"wrong"}:
        return Wish("wrong_marked", "quiz")
    if reading.has("jump"):
        return Wish("hero_jumps", "jump")
    if reading.concepts & {"start", "restart"}:
        return Wish("state_playing", "opening")
    if reading.has("edge"):
        return Wish("hero_inside", "keys")
    things = [found.thing for found in find_things(reading, sketch.book)]
    for thing in things:
        if sketch.roles.is_hero(thing) and sketch.roles.hero is not None:
            return Wish("thing_seen", "hero", {"thing": sketch.roles.hero.word})
        coming = sketch.coming(thing)
        if coming is not None:
            kind = "thing_gone" if reading.refused or reading.has("vanish") else "thing_falls" if reading.has("fall") else "thing_seen"
            return Wish(kind, coming.part, {"thing": str(coming.values["thing"])})
    if reading.has("title"):
        return Wish("title_shown", "stage")
    return None


def _fitting(step: Wish, check: Wish) -> Wish:
    """The direction that the child did not name is that of the key."""
    if check.kind == "hero_moves" and not check.values.get("to"):
        key = str(step.values.get("key", ""))
        toward = {"ArrowLeft": "left", "ArrowRight": "right", "ArrowUp": "up", "ArrowDown": "down"}.get(key, "any")
        return Wish(check.kind, check.part, {"to": toward})
    return check
