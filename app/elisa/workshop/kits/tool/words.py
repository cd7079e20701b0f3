"""The tool kit's words: what its sections are called, what one can do in them, what can be seen then."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

FALLBACK = "en"
SECTIONS = (
    "checklist", "timer", "stopwatch", "counter", "picker", "dice", "converter", "calculator", "habits", "drawing",
    "notes", "cards", "scores",
)  # fmt: skip
"""In the order in which they stand on a page when one wish names several."""


class Words:
    """One language's words; what a language lacks is taken from English."""

    def __init__(self, language: str) -> None:
        known = _read(f"words/{language}.json")
        self.language = language if known else FALLBACK
        self.general: dict[str, Any] = _read(f"words/{FALLBACK}.json") | (known or {})
        self.sections = {name: self._section(name) for name in SECTIONS}
        self.common = frozenset(self.general["common"])

    def _section(self, name: str) -> dict[str, Any]:
        return _read(f"{name}/{FALLBACK}.json") | _read(f"{name}/{self.language}.json")

    @property
    def nouns(self) -> dict[str, list[str]]:
        """Section → what it is called."""
        return {name: section["nouns"] for name, section in self.sections.items()}

    def doings(self, section: str) -> dict[str, list[str]]:
        """Step and sight → phrases; a step's name begins with ``do.``, a sight's with ``see.``."""
        words = self.sections[section]
        steps = {f"do.{name}": step["words"] for name, step in words["steps"].items()}
        return steps | {f"see.{name}": sight["words"] for name, sight in words["sights"].items()}

    def steps(self, section: str) -> dict[str, list[str]]:
        """Step → phrases."""
        return {name: step["words"] for name, step in self.sections[section]["steps"].items()}

    def sights(self, section: str) -> dict[str, list[str]]:
        """Sight → phrases."""
        return {name: sight["words"] for name, sight in self.sections[section]["sights"].items()}


@cache
def load_words(language: str) -> Words:
    """Return the words of a language."""
    return Words(language)


def source(path: str) -> str:
    """Return a source file of the kit."""
    return files("elisa.workshop").joinpath("parts", "tool", *path.split("/")).read_text(encoding="utf-8")


def _read(path: str) -> dict[str, Any]:
    place = files("elisa.workshop").joinpath("parts", "tool", *path.split("/"))
    loaded: dict[str, Any] = json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
    return loaded
