"""The lexicon: which words of which language mean which concept, and a text read with it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from rapidfuzz.distance import OSA

from elisa.workshop.understand.words import Token, fold, is_unspaced, stem, tokens_of

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "fr", "ja")
_CLAUSE_ENDS = frozenset(".,;:!?()—–")
_SHORTEST_MISSPELT = 5
_SOUND_ALIKE = ([{"s", "z"}], [{"c", "k"}], [{"i", "y"}])
# "No more than five hearts" sets a bound, it does not refuse hearts.
_BOUND_BY = frozenset({"no", "not", "pas"})
_BOUNDS = frozenset({"more", "plus", "less", "fewer", "moins", "only", "seulement"})


@dataclass(frozen=True)
class Mark:
    """A concept found in a text.

    Attributes:
        concept: Its name in the lexicon.
        first: Index of its first token.
        last: Index of its last token.
        negated: A "no", "never", "sans" … stands before it in the same clause.
        corrected: The word that was meant, where the child misspelt it; empty otherwise.
    """

    concept: str
    first: int
    last: int
    negated: bool = False
    corrected: str = ""


@dataclass(frozen=True)
class Reading:
    """A text read with the lexicon: its tokens and the concepts in it, in order."""

    text: str
    language: str
    tokens: tuple[Token, ...]
    marks: tuple[Mark, ...]
    numbers: tuple[tuple[int, float], ...] = ()

    @property
    def concepts(self) -> frozenset[str]:
        """Concepts that are wanted: those that are not negated."""
        return frozenset(mark.concept for mark in self.marks if not mark.negated)

    @property
    def refused(self) -> frozenset[str]:
        """Concepts that the child does not want."""
        return frozenset(mark.concept for mark in self.marks if mark.negated)

    def has(self, *concepts: str) -> bool:
        """Tell whether each of the concepts is wanted."""
        return self.concepts.issuperset(concepts)

    def first(self, *concepts: str) -> Mark | None:
        """Return the first mark of one of the concepts."""
        return next((mark for mark in self.marks if mark.concept in concepts), None)

    def number_near(self, *concepts: str) -> float | None:
        """Return the number nearest to one of the concepts, at most three words away, the one before it first."""
        best: tuple[float, float] | None = None
        for mark in self.marks:
            if mark.concept not in concepts:
                continue
            for index, value in self.numbers:
                distance = mark.first - index if index <= mark.last else (index - mark.last) + 0.5
                if 0 <= distance <= 3.5 and (best is None or distance < best[0]):
                    best = (distance, value)
        return None if best is None else best[1]


@dataclass
class Language:
    """One language's words, indexed by the stem of their first word."""

    code: str
    common: frozenset[str]
    negations: frozenset[str]
    boundaries: frozenset[str]
    articles: frozenset[str]
    numbers: dict[str, int]
    adjectives: frozenset[str]
    phrases: dict[str, list[tuple[tuple[str, ...], str]]] = field(default_factory=dict)
    words: list[tuple[str, str]] = field(default_factory=list)
    unspaced: list[tuple[str, str]] = field(default_factory=list)


def _language(data: dict[str, Any]) -> Language:
    code = data["language"]

    def folded(key: str) -> frozenset[str]:
        return frozenset(fold(word) for word in data[key])

    made = Language(
        code,
        folded("common"),
        folded("negations"),
        folded("boundaries"),
        folded("articles"),
        {fold(word): value for word, value in data["numbers"].items()},
        folded("adjectives"),
    )
    for concept, phrases in data["concepts"].items():
        for phrase in phrases:
            _add(made, concept, phrase)
    for known in made.phrases.values():
        known.sort(key=lambda item: -len(item[0]))
    made.unspaced.sort(key=lambda item: -len(item[0]))
    return made


def _add(language: Language, concept: str, phrase: str) -> None:
    if is_unspaced(phrase[0]):
        language.unspaced.append((fold(phrase), concept))
        return
    keys = tuple(token.key for token in tokens_of(phrase))
    stems = tuple(stem(key, language.code) for key in keys)
    language.phrases.setdefault(stems[0], []).append((stems, concept))
    if len(keys) == 1 and len(keys[0]) >= _SHORTEST_MISSPELT:
        language.words.append((keys[0], concept))


class Lexicon:
    """All languages together; reads a text in the child's language first and in the others where that finds nothing."""

    def __init__(self, languages: dict[str, Language], known_words: Mapping[str, frozenset[str]] | None = None) -> None:
        self.languages = languages
        self._known_words = known_words or {}
        self._misspelt: dict[str, tuple[str, str] | None] = {}

    def with_known_words(self, words: Mapping[str, frozenset[str]]) -> Lexicon:
        """Return a lexicon that leaves names of things (stems, by language) alone: no misspelling, no foreign word."""
        return Lexicon(self.languages, words)

    def guess_language(self, text: str, fallback: str) -> str:
        """Return the language whose small words the text holds most of."""
        if any(is_unspaced(char) for char in text[:400]) and sum(map(is_unspaced, text[:400])) * 3 > len(text[:400]):
            return "ja"
        keys = [token.key for token in tokens_of(text[:2000]) if token.is_word]
        counts = {code: sum(key in language.common for key in keys) for code, language in self.languages.items()}
        best = max(counts, key=lambda code: (counts[code], code == fallback))
        return best if counts[best] else (fallback if fallback in self.languages else "en")

    def read(self, text: str, language: str) -> Reading:
        """Find concepts, numbers and negations in ``text``; misspelt words are taken for what they nearly are."""
        tokens = tuple(tokens_of(text))
        order = [language, *(code for code in self.languages if code != language)]
        marks: list[Mark] = []
        numbers: list[tuple[int, float]] = []
        index = 0
        while index < len(tokens):
            found = self._match(tokens, index, order)
            if found is not None:
                marks.append(found)
                index = found.last
            elif tokens[index].is_word:
                marks.extend(self._inside(tokens[index].key, index))
            self._count(tokens[index], index, order, numbers)
            index += 1
        marks = self._negate(tokens, marks, order)
        return Reading(text, language, tokens, tuple(marks), tuple(numbers))

    def _match(self, tokens: tuple[Token, ...], index: int, order: list[str]) -> Mark | None:
        if not tokens[index].is_word:
            return None
        best: Mark | None = None
        small_words = self.languages[order[0]].common
        for code in order:
            if code != order[0] and (
                tokens[index].key in small_words or self._names_thing(tokens[index].key, order[0])
            ):
                continue
            language = self.languages[code]
            for stems, concept in language.phrases.get(stem(tokens[index].key, code), ()):
                last = index + len(stems) - 1
                if last >= len(tokens) or (best is not None and best.last >= last):
                    continue
                if all(stem(tokens[index + at].key, code) == part for at, part in enumerate(stems)):
                    best = Mark(concept, index, last)
        return best or self._nearly(tokens[index].key, index, order)

    def _nearly(self, key: str, index: int, order: list[str]) -> Mark | None:
        if len(key) < _SHORTEST_MISSPELT - 1 or self._is_known(key, order):
            return None
        if key not in self._misspelt:
            self._misspelt[key] = self._search(key, order) or self._search(key.removesuffix("s"), order)
        found = self._misspelt[key]
        return None if found is None else Mark(found[1], index, index, corrected=found[0])

    def _is_known(self, key: str, order: list[str]) -> bool:
        if any(self._names_thing(key, code) for code in self._known_words):
            return True
        return any(key in self.languages[code].common or key in self.languages[code].adjectives for code in order)

    def _names_thing(self, key: str, code: str) -> bool:
        return stem(key, code) in self._known_words.get(code, frozenset())

    def _search(self, key: str, order: list[str]) -> tuple[str, str] | None:
        """One slip in a word of five to seven letters, two in a longer one; of four letters one may be left out."""
        best: tuple[int, str, str] | None = None
        for code in order[:1] + [other for other in order[1:] if other == "en"]:
            for word, concept in self.languages[code].words:
                if len(key) < _SHORTEST_MISSPELT and (len(word) <= len(key) or word[-1] != key[-1]):
                    continue  # "hart" is a heart, but "hear" is a word of its own
                allowed = 1 if max(len(key), len(word)) < 8 else 2
                if word[0] != key[0] or abs(len(word) - len(key)) > allowed:
                    continue
                distance = OSA.distance(key, word, score_cutoff=allowed)
                if distance <= allowed and _is_slip(key, word) and (best is None or distance < best[0]):
                    best = (distance, word, concept)
        return None if best is None else best[1:]

    def _inside(self, key: str, index: int) -> list[Mark]:
        """Find the concepts inside a run of letters that is written without spaces."""
        if not is_unspaced(key[0]) and not is_unspaced(key[-1]):
            return []
        found: list[tuple[int, Mark]] = []
        for language in self.languages.values():
            taken = [False] * len(key)
            for word, concept in language.unspaced:
                at = key.find(word)
                if at >= 0 and not any(taken[at : at + len(word)]):
                    taken[at : at + len(word)] = [True] * len(word)
                    negated = any(key[at + len(word) :][:4].find(no) >= 0 for no in language.negations)
                    found.append((at, Mark(concept, index, index, negated)))
        return [mark for _, mark in sorted(found, key=lambda item: item[0])]

    def _count(self, token: Token, index: int, order: list[str], numbers: list[tuple[int, float]]) -> None:
        value = token.number
        if value is None:
            for code in order:
                if token.key in self.languages[code].numbers and token.key not in self.languages[code].articles:
                    value = float(self.languages[code].numbers[token.key])
                    break
        if value is not None:
            numbers.append((index, value))

    def _negate(self, tokens: tuple[Token, ...], marks: list[Mark], order: list[str]) -> list[Mark]:
        words = [self.languages[code] for code in order[:2]]
        negated_at = [False] * len(tokens)
        active = False
        for index, token in enumerate(tokens):
            if token.text in _CLAUSE_ENDS or any(token.key in language.boundaries for language in words):
                active = False
            following = {later.key for later in tokens[index + 1 : index + 3]}
            bound = bool(following & _BOUNDS) and token.key in _BOUND_BY
            if not bound and any(token.key in language.negations for language in words):
                active = True
            negated_at[index] = active
        return [
            mark if mark.negated else replace(mark, negated=self._refuses(mark, tokens, negated_at, words))
            for mark in marks
        ]

    @staticmethod
    def _refuses(mark: Mark, tokens: tuple[Token, ...], negated_at: list[bool], words: list[Language]) -> bool:
        """The "not" in "not too hard" belongs to the words themselves and refuses nothing."""
        own = mark.last > mark.first and any(tokens[mark.first].key in language.negations for language in words)
        return negated_at[mark.first - 1] if own and mark.first else negated_at[mark.first] and not own


def _is_slip(key: str, word: str) -> bool:
    """Changing a letter in a short word makes another word (house, mouse); leaving one out or swapping two does not."""
    if len(key) != len(word) or len(key) > 6:
        return True
    changed = [set(pair) for pair in zip(key, word, strict=True) if pair[0] != pair[1]]
    return sorted(key) == sorted(word) or changed in _SOUND_ALIKE


@cache
def load_lexicon() -> Lexicon:
    """Load every language that lies beside this file."""
    folder = files(__package__).joinpath("lexicon")
    loaded = (json.loads(folder.joinpath(f"{code}.json").read_text(encoding="utf-8")) for code in LANGUAGES)
    return Lexicon({data["language"]: _language(data) for data in loaded})
