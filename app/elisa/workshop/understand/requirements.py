"""One requirement after another: its wishes, or the reason in words why it is left out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.understand.constraints import read_constraint
from elisa.workshop.understand.design import Understood, Wish
from elisa.workshop.understand.features import read_data, read_feature
from elisa.workshop.understand.roles import UNSUPPORTED_KINDS
from elisa.workshop.understand.rules import read_rule, split_rule
from elisa.workshop.understand.words import fold

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec, Requirement
    from elisa.workshop.understand.lexicon import Reading
    from elisa.workshop.understand.sketch import Sketch

UNSUPPORTED = frozenset(
    {*UNSUPPORTED_KINDS, "photo", "video", "friends", "chat", "account", "leaderboard", "shop", "inventory", "boss"}
    | {"three_d", "voice", "ai", "print", "share", "gps", "calendar", "editor", "save_game", "tilt", "music"}
    | {"animate", "spin"}
)
LONGEST_READ = 400
_BY_RULE = frozenset({"spin", "animate"})
_PIECE_ENDS = frozenset({"and", "et", ",", ";", ".", "but", "mais", "while"})
_LONGEST_QUOTE = 60


class RequirementReader:
    """Reads the requirements of one spec into a sketch. Rules come first, constraints last."""

    def __init__(self, spec: NuggetSpec, sketch: Sketch) -> None:
        self._spec, self._sketch = spec, sketch
        timers = [need for need in spec.requirements if need.type == "timer"]
        self._intervals = {need.block_id: need.interval_seconds or 5.0 for need in timers if need.block_id}
        self._intervals |= {child: need.interval_seconds or 5.0 for need in timers for child in need.body or ()}

    def read_all(self) -> list[Understood]:
        """Return what each requirement was understood as, in the spec's order."""
        ranks = {"when_then": 0, "feature": 1, "data": 1, "timer": 2, "constraint": 3}
        ordered = sorted(self._spec.requirements, key=lambda need: ranks.get(need.type, 1))
        found: dict[str, Understood] = {}
        for need in ordered:
            found[need.id] = self._timer(need, found) if need.type == "timer" else self._read(need)
            self._claim(found[need.id])
        return [found[need.id] for need in self._spec.requirements]

    def _reading(self, text: str) -> Reading:
        return self._sketch.lexicon.read(text[:LONGEST_READ], self._sketch.language)

    def _claim(self, item: Understood) -> None:
        if item.left_out:
            item.wishes = []
        for wish in item.wishes:
            use = self._sketch.parts.get(wish.part)
            if use is not None and item.id not in use.requirements:
                use.requirements.append(item.id)

    def _read(self, need: Requirement) -> Understood:
        found = Understood(need.id, _in_words(need))
        if not need.description.strip():
            found.left_out = say("workshop.empty_wish")
        elif self._sketch.roles.mechanic is None:
            found.left_out = say("workshop.left_not_game")
        else:
            self._understand(need, found)
            self._judge(need, found)
        return found

    def _understand(self, need: Requirement, found: Understood) -> None:
        reading = self._reading(need.description)
        interval = self._intervals.get(need.container_id or "") or self._intervals.get(need.id)
        if interval:
            self._regular(need, reading, interval, found)
        elif need.type == "constraint":
            found.wishes = read_constraint(reading, self._sketch)
        elif need.type == "when_then":
            self._rule(need, found)
        elif need.type == "data":
            found.wishes = read_data(reading, self._sketch) or read_feature(reading, self._sketch)
        else:
            self._feature(need, reading, found)

    def _feature(self, need: Requirement, reading: Reading, found: Understood) -> None:
        """Read "play a sound when a star is caught" as a rule; where that leads nowhere, as a plain wish."""
        if reading.refused and not reading.concepts - {"game", "player"}:
            found.wishes = read_constraint(reading, self._sketch)
        elif split_rule(need.description, None, None):
            self._rule(need, found)
        if (not found.wishes or found.left_out) and self._says_what(need):
            wishes = read_feature(reading, self._sketch)
            if wishes and not found.wishes:
                found.wishes, found.left_out = wishes, ""

    def _says_what(self, need: Requirement) -> bool:
        """In "an egg hatches when I win", knowing only the second half is not enough."""
        halves = split_rule(need.description, None, None)
        return halves is None or bool(self._reading(halves[1]).concepts - {"player", "game", "cheerful"})

    def _rule(self, need: Requirement, found: Understood) -> None:
        halves = split_rule(need.description, need.trigger, need.action) or (need.description, need.description)
        trigger, action = (self._reading(half) for half in halves)
        before = set(self._sketch.parts)
        found.wishes, missing = read_rule(trigger, action, self._sketch, f"{halves[0]} {halves[1]}"[:48])
        if not missing:
            return
        key = "workshop.left_part_of_rule" if found.wishes else "workshop.left_rule"
        found.left_out = say(key, words=short(missing))
        for name in set(self._sketch.parts) - before:
            if self._sketch.parts[name].part == "when":
                del self._sketch.parts[name]

    def _regular(self, need: Requirement, reading: Reading, interval: float, found: Understood) -> None:
        """Read a wish inside "every … seconds": a thing that comes so often, or a rule on the clock's beat."""
        before = {key: replace(use, settings=dict(use.settings)) for key, use in self._sketch.parts.items()}
        coming = [wish for wish in read_feature(reading, self._sketch) if wish.kind.endswith("_comes")]
        if coming:
            self._sketch.parts[coming[0].part].settings["every"] = max(interval, 0.25)
            found.wishes = coming[:1]
            return
        self._sketch.parts = before  # what was tried set the parts to another rhythm
        beat = self._sketch.lexicon.read(f"{max(int(interval), 1)} seconds", "en")
        found.wishes, missing = read_rule(beat, reading, self._sketch, need.description[:48])
        if missing:
            found.left_out = say("workshop.left_rule", words=short(missing))

    def _timer(self, need: Requirement, known: dict[str, Understood]) -> Understood:
        """A timer holds when what stands inside it does."""
        inside = [
            known[other.id] for other in self._spec.requirements if self._is_inside(other, need) and other.id in known
        ]
        found = Understood(need.id, need.description)
        kept = [wish for item in inside if not item.left_out for wish in item.wishes]
        if kept:
            found.wishes = kept
        else:
            found.left_out = inside[0].left_out if inside else say("workshop.left_timer")
        return found

    def _is_inside(self, other: Requirement, timer: Requirement) -> bool:
        named = other.id in (timer.body or ())
        return named or (timer.block_id is not None and other.container_id == timer.block_id)

    def _judge(self, need: Requirement, found: Understood) -> None:
        """Leave out what asks for something that no part can do, and say so."""
        if found.left_out or any(wish.kind == "asks_own" for wish in found.wishes):
            return
        reading = self._reading(need.description)
        missing = self._missing(need, reading, found.wishes)
        if missing:
            key = "workshop.left_partly" if found.wishes else "workshop.left_kind"
            found.left_out = say(key, what=say(f"workshop.lacks_{missing[0]}"))
        elif not found.wishes:
            found.left_out = say("workshop.left_unknown", words=short(need.description))
        else:
            unknown = self._unknown_piece(need, reading)
            found.left_out = say("workshop.left_clause", words=short(unknown)) if unknown else ""

    def _missing(self, need: Requirement, reading: Reading, wishes: list[Wish]) -> list[str]:
        missing = reading.concepts & UNSUPPORTED
        if any(wish.kind == "rule" for wish in wishes):
            missing -= _BY_RULE
        if need.type == "constraint" and wishes:
            return []
        return sorted(missing)

    def _unknown_piece(self, need: Requirement, reading: Reading) -> str:
        """A piece between "and"s in which no word is known: it must not be passed over in silence."""
        language = self._sketch.lexicon.languages.get(reading.language)
        if need.type in ("when_then", "constraint", "data") or language is None or reading.language == "ja":
            return ""
        marked = {at for mark in reading.marks if mark.concept != "cheerful" for at in range(mark.first, mark.last + 1)}
        start = 0
        for at in range(len(reading.tokens) + 1):
            if at < len(reading.tokens) and reading.tokens[at].key not in _PIECE_ENDS:
                continue
            piece = range(start, at)
            if not any(place in marked for place in piece) and any(self._is_unknown(reading, place) for place in piece):
                return reading.text[reading.tokens[start].start : reading.tokens[at - 1].end]
            start = at + 1
        return ""

    def _is_unknown(self, reading: Reading, place: int) -> bool:
        token, language = reading.tokens[place], self._sketch.lexicon.languages[reading.language]
        if not token.is_word or token.key in language.common or token.key in language.adjectives:
            return False
        cast = {key for thing in self._sketch.roles.all() for key in fold(f"{thing.word} {thing.words}").split()}
        return token.key not in cast and self._sketch.book.at(reading, place) is None


def _in_words(need: Requirement) -> str:
    """Say the format's own "When … happens, … should happen" more simply."""
    halves = split_rule(need.description, need.trigger, need.action) if need.type == "when_then" else None
    return say("spec.when_then", trigger=halves[0], action=halves[1]) if halves else need.description


def short(text: str) -> str:
    """Return a text in one line, cut for a sentence."""
    cleaned = re.sub(r"\s+", " ", text).strip()
    return cleaned if len(cleaned) <= _LONGEST_QUOTE else cleaned[: _LONGEST_QUOTE - 1].rstrip() + "…"
