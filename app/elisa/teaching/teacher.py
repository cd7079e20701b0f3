"""The teacher: a lesson when something happens that it fits, each at most once in a build, also across a resume."""

from __future__ import annotations

import json
import logging
from collections import Counter
from typing import TYPE_CHECKING

from elisa.core.events import BuildStarted, TeachingMoment
from elisa.teaching.cards import load_cards

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.core.events import Emit, Event

_log = logging.getLogger(__name__)


class Teacher:
    """Listens to a build.

    Args:
        emit: Where lessons go.
        memory: File that remembers which lessons a build gave; beside the build's journal.
        level: The nugget's system level; without one all lessons but those for explorers alone.
        language: Which the child reads.
    """

    def __init__(self, emit: Emit, memory: Path, level: str | None = None, language: str = "en") -> None:
        self._emit, self._memory = emit, memory
        self._cards = [card for card in load_cards(language) if (level or "builder") in card.levels]
        self._seen: Counter[str] = Counter()
        self._given: set[str] = set()
        self._build = ""

    def note(self, event: Event) -> None:
        """Give the first lesson that fits an event and was not given yet."""
        if isinstance(event, BuildStarted):
            self._begin(event)
        due = []
        for card in self._cards:
            if card.fits(event):
                self._seen[card.id] += 1
                if self._seen[card.id] >= card.after and card.id not in self._given:
                    due.append(card)
        for card in due[:1]:
            self._given.add(card.id)
            self._remember()
            self._emit(
                TeachingMoment(
                    card_id=card.id,
                    concept=card.concept,
                    headline=card.headline,
                    explanation=card.explanation,
                    tell_me_more=card.tell_me_more,
                    related=card.related,
                )
            )

    def _begin(self, event: BuildStarted) -> None:
        self._build = event.build_id
        self._seen.clear()
        self._given = _given_in(self._memory, event.build_id) if event.resumed else set()

    def _remember(self) -> None:
        text = json.dumps({"build": self._build, "given": sorted(self._given)})
        try:
            self._memory.write_text(text, encoding="utf-8")
        except OSError as error:  # a lesson that comes twice harms nobody
            _log.info("lessons cannot be remembered: %s", error)


def _given_in(memory: Path, build_id: str) -> set[str]:
    try:
        kept = json.loads(memory.read_text(encoding="utf-8"))
        return {str(card) for card in kept["given"]} if kept["build"] == build_id else set()
    except (OSError, ValueError, KeyError, TypeError):
        return set()
