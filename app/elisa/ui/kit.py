"""What every widget is given as its first argument: how things look, and how they are said."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from elisa.ui.look.look import Look


class Say(Protocol):
    """Returns the sentence of a key, as :func:`elisa.core.text.say` does, in the language that the child chose."""

    def __call__(self, key: str, /, **values: object) -> str:
        """Return the sentence for ``key`` with its places filled."""
        ...


class Kit(NamedTuple):
    """The look and the language of one window.

    On a change of language or text size the window builds its panels anew, so a widget keeps the kit it was given.
    """

    look: Look
    say: Say
