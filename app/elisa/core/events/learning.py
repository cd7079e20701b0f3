"""Events of what a child can learn beside a build: advice, quiz cards, short lessons, and sources that were packed."""

from __future__ import annotations

from typing import Literal

from elisa.core.events.base import Event


class AdviserNoted(Event):
    """An adviser on the team said something in character, of the plan or of the result; ``about`` is the topic."""

    kind: Literal["adviser_noted"] = "adviser_noted"
    adviser: str
    about: str
    moment: Literal["plan", "result"]
    note: str
    block_id: str | None = None


class SourcePacked(Event):
    """Something that the child attached can be read by the helpers, as ``path``; ``words`` counts them."""

    kind: Literal["source_packed"] = "source_packed"
    source_id: str
    title: str
    path: str
    words: int
    block_id: str | None = None


class StudyCardMade(Event):
    """A card of the study mode; ``choices`` is empty where the child answers freely, ``step`` counts finished tasks."""

    kind: Literal["study_card_made"] = "study_card_made"
    card_id: str
    style: str
    difficulty: str
    idea: str
    question: str
    answer: str
    choices: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    task_id: str | None = None
    requirement_id: str | None = None
    step: int = 0


class StudyDeckMade(Event):
    """All cards about this build are in ``path``; ``made_by`` is the model, or rules over what was measured."""

    kind: Literal["study_deck_made"] = "study_deck_made"
    cards: int
    path: str
    made_by: Literal["model", "rules"]


class TeachingMoment(Event):
    """A short lesson that fits what just happened; each one at most once in a build."""

    kind: Literal["teaching_moment"] = "teaching_moment"
    card_id: str
    concept: str
    headline: str
    explanation: str
    tell_me_more: str = ""
    related: tuple[str, ...] = ()
