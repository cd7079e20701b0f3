"""The teaching cards: short lessons as data, one file a concept, in ``cards/<language>``."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from elisa.teaching.matching import Match

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

CONCEPTS = ("source_control", "testing", "decomposition", "prompt_engineering", "code_review", "hardware")
Level = Literal["explorer", "builder", "architect"]
LEVELS: tuple[Level, ...] = ("explorer", "builder", "architect")
FALLBACK_LANGUAGE = "en"


class Card(Match):
    """One lesson.

    Attributes:
        after: With the how many-th such event it comes.
        levels: For whom it is, in a nugget that says so; an explorer gets more lessons.
        related: Ids of cards that go with it.
    """

    id: str
    concept: str
    headline: str
    explanation: str
    tell_me_more: str
    after: int = Field(default=1, ge=1)
    levels: tuple[Level, ...] = LEVELS
    related: tuple[str, ...] = ()


@cache
def load_cards(language: str = FALLBACK_LANGUAGE) -> tuple[Card, ...]:
    """Return all cards, by concept; a language without cards falls back to English."""
    place = files(__package__).joinpath("cards", language)
    if not place.is_dir():
        return load_cards(FALLBACK_LANGUAGE)
    return tuple(card for concept in CONCEPTS for card in _cards_in(place.joinpath(f"{concept}.json")))


def _cards_in(place: Traversable) -> tuple[Card, ...]:
    loaded = json.loads(place.read_text(encoding="utf-8"))
    return tuple(Card(concept=loaded["concept"], **card) for card in loaded["cards"])
