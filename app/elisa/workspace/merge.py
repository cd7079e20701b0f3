"""Three-way merge of folders: what a helper changed in its worktree, onto what the child's folder is now."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elisa.workspace.store import FOLDER_MODE, Entry, Tree

if TYPE_CHECKING:
    from elisa.workspace.store import Store


class Merged(NamedTuple):
    """The merged folder, and the paths at which both sides did different things."""

    tree: Tree
    conflicts: tuple[str, ...]


def merge_trees(base: Tree, ours: Tree, theirs: Tree, store: Store) -> Merged:
    """Merge two changes of ``base``. Texts are merged line by line; at a conflict ``tree`` holds our side."""
    merged: Tree = {}
    conflicts: list[str] = []
    for path in sorted({*base, *ours, *theirs}):
        try:
            entry = _entry(base.get(path), ours.get(path), theirs.get(path), store)
        except _ConflictError:
            conflicts.append(path)
            entry = ours.get(path)
        if entry is not None:
            merged[path] = entry
    _hold_up(merged, (ours, theirs), conflicts)
    return Merged(merged, tuple(sorted(set(conflicts))))


class _ConflictError(Exception):
    """Both sides changed the same thing differently."""


def _entry(base: Entry | None, ours: Entry | None, theirs: Entry | None, store: Store) -> Entry | None:
    if theirs in (ours, base):
        return ours
    if base == ours:
        return theirs
    if ours is None or theirs is None:
        if base is not None and base.kind == "folder":
            return None  # removed by one, its mode changed by the other; files below keep it alive
        raise _ConflictError
    if not ours.kind == theirs.kind or ours.kind == "link":
        raise _ConflictError
    return Entry(ours.kind, _mode(base, ours, theirs), _content(base, ours, theirs, store))


def _mode(base: Entry | None, ours: Entry, theirs: Entry) -> int:
    return theirs.mode if base is not None and base.mode == ours.mode else ours.mode


def _content(base: Entry | None, ours: Entry, theirs: Entry, store: Store) -> str:
    if ours.oid == theirs.oid:
        return ours.oid
    if base is not None and base.kind == "file":
        if base.oid in (ours.oid, theirs.oid):
            return theirs.oid if base.oid == ours.oid else ours.oid
        merged = store.merged_text(base.oid, ours.oid, theirs.oid)
        if merged is not None:
            return merged
    raise _ConflictError


def _hold_up(merged: Tree, sides: tuple[Tree, Tree], conflicts: list[str]) -> None:
    """Give every entry the folders above it; a file where one side needs a folder is a conflict."""
    for path in list(merged):
        above = path.rpartition("/")[0]
        while above:
            held = merged.get(above)
            if held is None:
                old = next((side[above] for side in sides if above in side), None)
                merged[above] = old if old is not None and old.kind == "folder" else Entry("folder", FOLDER_MODE, "")
            elif held.kind != "folder":
                conflicts.append(above)
            above = above.rpartition("/")[0]
