"""Brings a folder to a version, file by file; doing it again after a kill ends in the same state."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from elisa.core.errors import failure
from elisa.workspace.erase import erase_entry
from elisa.workspace.files import CACHE_NAMES
from elisa.workspace.handles import FolderHandle, is_folder, opened

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from elisa.workspace.snapshot import Scan
    from elisa.workspace.store import Entry, Store, Tree


def export(folder: Path, target: Tree, store: Store) -> None:
    """Fill a fresh, empty folder with a version."""
    _Bringing(folder, target, {}, store, folder).run(frozenset())


def bring(folder: Path, target: Tree, now: Scan, store: Store, spare: Path, caches: frozenset[str]) -> None:
    """Make ``folder`` hold exactly ``target`` where versions are concerned.

    Only what differs is touched. New content is written in ``spare`` (same disk), brought to the disk, and moved into
    place, so each file is the old or the new one at any moment. Caches that were not there at the version go too.

    Raises:
        ElisaError: ``versions.in_the_way``: something that versions leave out lies where a file belongs.
    """
    _Bringing(folder, target, now.tree, store, spare).run(now.caches - caches)


def refuse_obstacles(target: Tree, now: Scan) -> None:
    """Look ahead, before anything is touched, for what ``bring`` could not do.

    Raises:
        ElisaError: ``versions.in_the_way``: a file belongs where a folder holds something that versions leave out.
    """
    for left in now.left_out:
        for above in folders_above(left):
            if above in target and target[above].kind != "folder":
                raise failure("versions.in_the_way", name=above)


class _Bringing:
    def __init__(self, folder: Path, target: Tree, now: Tree, store: Store, spare: Path) -> None:
        self._root, self._target, self._now, self._store, self._spare = folder, target, now, store, spare

    def run(self, stale_caches: frozenset[str]) -> None:
        now, target = self._now, self._target
        gone = [path for path, entry in now.items() if self._differs_in_kind(path, entry)]
        fresh = [path for path, entry in target.items() if entry.kind != "folder" and self._is_new(path, entry)]
        modes = {path for path, entry in target.items() if path not in now or now[path].mode != entry.mode}
        modes |= self._unlock({*gone, *fresh, *modes, *stale_caches})
        for path in sorted(stale_caches):
            _remove(self._root, path, whole=True)
        for path in sorted(gone, key=_depth, reverse=True):
            _remove(self._root, path, whole=False)
        for path in sorted(path for path, entry in target.items() if entry.kind == "folder"):
            if path not in now or path in gone:
                self._make_folder(path)
        self._fill(fresh)
        self._set_modes({*modes, *fresh, *gone})

    def _differs_in_kind(self, path: str, entry: Entry) -> bool:
        wanted = self._target.get(path)
        return wanted is None or (wanted.kind != entry.kind and "folder" in (wanted.kind, entry.kind))

    def _is_new(self, path: str, entry: Entry) -> bool:
        old = self._now.get(path)
        return old is None or (old.kind, old.oid) != (entry.kind, entry.oid)

    def _unlock(self, changing: set[str]) -> set[str]:
        """Give ourselves leave to work in folders that the child locked; return them, to be locked again."""
        unlocked = set()
        for path in sorted({above for inner in changing for above in folders_above(inner)}):
            entry = self._now.get(path)
            if entry is not None and entry.kind == "folder" and entry.mode & 0o700 != 0o700:
                unlocked.add(path)
                with _holding(self._root, path) as (handle, name):
                    handle.change_mode(name, entry.mode | 0o700)
        return unlocked

    def _set_modes(self, paths: set[str]) -> None:
        """Set permission bits, innermost first, because a folder that is locked again can no longer be entered."""
        for path in sorted(paths, key=_depth, reverse=True):
            entry = self._target.get(path)
            if entry is not None and entry.kind != "link":
                with _holding(self._root, path) as (handle, name):
                    handle.change_mode(name, entry.mode)

    def _fill(self, fresh: list[str]) -> None:
        if self._spare != self._root:
            self._exchange(fresh)
            return
        for path in fresh:
            with _holding(self._root, path) as (handle, name):
                self._write(handle, name, self._target[path])

    def _make_folder(self, path: str) -> None:
        with _holding(self._root, path) as (handle, name):
            if not handle.exists(name):
                handle.make_folder(name)
                handle.change_mode(name, 0o700)
            elif not is_folder(handle.stat(name)):
                raise failure("versions.in_the_way", name=path)

    def _exchange(self, fresh: list[str]) -> None:
        with opened(self._spare, ()) as spare:
            for number, path in enumerate(fresh):
                if spare.exists(str(number)):
                    erase_entry(spare, str(number))
                self._write(spare, str(number), self._target[path])
            for number, path in enumerate(fresh):
                if self._target[path].kind == "file":
                    _flush_file(spare, str(number))
            for number, path in enumerate(fresh):
                with _holding(self._root, path) as (handle, name):
                    if handle.exists(name) and is_folder(handle.stat(name)):
                        raise failure("versions.in_the_way", name=path)
                    spare.rename(str(number), handle, name)
                    if self._target[path].kind == "file":
                        handle.change_mode(name, self._target[path].mode)
            for above in sorted({path.rpartition("/")[0] for path in fresh}):
                with opened(self._root, above.split("/") if above else []) as handle:
                    handle.flush()

    def _write(self, handle: FolderHandle, name: str, entry: Entry) -> None:
        data = self._store.data(entry.oid)
        if entry.kind == "link":
            handle.make_link(name, os.fsdecode(data))
            return
        with os.fdopen(handle.create_file(name), "wb") as file:
            file.write(data)


def _depth(path: str) -> int:
    return path.count("/")


def folders_above(path: str) -> list[str]:
    """Return the folders that a path lies in, outermost first."""
    parts = path.split("/")
    return ["/".join(parts[:length]) for length in range(1, len(parts))]


def _remove(root: Path, path: str, *, whole: bool) -> None:
    """Remove an entry; of a folder only itself and our caches in it, unless ``whole``."""
    with _holding(root, path) as (handle, name):
        if not handle.exists(name):
            return
        if whole or not is_folder(handle.stat(name)):
            erase_entry(handle, name)
            return
        inner = handle.child(name)
        left = inner.names()
        if all(below in CACHE_NAMES for below in left):
            for below in left:
                erase_entry(inner, below)
            left = []
        inner.close()
        if not left:
            handle.remove_folder(name)


def _flush_file(handle: FolderHandle, name: str) -> None:
    descriptor = handle.open_file(name)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _holding(root: Path, path: str) -> Iterator[tuple[FolderHandle, str]]:
    *above, name = path.split("/")
    with opened(root, above) as handle:
        yield handle, name
