"""Versions of a nugget: what every build and every hand edit did, undo to the byte, worktrees and merges."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elisa.core.errors import failure
from elisa.core.ids import SystemClock
from elisa.core.text import say
from elisa.workspace.bring import export
from elisa.workspace.erase import erase
from elisa.workspace.history import STORE_NAME, VersionedFolder
from elisa.workspace.merge import merge_trees
from elisa.workspace.snapshot import scan
from elisa.workspace.version import Version, VersionKind, commit_message, read_version

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from elisa.core.ids import Clock
    from elisa.workspace.store import Tree

__all__ = ["MergeOutcome", "Version", "Versions", "Worktree"]

_LONGEST_WORKTREE_NAME = 40
_LONGEST_GOAL = 200
_MADE_BY_BUILDS = ("task", "build")
_MOVES = ("undo", "restore")


@dataclass(frozen=True)
class Worktree:
    """A plain copy of a version in which one helper works. ``base`` is the version that it started from."""

    name: str
    path: Path
    base: str


@dataclass(frozen=True)
class MergeOutcome:
    """What a merge did.

    Attributes:
        version: The version that it made; None at a conflict, or when there was nothing to merge.
        files: What changed in the child's folder, as paths from its root, sorted.
        conflicts: Paths that both sides changed; then nothing at all was changed.
    """

    version: Version | None
    files: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()


class Versions:
    """All versions of the nugget in ``root``, kept in ``.elisa/versions.git``.

    Not for two threads at once: give it a one-worker executor. Versions hold everything in the folder, ignored files,
    permission bits, links and empty folders too, except ``.elisa``, caches of our own runs, and ``.git``: a
    repository of the child's own is never looked into, changed or deleted.

    Raises:
        ElisaError: ``versions.off`` when versions cannot be kept in this folder (a build goes on without them).
    """

    def __init__(self, root: Path, *, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        self._folder = VersionedFolder(root, self._clock)
        self._store = self._folder.store
        self._build_id: str | None = None
        self._goal: str | None = None
        self._checkpoints: dict[Path, str] = {}

    @staticmethod
    def exist(root: Path) -> bool:
        """Tell whether versions were ever kept in this folder; makes nothing."""
        return (root / ".elisa" / STORE_NAME).is_dir()

    @property
    def root(self) -> Path:
        """The child's folder, without links in its path."""
        return self._folder.root

    @property
    def head(self) -> Version | None:
        """The current version."""
        head = self._store.head
        return None if head is None else self.get(head)

    def list(self) -> list[Version]:
        """Return all versions, newest first."""
        return [read_version(commit) for commit in self._store.history()]

    def get(self, version_id: str) -> Version:
        """Return one version by its id or the first letters of it (``versions.unknown`` if there is none)."""
        return read_version(self._store.get(self._store.full_id(version_id)))

    def find_by_id(self, merge_id: str) -> Version | None:
        """Return the version that a merge of this id made, so that a resumed build merges nothing twice."""
        return next((version for version in self.list() if version.merge_id == merge_id), None)

    def standing(self) -> tuple[str, ...]:
        """Return the ids of the versions in effect, newest first: what was taken back is not among them."""
        versions = self.list()
        found: list[str] = []
        place = 0
        while place < len(versions):
            version = versions[place]
            found.append(version.id)
            place = self._taken_from(versions, place) if version.kind in _MOVES else place + 1
        return tuple(found)

    def _taken_from(self, versions: Sequence[Version], place: int) -> int:
        """Return the place of the version that an undo or a restore brought back."""
        tree = self._store.read_tree(versions[place].id)
        others = range(place + 1, len(versions))
        same = (other for other in others if self._store.read_tree(versions[other].id) == tree)
        return next(same, place + 1)

    def edited_by_hand(self, since: str) -> dict[str, str]:
        """Return the files that a person changed since a version, each with the version before the first change."""
        found: dict[str, str] = {}
        for version_id in self.standing():
            version = self.get(version_id)
            if version.id == since:
                break
            if version.kind == "hand_edit" and version.parent is not None:
                found.update(dict.fromkeys(self.changed(version.parent, version.id), version.parent))
        return found

    def merged_text(self, base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
        """Merge two changes of a text line by line; ``None`` where they meet, or where something is no text."""
        with self._folder.working():
            merged = self._store.merged_text(*(self._store.blob(data) for data in (base, ours, theirs)))
        return None if merged is None else self._store.data(merged)

    def begin_build(self, build_id: str, goal: str = "") -> Version:
        """Keep what a person changed as a version of its own, and count what follows as part of this build.

        ``goal`` is what the build is for; an undo names it.
        """
        self._build_id, self._goal = build_id, goal[:_LONGEST_GOAL].strip() or None
        with self._folder.working():
            self._folder.remove_half_written(self._folder.record_hand_edits())
        return self._head()

    def save(
        self, message: str, *, task_id: str | None = None, kind: VersionKind = "task", build_id: str | None = None
    ) -> Version | None:
        """Make a version of the folder as it is now; None when nothing changed since the current one."""
        ids = {"task_id": task_id, **self._of_build(build_id)} if kind in _MADE_BY_BUILDS else {"build_id": build_id}
        with self._folder.working():
            commit = self._folder.record(self._folder.look(), message, kind, **ids)
        return None if commit is None else self.get(commit)

    def undo(self) -> Version:
        """Take back the whole last build, or the last undo or restore, byte for byte.

        What a person changed since is kept as a version first, so the undo can itself be undone.

        Raises:
            ElisaError: ``versions.nothing_to_undo``.
        """
        with self._folder.working():
            now = self._folder.record_hand_edits()
            last, target = self._last_action(self.list())
            tree, caches = self._store.read_tree(target), self._store.caches(target)
            commit = self._folder.prepare(tree, caches, _taken_back(last), "undo")
            self._folder.move_to(commit, now)
        return self.get(commit)

    def restore(self, version_id: str) -> Version:
        """Bring the folder to any version, as a new version on top; what a person changed is kept first."""
        target = self.get(version_id)
        with self._folder.working():
            now = self._folder.record_hand_edits()
            tree, caches = self._store.read_tree(target.id), self._store.caches(target.id)
            message = say("versions.message_restore", message=target.message)
            commit = self._folder.prepare(tree, caches, message, "restore")
            self._folder.move_to(commit, now)
        return self.get(commit)

    def export(self, version_id: str, target: Path) -> None:
        """Write a version into ``target``, which must be missing or an empty folder."""
        with self._folder.working():
            target.mkdir(parents=True, exist_ok=True)
            if any(target.iterdir()):
                raise failure("versions.in_the_way", name=str(target))
            export(target, self._store.read_tree(self.get(version_id).id), self._store)

    def files(self, version_id: str) -> tuple[str, ...]:
        """Return the files and links of a version, sorted."""
        tree = self._store.read_tree(self.get(version_id).id)
        return tuple(sorted(path for path, entry in tree.items() if entry.kind != "folder"))

    def read(self, version_id: str, path: str) -> bytes:
        """Return what a file held at a version (``workspace.missing`` if it was not there)."""
        entry = self._store.read_tree(self.get(version_id).id).get(path)
        if entry is None or entry.kind == "folder":
            raise failure("workspace.missing", name=path)
        return self._store.data(entry.oid)

    def changed(self, old: str, new: str) -> tuple[str, ...]:
        """Return the files that differ between two versions, sorted."""
        return _changed(*(self._store.read_tree(self.get(end).id) for end in (old, new)))

    def diff(self, old: str, new: str) -> str:
        """Return the unified diff from one version to another."""
        return self._store.patch(self.get(old).id, self.get(new).id)

    def open_worktree(self, name: str, base: str | None = None) -> Worktree:
        """Make a fresh copy of a version (by default the current one) for one helper; an old one of the name goes."""
        if base is None and self._store.head is None:
            with self._folder.working():
                self._folder.record_hand_edits()
        start = self._head().id if base is None else self.get(base).id
        path = self._folder.private / "worktrees" / _short_name(name)
        with self._folder.working():
            erase(path)
            self._checkpoints.pop(path, None)
            path.mkdir(parents=True)
            export(path, self._store.read_tree(start), self._store)
        return Worktree(name, path, start)

    def checkpoint(self, worktree: Worktree, message: str) -> str:
        """Keep a helper's work so far and return its id; the child's folder and the list of versions do not change."""
        with self._folder.working():
            tree_id = self._store.write_tree(scan(worktree.path, self._store).tree, ())
            parent = self._checkpoints.get(worktree.path, worktree.base)
            commit = self._store.commit(tree_id, commit_message(message, "task"), parent, self._clock.now())
        self._checkpoints[worktree.path] = commit
        return commit

    def diff_worktree(self, worktree: Worktree, since: str | None = None) -> str:
        """Return the unified diff of a helper's work since its base, or since a checkpoint or version."""
        with self._folder.working():
            tree_id = self._store.write_tree(scan(worktree.path, self._store).tree, ())
            return self._store.patch(since or worktree.base, tree_id)

    def merge(
        self,
        worktree: Worktree,
        message: str,
        task_id: str | None = None,
        *,
        merge_id: str | None = None,
        build_id: str | None = None,
    ) -> MergeOutcome:
        """Bring a helper's finished work into the child's folder as one version, or leave no trace at a conflict.

        What a person changed meanwhile is kept as a version and takes part. A ``merge_id`` that was merged before is
        not merged again; its outcome is returned.
        """
        done = None if merge_id is None else self.find_by_id(merge_id)
        if done is not None:
            return MergeOutcome(done, self.changed(done.parent, done.id) if done.parent else ())
        with self._folder.working():
            now = self._folder.record_hand_edits()
            base, theirs = self._store.read_tree(worktree.base), scan(worktree.path, self._store).tree
            merged, conflicts = merge_trees(base, now.tree, theirs, self._store)
            if conflicts or merged == now.tree:
                return MergeOutcome(None, (), conflicts)
            ids = {"task_id": task_id, "merge_id": merge_id, **self._of_build(build_id)}
            commit = self._folder.prepare(merged, now.caches, message, "task", **ids)
            self._folder.move_to(commit, now)
        return MergeOutcome(self.get(commit), _changed(now.tree, merged))

    def drop_worktree(self, worktree: Worktree) -> None:
        """Throw a worktree away."""
        with self._folder.working():
            erase(worktree.path)

    def drop_worktrees(self) -> None:
        """Throw away every worktree, also those that a killed build left."""
        with self._folder.working():
            erase(self._folder.private / "worktrees")

    def _of_build(self, build_id: str | None) -> dict[str, str | None]:
        """Return which build a version belongs to: the one named, else the one that was begun here."""
        named = build_id is not None and build_id != self._build_id
        return {"build_id": build_id} if named else {"build_id": self._build_id, "goal": self._goal}

    def _head(self) -> Version:
        head = self.head
        if head is None:
            raise failure("versions.damaged", "no current version")
        return head

    def _last_action(self, versions: Sequence[Version]) -> tuple[Version, str]:
        """Find what undo takes back, and the version before it."""
        actions = [version for version in versions if version.kind in (*_MADE_BY_BUILDS, *_MOVES)]
        if not actions:
            raise failure("versions.nothing_to_undo")
        last = first = actions[0]
        if last.kind in _MADE_BY_BUILDS:
            for version in versions[versions.index(last) :]:
                if version.kind in _MADE_BY_BUILDS and version.build_id == last.build_id:
                    first = version
                elif last.build_id is None or version.kind != "hand_edit":
                    break
        if first.parent is None:
            raise failure("versions.nothing_to_undo")
        return last, first.parent


def _taken_back(last: Version) -> str:
    """Return the message of an undo: a child knows a build by its goal, not by its last task."""
    if last.kind == "undo":
        return say("versions.message_redo")
    if last.goal is not None:
        return say("versions.message_undo_build", goal=last.goal)
    return say("versions.message_undo", message=last.message)


def _changed(old: Tree, new: Tree) -> tuple[str, ...]:
    ends = ({path: entry for path, entry in tree.items() if entry.kind != "folder"} for tree in (old, new))
    before, after = ends
    return tuple(sorted(path for path in {*before, *after} if before.get(path) != after.get(path)))


def _short_name(name: str) -> str:
    """Make a folder name of a task id: short (Windows paths end at 260), and never a way out."""
    safe = re.sub(r"[^A-Za-z0-9_-]+", "-", name)[:_LONGEST_WORKTREE_NAME]
    return safe if safe == name else f"{safe[:24]}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"
