"""What a nugget's blocks ask for that the last build did not: new, changed and removed wishes, and what stays."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ChangedWish(_Part):
    """A wish whose words, or whose proofs, are others now; ``before`` is what it said."""

    id: str
    before: str


class GoneWish(_Part):
    """A wish whose block was taken away. ``files`` were made for it alone."""

    id: str
    words: str
    files: tuple[str, ...] = ()


class Changes(_Part):
    """How the blocks differ from what was built last.

    Attributes:
        stands_on: The version at the end of that build; ``None`` where no versions are kept.
        new: Ids of wishes that were never built.
        kept: Ids of wishes that are built and stay as they are.
        about: Which other parts of the spec changed: ``goal``, ``style``, ``kind``, ``rules`` …
        made: Files that helpers made so far.
        hand_edited: Files that a person changed by hand since they were made.
        before: For each kept wish, the version before its work.
        fixed: What was mended by words so far.
    """

    stands_on: str | None = None
    new: tuple[str, ...] = ()
    changed: tuple[ChangedWish, ...] = ()
    gone: tuple[GoneWish, ...] = ()
    kept: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    hand_edited: tuple[str, ...] = ()
    before: dict[str, str] = Field(default_factory=dict)
    fixed: tuple[str, ...] = ()

    @property
    def open(self) -> tuple[str, ...]:
        """Ids of the wishes that need work."""
        return (*self.new, *(wish.id for wish in self.changed))

    @property
    def any(self) -> bool:
        """Whether the blocks ask for anything that is not there yet, or is there and should not be."""
        return bool(self.new or self.changed or self.gone or self.about)

    def as_facts(self) -> dict[str, Any]:
        """Return what a helper is told of it."""
        return self.model_dump(mode="json", include={"new", "changed", "gone", "kept", "about", "made", "hand_edited"})
