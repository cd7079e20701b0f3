"""Make JSON from a stranger's file safe to keep: text that can be written, numbers that JSON knows, bounded depth."""

from __future__ import annotations

import math
import re

_SURROGATE = re.compile("[\ud800-\udfff]")
DEPTH = 160
"""Deepest nesting that may pass; pydantic reads JSON up to a depth of 200, and some of it goes to what is around."""


class TooDeepError(ValueError):
    """The value is nested deeper than ``DEPTH``."""


def clean_text(text: str) -> str:
    """Return the text with half characters (lone surrogates, which no file can hold) replaced by U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def clean_json(value: object, room: int = DEPTH) -> object:
    """Return a copy with clean text, ``None`` for NaN and infinity, and no type that JSON does not know.

    Raises:
        TooDeepError: It is nested deeper than ``room``.
    """
    if room < 0:
        raise TooDeepError
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {clean_text(str(key)): clean_json(held, room - 1) for key, held in value.items()}
    if isinstance(value, list):
        return [clean_json(held, room - 1) for held in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if value is None or isinstance(value, bool | int | float) else clean_text(str(value))
