"""How it shall look: one of five looks, the nearest to free words, and the scene that the words are set in."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from elisa.workshop.understand.words import fold, stem, tokens_of

if TYPE_CHECKING:
    from elisa.spec.nugget import Style
    from elisa.workshop.understand.lexicon import Reading

LOOKS = ("fun_colorful", "clean_simple", "dark_techy", "nature", "space")
DEFAULT_SCENE = "meadow"
_NEARLY = 80.0
_WordsById = dict[str, dict[str, list[str]]]


def look_of(style: Style | None) -> tuple[str, str]:
    """Return the look and the child's own words for it, if there were any."""
    wanted = [style.visual, style.theme, style.colors] if style else []
    texts = [text.strip() for text in wanted if text and text.strip()]
    for text in texts:
        if text in LOOKS:
            return text, " ".join(other for other in texts if other not in LOOKS)
    if not texts:
        mood = style.personality if style and style.personality else ""
        return (_nearest(mood) or LOOKS[0], "") if mood else (LOOKS[0], "")
    words = " ".join(texts)
    return _nearest(words) or LOOKS[0], words


def _nearest(text: str) -> str:
    """Count the words that speak for each look; where none does, the most similar spelling decides."""
    keys = [token.key for token in tokens_of(text[:500]) if token.is_word]
    counts = {look: _hits(keys, words) for look, words in _words("looks").items()}
    best = max(counts, key=lambda look: counts[look])
    if counts[best]:
        return best
    likeness = {look: _likeness(keys, words) for look, words in _words("looks").items()}
    best = max(likeness, key=lambda look: likeness[look])
    return best if likeness[best] >= _NEARLY else ""


def _hits(keys: list[str], words: dict[str, list[str]]) -> int:
    return sum(
        stem(key, code) in {stem(fold(word), code) for word in known} for key in keys for code, known in words.items()
    )


def _likeness(keys: list[str], words: dict[str, list[str]]) -> float:
    return max((fuzz.ratio(key, fold(word)) for key in keys for known in words.values() for word in known), default=0.0)


def scene_of(readings: list[Reading], style: Style | None) -> str:
    """Return the scene of the child's words: the one that a "background" sentence names, else the most named."""
    scenes = _words("scenes")
    counts = dict.fromkeys(scenes, 0.0)
    for place, reading in enumerate(readings):
        weight = 10.0 if reading.has("background") else 2.0 if place == 0 else 1.0
        for scene, words in scenes.items():
            counts[scene] += weight * _scene_hits(reading, words)
    visual = (style.visual or "") if style else ""
    for scene in ("space", "forest"):
        if scene == visual or (scene == "forest" and visual == "nature"):
            counts[scene] += 0.5
    best = max(counts, key=lambda scene: counts[scene])
    return best if counts[best] else DEFAULT_SCENE


def light_of(readings: list[Reading]) -> str:
    """Return ``night`` where the child speaks of the night, else ``day``."""
    return "night" if any(reading.has("night") for reading in readings) else "day"


def _scene_hits(reading: Reading, words: dict[str, list[str]]) -> int:
    stems = {code: [stem(token.key, code) for token in reading.tokens] for code in words}
    found = 0
    for code, known in words.items():
        text = " ".join(stems[code])
        for word in known:
            wanted = " ".join(stem(token.key, code) for token in tokens_of(word))
            found += f" {wanted} " in f" {text} "
        if found:
            break
    return found


@cache
def _words(name: str) -> _WordsById:
    loaded: _WordsById = json.loads(files(__package__).joinpath("lexicon", f"{name}.json").read_text(encoding="utf-8"))
    return loaded
