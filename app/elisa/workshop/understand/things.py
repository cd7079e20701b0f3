"""Things in a child's sentence: which of its words name something to draw, and how it can be drawn."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from elisa.workshop.understand.design import How, Thing
from elisa.workshop.understand.words import fold, is_unspaced, stem, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elisa.workshop.understand.lexicon import Language, Lexicon, Mark, Reading

_LONGEST_NAME = 24
_MOST_WORDS = 3


@dataclass(frozen=True)
class Drawing:
    """What is known about one drawing of the library."""

    name: str
    kind: str
    alive: bool
    good: bool | None


@dataclass(frozen=True)
class Found:
    """A thing at a place of a text: tokens ``first`` to ``last``."""

    thing: Thing
    first: int
    last: int


class ThingBook:
    """Names of things in several languages, and the drawing for each: its own, one near to it, or a badge."""

    def __init__(self, library: dict[str, dict[str, object]], near: dict[str, dict[str, list[str]]]) -> None:
        self.drawings: dict[str, Drawing] = {}
        self._by_stems: dict[str, dict[tuple[str, ...], tuple[str, How]]] = {}
        self._unspaced: list[tuple[str, str, How]] = []
        self._singular: dict[tuple[str, tuple[str, ...]], str] = {}
        self._called: dict[tuple[str, str], str] = {}
        for name, entry in library.items():
            good = entry.get("good")
            self.drawings[name] = Drawing(
                name, str(entry.get("kind", "")), bool(entry.get("alive")), good if isinstance(good, bool) else None
            )
            names = entry.get("names")
            if isinstance(names, dict):
                for language, words in names.items():
                    self._called[language, name] = words[0] if words else name
                    self._learn(language, words, name, "drawn")
        for name, by_language in near.items():
            if name in self.drawings:
                for language, words in by_language.items():
                    self._learn(language, words, name, "near")
        self._unspaced.sort(key=lambda item: -len(item[0]))

    def _learn(self, language: str, words: list[str], name: str, how: How) -> None:
        known = self._by_stems.setdefault(language, {})
        for word in words:
            if word and is_unspaced(word[0]):
                self._unspaced.append((fold(word), name, how))
                continue
            stems = tuple(stem(token.key, language) for token in tokens_of(word))
            if stems:
                known.setdefault(stems, (name, how))
                self._singular.setdefault((language, stems), word)

    @property
    def known_words(self) -> dict[str, frozenset[str]]:
        """Stems of all single-word names by language, so that the lexicon takes none of them for another word."""
        return {
            code: frozenset(stems[0] for stems in known if len(stems) == 1) for code, known in self._by_stems.items()
        }

    def at(self, reading: Reading, index: int) -> tuple[str, How, int] | None:
        """Return drawing, how and last token of the longest name that starts at token ``index``."""
        keys = [token.key for token in reading.tokens[index : index + _MOST_WORDS]]
        for code in _order(reading.language, self._by_stems):
            known = self._by_stems[code]
            for length in range(len(keys), 0, -1):
                hit = known.get(tuple(stem(key, code) for key in keys[:length]))
                if hit is not None and (code == reading.language or len(keys[0]) > 3):
                    return hit[0], hit[1], index + length - 1
        return self._sign(reading, index)

    def _sign(self, reading: Reading, index: int) -> tuple[str, How, int] | None:
        """An emoji means the thing that Unicode names it after."""
        char = reading.tokens[index].text
        if len(char) != 1 or unicodedata.category(char) != "So":
            return None
        for key in (token.key for token in tokens_of(unicodedata.name(char, ""))):
            hit = self._by_stems.get("en", {}).get((stem(key, "en"),))
            if hit is not None:
                return hit[0], hit[1], index
        return None

    def inside(self, key: str) -> list[tuple[int, str, str, How]]:
        """Return (place, word, drawing, how) of the names inside a run of letters without spaces."""
        found: list[tuple[int, str, str, How]] = []
        taken = [False] * len(key)
        for word, name, how in self._unspaced:
            at = key.find(word)
            if at >= 0 and not any(taken[at : at + len(word)]):
                taken[at : at + len(word)] = [True] * len(word)
                found.append((at, word, name, how))
        return sorted(found)

    def thing(self, word: str, words: str, drawing: str | None, how: How) -> Thing:
        """Make a thing of a child's word."""
        if drawing is None or drawing not in self.drawings:
            return Thing(word[:_LONGEST_NAME], words[:_LONGEST_NAME], "badge", "badge")
        return Thing(word[:_LONGEST_NAME], words[:_LONGEST_NAME], drawing, how, self.drawings[drawing].alive)

    def choose(self, names: tuple[str, ...], language: str, seed: int) -> Thing | None:
        """Pick one of the drawings in ``names`` for a child who named none; named in the child's language."""
        there = [name for name in names if name in self.drawings]
        if not there:
            return None
        name = there[seed % len(there)]
        word = self.name_of(name, language)
        return Thing(word, plural_of(word, language), name, "drawn", self.drawings[name].alive, chosen=True)

    def singular(self, word: str, language: str) -> str:
        """Return the singular: as the library writes it where it knows the word, else by the language's rules."""
        spoken = self.language_of(word, language)
        stems = tuple(stem(token.key, spoken) for token in tokens_of(word))
        known = self._singular.get((spoken, stems))
        if known is None:
            return singular_of(word, language)
        return known.capitalize() if spoken == "de" else known

    def language_of(self, word: str, language: str) -> str:
        """Return the language in which the library knows a word, the child's own first."""
        keys = [token.key for token in tokens_of(word)]
        codes = _order(language, self._by_stems)
        return next(
            (code for code in codes if (code, tuple(stem(key, code) for key in keys)) in self._singular), language
        )

    def name_of(self, drawing: str, language: str) -> str:
        """Return what a drawing is called, in the child's language where it is known."""
        return self._called.get((language, drawing)) or self._called.get(("en", drawing)) or drawing


def _order(language: str, known: Iterable[str]) -> list[str]:
    return sorted(known, key=lambda code: (code != language, code != "en", code))


# A word that already says what happens names no thing there: "fly left", "lose a heart".
_DOINGS = frozenset(
    {
        "move",
        "jump",
        "fall",
        "life",
        "timer",
        "mouse",
        "arrow_key",
        "click",
        "lose",
        "gain",
        "sound",
        "second",
        "end",
        "start",
        "level",
        "title",
        "background",
        "spin",
        "show",
        "say",
        "keep",
        "hold",
        "wait",
        "sparkle",
        "sky",
        "ground",
        "touch_screen",
        "hit",
        "grow",
        "answer",
        "colour",
        "pass_by",
    }
)


def _is_doing(mark: Mark) -> bool:
    """Tell whether the words of a mark name no thing there."""
    return mark.concept in _DOINGS or _is_never_thing(mark)


def _is_never_thing(mark: Mark) -> bool:
    """A duck can be a thing; the watch in "watch out for" cannot, nor can the child's own photo."""
    return mark.concept in ("photo", "video") or (mark.concept == "dodge" and mark.last > mark.first)


def find_things(reading: Reading, book: ThingBook) -> list[Found]:
    """Find every thing that the library knows, in order."""
    found: list[Found] = []
    doing = {at for mark in reading.marks if _is_doing(mark) for at in range(mark.first, mark.last + 1)}
    index = 0
    while index < len(reading.tokens):
        token = reading.tokens[index]
        hit = None if index in doing and token.is_word and not is_unspaced(token.key[-1]) else book.at(reading, index)
        if hit is not None:
            drawing, how, last = hit
            first = index
            if found and found[-1].last + 1 == index and found[-1].thing.drawing == drawing:
                first = found.pop().first  # "oak tree" is one thing
            written = reading.text[reading.tokens[first].start : reading.tokens[last].end]
            found.append(Found(_named(written, reading.language, drawing, how, book), first, last))
            index = last
        elif token.is_word and (is_unspaced(token.key[0]) or is_unspaced(token.key[-1])):
            for _, word, drawing, how in book.inside(token.key):
                found.append(Found(book.thing(word, word, drawing, how), index, index))
        index += 1
    return found


def _named(written: str, language: str, drawing: str | None, how: How, book: ThingBook) -> Thing:
    spoken = book.language_of(written, language) if drawing else language
    lower = written.lower() if spoken != "de" and (written.istitle() or written.isupper()) else written
    single = book.singular(lower, language)
    several = plural_of(single, language) if single == lower and spoken == language else lower
    return book.thing(single, several, drawing, how)


def noun_after(reading: Reading, index: int, book: ThingBook, lexicon: Lexicon) -> Found | None:
    """Return the thing that begins at token ``index`` or shortly after: articles and adjectives are skipped.

    A word that no lexicon knows counts as a thing that has no drawing.
    """
    words = lexicon.languages[reading.language] if reading.language in lexicon.languages else lexicon.languages["en"]
    marked = {at: mark for mark in reading.marks for at in range(mark.first, mark.last + 1)}
    at = index
    while at < len(reading.tokens):
        token = reading.tokens[at]
        if at in marked and _is_never_thing(marked[at]):
            return None
        hit = book.at(reading, at)
        described = token.key in words.adjectives and _noun_follows(reading, at + 1, book, words, marked)
        if hit is not None and not described:
            written = reading.text[token.start : reading.tokens[hit[2]].end]
            return Found(_named(written, reading.language, hit[0], hit[1], book), at, hit[2])
        skippable = token.key in words.articles or token.key in words.adjectives or token.number is not None
        if not (skippable or token.key in words.numbers):
            break
        at += 1
    return _unknown_noun(reading, at, words.common | words.negations, marked, book)


def _noun_follows(reading: Reading, at: int, book: ThingBook, words: Language, marked: Mapping[int, object]) -> bool:
    """Tell adjectives from nouns: "flying socks" are socks, "an orange" is an orange."""
    if at >= len(reading.tokens) or not reading.tokens[at].is_word:
        return False
    key = reading.tokens[at].key
    return book.at(reading, at) is not None or not (key in words.common or key in words.negations or at in marked)


def _unknown_noun(
    reading: Reading, at: int, small_words: frozenset[str], marked: Mapping[int, object], book: ThingBook
) -> Found | None:
    last = at - 1
    while last + 1 < len(reading.tokens) and last + 1 < at + _MOST_WORDS:
        token = reading.tokens[last + 1]
        if not token.is_word or token.key in small_words or (last + 1) in marked or len(token.key) < 2:
            break
        last += 1
        if reading.language != "en":
            break
    if last < at:
        return None
    written = reading.text[reading.tokens[at].start : reading.tokens[last].end]
    return Found(_named(written, reading.language, None, "badge", book), at, last)


def singular_of(word: str, language: str) -> str:
    """Return the singular of an English or French word; other languages stay as they are."""
    if language == "en":
        for ending, instead in (
            ("ies", "y"),
            ("oes", "o"),
            ("ches", "ch"),
            ("shes", "sh"),
            ("sses", "ss"),
            ("xes", "x"),
        ):
            if word.endswith(ending) and len(word) > len(ending) + 1:
                return word[: -len(ending)] + instead
        return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3 else word
    if language == "fr":
        if word.endswith("eaux"):
            return word[:-1]
        return (
            word[:-1]
            if word.endswith("s") and not word.endswith(("ss", "is", "us", "as", "rs")) and len(word) > 3
            else word
        )
    return word


_UNCOUNTED = ("fish", "sheep", "deer", "rain", "snow", "trash", "money", "food", "water", "lightning", "sushi")
_PLURALS = {word: word for word in _UNCOUNTED}
_PLURALS |= {"mouse": "mice", "leaf": "leaves", "wolf": "wolves", "child": "children", "person": "people"}


def plural_of(word: str, language: str) -> str:
    """Return the plural of a word that ``singular_of`` made."""
    if language == "en":
        if word in _PLURALS:
            return _PLURALS[word]
        if word.endswith(("s", "x", "ch", "sh")):
            return word + "es"
        if word.endswith("y") and word[-2:-1] not in "aeiou":
            return word[:-1] + "ies"
        return word + "s" if word[-1:].isalpha() and word[-1:].isascii() else word
    if language == "fr":
        return word if word.endswith(("s", "x", "z")) else word + ("x" if word.endswith("eau") else "s")
    return word


@cache
def load_things() -> ThingBook:
    """Load the drawing library's names and the words that are near to one of its drawings."""
    library = files("elisa.workshop").joinpath("parts", "things", "things.json")
    near = files(__package__).joinpath("lexicon", "near.json")
    return ThingBook(json.loads(library.read_text(encoding="utf-8")), json.loads(near.read_text(encoding="utf-8")))
