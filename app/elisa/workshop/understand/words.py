"""Text as words: tokens, their stems in several languages, and folding (``Hérissons`` equals ``herissons``)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import snowballstemmer

STEMMED_LANGUAGES = {"en": "english", "fr": "french", "es": "spanish", "de": "german"}
_TOKEN = re.compile(r"\d+(?:[.,]\d+)?|[^\W\d_]+n['’]t\b|[^\W\d_]+|[^\w\s]", re.IGNORECASE)
_ELISION = re.compile(r"(?<![^\W\d_])(?:[ldjcmnst]|qu)['’](?=[^\W\d_])", re.IGNORECASE)
_POSSESSIVE = re.compile(r"(?<=[^\W\d_])['’]s\b", re.IGNORECASE)
_LONGEST_WORD = 60
_LATIN_END = 0x024F


@dataclass(frozen=True)
class Token:
    """One word, number or sign.

    Attributes:
        text: As the child wrote it.
        key: Lower case, without accents; what words are compared by.
        start: Index of its first character in the text.
        end: Index after its last character.
    """

    text: str
    key: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """True for letters, false for digits and signs."""
        return self.key[:1].isalpha()

    @property
    def number(self) -> float | None:
        """The value of a number written in digits, else ``None``."""
        if not self.key[:1].isdigit():
            return None
        try:
            return float(self.key.replace(",", "."))
        except ValueError:
            return None


def fold(text: str) -> str:
    """Return the text in lower case and, in Latin script, without accents, so that spelling habits do not matter."""
    return "".join(_folded_char(char) for char in text.casefold().replace("œ", "oe").replace("’", "'"))


@lru_cache(maxsize=4096)
def _folded_char(char: str) -> str:
    if ord(char) > _LATIN_END:
        return unicodedata.normalize("NFKC", char)
    return "".join(part for part in unicodedata.normalize("NFKD", char) if not unicodedata.combining(part))


def tokens_of(text: str) -> list[Token]:
    """Cut a text into words, numbers and signs; French elisions (``l'``, ``qu'``) and English ``'s`` are cut off."""
    cut = _POSSESSIVE.sub(_blank, _ELISION.sub(_blank, text))
    return [
        Token(match.group(), fold(match.group()[:_LONGEST_WORD]), match.start(), match.end())
        for match in _TOKEN.finditer(cut)
    ]


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


@lru_cache(maxsize=20_000)
def stem(key: str, language: str) -> str:
    """Return the stem of a folded word in ``language``; a language without a stemmer leaves it as it is."""
    name = STEMMED_LANGUAGES.get(language)
    return key if name is None or not key.isalpha() else str(snowballstemmer.stemmer(name).stemWord(key))


def is_unspaced(char: str) -> bool:
    """Tell whether a character belongs to a script that is written without spaces (Japanese, Chinese, Thai)."""
    code = ord(char)
    return 0x3040 <= code <= 0x30FF or 0x3400 <= code <= 0x9FFF or 0xF900 <= code <= 0xFAFF or 0x0E00 <= code <= 0x0E7F
