"""Every sentence that a child or a grown-up reads, by key, one JSON file per area and language.

``core/text/en/archive.json`` holds the keys ``archive.*``; a translation is a sibling folder with the same files.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

FALLBACK_LANGUAGE = "en"


def say(key: str, /, **values: object) -> str:
    """Return the English sentence for ``key`` with its ``{name}`` places filled from ``values``.

    Args:
        key: ``area.name``, for example ``archive.too_big``.
        values: What stands in the places; inserted as data and never formatted again.

    Raises:
        KeyError: No such key: a mistake in the program, found by a test.
    """
    return say_in(FALLBACK_LANGUAGE, key, **values)


def say_in(language: str, key: str, /, **values: object) -> str:
    """Return the sentence in a language (two letters); one that is not translated falls back to English.

    Raises:
        KeyError: No language has the key: a mistake in the program, found by a test.
    """
    area = key.partition(".")[0]
    for candidate in (language, FALLBACK_LANGUAGE):
        sentence = _area(candidate, area).get(key)
        if sentence is not None:
            return sentence.format_map(values)
    raise KeyError(key)


@cache
def _area(language: str, area: str) -> dict[str, str]:
    place = files(__name__).joinpath(language, f"{area}.json")
    if not place.is_file():
        return {}
    loaded: dict[str, str] = json.loads(place.read_text(encoding="utf-8"))
    return loaded
