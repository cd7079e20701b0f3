"""A tool as it was understood: its sections, the child's rules, and what proves each wish."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Check:
    """Something to do in a section and something to see then; ``effect`` instead of a sight for a rule's effect."""

    section: str
    step: str = "open"
    sight: str = "stands"
    effect: str = ""
    words: str = ""


@dataclass
class Section:
    """One section of the page.

    Attributes:
        kind: Which one.
        title: What it is called, in the child's words where there are some.
        facts: What its script is told.
        requirements: Wishes that it carries out.
    """

    kind: str
    title: str
    facts: dict[str, Any] = field(default_factory=dict)
    requirements: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Rule:
    """When ``event`` happens, ``effect`` happens, too."""

    number: int
    requirement: str
    section: str
    step: str
    event: str
    effect: str
    words: str = ""


@dataclass
class Wish:
    """One wish: where it belongs, what proves it, or why it is left out."""

    id: str
    text: str
    checks: list[Check] = field(default_factory=list)
    page: list[str] = field(default_factory=list)
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
class ToolDesign:
    """A whole tool."""

    language: str
    title: str
    goal: str
    sections: dict[str, Section]
    rules: list[Rule]
    wishes: list[Wish]
    proofs: list[Proof]
    notes: list[str]
    seed: int
