"""What earlier builds made of a nugget: its wishes as they were built, so that the next build changes only the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MOST_BUILDS = 50
"""How many builds are remembered; an undo can only lead back to one of these."""


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class MadeWish(_Kept):
    """One wish as it was built.

    Attributes:
        id: Its id in that build (``req_0``); tests in the folder name it so.
        digest: Of its type and description.
        words: The wish as people read it.
        made: A task carried it out; else it is still open.
        proofs: Words of its behavioural tests by their ids in that build.
        before: The version before its work, on which a proof must fail.
        files: What the tasks that carried it out changed.
    """

    id: str
    digest: str
    words: str
    block_id: str | None = None
    made: bool = False
    proofs: dict[str, str] = Field(default_factory=dict)
    before: str | None = None
    files: tuple[str, ...] = ()


class MadeBuild(_Kept):
    """What one build left.

    Attributes:
        version: The version at its end; ``None`` where no versions are kept.
        about: Digest of each part of the spec that is no wish (goal, style, rules …) by its name.
        made: All files that helpers made, in this build and in those before it.
        fixed: What the child had mended by words, in order.
        without_hand: Files that a person changed by hand, as they would be without that.
        digests: Of each file that helpers made, as they left it; only where no versions tell what a hand changed.
    """

    build_id: str
    version: str | None
    about: dict[str, str] = Field(default_factory=dict)
    wishes: tuple[MadeWish, ...] = ()
    made: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    without_hand: dict[str, str] = Field(default_factory=dict)
    digests: dict[str, str] = Field(default_factory=dict)


class _Memory(_Kept):
    builds: tuple[MadeBuild, ...] = ()


class Made:
    """The memory, in ``.elisa/made.json``; without the file nothing was built here yet."""

    def __init__(self, nugget: Path) -> None:
        self._path = nugget / ".elisa" / "made.json"

    def last(self, standing: Sequence[str]) -> MadeBuild | None:
        """Return what the folder holds.

        Args:
            standing: The versions in effect, newest first (what was undone is not among them); empty where no
                versions are kept.
        """
        builds = self._read().builds
        if not standing:
            return builds[-1] if builds and builds[-1].version is None else None
        by_version = {build.version: build for build in builds}
        return next((by_version[version] for version in standing if version in by_version), None)

    def keep(self, build: MadeBuild) -> None:
        """Write a build down, as one whole new file; an entry of the same build goes."""
        others = tuple(one for one in self._read().builds if one.build_id != build.build_id)
        temporary = self._path.with_suffix(".new")
        memory = _Memory(builds=(*others, build)[-MOST_BUILDS:])
        temporary.write_text(memory.model_dump_json(indent=1), encoding="utf-8")
        temporary.replace(self._path)

    def _read(self) -> _Memory:
        try:
            return _Memory.model_validate_json(self._path.read_bytes())
        except (FileNotFoundError, ValidationError):
            return _Memory()
