"""The words that a game shows, in the child's language and about the child's things."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design, PartUse

_LONGEST_STORY = 120


def words_of(design: Design, use: PartUse, english: dict[str, str]) -> dict[str, str]:
    """Return the words of one part.

    Args:
        design: The nugget.
        use: The part.
        english: The manifest's own words; they are used where there is no translation.
    """
    translated = _translations(design.language)
    words = {key: translated.get(key, text) for key, text in english.items()}
    words["title"] = design.title
    if use.part == "opening":
        words["story"] = _story(design)
    if use.part == "when":
        words["words"] = str(use.settings.get("words") or words.get("words", ""))
    thing = use.thing
    if thing is not None:
        for key in ("dodge_help", "catch_help"):
            if key in words:
                words[key] = phrase(design.language, key, words=thing.words)
    if use.part == "ending" and design.hero is not None:
        for key in ("lost_words", "won_words"):
            own = str(use.settings.get(key, ""))
            words[key] = own or phrase(design.language, key, hero=design.hero.word)
    return words


def phrase(language: str, key: str, **values: str) -> str:
    """Return one of the workshop's phrases for a page, with the child's words put in as they are."""
    text = _translations(language).get(f"phrase.{key}") or _translations("en")[f"phrase.{key}"]
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text[:1].upper() + text[1:]


def _story(design: Design) -> str:
    """The goal in the child's words, where the title does not say it already."""
    goal = " ".join(design.goal.split())
    if not goal or goal.casefold().endswith(design.title.casefold()):
        return ""
    return goal if len(goal) <= _LONGEST_STORY else goal[: _LONGEST_STORY - 1].rsplit(" ", 1)[0] + "…"


@cache
def _translations(language: str) -> dict[str, str]:
    place = files(__package__).joinpath("words", f"{language}.json")
    if not place.is_file():
        return {}
    loaded: dict[str, str] = json.loads(place.read_text(encoding="utf-8"))
    return loaded
