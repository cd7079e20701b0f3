"""A nugget that is open in the window, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

Json = dict[str, Any]


@dataclass(frozen=True)
class Bench:
    """A nugget that is open.

    Attributes:
        folder: Where it is kept.
        title: What it is called on the screen.
        workspace: The JSON value of its blocks.
        library: ``skills``, ``rules`` and ``portals``, as the file has them.
        file: The ``.elisa`` file that it was opened from or saved to.
        picture: Name of an example's picture, if it has one.
        notes: Sentences for the child about how it opened.
    """

    folder: Path
    title: str
    workspace: Json
    library: Json
    file: Path | None = None
    picture: str = ""
    notes: tuple[str, ...] = ()
