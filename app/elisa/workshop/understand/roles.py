"""Who plays, what is dodged and what is collected: roles of the things in the child's sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elisa.workshop.understand.things import Found, ThingBook, find_things, noun_after

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Mechanic, Thing
    from elisa.workshop.understand.lexicon import Lexicon, Mark, Reading

UNSUPPORTED_KINDS = (
    "shoot",
    "platform",
    "maze",
    "snake",
    "breakout",
    "memory",
    "clicker",
    "pet",
    "chess",
    "paint",
    "race",
    "build_world",
)
_MOST_THINGS = 4
_WITH_WORDS = frozenset({"with", "as", "using", "in", "avec", "dans", "comme"})
_JOINERS = frozenset({"and", "or", "et", "ou", ",", "&", "+"})


@dataclass
class Roles:
    """The cast: hero, what is dodged, what is collected, what stands around, and the kind of game."""

    mechanic: Mechanic | None = None
    hero: Thing | None = None
    hazards: list[Thing] = field(default_factory=list)
    treasures: list[Thing] = field(default_factory=list)
    places: list[Thing] = field(default_factory=list)

    def is_hero(self, thing: Thing) -> bool:
        """Tell whether a thing is the hero, by word or by drawing."""
        return self.hero is not None and _same(self.hero, thing)

    def all(self) -> list[Thing]:
        """Return every thing that has a role."""
        return ([self.hero] if self.hero else []) + self.hazards + self.treasures + self.places

    def add(self, group: list[Thing], thing: Thing) -> None:
        """Add a thing that has no role yet."""
        if len(group) < _MOST_THINGS and not any(_same(thing, known) for known in self.all()):
            group.append(thing)


def _same(one: Thing, other: Thing) -> bool:
    if one.drawing == "badge" or other.drawing == "badge":
        return one.word.casefold() == other.word.casefold()
    return one.drawing == other.drawing and (one.how == other.how == "drawn" or one.word == other.word)


class Casting:
    """Reads the texts one after another, the goal first, and fills the roles."""

    def __init__(self, book: ThingBook, lexicon: Lexicon) -> None:
        self._book = book
        self._lexicon = lexicon
        self.roles = Roles()

    def read_goal(self, reading: Reading) -> None:
        """Read the goal: its verb gives the kind of game and who does what to whom."""
        self._verbs(reading)
        things = find_things(reading, self._book)
        if self.roles.mechanic == "quiz" and things:
            self.roles.hero = things[0].thing
        if self.roles.hero is None:
            self._first_thing_as_hero(reading, alive=self.roles.mechanic is None)

    def read_goal_again(self, reading: Reading) -> None:
        """Where no wish named the hero either, a thing of the goal plays, alive or not."""
        if self.roles.hero is None:
            self._first_thing_as_hero(reading)

    def read_wish(self, reading: Reading) -> None:
        """Read a requirement: more things, and the hero if the goal named none."""
        self._verbs(reading)
        self._falling(reading)
        self._hits(reading)
        self._chases(reading)
        self._gained(reading)
        if self.roles.hero is None and reading.first("move", "jump", "sideways"):
            self._subject_as_hero(reading, reading.first("move", "jump", "sideways", "arrow_key"))

    def read_rest(self, readings: list[Reading]) -> None:
        """Where nothing to catch or dodge was understood, what the child names is nearer than what we would pick."""
        if self.roles.hazards or self.roles.treasures or self.roles.mechanic not in (None, "catch", "dodge"):
            return
        for reading in readings:
            for found in find_things(reading, self._book):
                known = self._book.drawings[found.thing.drawing]
                if known.kind in ("place", "plant", "person") or known.name == "heart":
                    continue
                bad = known.good is False or self.roles.mechanic == "dodge"
                self.roles.add(self.roles.hazards if bad else self.roles.treasures, found.thing)

    def _verbs(self, reading: Reading) -> None:
        for mark in reading.marks:
            if mark.negated or mark.concept not in ("dodge", "catch", "quiz", "shoot"):
                continue
            if mark.concept == "shoot":
                self._targets(reading, mark)
                continue
            if mark.concept == "catch" and reading.language != "ja" and not self._object(reading, mark.last + 1):
                continue
            if self.roles.mechanic is None:
                self.roles.mechanic = (
                    "dodge" if mark.concept == "dodge" else "catch" if mark.concept == "catch" else "quiz"
                )
            if mark.concept == "quiz":
                continue
            if reading.language == "ja":
                self._by_order(reading, mark)
                continue
            self._subject_as_hero(reading, mark)
            group = self.roles.hazards if mark.concept == "dodge" else self.roles.treasures
            for found in self._objects(reading, mark.last + 1):
                self.roles.add(group, found.thing)

    def _gained(self, reading: Reading) -> None:
        """Read "get carrots for points": what is won as one goes is collected; a prize at the end is not."""
        mark = reading.first("gain")
        if mark is None or mark.negated or not reading.concepts & {"point", "score"}:
            return
        if reading.concepts & {"win", "end", "level", "best", "lose"}:
            return
        found = self._object(reading, mark.last + 1)
        if found is not None and found.thing.drawing != "badge":
            self.roles.add(self.roles.treasures, found.thing)

    def _by_order(self, reading: Reading, mark: Mark) -> None:
        """In Japanese the verb comes last: who acts stands first, what it acts on next."""
        found = [item.thing for item in find_things(reading, self._book)]
        if len(found) > 1 and self.roles.hero is None:
            self._take_hero(found.pop(0))
        group = self.roles.hazards if mark.concept == "dodge" else self.roles.treasures
        for thing in found:
            if not self.roles.is_hero(thing):
                self.roles.add(group, thing)

    def _targets(self, reading: Reading, mark: Mark) -> None:
        """What the child wants to shoot at comes at the hero; the shooting itself is named as left out elsewhere."""
        self._subject_as_hero(reading, mark)
        after = mark.last + 1
        while after < len(reading.tokens) and reading.tokens[after].key in (
            "at",
            "with",
            "against",
            "game",
            "laser",
            "lasers",
        ):
            after += 1
        for found in self._objects(reading, after):
            self.roles.add(self.roles.hazards, found.thing)

    def _object(self, reading: Reading, index: int) -> Found | None:
        found = noun_after(reading, index, self._book, self._lexicon)
        return None if found is None or self.roles.is_hero(found.thing) else found

    def _objects(self, reading: Reading, index: int) -> list[Found]:
        """The things after a verb: "acorns, leaves and rain"; a "with …" or "as …" behind them names the hero."""
        objects: list[Found] = []
        while len(objects) < _MOST_THINGS:
            found = self._object(reading, index)
            if found is None:
                break
            objects.append(found)
            index = found.last + 1
            while index < len(reading.tokens) and reading.tokens[index].key in _JOINERS:
                index += 1
            if index == found.last + 1:
                break
        self._hero_behind(reading, index)
        return objects

    def _hero_behind(self, reading: Reading, index: int) -> None:
        if self.roles.hero is not None:
            return
        for at in range(index, min(index + 5, len(reading.tokens))):
            if reading.tokens[at].key in _WITH_WORDS:
                found = noun_after(reading, at + 1, self._book, self._lexicon)
                if found is not None and (found.thing.alive or self._is_mover(found.thing)):
                    self.roles.hero = found.thing
                return

    def _is_mover(self, thing: Thing) -> bool:
        known = self._book.drawings.get(thing.drawing)
        return known is None or known.kind in ("vehicle", "toy", "tool", "animal", "person")

    def _subject_as_hero(self, reading: Reading, mark: Mark | None) -> None:
        before = mark.first if mark else 0
        if self.roles.hero is not None:
            return
        for found in reversed(find_things(reading, self._book)):
            if found.last < before and before - found.last <= 6:
                self._take_hero(found.thing)
                return
        self._unknown_subject(reading, before)

    def _unknown_subject(self, reading: Reading, before: int) -> None:
        """An article and a word that nobody knows, before the verb: "a wumpus dodges …"."""
        words = self._lexicon.languages.get(reading.language) or self._lexicon.languages["en"]
        for at in range(before - 1, -1, -1):
            if reading.tokens[at].key not in words.articles:
                continue
            found = noun_after(reading, at, self._book, self._lexicon)
            if found is not None and found.last < before:
                self._take_hero(found.thing)
                return

    def _take_hero(self, thing: Thing) -> None:
        place = self._book.drawings.get(thing.drawing)
        if place is not None and place.kind in ("place", "weather", "plant") and not thing.alive:
            return
        if not any(_same(thing, known) for known in (*self.roles.hazards, *self.roles.treasures)):
            self.roles.hero = thing

    def _first_thing_as_hero(self, reading: Reading, *, alive: bool = False) -> None:
        for found in find_things(reading, self._book):
            if any(_same(found.thing, known) for known in self.roles.all()):
                continue
            known = self._book.drawings.get(found.thing.drawing)
            lives = found.thing.alive and (not alive or (known is not None and known.kind in ("animal", "person")))
            if lives or (not alive and self._is_mover(found.thing) and found.thing.drawing != "badge"):
                self._take_hero(found.thing)
                if self.roles.hero is not None:
                    return

    def _falling(self, reading: Reading) -> None:
        """What falls belongs to the game's kind: it is dodged or collected."""
        mark = reading.first("fall")
        if mark is None or mark.negated:
            return
        found = [item for item in find_things(reading, self._book) if not self.roles.is_hero(item.thing)]
        before = [item for item in found if item.last < mark.first and mark.first - item.last <= 5]
        after = [item for item in found if item.first > mark.last]
        things = before or after[:1]
        if not things:
            unknown = noun_after(reading, mark.last + 1, self._book, self._lexicon) or self._noun_before(
                reading, mark.first
            )
            things = [unknown] if unknown is not None and not self.roles.is_hero(unknown.thing) else []
        group = self.roles.treasures if self._collects(reading) else self.roles.hazards
        for item in things[:_MOST_THINGS]:
            self.roles.add(group, item.thing)
        for item in after if before else after[1:]:
            self.roles.add(self.roles.places, item.thing)

    def _noun_before(self, reading: Reading, index: int) -> Found | None:
        for at in range(max(0, index - 4), index):
            found = noun_after(reading, at, self._book, self._lexicon)
            if found is not None and found.last < index:
                return found
        return None

    def _collects(self, reading: Reading) -> bool:
        if reading.has("catch") or (reading.has("gain") and not reading.has("enemy")):
            return True
        return self.roles.mechanic == "catch" and not (
            reading.has("enemy") or reading.has("dodge") or reading.has("lose")
        )

    def _hits(self, reading: Reading) -> None:
        """Read "when an acorn hits the hedgehog": what hits is dodged, who is hit plays."""
        mark = reading.first("hit")
        if mark is None or mark.negated:
            return
        found = find_things(reading, self._book)
        before = [item.thing for item in found if item.last < mark.first]
        after = [item.thing for item in found if item.first > mark.last][:1]
        if before and after and self.roles.hero is None:
            self._take_hero(after[0])
        others = [thing for thing in before[-1:] + after if not self.roles.is_hero(thing)]
        collects = reading.has("gain") or (reading.has("point") and not reading.has("lose"))
        for thing in others:
            known = self._book.drawings.get(thing.drawing)
            if known is not None and known.kind in ("place", "plant") and not thing.alive:
                continue
            self.roles.add(self.roles.treasures if collects else self.roles.hazards, thing)

    def _chases(self, reading: Reading) -> None:
        """Read "a dog chases the cat": who chases the hero is dodged; what the hero chases is to be caught."""
        mark = reading.first("chase")
        if mark is None or mark.negated:
            return
        found = find_things(reading, self._book)
        before = [item.thing for item in found if item.last < mark.first][-1:]
        after = [item.thing for item in found if item.first > mark.last][:1]
        if before and after and self.roles.hero is None:
            self._take_hero(after[0])
        for thing in before:
            if not self.roles.is_hero(thing):
                self.roles.add(self.roles.hazards, thing)
        for thing in after:
            if before and self.roles.is_hero(before[0]):
                self.roles.add(self.roles.treasures, thing)
