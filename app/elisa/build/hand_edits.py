"""What a person changed by hand stays: a helper's work is looked through for it before it is merged.

For each file there are three texts: *ours*, as the helper found it; *bare*, the same without what a hand changed; and
*theirs*, as the helper leaves it. Merging the hand's change (bare to ours) into theirs gives theirs again where nothing
was lost, brings it back where it was written over, and meets a conflict where both changed the same lines.
"""

from __future__ import annotations

import asyncio
import difflib
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workspace.files import ConfinedFolder

if TYPE_CHECKING:
    from elisa.build.session import Session
    from elisa.sessions.made import MadeBuild
    from elisa.spec.plan import Task
    from elisa.workspace.versions import Worktree

LARGEST = 200_000
"""Bytes of a text that is merged by lines; larger ones count as whole."""


class HandEdits:
    """Looks after the files that a person changed."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def settle(self, worktree: Worktree, task: Task) -> tuple[str, ...]:
        """Take emptied files away, and bring hand edits back into a helper's work where that is clean.

        Returns:
            Files in which the helper's work would undo what a hand changed.
        """
        changes = self._session.record.changes
        if changes is None:
            return ()
        await asyncio.to_thread(self._drop_emptied, worktree)
        lost = [path for path in changes.hand_edited if not await self._settled(path, worktree, task)]
        return tuple(lost)

    async def put_back(self, worktree: Worktree, paths: tuple[str, ...]) -> None:
        """Let files in a worktree be as the helper found them."""
        folder = ConfinedFolder(worktree.path)
        for path in paths:
            ours = await self._session.repository.read(worktree.base, path)
            if ours is not None:
                await asyncio.to_thread(folder.write_bytes, path, ours)

    async def tell_brought_back(self, worktree: Worktree) -> None:
        """Name what a hand had thrown away and a helper makes again."""
        changes = self._session.record.changes
        for path in changes.hand_edited if changes else ():
            there = (worktree.path / path).is_file() and changes is not None and path in changes.made
            if there and await self._session.repository.read(worktree.base, path) is None:
                self._session.leave_out(path, say("keeping.hand_thrown_away"))

    async def without_hand(self) -> dict[str, str]:
        """Return each hand-edited file as it would be without that, for the next build."""
        found: dict[str, str] = {}
        changes = self._session.record.changes
        folder = ConfinedFolder(self._session.setting.nugget)
        for path in changes.hand_edited if changes else ():
            place = self._session.setting.nugget / path
            if place.is_symlink() or not place.is_file():
                continue
            now = await asyncio.to_thread(folder.read_bytes, path)
            bare = await self._bare(path, now)
            if bare is not None and bare != now and len(bare) <= LARGEST:
                found[path] = bare.decode("utf-8", "replace")
        return found

    async def _settled(self, path: str, worktree: Worktree, task: Task) -> bool:
        repository = self._session.repository
        folder = ConfinedFolder(worktree.path)
        if (worktree.path / path).is_symlink():
            return True  # helpers write through a link, and what it leads to is looked at by its own name
        ours = await repository.read(worktree.base, path)
        theirs = folder.read_bytes(path) if (worktree.path / path).is_file() else None
        if ours is None or ours == theirs or (bare := await self._bare(path, ours)) == ours:
            return True
        if bare is None or theirs is None:
            return False
        merged = await repository.merged_text(bare, ours, theirs)
        if merged == theirs or (merged is None and _holds(bare, ours, theirs)):
            return True
        if merged is None or task.kind == "fix":
            return False
        await asyncio.to_thread(folder.write_bytes, path, merged)
        return True

    async def _bare(self, path: str, ours: bytes) -> bytes | None:
        """Return a text without what a hand changed in it; ``None`` where that cannot be told."""
        if self._session.record.prepared is not None and self._session.record.prepared.base is None:
            return None  # no versions
        before, after = await self._ends(path)
        if after is None:
            return ours
        if ours == after:
            return before
        return await self._session.repository.merged_text(after, ours, before)

    async def _ends(self, path: str) -> tuple[bytes, bytes | None]:
        """Return a file before a hand changed it (nothing where it is the hand's own), and after."""
        record, repository = self._session.record, self._session.repository
        base = record.prepared.base if record.prepared else None
        last = await self._last()
        if base is None or last is None or last.version is None:
            return b"", None
        after = await repository.read(base, path)
        stored = last.without_hand.get(path)
        if stored is not None:
            return stored.encode(), after
        parent = (await repository.edited_by_hand(last.version)).get(path)
        before = await repository.read(parent, path) if parent else None
        return before or b"", after

    async def _last(self) -> MadeBuild | None:
        from elisa.sessions.made import Made

        changes = self._session.record.changes
        if changes is None or changes.stands_on is None:
            return None
        return await asyncio.to_thread(Made(self._session.setting.nugget).last, [changes.stands_on])

    def _drop_emptied(self, worktree: Worktree) -> None:
        """A helper has no tool that deletes: on top of an earlier build, an emptied file of the helpers goes."""
        changes = self._session.record.changes
        now, folder = ConfinedFolder(self._session.setting.nugget), ConfinedFolder(worktree.path)
        for path in changes.made if changes else ():
            if _is_empty(folder, path) and now.exists(path) and not _is_empty(now, path):
                folder.delete(path)


def _is_empty(folder: ConfinedFolder, path: str) -> bool:
    return folder.exists(path) and folder.resolve(path).stat().st_size == 0


def _holds(bare: bytes, ours: bytes, theirs: bytes) -> bool:
    """Tell whether each line that a hand wrote or changed stands in ``theirs`` as well, untouched."""
    old, mine, other = (text.decode("utf-8", "replace").splitlines() for text in (bare, ours, theirs))
    by_hand = {
        line
        for tag, _, _, start, end in difflib.SequenceMatcher(None, old, mine, autojunk=False).get_opcodes()
        if tag in ("insert", "replace")
        for line in range(start, end)
    }
    if not by_hand:
        return False
    kept = {
        line
        for block in difflib.SequenceMatcher(None, mine, other, autojunk=False).get_matching_blocks()
        for line in range(block.a, block.a + block.size)
    }
    return by_hand <= kept
