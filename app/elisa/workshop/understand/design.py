"""Design: what the workshop has understood, as plain data. Everything after it (plan, files, tests) reads only this."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Mechanic = Literal["dodge", "catch", "quiz", "poster"]
How = Literal["drawn", "near", "badge"]
Value = str | float | bool


@dataclass(frozen=True)
class Thing:
    """Something in the child's game.

    Attributes:
        word: The child's own word, singular.
        words: The child's own word, plural.
        drawing: Name of the drawing; ``badge`` where there is none.
        how: Drawn as asked, drawn as something near to it, or a badge with its first letter.
        alive: It has a face.
        chosen: The child did not name it; the workshop picked it.
    """

    word: str
    words: str
    drawing: str
    how: How = "drawn"
    alive: bool = False
    chosen: bool = False


@dataclass(frozen=True)
class Question:
    """One quiz question; ``answers[right]`` is the right one."""

    ask: str
    answers: tuple[str, ...]
    right: int
    why: str = ""


@dataclass
class PartUse:
    """One part of the kit, set up for this nugget.

    Attributes:
        key: Unique in the design: the part's id, with a number where it is used more than once.
        part: Id of the part.
        instance: 1 … for a part that can be used several times.
        settings: Values for the part's settings.
        thing: The thing that it is about.
        requirements: Ids of the requirements that asked for it; empty for what the game needs anyway.
    """

    key: str
    part: str
    instance: int = 1
    settings: dict[str, Value] = field(default_factory=dict)
    thing: Thing | None = None
    requirements: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Wish:
    """What one requirement was understood as: a kind of behaviour and what it is about.

    Attributes:
        kind: Name of the behaviour (``moves_sideways``, ``costs_heart`` …), see ``wishes``.
        part: Key of the part that makes it true.
        values: Numbers and words that its test needs.
    """

    kind: str
    part: str
    values: dict[str, Value] = field(default_factory=dict)


@dataclass
class Understood:
    """One requirement after reading: the wishes in it, or why it is left out."""

    id: str
    text: str
    wishes: list[Wish] = field(default_factory=list)
    left_out: str = ""


@dataclass(frozen=True)
class Proof:
    """A child's ``if … then …`` as steps and a check, or the reason why it could not become a test."""

    id: str
    when: str
    then: str
    requirement_id: str | None
    steps: tuple[Wish, ...] = ()
    check: Wish | None = None
    not_possible: str = ""


@dataclass
class Design:
    """The whole nugget as the workshop will build it."""

    language: str
    title: str
    goal: str
    mechanic: Mechanic
    look: str
    look_words: str
    scene: str
    hue: int
    hero: Thing | None
    parts: list[PartUse]
    understood: list[Understood]
    proofs: list[Proof]
    questions: tuple[Question, ...] = ()
    notes: list[str] = field(default_factory=list)
    mood: str = ""
    light: str = "day"

    def part(self, key: str) -> PartUse | None:
        """Return the part with this key, if it is in the design."""
        return next((use for use in self.parts if use.key == key), None)

    def of(self, part: str) -> list[PartUse]:
        """Return all uses of a part, by its id."""
        return [use for use in self.parts if use.part == part]

    def requirement(self, requirement_id: str) -> Understood | None:
        """Return what a requirement was understood as."""
        return next((item for item in self.understood if item.id == requirement_id), None)

    @property
    def left_out(self) -> dict[str, str]:
        """Requirement id → reason, for those that are left out."""
        return {item.id: item.left_out for item in self.understood if item.left_out}
