"""Wishes in "it can …" sentences, data and constraints: which behaviour of the kit a sentence asks for."""

from __future__ import annotations

from collections.abc import Callable

from elisa.workshop.understand.design import Thing, Value, Wish
from elisa.workshop.understand.lexicon import Reading
from elisa.workshop.understand.questions import own_questions
from elisa.workshop.understand.sketch import Sketch
from elisa.workshop.understand.things import find_things

Rule = Callable[[Reading, Sketch], list[Wish]]
_TO_SECONDS = 60
_MOST_WORTH = 100.0
# Who chases never misses: fewer and slower, or three hearts last three seconds.
_CHASE: dict[str, Value] = {"every": 3.5, "speed": 105.0}


def read_feature(reading: Reading, sketch: Sketch) -> list[Wish]:
    """Return the wishes in a sentence: several where it asks for several things, none where nothing is known."""
    found: list[Wish] = []
    for rule in _RULES:
        for wish in rule(reading, sketch):
            if not any(known.kind == wish.kind and known.part == wish.part for known in found):
                found.append(wish)
    return found


def read_data(reading: Reading, sketch: Sketch) -> list[Wish]:
    """Data: questions of the child for a quiz, or a list of things that come."""
    if sketch.roles.mechanic == "quiz" and own_questions([reading.text], 0):
        return [sketch.use("quiz", "asks_own")]
    if not _plays(sketch):
        return []
    for found in find_things(reading, sketch.book):
        sketch.roles.add(
            sketch.roles.treasures if sketch.roles.mechanic == "catch" else sketch.roles.hazards, found.thing
        )
        worth = dict(reading.numbers).get(found.last + 1)
        if worth and reading.has("point") and 1 <= worth <= _MOST_WORTH:
            _is_worth(found.thing, worth, sketch)
    return [wish for thing in _things_of(reading, sketch) if (wish := sketch.coming(thing)) is not None]


def _is_worth(thing: Thing, points: float, sketch: Sketch) -> None:
    """Let one of several things earn its own number of points; the kit multiplies by what every catch earns."""
    sketch.use("score", "scores", earn="catch" if sketch.roles.treasures else "dodge", points=1.0)
    each = float(sketch.parts["score"].settings["points"])
    sketch.coming(thing, worth=max(points / each, 1.0))


def _with(wish: Wish, **values: Value) -> list[Wish]:
    return [Wish(wish.kind, wish.part, {**wish.values, **values})]


def _plays(sketch: Sketch) -> bool:
    return sketch.roles.mechanic in ("dodge", "catch")


def _moves(reading: Reading, sketch: Sketch) -> list[Wish]:
    if not _plays(sketch):
        return []
    found: list[Wish] = []
    directions = reading.concepts & {"left", "right", "sideways", "up_down"}
    keys = reading.has("arrow_key") or bool(directions)
    other_subject = bool(reading.concepts & {"fall", "hit", "faster", "pass_by"}) or bool(_things_of(reading, sketch))
    if (
        keys
        or (reading.has("move") and not other_subject and not reading.has("mouse") and not reading.has("touch_screen"))
    ) and not (other_subject and not reading.has("arrow_key")):
        everywhere = reading.has("up_down")
        wish = sketch.use("keys", "moves_all" if everywhere else "moves", mode="all" if everywhere else "side")
        found += [wish]
    if reading.has("mouse") or reading.has("touch_screen"):
        follow = "hover" if reading.has("mouse") and not reading.has("click") and not reading.has("hold") else "pointer"
        found += [sketch.use("pointer", "follows_pointer", follow=follow)]
    return found


def _jumps(reading: Reading, sketch: Sketch) -> list[Wish]:
    mark = reading.first("jump")
    if mark is None or not reading.has("jump") or not _plays(sketch):
        return []
    before = [found.thing for found in find_things(reading, sketch.book) if found.last < mark.first]
    if before and not any(map(sketch.roles.is_hero, before)):
        return []  # "fish jump out of the water": somebody else jumps
    return [sketch.use("jump", "jumps")]


def _things_of(reading: Reading, sketch: Sketch) -> list[Thing]:
    """Things of the sentence that have a role other than the hero, known or unknown to the library."""
    keys = {token.key for token in reading.tokens}
    named = [found.thing for found in find_things(reading, sketch.book)]
    others = [*sketch.roles.hazards, *sketch.roles.treasures]
    for other in others:
        written = {word.casefold() for word in (other.word, other.words)}
        if any(set(word.split()) & keys for word in written) and not any(other.word == thing.word for thing in named):
            named.append(other)
    return [thing for thing in named if not sketch.roles.is_hero(thing)]


def _comes(reading: Reading, sketch: Sketch) -> list[Wish]:
    if not _plays(sketch) or not reading.concepts & {
        "fall",
        "dodge",
        "catch",
        "enemy",
        "chase",
        "move",
        "hit",
        "pass_by",
        "gain",
    }:
        return []
    settings: dict[str, Value] = {}
    if reading.has("chase"):
        settings |= {"moves": "chase", **_CHASE}
    elif reading.has("fall"):
        settings["moves"] = "fall"
    elif reading.has("pass_by") or (reading.has("sideways") and not reading.has("arrow_key")):
        settings |= {"moves": "cross", "from_high": 0.6, "to_low": 0.86}
    found = [sketch.coming(thing, **settings) for thing in _things_of(reading, sketch)]
    if not any(found) and reading.concepts & {"enemy", "chase"} and sketch.roles.hazards:
        found = [sketch.coming(sketch.roles.hazards[0], **settings)]
    if not any(found) and reading.concepts & {"fall"} and not reading.has("dodge", "catch"):
        group = sketch.roles.treasures if sketch.roles.mechanic == "catch" else sketch.roles.hazards
        found = [sketch.coming(thing, **settings) for thing in group[:1]]
    return [wish for wish in found if wish is not None]


def _hearts(reading: Reading, sketch: Sketch) -> list[Wish]:
    if not reading.has("life"):
        return []
    hurt_by = _hurt_by(reading, sketch)
    number = reading.number_near("life")
    if reading.has("lose"):
        wish = sketch.use("hearts", "costs_heart", hurt_by=hurt_by)
        lives, lost = reading.first("life"), reading.first("lose")
        if number and 1 <= number <= 9 and lives and lost and lives.first < lost.first:
            sketch.parts["hearts"].settings["hearts"] = float(int(number))
        return _with(wish, event=hurt_by)
    count = float(min(max(int(number), 1), 9)) if number else 3.0
    use = sketch.use("hearts", "has_hearts", hurt_by=hurt_by)
    if number:
        sketch.parts["hearts"].settings["hearts"] = count
    if number is not None and not 1 <= number <= 9:
        return []
    return _with(use)


def _hurt_by(reading: Reading, sketch: Sketch) -> str:
    if sketch.roles.mechanic == "quiz" or reading.has("wrong"):
        return "wrong"
    if reading.has("miss") or not sketch.roles.hazards:
        return "miss"
    return "hit"


def _scores(reading: Reading, sketch: Sketch) -> list[Wish]:
    if reading.has("win") and reading.number_near("point", "score"):
        return []
    if not reading.concepts & {"score", "point"} or reading.concepts & {"best", "keep"}:
        return []
    earn = _earn(reading, sketch)
    number = reading.number_near("point", "score")
    wish = sketch.use("score", "scores", earn=earn)
    named = [thing for thing in _things_of(reading, sketch) if thing in sketch.roles.treasures]
    if number is not None and 1 <= number <= _MOST_WORTH and named and len(sketch.roles.treasures) > len(named):
        for thing in named:
            _is_worth(thing, number, sketch)
    elif number is not None and 1 <= number <= 1000:
        sketch.parts["score"].settings.setdefault("points", number)
    return _with(wish, event=earn)


def _earn(reading: Reading, sketch: Sketch) -> str:
    if sketch.roles.mechanic == "quiz" or reading.has("correct"):
        return "right"
    if reading.has("second") and not reading.has("catch") and not reading.has("dodge"):
        return "second"
    if reading.has("dodge") or not sketch.roles.treasures:
        return "dodge"
    return "catch"


def _best(reading: Reading, sketch: Sketch) -> list[Wish]:
    if reading.has("best") or (reading.has("keep") and reading.concepts & {"score", "point"}):
        sketch.use("score", "scores", earn=_earn(reading, sketch))
        return [sketch.use("best", "keeps_best")]
    return []


def _levels(reading: Reading, sketch: Sketch) -> list[Wish]:
    if not _plays(sketch) or not reading.concepts & {"level", "faster", "harder"}:
        return []
    seconds = reading.number_near("second")
    points = reading.number_near("point", "score", "catch", "dodge")
    if seconds or not (points or (reading.has("level") and "score" in sketch.parts)):
        wish = sketch.use("levels", "gets_faster", level_by="second", every=seconds or 10.0)
    else:
        sketch.use("score", "scores", earn=_earn(reading, sketch))
        wish = sketch.use("levels", "gets_faster", level_by="point", every=points or 5.0)
    last = reading.number_near("level")
    if last and 2 <= last <= 50:
        sketch.parts["levels"].settings.setdefault("last_level", last)
    return [wish]


def _clock(reading: Reading, sketch: Sketch) -> list[Wish]:
    seconds = reading.number_near("second")
    minutes = reading.number_near("minute")
    asked = reading.has("timer") or reading.has("minute")
    if not asked and not (seconds and reading.concepts & {"game", "end", "win"}):
        return []
    length = min(max(seconds or (minutes or 1) * _TO_SECONDS, 5), 600)
    at_end = "lose" if reading.has("end") and reading.has("lose") and not reading.has("win") else "win"
    wish = sketch.use("clock", "counts_down", at_end=at_end, seconds=float(length))
    if seconds or minutes:
        sketch.parts["clock"].settings["seconds"] = float(length)
    return [wish]


def _goal(reading: Reading, sketch: Sketch) -> list[Wish]:
    if not reading.has("win") or not _plays(sketch):
        return []
    number = reading.number_near("point", "score", "catch", "dodge", "win")
    if not number or number < 1:
        return []
    sketch.use("score", "scores", earn=_earn(reading, sketch))
    return [sketch.use("goal", "wins_at", target=float(min(number, 10_000)))]


def _screens(reading: Reading, sketch: Sketch) -> list[Wish]:
    found: list[Wish] = []
    if reading.has("start") and not reading.concepts & {"restart", "life"}:
        found.append(sketch.use("opening", "starts"))
    if reading.has("instructions"):
        found.append(sketch.use("opening", "explains"))
    if reading.has("restart"):
        found.append(sketch.use("ending", "restarts"))
    elif reading.has("end") and not reading.has("timer"):
        found.append(sketch.use("ending", "ends"))
    elif reading.has("win") and not found and not reading.has("point"):
        found.append(sketch.use("ending", "shows_win"))
    if reading.has("pause"):
        found.append(sketch.use("pause", "pauses"))
    return found


def _sounds(reading: Reading, sketch: Sketch) -> list[Wish]:
    if reading.has("mute"):
        return [sketch.use("sound", "mutes")]
    return [sketch.use("sound", "sounds")] if reading.has("sound") else []


def _sparkles(reading: Reading, sketch: Sketch) -> list[Wish]:
    return [sketch.use("sparkles", "sparkles")] if reading.has("sparkle") else []


def _quiz(reading: Reading, sketch: Sketch) -> list[Wish]:
    if sketch.roles.mechanic != "quiz":
        return []
    if reading.concepts & {"correct", "wrong", "explain"} and not reading.concepts & {"life", "score", "point"}:
        return [sketch.use("quiz", "tells_right")]
    if not reading.concepts & {"question", "answer", "quiz"} or reading.concepts & {"second", "minute", "timer"}:
        return []
    values: dict[str, Value] = {}
    for concept, name, most in (("question", "questions", 50.0), ("answer", "answers", 4.0)):
        number = reading.number_near(concept)
        if number and 2 <= number <= most:
            values[name] = number
    return _with(sketch.use("quiz", "asks", settings=values), **values)


def _stage(reading: Reading, sketch: Sketch) -> list[Wish]:
    found: list[Wish] = []
    if reading.has("title"):
        found.append(sketch.use("stage", "has_title"))
    if reading.has("background") or (reading.has("night") and not found):
        found.append(sketch.use("stage", "has_scene"))
    if reading.has("edge") and _plays(sketch):
        found.append(sketch.use("keys", "stays_inside"))
    if reading.has("player") and not found and reading.has("show") and _plays(sketch):
        found.append(sketch.use("hero", "hero_there"))
    return found


_RULES: tuple[Rule, ...] = (
    _moves,
    _jumps,
    _comes,
    _hearts,
    _best,
    _goal,
    _scores,
    _levels,
    _clock,
    _screens,
    _sounds,
    _sparkles,
    _quiz,
    _stage,
)
