"""Cards of the study mode, by rule: what is certain about a build in the child's style and difficulty."""

from __future__ import annotations

import hashlib
from types import MappingProxyType
from typing import TYPE_CHECKING

from elisa.core.events import StudyCardMade
from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elisa.build.study_facts import Fact
    from elisa.spec.nugget import StudyMode

MOST_CARDS = 12
_CHOICES: Mapping[str, int] = MappingProxyType({"easy": 3, "medium": 4})
"""Choices of a quiz card; a hard one has none and wants the answer in the child's own words."""
_FIRST: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "easy": ("who", "when", "tests"),
        "medium": ("file", "when", "test", "order"),
        "hard": ("why", "order", "test"),
    }
)


def in_order(facts: Iterable[Fact], mode: StudyMode) -> list[Fact]:
    """Return the facts with those first that suit the difficulty; kinds take turns, so that no two cards are alike."""
    first = _FIRST.get(mode.difficulty, _FIRST["medium"])
    by_kind: dict[str, list[Fact]] = {}
    for fact in facts:
        by_kind.setdefault(fact.kind, []).append(fact)
    kinds = sorted(by_kind, key=lambda kind: (kind not in first, first.index(kind) if kind in first else 0))
    ordered: list[Fact] = []
    for lap in range(max((len(group) for group in by_kind.values()), default=0)):
        ordered += [by_kind[kind][lap] for kind in kinds if lap < len(by_kind[kind])]
    return ordered


def card_of(fact: Fact, mode: StudyMode, step: int) -> StudyCardMade:
    """Return the card of a fact; ``step`` is after how many finished tasks it comes."""
    choices = _choices(fact, mode) if mode.style == "quiz_me" else ()
    return StudyCardMade(
        card_id=fact.id,
        style=mode.style,
        difficulty=mode.difficulty,
        idea=fact.idea,
        question=_question(fact, mode),
        answer=fact.answer,
        choices=choices,
        hints=_hints(fact, mode),
        task_id=fact.task_id,
        requirement_id=fact.requirement_id,
        step=step,
    )


def _question(fact: Fact, mode: StudyMode) -> str:
    return say("study.explain", question=fact.question) if mode.style == "explain" else fact.question


def _hints(fact: Fact, mode: StudyMode) -> tuple[str, ...]:
    """Return what helps: back-questions in the socratic style, the idea behind it where it is to be explained."""
    if mode.style == "socratic":
        hints = [say("study.ask_guess"), fact.look, say("study.ask_why")]
        return tuple(hint for hint in (hints if mode.difficulty != "hard" else hints[:1]) if hint)
    if mode.style == "explain":
        return (say(f"study.idea_{fact.idea}"),)
    return (fact.look,) if mode.difficulty == "easy" and fact.look else ()


def _choices(fact: Fact, mode: StudyMode) -> tuple[str, ...]:
    count = _CHOICES.get(mode.difficulty)
    if count is None or not fact.others:
        return ()
    choices = [fact.answer, *fact.others[: count - 1]]
    # Where the right one stands must not tell it, and must be the same whenever the deck is made again.
    return tuple(sorted(choices, key=lambda choice: hashlib.sha256(f"{fact.id} {choice}".encode()).digest()))
