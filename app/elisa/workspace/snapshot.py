"""Looks at a folder and stores what is in it."""

from __future__ import annotations

import json
import os
import stat
import time
from typing import TYPE_CHECKING, NamedTuple

from elisa.core.errors import failure
from elisa.workspace.files import CACHE_NAMES
from elisa.workspace.handles import TEMPORARY_PREFIX, FolderHandle, is_file, is_folder, is_link, opened
from elisa.workspace.paths import PROTECTED_NAMES
from elisa.workspace.store import Entry, Tree

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.workspace.store import Store

DEEPEST = 100
"""Folders inside each other; one file descriptor is held for each."""

_STREAM_FROM = 16 * 1024 * 1024
_RACY_NS = 2_000_000_000
"""Two seconds: the coarsest time stamps in use (FAT). A file touched more recently is read again next time."""


class Scan(NamedTuple):
    """What a folder holds: the versioned part, our caches, and what is never touched (``.git``, pipes, …)."""

    tree: Tree
    caches: frozenset[str]
    left_out: frozenset[str]


class Seen:
    """Remembers what unchanged files hold, so that they need not be read again.

    A file counts as unchanged when size, both time stamps and inode are the same; the change time cannot be set by a
    program. Windows has no change time, so there every file is read each time.
    """

    def __init__(self, place: Path) -> None:
        self._place = place
        self._old = _load(place) if os.name == "posix" else {}
        self._new: dict[str, list[object]] = {}
        self._started = time.time_ns()

    def known(self, path: str, found: os.stat_result) -> str | None:
        """Return the object that holds the file's content, if the file is surely unchanged."""
        old = self._old.get(path)
        if old is None or old[:-1] != _marks(found):
            return None
        self._new[path] = old
        return str(old[-1])

    def note(self, path: str, found: os.stat_result, oid: str) -> None:
        """Remember a file that was just read; one changed within the last moments is not trusted."""
        if max(found.st_mtime_ns, found.st_ctime_ns) < self._started - _RACY_NS:
            self._new[path] = [*_marks(found), oid]

    def save(self) -> None:
        """Keep it for the next time; the store's objects must be on the disk before."""
        if os.name == "posix" and self._new != self._old:
            fresh = self._place.with_suffix(".new")
            fresh.write_text(json.dumps(self._new), encoding="utf-8")
            fresh.replace(self._place)
            self._old = self._new


def scan(folder: Path, store: Store, seen: Seen | None = None) -> Scan:
    """Store everything in ``folder`` and return what is there.

    Left out, and so never touched: ``.elisa``, ``.git`` (a repository of the child's own) at any depth, our caches,
    devices and pipes, and files that this account may not read.

    Raises:
        ElisaError: ``versions.too_deep``.
    """
    looking = _Looking(store, seen)
    with opened(folder, ()) as handle:
        looking.folder(handle, "", 0)
    return Scan(looking.tree, frozenset(looking.caches), frozenset(looking.left_out))


class _Looking:
    def __init__(self, store: Store, seen: Seen | None) -> None:
        self._store, self._seen = store, seen
        self.tree: Tree = {}
        self.caches: set[str] = set()
        self.left_out: set[str] = set()

    def folder(self, handle: FolderHandle, above: str, depth: int) -> None:
        if depth > DEEPEST:
            raise failure("versions.too_deep", above[:200])
        for name in sorted(handle.names()):
            path = above + name
            if name in CACHE_NAMES:
                self.caches.add(path)
            elif is_left_out(name):
                self.left_out.add(path)
            else:
                try:
                    self._entry(handle, name, path, depth)
                except FileNotFoundError:
                    continue  # removed by somebody while we looked: as if it had never been there

    def _entry(self, handle: FolderHandle, name: str, path: str, depth: int) -> None:
        found = handle.stat(name)
        mode = stat.S_IMODE(found.st_mode)
        if is_link(found):
            target = os.fsencode(handle.read_link(name))
            self.tree[path] = Entry("link", 0o777, self._store.blob(target))
        elif is_file(found):
            oid = self._seen.known(path, found) if self._seen else None
            oid = oid or self._content(handle, name, path, mode)
            if oid is not None:
                self.tree[path] = Entry("file", mode, oid)
            else:
                self.left_out.add(path)
        elif is_folder(found):
            self._inner(handle, name, path, mode, depth)
        else:
            self.left_out.add(path)

    def _inner(self, handle: FolderHandle, name: str, path: str, mode: int, depth: int) -> None:
        locked = mode & 0o500 != 0o500
        try:
            if locked:
                handle.change_mode(name, mode | 0o500)
            inner = handle.child(name)
        except PermissionError:
            self.left_out.add(path)
            return
        self.tree[path] = Entry("folder", mode, "")
        try:
            self.folder(inner, path + "/", depth + 1)
        finally:
            inner.close()
            if locked:
                handle.change_mode(name, mode)

    def _content(self, handle: FolderHandle, name: str, path: str, mode: int) -> str | None:
        locked = mode & 0o400 == 0
        try:
            if locked:
                handle.change_mode(name, mode | 0o400)
            descriptor = handle.open_file(name)
        except PermissionError:
            return None
        with os.fdopen(descriptor, "rb") as file:
            before = os.fstat(descriptor)
            oid = self._store.blob_from(file) if before.st_size > _STREAM_FROM else self._store.blob(file.read())
            after = os.fstat(descriptor)
        if locked:
            handle.change_mode(name, mode)
        elif self._seen and _marks(before) == _marks(after):
            self._seen.note(path, after, oid)
        return oid


def is_left_out(name: str) -> bool:
    """Tell whether an entry of this name is no part of versions, whatever it is."""
    return name.casefold() in PROTECTED_NAMES or name in CACHE_NAMES or name.startswith(TEMPORARY_PREFIX)


def _marks(found: os.stat_result) -> list[object]:
    return [found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino]


def _load(place: Path) -> dict[str, list[object]]:
    try:
        loaded = json.loads(place.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return loaded if isinstance(loaded, dict) else {}
