"""What stands in a child's sentence: words in quotes, lists of things with a note each, things that can be drawn."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elisa.workshop.understand.lexicon import Lexicon, load_lexicon
from elisa.workshop.understand.things import Found, ThingBook, find_things, load_things

if TYPE_CHECKING:
    from elisa.workshop.understand.lexicon import Reading

LONGEST_READ = 2000
_MOST_ITEMS = 24
_LONGEST_ITEM = 90
_LONGEST_NOTE = 240
_QUOTED = re.compile(r"[\"“”„«](?P<a>[^\"“”«»\n]{1,200}?)[\"”“»]|(?<![^\W_])['‘](?P<b>[^'‘’\n]{1,200}?)['’](?![^\W_])")
_NOTED = re.compile(r"\s*(?P<name>[^:=(–—]{1,90}?)\s*(?::|=|\s[-–—]\s|\((?=[^)]*\)\s*$))\s*(?P<note>.+?)\)?\s*$")
_LISTED = re.compile(
    r"(?:\bof\b|\blike\b|\bsuch as\b|\bwith\b|\babout\b|\bnamed\b|\bare\b)\s+(?P<rest>[^.]*,[^.]*)$", re.IGNORECASE
)
_AND = re.compile(r"\s*,?\s+(?:and|or|et|y|und|&)\s+", re.IGNORECASE)
_PRESSED = re.compile(r"\b(?:press|arrow|keyboard|hold|number keys?|keys? \d)", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:an?|the|my|our|some|le|la|les|un|une|el|los|der|die|das|ein|eine)\s+(?=\S)", re.IGNORECASE)


@dataclass(frozen=True)
class Item:
    """One entry of a list: what it is called and what the child says about it."""

    name: str
    note: str = ""


@dataclass(frozen=True)
class Drawn:
    """A thing with the drawing that stands for it; ``drawing`` is empty where there is none."""

    word: str
    drawing: str = ""
    near: bool = False
    kind: str = ""
    alive: bool = False
    good: bool | None = None


def quoted(text: str) -> list[str]:
    """Return the words that the child put in quotes."""
    found = (one["a"] or one["b"] for one in _QUOTED.finditer(text[:LONGEST_READ]))
    return [words.strip() for words in found if words and words.strip()]


def items_in(text: str) -> list[Item]:
    """Return the list in a sentence: what stands after a colon, or at least three things with commas between them."""
    head, colon, rest = text[:LONGEST_READ].strip(" .").partition(":")
    if colon and len(head) <= 160:
        return _items(rest, ";" if ";" in rest or "\n" in rest else ",")
    found = _LISTED.search(text[:LONGEST_READ].strip(" .!"))
    parts = _AND.sub(",", found["rest"]).split(",") if found else []
    return _tidied(parts) if len([part for part in parts if part.strip()]) > 2 else []


def _items(rest: str, sign: str) -> list[Item]:
    if sign == ",":
        return _tidied(_AND.sub(",", rest).split(","))
    return _tidied(re.split(r"[;\n]", rest))


def _tidied(parts: list[str]) -> list[Item]:
    items: dict[str, Item] = {}
    for part in parts:
        noted = _NOTED.match(part)
        name = _ARTICLE.sub("", (noted["name"] if noted else part).strip(" .,\"'“”"))[:_LONGEST_ITEM].strip()
        note = noted["note"].strip(" .")[:_LONGEST_NOTE] if noted else ""
        if name:
            items.setdefault(name.casefold(), Item(name[:1].upper() + name[1:], note))
    return list(items.values())[:_MOST_ITEMS]


class Eyes:
    """Finds things that can be drawn, in the child's language."""

    def __init__(self, language: str, lexicon: Lexicon | None = None, book: ThingBook | None = None) -> None:
        self.book = book or load_things()
        self._lexicon = (lexicon or load_lexicon()).with_known_words(self.book.known_words)
        self.language = language

    def speaks(self, text: str) -> str:
        """Return the language that a text is written in."""
        return self._lexicon.guess_language(text, self.language)

    def things(self, text: str) -> list[Drawn]:
        """Return the things of a sentence that have a drawing, in order, each once."""
        found: dict[str, Drawn] = {}
        reading = self._lexicon.read(text[:LONGEST_READ], self.language)
        for one in sorted([*find_things(reading, self.book), *self._keys(reading)], key=lambda one: one.first):
            drawing = self.book.drawings.get(one.thing.drawing)
            if drawing is None or one.thing.drawing in found:
                continue
            found[one.thing.drawing] = Drawn(
                one.thing.word, one.thing.drawing, one.thing.how == "near", drawing.kind, drawing.alive, drawing.good
            )
        return list(found.values())

    def _keys(self, reading: Reading) -> list[Found]:
        """A key that nobody presses is one that opens a door; the lexicon of games knows only the other kind."""
        if _PRESSED.search(reading.text):
            return []
        found = []
        for mark in reading.marks:
            hit = self.book.at(reading, mark.last) if mark.concept == "arrow_key" else None
            if hit is not None:
                word = self.book.name_of(hit[0], self.language)
                found.append(Found(self.book.thing(word, word, hit[0], hit[1]), mark.first, mark.last))
        return found

    def thing(self, text: str) -> Drawn:
        """Return the drawing for a name: that of its last thing ("Rosa the pig", "lemon cake"), else none."""
        found = self.things(text)
        return found[-1] if found else Drawn(text)

    def of_kind(self, kind: str, seed: int, count: int) -> list[Drawn]:
        """Return some drawings of a kind (animal, food, space …), the same for the same seed."""
        names = sorted(name for name, drawing in self.book.drawings.items() if drawing.kind == kind)
        chosen = [names[(seed + step * 5) % len(names)] for step in range(len(names))] if names else []
        return [
            Drawn(self.book.name_of(name, self.language), name, kind=kind, alive=self.book.drawings[name].alive)
            for name in dict.fromkeys(chosen)
        ][:count]
