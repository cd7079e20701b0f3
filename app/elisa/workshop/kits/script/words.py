"""The script kit's words: what its programs are called, what they can do, what can happen in them."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

FALLBACK = "en"
PROGRAMS = (
    "guess", "quiz", "adventure", "madlibs", "calculator", "generator", "rps", "tables", "hangman", "cipher", "dice",
    "todo",
)  # fmt: skip


class Words:
    """One language's words; what a language lacks is taken from English."""

    def __init__(self, language: str) -> None:
        known = _read(f"words/{language}.json")
        self.language = language if known else FALLBACK
        self.general: dict[str, Any] = _read(f"words/{FALLBACK}.json") | known
        self.programs = {name: self._program(name) for name in PROGRAMS}
        self.common = frozenset(self.general["common"])
        self.nouns: dict[str, list[str]] = {name: program["nouns"] for name, program in self.programs.items()}

    def _program(self, name: str) -> dict[str, Any]:
        return _read(f"{name}/{FALLBACK}.json") | _read(f"{name}/{self.language}.json")

    def features(self, program: str) -> dict[str, list[str]]:
        """Feature → phrases."""
        found: dict[str, list[str]] = self.programs[program]["features"]
        return found

    def events(self, program: str) -> dict[str, list[str]]:
        """Event → phrases."""
        found: dict[str, list[str]] = self.programs[program]["events"]
        return found


@cache
def load_words(language: str) -> Words:
    """Return the words of a language."""
    return Words(language)


def source(path: str) -> str:
    """Return a source file of the kit."""
    return files("elisa.workshop").joinpath("parts", "script", *path.split("/")).read_text(encoding="utf-8")


def _read(path: str) -> dict[str, Any]:
    place = files("elisa.workshop").joinpath("parts", "script", *path.split("/"))
    loaded: dict[str, Any] = json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
    return loaded
