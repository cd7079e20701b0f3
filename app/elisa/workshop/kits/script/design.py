"""A script as it was understood: its programs, their settings, and what proves each wish."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

BASE = "main"
"""The program around the programs: greeting, menu, once more, goodbye."""


@dataclass(frozen=True)
class Check:
    """A feature of a program; or, with ``event``, the child's own words when something happens."""

    program: str
    feature: str = "plays"
    event: str = ""
    words: str = ""


@dataclass
class Program:
    """One program of the menu.

    Attributes:
        kind: Which one; also its module's name.
        title: What the menu calls it.
        heard: Features that somebody asked for.
        events: Events that somebody spoke of.
        texts: The wishes about it.
        reactions: Event → the child's own words.
        facts: Constant → value, as they stand in the module.
        asked: What the tests compare with.
        trouble: Feature → why it cannot be made.
    """

    kind: str
    title: str
    heard: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)
    reactions: dict[str, str] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)
    asked: dict[str, Any] = field(default_factory=dict)
    trouble: dict[str, str] = field(default_factory=dict)


@dataclass
class Wish:
    """One wish: where it belongs, what proves it, or why it is left out."""

    id: str
    text: str
    checks: list[Check] = field(default_factory=list)
    home: str = ""
    left_out: str = ""


@dataclass(frozen=True)
class Proof:
    """A child's own proof: the check, or why there is none."""

    id: str
    requirement: str
    words: str
    check: Check | None
    left_out: str = ""


@dataclass
class ScriptDesign:
    """A whole script."""

    language: str
    title: str
    goal: str
    programs: dict[str, Program]
    wishes: list[Wish]
    proofs: list[Proof]
    notes: list[str]
