"""The nugget's folder as a build sees it: worktrees, merges and versions, off the loop and one at a time."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from typing_extensions import override

from elisa.core.errors import ElisaError
from elisa.sessions.entries import Held
from elisa.workspace.versions import Worktree

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from pathlib import Path

    from elisa.workspace.versions import Versions

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Merge:
    """What a merge did. ``before`` is the version that it stood on, ``version`` what it made, if anything."""

    version: str | None
    before: str | None
    files: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()


class Repository(Protocol):
    """What a build needs of the nugget's folder."""

    async def begin(self, build_id: str, goal: str) -> str | None:
        """Keep hand edits as a version; what follows belongs to this build. Returns the version that it stands on."""
        ...

    async def head(self) -> str | None:
        """Return the current version."""
        ...

    async def standing(self) -> tuple[str, ...]:
        """Return the versions in effect, newest first; none where no versions are kept."""
        ...

    async def edited_by_hand(self, since: str) -> dict[str, str]:
        """Return the files that a person changed since a version, each with the version before the first change."""
        ...

    async def read(self, version: str, path: str) -> bytes | None:
        """Return what a file held at a version, or ``None`` where it was not there."""
        ...

    async def merged_text(self, base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
        """Merge two changes of a text; ``None`` at a conflict."""
        ...

    async def open_worktree(self, name: str) -> Worktree:
        """Make a fresh copy of the folder for one helper."""
        ...

    async def merge(self, worktree: Worktree, message: str, *, task_id: str | None, merge_id: str) -> Merge:
        """Bring a worktree's changes into the folder, once for each ``merge_id``."""
        ...

    async def drop_worktree(self, worktree: Worktree) -> None:
        """Throw a worktree away; one that is gone already is fine."""
        ...

    async def drop_worktrees_but(self, kept: Collection[str]) -> None:
        """Throw away what a killed build left, but the folders named."""
        ...

    async def diff(self, worktree: Worktree) -> str:
        """Return what changed in a worktree, as a unified diff."""
        ...

    async def checkpoint(self, worktree: Worktree, message: str) -> None:
        """Keep a worktree as it is now, beside the list of versions."""
        ...

    async def save(self, message: str) -> None:
        """Make a version of what a step of the build itself wrote into the folder."""
        ...

    async def export(self, version: str, target: Path) -> None:
        """Write a version into an empty folder."""
        ...

    async def go_back(self, version: str, message: str, *, merge_id: str) -> Merge:
        """Bring the folder back to a version, as a new one of this build, once for each ``merge_id``."""
        ...

    def hold(self, worktree: Worktree) -> Held:
        """Return how a worktree is written down in the journal."""
        ...

    def held(self, held: Held) -> Worktree:
        """Return the worktree that was written down."""
        ...

    async def close(self) -> None:
        """Finish what is under way, then let go of the store."""
        ...


class OneAtATime:
    """Runs blocking calls in one worker thread, in order. A call that was begun is finished even when Stop comes."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="elisa-folder")

    async def run(self, call: Callable[[], T]) -> T:
        """Run one call."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, call)

    async def close(self) -> None:
        """Wait for the call under way; none waits in line after that."""
        await asyncio.to_thread(self._executor.shutdown, wait=True, cancel_futures=True)


class VersionedRepository(Repository):
    """The folder with its version store."""

    def __init__(self, versions: Versions) -> None:
        self._versions = versions
        self._line = OneAtATime()

    @override
    async def begin(self, build_id: str, goal: str) -> str | None:
        """See ``Repository``."""
        return (await self._line.run(lambda: self._versions.begin_build(build_id, goal))).id

    @override
    async def head(self) -> str | None:
        """See ``Repository``."""
        return await self._line.run(self._head)

    @override
    async def standing(self) -> tuple[str, ...]:
        """See ``Repository``."""
        return await self._line.run(self._versions.standing)

    @override
    async def edited_by_hand(self, since: str) -> dict[str, str]:
        """See ``Repository``."""
        return await self._line.run(lambda: self._versions.edited_by_hand(since))

    @override
    async def read(self, version: str, path: str) -> bytes | None:
        """See ``Repository``."""
        return await self._line.run(lambda: self._read(version, path))

    def _read(self, version: str, path: str) -> bytes | None:
        try:
            return self._versions.read(version, path)
        except ElisaError as error:
            if error.code != "workspace.missing":
                raise
            return None

    @override
    async def merged_text(self, base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
        """See ``Repository``."""
        return await self._line.run(lambda: self._versions.merged_text(base, ours, theirs))

    @override
    async def open_worktree(self, name: str) -> Worktree:
        """See ``Repository``."""
        return await self._line.run(lambda: self._versions.open_worktree(name))

    @override
    async def merge(self, worktree: Worktree, message: str, *, task_id: str | None, merge_id: str) -> Merge:
        """See ``Repository``."""
        return await self._line.run(lambda: self._merge(worktree, message, task_id, merge_id))

    def _merge(self, worktree: Worktree, message: str, task_id: str | None, merge_id: str) -> Merge:
        outcome = self._versions.merge(worktree, message, task_id, merge_id=merge_id)
        made = outcome.version
        if made is None:
            head = self._head()
            return Merge(None, head, outcome.files, outcome.conflicts)
        return Merge(made.id, made.parent, outcome.files)

    def _head(self) -> str | None:
        head = self._versions.head
        return None if head is None else head.id

    @override
    async def drop_worktree(self, worktree: Worktree) -> None:
        """See ``Repository``."""
        await self._line.run(lambda: self._versions.drop_worktree(worktree))

    @override
    async def drop_worktrees_but(self, kept: Collection[str]) -> None:
        """See ``Repository``."""
        folder = self._versions.root / ".elisa" / "worktrees"
        places = [place for place in folder.iterdir() if place.name not in kept] if folder.is_dir() else []
        for place in places:
            await self.drop_worktree(Worktree(place.name, place, ""))

    @override
    async def diff(self, worktree: Worktree) -> str:
        """See ``Repository``."""
        return await self._line.run(lambda: self._versions.diff_worktree(worktree))

    @override
    async def checkpoint(self, worktree: Worktree, message: str) -> None:
        """See ``Repository``."""
        await self._line.run(lambda: self._versions.checkpoint(worktree, message))

    @override
    async def save(self, message: str) -> None:
        """See ``Repository``."""
        await self._line.run(lambda: self._versions.save(message, kind="build"))

    @override
    async def export(self, version: str, target: Path) -> None:
        """See ``Repository``."""
        await self._line.run(lambda: self._versions.export(version, target))

    @override
    async def go_back(self, version: str, message: str, *, merge_id: str) -> Merge:
        """See ``Repository``."""
        return await self._line.run(lambda: self._go_back(version, message, merge_id))

    def _go_back(self, version: str, message: str, merge_id: str) -> Merge:
        worktree = self._versions.open_worktree(f"back-{merge_id}")
        try:
            self._versions.drop_worktree(worktree)
            self._versions.export(version, worktree.path)
            return self._merge(worktree, message, None, merge_id)
        finally:
            self._versions.drop_worktree(worktree)

    @override
    def hold(self, worktree: Worktree) -> Held:
        """See ``Repository``."""
        folder = worktree.path.relative_to(self._versions.root).as_posix()
        return Held(name=worktree.name, folder=folder, base=worktree.base)

    @override
    def held(self, held: Held) -> Worktree:
        """See ``Repository``."""
        return Worktree(held.name, self._versions.root / held.folder, held.base)

    @override
    async def close(self) -> None:
        """See ``Repository``."""
        await self._line.close()
