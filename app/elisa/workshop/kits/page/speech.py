"""A language's words as data: phrases that mean something, labels that a page shows, beginnings that a title drops."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from elisa.workshop.understand.words import fold, is_unspaced, stem, tokens_of

FALLBACK = "en"
_NEAR = 3


@dataclass(frozen=True)
class Spotted:
    """A concept in a text, and whether a "no" or "without" stands before it."""

    concept: str
    at: int
    negated: bool


class Speech:
    """The words of one kit in one language; what a language lacks is taken from English."""

    def __init__(self, language: str, own: dict[str, Any], fallback: dict[str, Any]) -> None:
        self.language = language
        self.known = bool(own)
        self._sources = [(language, own), (FALLBACK, fallback)] if own and own != fallback else [(FALLBACK, fallback)]

    def spot(self, text: str) -> list[Spotted]:
        """Return the concepts of a text in the order in which they stand there."""
        found: dict[str, Spotted] = {}
        keys = [token.key for token in tokens_of(text)]
        for language, words in self._sources:
            stems = [stem(key, language) for key in keys]
            line = f" {' '.join(stems)} "
            no = {fold(word) for word in words.get("no", ())}
            for concept, phrases in words.get("concepts", {}).items():
                place = min((at for phrase in phrases if (at := _place(phrase, line, text, language)) >= 0), default=-1)
                if place >= 0 and concept not in found:
                    before = keys[max(0, place - _NEAR) : place]
                    found[concept] = Spotted(concept, place, bool(no & set(before)))
        return sorted(found.values(), key=lambda one: one.at)

    def concepts(self, text: str) -> set[str]:
        """Return the wanted concepts of a text."""
        return {one.concept for one in self.spot(text) if not one.negated}

    def hears(self, text: str, phrases: list[str]) -> bool:
        """Tell whether one of the phrases stands in a text, in whatever form of its words."""
        keys = [token.key for token in tokens_of(text)]
        for language, _ in self._sources:
            line = f" {' '.join(stem(key, language) for key in keys)} "
            if any(_place(phrase, line, text, language) >= 0 for phrase in phrases):
                return True
        return False

    def label(self, key: str, **values: object) -> str:
        """Return words for the page, with values put in as they are.

        Raises:
            KeyError: Not even English knows the label: a mistake in the kit.
        """
        for _, words in self._sources:
            text = words.get("labels", {}).get(key)
            if text is not None:
                for name, value in values.items():
                    text = text.replace("{" + name + "}", str(value))
                return str(text)
        raise KeyError(key)

    def table(self, name: str) -> dict[str, Any]:
        """Return one of the language's tables by key: colours, templates; English where it has none."""
        return dict(self._that_knows(name)[name])

    def phrases(self, name: str) -> list[str]:
        """Return one of the language's lists: month names, words of danger; English where it has none."""
        return list(self._that_knows(name)[name])

    def _that_knows(self, name: str) -> dict[str, Any]:
        return next(words for _, words in self._sources if name in words)

    def without_lead(self, text: str) -> str:
        """Cut off how a wish begins ("I want to make a website about"), as often as it can."""
        return self._without(text, ("leads",))

    def without_lead_ins(self, text: str) -> str:
        """Cut off how a part of a page is asked for ("show a gallery of"), too."""
        return self._without(text, ("leads", "lead_ins"))

    def _without(self, text: str, tables: tuple[str, ...]) -> str:
        rest = " ".join(text.split()).strip(" .!")
        known = {lead for _, words in self._sources for table in tables for lead in words.get(table, ())}
        leads = sorted(known, key=len, reverse=True)
        pattern = re.compile(rf"(?:{'|'.join(map(re.escape, leads))})(?![^\W_])[\s:,]*", re.IGNORECASE)
        while (found := pattern.match(rest)) and found.end() < len(rest):
            rest = rest[found.end() :]
        return rest


def _place(phrase: str, line: str, text: str, language: str) -> int:
    """Return the index of the token where a phrase begins, or -1; ``=word`` means this form of the word only."""
    if phrase.startswith("="):
        exact = [token.key for token in tokens_of(text)]
        return exact.index(phrase[1:]) if phrase[1:] in exact else -1
    if is_unspaced(phrase[0]):
        return 0 if fold(phrase) in fold(text) else -1
    wanted = " ".join(stem(token.key, language) for token in tokens_of(phrase))
    at = line.find(f" {wanted} ")
    return line[:at].count(" ") if at >= 0 else -1


@cache
def load_speech(kit: str, language: str) -> Speech:
    """Return a kit's words (``website``, ``story``) in a language; the two kits share what stands in ``page``."""
    own = _merged(_read("page", language), _read(kit, language))
    return Speech(language, own, _merged(_read("page", FALLBACK), _read(kit, FALLBACK)))


def _merged(shared: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    merged = dict(shared)
    for key, value in own.items():
        known = merged.get(key)
        if isinstance(value, dict) and isinstance(known, dict):
            merged[key] = {**known, **value}
        elif isinstance(value, list) and isinstance(known, list):
            merged[key] = [*known, *value]
        else:
            merged[key] = value
    return merged


def _read(kit: str, language: str) -> dict[str, Any]:
    place = files("elisa.workshop.kits").joinpath(kit, "words", f"{language}.json")
    if not place.is_file():
        return {}
    loaded: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    return loaded
