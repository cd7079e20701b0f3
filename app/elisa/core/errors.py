"""The one exception that crosses floors, and who is meant to act on it."""

from __future__ import annotations

from elisa.core.text import say


class ElisaError(Exception):
    """Something went wrong that a person can act on.

    Attributes:
        code: Stable dotted name, also the key of its sentence (``archive.too_big``).
        sentence: What the child or the grown-up reads: what is so, then one next step.
        detail: Technical text for "More" and the log; never holds a key or a password.
    """

    def __init__(self, code: str, sentence: str, detail: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.detail = detail


def failure(code: str, /, detail: str = "", **values: object) -> ElisaError:
    """Build an ``ElisaError`` whose sentence is looked up in ``core.text`` by its code."""
    return ElisaError(code, say(code, **values), detail)


class BadInputError(ElisaError):
    """The file, block or word that was handed in cannot be used (exit code 2)."""


def bad_input(code: str, /, detail: str = "", **values: object) -> BadInputError:
    """Build a ``BadInputError`` whose sentence is looked up in ``core.text`` by its code."""
    return BadInputError(code, say(code, **values), detail)
