"""A nugget's folder where versions cannot be kept: worktrees are copies, merges go by whole files."""

from __future__ import annotations

import difflib
import hashlib
import os
import shutil
from functools import partial
from typing import TYPE_CHECKING

from typing_extensions import override

from elisa.build.repository import Merge, OneAtATime, Repository
from elisa.core.errors import failure
from elisa.sessions.entries import Held
from elisa.workspace.files import ConfinedFolder
from elisa.workspace.versions import Worktree

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

_BASE = "-base"


class PlainRepository(Repository):
    """See ``Repository``; nothing can be undone here, and a build says so.

    Each worktree has its base beside it, as a second copy; a merge that was cut off by a kill is done again, which
    ends in the same files.
    """

    def __init__(self, nugget: Path) -> None:
        self._nugget = nugget
        self._worktrees = nugget / ".elisa" / "worktrees"
        self._line = OneAtATime()

    @override
    async def begin(self, build_id: str, goal: str) -> str | None:
        """There is no version to stand on."""
        return None

    @override
    async def head(self) -> str | None:
        """There is no version."""
        return None

    @override
    async def standing(self) -> tuple[str, ...]:
        """There is no version."""
        return ()

    @override
    async def edited_by_hand(self, since: str) -> dict[str, str]:
        """There are no versions to compare."""
        return {}

    @override
    async def read(self, version: str, path: str) -> bytes | None:
        """Read the base of a worktree; there is nothing older."""
        folder = ConfinedFolder(self._worktrees / version)
        return folder.read_bytes(path) if version and (folder.root / path).is_file() else None

    @override
    async def merged_text(self, base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
        """Merge by whole files only."""
        if base in (ours, theirs):
            return theirs if base == ours else ours
        return ours if ours == theirs else None

    @override
    async def open_worktree(self, name: str) -> Worktree:
        """Copy the folder, twice."""
        return await self._line.run(lambda: self._open(name))

    def _open(self, name: str) -> Worktree:
        worktree = Worktree(name, self._worktrees / name, f"{name}{_BASE}")
        self._drop(worktree)
        for place in (_base_of(worktree), worktree.path):
            shutil.copytree(self._nugget, place, symlinks=True, ignore=_without_private(self._nugget))
        return worktree

    @override
    async def merge(self, worktree: Worktree, message: str, *, task_id: str | None, merge_id: str) -> Merge:
        """Copy what changed; nothing at all if somebody else changed one of these files."""
        return await self._line.run(lambda: self._merge(worktree))

    def _merge(self, worktree: Worktree) -> Merge:
        base, mine, now = (_digests(place) for place in (_base_of(worktree), worktree.path, self._nugget))
        changed = sorted(path for path in {*base, *mine} if base.get(path) != mine.get(path))
        conflicts = tuple(path for path in changed if now.get(path) not in (base.get(path), mine.get(path)))
        if conflicts:
            return Merge(None, None, (), conflicts)
        source, target = ConfinedFolder(worktree.path), ConfinedFolder(self._nugget)
        for path in changed:
            if path in mine:
                target.write_bytes(path, source.read_bytes(path))
            elif path in now:
                target.delete(path)
        return Merge(None, None, tuple(changed))

    @override
    async def drop_worktree(self, worktree: Worktree) -> None:
        """Throw both copies away."""
        await self._line.run(lambda: self._drop(worktree))

    def _drop(self, worktree: Worktree) -> None:
        for place in (worktree.path, _base_of(worktree)):
            if place.exists():
                shutil.rmtree(place)

    @override
    async def drop_worktrees_but(self, kept: Collection[str]) -> None:
        """Throw the other copies away."""
        places = list(self._worktrees.iterdir()) if self._worktrees.is_dir() else []
        for place in places:
            if place.name.removesuffix(_BASE) not in kept:
                await self._line.run(partial(shutil.rmtree, place))

    @override
    async def diff(self, worktree: Worktree) -> str:
        """Compare the two copies."""
        return await self._line.run(lambda: _diff(worktree))

    @override
    async def checkpoint(self, worktree: Worktree, message: str) -> None:
        """The worktree itself is all that is kept."""

    @override
    async def save(self, message: str) -> None:
        """There is nothing to save it in."""

    @override
    async def export(self, version: str, target: Path) -> None:
        """There is no version to write.

        Raises:
            ElisaError: Always.
        """
        raise failure("versions.unknown", f"{version} to {target}", name=version)

    @override
    async def go_back(self, version: str, message: str, *, merge_id: str) -> Merge:
        """There is no version to go back to.

        Raises:
            ElisaError: Always.
        """
        raise failure("versions.unknown", f"{version} for {merge_id}: {message}", name=version)

    @override
    def hold(self, worktree: Worktree) -> Held:
        """See ``Repository``."""
        return Held(name=worktree.name, folder=worktree.path.relative_to(self._nugget).as_posix(), base=worktree.base)

    @override
    def held(self, held: Held) -> Worktree:
        """See ``Repository``."""
        return Worktree(held.name, self._nugget / held.folder, held.base)

    @override
    async def close(self) -> None:
        """See ``Repository``."""
        await self._line.close()


def _base_of(worktree: Worktree) -> Path:
    return worktree.path.with_name(worktree.path.name + _BASE)


def _without_private(root: Path) -> Callable[[str, list[str]], list[str]]:
    def ignore(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if name in (".elisa", ".git")] if folder == os.fspath(root) else []

    return ignore


def _digests(root: Path) -> dict[str, str]:
    folder = ConfinedFolder(root)
    return {path: hashlib.sha256(folder.read_bytes(path)).hexdigest() for path in folder.list()}


def _diff(worktree: Worktree) -> str:
    old, new = ConfinedFolder(_base_of(worktree)), ConfinedFolder(worktree.path)
    told: list[str] = []
    for path in sorted({*old.list(), *new.list()}):
        before, after = (_lines(folder, path) for folder in (old, new))
        if before != after:
            told.append(f"diff --git a/{path} b/{path}\n")
            told.extend(difflib.unified_diff(before, after, f"a/{path}", f"b/{path}"))
    return "".join(told)


def _lines(folder: ConfinedFolder, path: str) -> list[str]:
    if not folder.exists(path):
        return []
    return folder.read_bytes(path).decode("utf-8", "replace").splitlines(keepends=True)
