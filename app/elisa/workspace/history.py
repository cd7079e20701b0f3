"""A nugget's folder with its version store: look, record, and move the whole folder to another version safely."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pygit2

from elisa.core.errors import bad_input, failure
from elisa.core.text import say
from elisa.workspace.bring import bring, folders_above, refuse_obstacles
from elisa.workspace.erase import erase
from elisa.workspace.handles import TEMPORARY_PREFIX, opened, write_file
from elisa.workspace.lock import locked
from elisa.workspace.snapshot import Scan, Seen, scan
from elisa.workspace.store import FOLDER_MODE, Entry, Store, Tree
from elisa.workspace.version import VersionKind, commit_message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.core.ids import Clock

STORE_NAME = "versions.git"
_INTENT = "versions-intent.json"
_PATIENCE_SECONDS = 20.0


class VersionedFolder:
    """The child's folder and its store; every change happens between ``with self.working():`` and its end.

    Moving the folder is announced in an intent file first, so that after a kill the next opening finishes it, or
    rolls it back when a person has changed something meanwhile.

    Raises:
        ElisaError: ``versions.off`` when versions cannot be kept here, ``workspace.no_folder``.
    """

    def __init__(self, root: Path, clock: Clock) -> None:
        if not root.is_dir():
            raise bad_input("workspace.no_folder", str(root))
        self.root = Path(os.path.realpath(root))
        self.private = self.root / ".elisa"
        self._clock = clock
        try:
            self.private.mkdir(exist_ok=True)
            if self.private.is_symlink():
                raise failure("versions.off", f"{self.private} is a link")
            with self._lock():
                self.store = Store(self.private / STORE_NAME)
                self._recover()
        except OSError as error:
            raise failure("versions.off", str(error)) from error

    @contextmanager
    def working(self) -> Iterator[None]:
        """Hold the store; what the system refuses becomes ``versions.off``, so that a build can go on without."""
        try:
            with self._lock():
                yield
        except (OSError, pygit2.GitError) as error:
            raise failure("versions.off", f"{type(error).__name__}: {error}") from error

    def look(self) -> Scan:
        """Store what the folder holds now."""
        seen = Seen(self.store.path / "elisa-seen.json")
        found = scan(self.root, self.store, seen)
        self.store.flush()
        seen.save()
        return found

    def record(self, found: Scan, message: str, kind: VersionKind, **ids: str | None) -> str | None:
        """Make what was found the current version; None when it is the current one already."""
        head = self.store.head
        tree_id = self.store.write_tree(found.tree, found.caches)
        if head is not None and self.store.same_content(head, tree_id):
            return None
        commit = self.store.commit(tree_id, commit_message(message, kind, **ids), head, self._clock.now())
        self.store.set_head(commit)
        return commit

    def record_hand_edits(self) -> Scan:
        """Save what a person changed since the current version, if anything, and return what is there."""
        found = self.look()
        kind: VersionKind = "start" if self.store.head is None else "hand_edit"
        self.record(found, say(f"versions.message_{kind}"), kind)
        return found

    def remove_half_written(self, found: Scan) -> None:
        """Remove the temporary files of writes that were killed; only while nobody is writing."""
        for path in found.left_out:
            if path.rpartition("/")[2].startswith(TEMPORARY_PREFIX):
                erase(self.root / path)

    def prepare(self, tree: Tree, caches: frozenset[str], message: str, kind: VersionKind, **ids: str | None) -> str:
        """Store a version on top of the current one without moving there."""
        tree_id = self.store.write_tree(tree, caches)
        text = commit_message(message, kind, **ids)
        return self.store.commit(tree_id, text, self.store.head, self._clock.now())

    def move_to(self, commit: str, now: Scan) -> None:
        """Bring the folder to a prepared version and make it the current one; a kill at any moment loses nothing."""
        refuse_obstacles(self.store.read_tree(commit), now)
        intent = {"from": self.store.head, "to": commit}
        with opened(self.private, ()) as handle:
            write_file(handle, _INTENT, json.dumps(intent).encode())
        self._arrive(commit, now)

    def _arrive(self, commit: str, now: Scan) -> None:
        spare = self.private / "tmp"
        erase(spare)
        spare.mkdir()
        bring(self.root, self.store.read_tree(commit), now, self.store, spare, self.store.caches(commit))
        erase(spare)
        self.store.set_head(commit)
        self._forget_intent()

    def _recover(self) -> None:
        """Finish a move that was cut off; roll it back if the folder holds something of neither version."""
        intent = self._read_intent()
        if intent is None:
            return
        start, goal = intent
        if self.store.head == goal:
            self._forget_intent()
            return
        now = self.look()
        old, new = self.store.read_tree(start), self.store.read_tree(goal)
        edited = {path: now.tree.get(path) for path in {*now.tree, *old, *new} if _is_strange(path, now.tree, old, new)}
        if edited:
            tree = _laid_over(old, edited)
            goal = self.prepare(tree, self.store.caches(start), say("versions.message_hand_edit"), "hand_edit")
        self._arrive(goal, now)

    def _read_intent(self) -> tuple[str, str] | None:
        for left in self.private.glob(TEMPORARY_PREFIX + "*"):
            left.unlink()
        try:
            intent = json.loads((self.private / _INTENT).read_text(encoding="utf-8"))
            return str(intent["from"]), str(intent["to"])
        except FileNotFoundError:
            return None
        except (ValueError, KeyError) as error:
            raise failure("versions.damaged", f"{_INTENT}: {error}") from error

    def _forget_intent(self) -> None:
        with opened(self.private, ()) as handle:
            handle.remove_file(_INTENT)
            handle.flush()

    @contextmanager
    def _lock(self) -> Iterator[None]:
        with locked(self.private / "versions.lock", within=_PATIENCE_SECONDS):
            yield


def _is_strange(path: str, now: Tree, old: Tree, new: Tree) -> bool:
    """Tell whether a person did this: the path is as in neither version, nor as our own half-done work leaves it.

    Modes do not count: they change last, and folders are unlocked meanwhile.
    """
    found, before, after = (_content(side.get(path)) for side in (now, old, new))
    half_done = found is None and before is not None and after is not None and before[0] != after[0]
    return found not in (before, after) and not half_done


def _content(entry: Entry | None) -> tuple[str, str] | None:
    return None if entry is None else (entry.kind, entry.oid)


def _laid_over(old: Tree, edited: dict[str, Entry | None]) -> Tree:
    """Put what a person did onto a version; every file keeps the folders above it."""
    covered = tuple(path + "/" for path, entry in edited.items() if entry is not None and entry.kind != "folder")
    tree = {path: entry for path, entry in old.items() if path not in edited and not path.startswith(covered)}
    tree.update({path: entry for path, entry in edited.items() if entry is not None})
    for path in list(tree):
        for above in folders_above(path):
            if above not in tree or tree[above].kind != "folder":
                tree[above] = Entry("folder", FOLDER_MODE, "")
    return tree
