"""Listening to a wish: which known phrases stand where in it, and which of its clauses nobody understood."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from elisa.workshop.understand.words import Token, stem, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LONGEST_HEARD = 2000
_MOST_WORDS = 6
_CLAUSE_ENDS = re.compile(r"[,;.!?:]|\band\b|\bor\b|\bbut\b|\bso that\b", re.IGNORECASE)
_CALLED = re.compile(
    r"\b(?:called|named|titled?)\s*:?\s*(?:[\"“'‘](?P<quoted>[^\"”'’\n]{1,60})[\"”'’]|(?P<bare>[A-Z][^.,;\n]{0,40}))"
)
_LONGEST_TITLE = 44
_SHORTEST_TITLE = 3
_SIDE_CLAUSE = re.compile(r",|\b(?:with|where|that|which|so that)\b")


@dataclass(frozen=True)
class Hit:
    """A phrase of ``name`` that covers the words ``first`` to ``last`` of a line."""

    name: str
    first: int
    last: int

    @property
    def words(self) -> int:
        """How many words it covers; longer phrases are surer."""
        return self.last - self.first + 1


@dataclass(frozen=True)
class Line:
    """A wish as words, without signs."""

    text: str
    tokens: tuple[Token, ...]
    stems: tuple[str, ...]
    language: str

    def hits(self, phrases: Mapping[str, Sequence[str]]) -> list[Hit]:
        """Return where the phrases stand, the longer ones first."""
        found = []
        for name, spoken in phrases.items():
            for phrase in spoken:
                wanted = _stems(phrase, self.language)
                found += [Hit(name, at, at + len(wanted) - 1) for at in self._places(wanted)]
        return sorted(set(found), key=lambda hit: (-hit.words, hit.first, hit.name))

    def _places(self, wanted: tuple[str, ...]) -> list[int]:
        size = len(wanted)
        return [at for at in range(len(self.stems) - size + 1) if self.stems[at : at + size] == wanted] if size else []

    def spelled(self, first: int, last: int) -> str:
        """Return the words ``first`` to ``last`` as the child wrote them."""
        return self.text[self.tokens[first].start : self.tokens[last].end]

    def strange_clause(self, covered: Iterable[int], common: frozenset[str]) -> str:
        """Return the first clause of which no word was understood although one of them means something."""
        known = set(covered)
        start = 0
        for end in [*(found.start() for found in _CLAUSE_ENDS.finditer(self.text)), len(self.text)]:
            inside = [place for place, token in enumerate(self.tokens) if start <= token.start < end]
            strange = [place for place in inside if self.tokens[place].is_word and self.tokens[place].key not in common]
            if strange and not known & set(inside):
                return self.text[self.tokens[inside[0]].start : self.tokens[inside[-1]].end]
            start = end
        return ""


def line_of(text: str, language: str) -> Line:
    """Cut a wish into words."""
    text = text[:LONGEST_HEARD]
    tokens = tuple(token for token in tokens_of(text) if token.is_word or token.number is not None)
    return Line(text, tokens, tuple(stem(token.key, language) for token in tokens), language)


@lru_cache(maxsize=8192)
def _stems(phrase: str, language: str) -> tuple[str, ...]:
    return tuple(stem(token.key, language) for token in tokens_of(phrase) if token.is_word or token.number is not None)


def covering(hits: Iterable[Hit]) -> list[Hit]:
    """Return the hits that do not lie inside a longer one; the hits must come longest first."""
    kept: list[Hit] = []
    for hit in hits:
        if not any(one.first <= hit.last and hit.first <= one.last and one.words > hit.words for one in kept):
            kept.append(hit)
    return kept


def places_of(hits: Iterable[Hit]) -> set[int]:
    """Return the places of all words that the hits cover."""
    return {place for hit in hits for place in range(hit.first, hit.last + 1)}


def title_of(goal: str, leads: Sequence[str], instead: str) -> str:
    """Return a title of at most 44 characters: the name that the child gave, else the goal without its beginning."""
    called = _CALLED.search(goal)
    if called:
        return _cut((called["quoted"] or called["bare"]).strip())
    text = " ".join(goal.split()).strip(" .!")
    head = text.partition(":")[0].strip()
    text = head if len(head) > _SHORTEST_TITLE else text
    for _ in range(3):
        low = text.casefold()
        lead = next((one for one in sorted(leads, key=len, reverse=True) if low.startswith(one + " ")), "")
        text = re.sub(r"^(?:an?|the|my)\s+", "", text[len(lead) :].strip(), flags=re.IGNORECASE) or text
        if not lead:
            break
    cut = _cut(text)
    return cut[:1].upper() + cut[1:] if cut else instead


def without_name(goal: str) -> str:
    """Return the goal in one line without "called 'Homework Hive'"; the name stands above it as the title."""
    found = _CALLED.search(goal)
    rest = goal if found is None else f"{goal[: found.start()].rstrip()} {goal[found.end() :]}"
    return re.sub(r" (?=[,:;.!?])", "", " ".join(rest.split()))


def _cut(text: str) -> str:
    if len(text) <= _LONGEST_TITLE:
        return text
    clause = _SIDE_CLAUSE.split(text, maxsplit=1)[0].strip(" ,")
    if 10 < len(clause) <= _LONGEST_TITLE:
        return clause
    head = text[: _LONGEST_TITLE - 1].rsplit(" ", 1)[0]
    return (head if len(head) > 10 else text[: _LONGEST_TITLE - 1]) + "…"


def short(text: str, longest: int = 60) -> str:
    """Return a text in one line, cut for a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
