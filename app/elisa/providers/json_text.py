"""JSON as servers really send it: numbers that are none, nesting without an end, halves of characters.

None of that may reach a message: it could be neither counted, written down nor sent again.
"""

from __future__ import annotations

import json
import math
from typing import Any

DEEPEST = 100
"""Nesting of a call's arguments; no tool's go deeper than 3, and writing them down ends at some 250."""


def loaded(text: str | bytes, *, strict: bool = True) -> object:
    """Return what a JSON text says; numbers that are none or endless come as ``None``.

    Args:
        text: The JSON text.
        strict: Control characters inside of strings are refused.

    Raises:
        ValueError: It is no JSON, or is nested without an end.
    """
    try:
        value: object = json.loads(text, strict=strict, parse_constant=_no_number, parse_float=_finite)
    except RecursionError:
        raise ValueError("nested too deep") from None
    return value


def mended(text: str) -> str:
    """Return a text without halves of characters (lone UTF-16 surrogates); two halves that meet become one whole."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def mended_object(given: dict[str, Any]) -> dict[str, Any] | None:
    """Return a JSON object with whole characters only; ``None`` where it is nested deeper than any tool needs."""
    if not _is_flat(given, DEEPEST):
        return None
    text = json.dumps(given, ensure_ascii=False)
    whole = mended(text)
    if whole is text:
        return given
    again: dict[str, Any] = json.loads(whole)
    return again


class Halves:
    """Joins characters that a server cut in the middle: the first half waits for the second."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """Return what is whole so far."""
        text, self._held = self._held + piece, ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._held = text[:-1], text[-1]
        return mended(text)

    def finish(self) -> str:
        """Return a sign for a half whose other half never came."""
        held, self._held = self._held, ""
        return mended(held)


def _no_number(_: str) -> None:
    return None


def _finite(text: str) -> float | None:
    number = float(text)
    return number if math.isfinite(number) else None


def _is_flat(value: object, deepest: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return deepest > 0 and all(_is_flat(part, deepest - 1) for part in inner)
