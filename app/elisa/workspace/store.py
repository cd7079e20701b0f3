"""Versions of a folder as git objects in a store of its own, away from the user's git settings.

A version's tree holds ``files`` (the content, as git would store it), ``about.json`` (what git cannot hold: permission
bits, empty folders) and ``caches.json`` (which cache folders were there). Trees are written raw, because libgit2
refuses names that a child's folder may well have, such as ``git~1``.
"""

from __future__ import annotations

import json
import os
from functools import cache
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple, cast

import pygit2
from pygit2.enums import ConfigLevel, FileMode, ObjectType, SortMode

from elisa.core.errors import ElisaError, failure
from elisa.workspace.erase import erase

if TYPE_CHECKING:
    import io
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime
    from pathlib import Path

Kind = Literal["file", "link", "folder"]

FILE_MODE, PROGRAM_MODE, FOLDER_MODE = 0o644, 0o755, 0o755
_MAIN = "refs/heads/main"
_FORMAT = 1
_UNFLUSHED = "elisa-unflushed"
"""Is there while objects may not have reached the disk."""


class Entry(NamedTuple):
    """One thing in a folder: permission bits, and the git object that holds its content (empty for folders)."""

    kind: Kind
    mode: int
    oid: str


Tree = dict[str, Entry]
"""Everything versioned in a folder, by path with ``/``; folders are listed too. Undecodable bytes are surrogates."""


class StoredCommit(NamedTuple):
    """A version as it lies in the store."""

    id: str
    parent: str | None
    message: str
    seconds: int


class Store:
    """The git directory of one nugget. Not for use by two threads at once.

    Raises:
        ElisaError: ``versions.off`` when it cannot be opened or made, ``versions.damaged`` when an object is lost.
    """

    def __init__(self, path: Path) -> None:
        _isolate()
        self.path = path
        try:
            if not path.exists():
                _create(path)
            _remove_leftovers(path)
            self._repository = pygit2.Repository(str(path))
        except (pygit2.GitError, OSError) as error:
            raise failure("versions.off", str(error)) from error
        self._unflushed: set[str] = set()

    def blob(self, data: bytes) -> str:
        """Store content and return its id; storing the same again costs no space."""
        oid = pygit2.hash(data)
        return str(oid) if oid in self._repository else self._kept(lambda: self._repository.create_blob(data))

    def blob_from(self, file: BinaryIO) -> str:
        """Store the rest of an open file without holding it in memory."""
        return self._kept(lambda: self._repository.create_blob_fromiobase(cast("io.IOBase", file)))

    def data(self, oid: str) -> bytes:
        """Return the content of a blob."""
        return self._read(oid, ObjectType.BLOB)

    def write_tree(self, tree: Tree, caches: Iterable[str]) -> str:
        """Store a whole folder and return the id of its tree."""
        folders = {path for path, entry in tree.items() if entry.kind == "folder"}
        children: dict[str, list[tuple[bytes, FileMode, str]]] = {path: [] for path in ("", *folders)}
        for path, entry in tree.items():
            if entry.kind != "folder":
                above, _, name = path.rpartition("/")
                children[above].append((os.fsencode(name), _git_mode(entry), entry.oid))
        empty = set(folders)
        for path in sorted(folders, key=lambda folder: folder.count("/"), reverse=True):
            if children[path]:
                empty.discard(path)
                above, _, name = path.rpartition("/")
                children[above].append((os.fsencode(name), FileMode.TREE, self._raw_tree(children[path])))
        parts = (
            (b"about.json", FileMode.BLOB, self.blob(_about(tree, empty))),
            (b"caches.json", FileMode.BLOB, self.blob(json.dumps(sorted(caches)).encode())),
            (b"files", FileMode.TREE, self._raw_tree(children[""])),
        )
        return self._raw_tree(list(parts))

    def read_tree(self, commit: str) -> Tree:
        """Return the folder as it was at a version."""
        about = json.loads(self.data(self._part(commit, "about.json")))
        tree: Tree = {}
        self._collect(self._part(commit, "files"), "", tree)
        for path, mode in about["folders"].items():
            tree[path] = Entry("folder", mode, "")
        for path, mode in about["modes"].items():
            tree[path] = tree[path]._replace(mode=mode)
        return tree

    def caches(self, commit: str) -> frozenset[str]:
        """Return which cache folders were there at a version."""
        return frozenset(json.loads(self.data(self._part(commit, "caches.json"))))

    def same_content(self, commit: str, tree_id: str) -> bool:
        """Tell whether a stored tree differs from a version in nothing but its caches."""
        tree = cast("pygit2.Tree", self._object(tree_id))
        return all(str(tree[name].id) == self._part(commit, name) for name in ("about.json", "files"))

    def patch(self, old: str, new: str) -> str:
        """Return the unified diff between the files of two trees (as ``write_tree`` or a commit names them)."""
        before, after = (cast("pygit2.Tree", self._object(self._part(end, "files"))) for end in (old, new))
        return b"".join(patch.data for patch in before.diff_to_tree(after) if patch).decode("utf-8", "replace")

    def merged_text(self, base: str, ours: str, theirs: str) -> str | None:
        """Merge two changes of one text line by line and return the new content's id, or None at a conflict."""
        contents = [self.data(oid) for oid in (base, ours, theirs)]
        if any(b"\0" in data or not _is_utf8(data) for data in contents):
            return None
        old, mine, other = (
            pygit2.IndexEntry("file", pygit2.Oid(hex=oid), FileMode.BLOB) for oid in (base, ours, theirs)
        )
        result = self._repository.merge_file_from_index(old, mine, other)
        if not result.automergeable:
            return None
        return self.blob(result.contents.encode("utf-8"))

    def commit(self, tree_id: str, message: str, parent: str | None, at: datetime) -> str:
        """Store a version without making it the current one, and bring all of it to the disk."""
        signature = pygit2.Signature("Elisa", "elisa@localhost", int(at.timestamp()), 0)
        parents = [] if parent is None else [pygit2.Oid(hex=parent)]
        tree = pygit2.Oid(hex=tree_id)
        # libgit2 refuses NUL in messages with an error; no reader needs it
        text = message.replace("\0", "")
        oid = self._kept(lambda: self._repository.create_commit(None, signature, signature, text, tree, parents))
        self.flush()
        return oid

    @property
    def head(self) -> str | None:
        """The current version's id; None in a fresh store."""
        found = self._repository.references.get(_MAIN)
        return None if found is None else str(found.target)

    def set_head(self, commit: str) -> None:
        """Make a version the current one, in one step."""
        self._repository.references.create(_MAIN, pygit2.Oid(hex=commit), force=True)

    def full_id(self, name: str) -> str:
        """Return the whole id of a version given by its first letters.

        Raises:
            ElisaError: ``versions.unknown``.
        """
        try:
            found = self._repository.get(name)
        except ValueError as error:
            raise failure("versions.unknown", str(error), id=name) from error
        if found is None or found.type != ObjectType.COMMIT:
            raise failure("versions.unknown", id=name)
        return str(found.id)

    def history(self) -> Iterator[StoredCommit]:
        """Yield the versions, newest first."""
        head = self.head
        if head is None:
            return
        for commit in self._repository.walk(pygit2.Oid(hex=head), SortMode.TOPOLOGICAL):
            yield self._stored(commit)

    def get(self, commit: str) -> StoredCommit:
        """Return one version."""
        return self._stored(cast("pygit2.Commit", self._object(commit)))

    def flush(self) -> None:
        """Bring every object stored since the last time to the disk.

        All are written before the first is flushed: journalling file systems then flush them together.
        """
        for oid in self._unflushed:
            loose = self.path / "objects" / oid[:2] / oid[2:]
            if loose.exists():
                descriptor = os.open(loose, os.O_RDONLY)
                try:
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)
        self._unflushed.clear()
        (self.path / _UNFLUSHED).unlink(missing_ok=True)

    def _kept(self, write: Callable[[], pygit2.Oid]) -> str:
        if not self._unflushed:
            (self.path / _UNFLUSHED).touch()
        oid = str(write())
        self._unflushed.add(oid)
        return oid

    def _raw_tree(self, entries: list[tuple[bytes, FileMode, str]]) -> str:
        """Write a git tree object; git sorts a folder as if its name ended in a slash."""
        entries.sort(key=lambda entry: entry[0] + b"/" if entry[1] == FileMode.TREE else entry[0])
        data = b"".join(b"%o %s\0%s" % (mode, name, bytes.fromhex(oid)) for name, mode, oid in entries)
        return self._kept(lambda: self._repository.write(ObjectType.TREE, data))

    def _collect(self, tree_id: str, above: str, tree: Tree) -> None:
        for entry in cast("pygit2.Tree", self._object(tree_id)):
            path = above + os.fsdecode(entry.raw_name or b"")
            if entry.filemode == FileMode.TREE:
                tree[path] = Entry("folder", FOLDER_MODE, "")
                self._collect(str(entry.id), path + "/", tree)
            elif entry.filemode == FileMode.LINK:
                tree[path] = Entry("link", 0o777, str(entry.id))
            else:
                program = entry.filemode == FileMode.BLOB_EXECUTABLE
                tree[path] = Entry("file", PROGRAM_MODE if program else FILE_MODE, str(entry.id))

    def _part(self, name: str, part: str) -> str:
        tree = self._object(name).peel(pygit2.Tree)
        return str(tree[part].id)

    def _object(self, oid: str) -> pygit2.Object:
        try:
            return self._repository[oid]
        except (KeyError, ValueError, pygit2.GitError) as error:
            raise _damaged(error) from error

    def _read(self, oid: str, kind: ObjectType) -> bytes:
        try:
            found, data = self._repository.read(oid)
        except (KeyError, ValueError, pygit2.GitError) as error:
            raise _damaged(error) from error
        if found != kind:
            raise failure("versions.damaged", f"{oid} is of kind {found}")
        return data

    @staticmethod
    def _stored(commit: pygit2.Commit) -> StoredCommit:
        parent = str(commit.parent_ids[0]) if commit.parent_ids else None
        return StoredCommit(str(commit.id), parent, commit.message, commit.commit_time)


@cache
def _isolate() -> None:
    """Once in this process: no user or system settings, no owner check (shares and shared laptops fail it)."""
    for level in (ConfigLevel.GLOBAL, ConfigLevel.XDG, ConfigLevel.SYSTEM, ConfigLevel.PROGRAMDATA):
        pygit2.settings.search_path[level] = ""
    pygit2.settings.owner_validation = False


def _create(path: Path) -> None:
    """Make the store beside its place and move it there whole, so that a kill leaves no half store."""
    fresh = path.with_name(path.name + ".new")
    erase(fresh)
    repository = pygit2.init_repository(str(fresh), bare=True, initial_head="main")
    # autocrlf would change bytes; Windows cuts paths at 260 without longpaths; level 1 is 4 times faster than 6
    for key, value in (("core.autocrlf", False), ("core.longpaths", True), ("core.compression", 1)):
        repository.config[key] = value
    repository.free()
    fresh.rename(path)


def _remove_leftovers(path: Path) -> None:
    """Remove what a killed process left; the caller holds the lock, so nobody else is writing.

    After a power cut an object that was not on the disk yet is an empty file; git would take it for written.
    """
    for pattern in ("*.lock", "refs/heads/*.lock", "objects/tmp*"):
        for left in path.glob(pattern):
            left.unlink(missing_ok=True)
    if (path / _UNFLUSHED).exists():
        for loose in path.glob("objects/??/*"):
            if loose.stat().st_size == 0:
                loose.chmod(0o600)
                loose.unlink()


def _about(tree: Tree, empty: set[str]) -> bytes:
    modes, folders = {}, {}
    for path, entry in sorted(tree.items()):
        if entry.kind == "folder" and (path in empty or entry.mode != FOLDER_MODE):
            folders[path] = entry.mode
        elif entry.kind == "file" and entry.mode not in (FILE_MODE, PROGRAM_MODE):
            modes[path] = entry.mode
    return json.dumps({"format": _FORMAT, "folders": folders, "modes": modes}).encode()


def _git_mode(entry: Entry) -> FileMode:
    if entry.kind == "link":
        return FileMode.LINK
    return FileMode.BLOB_EXECUTABLE if entry.mode & 0o100 else FileMode.BLOB


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _damaged(error: Exception) -> ElisaError:
    return failure("versions.damaged", f"{type(error).__name__}: {error}")
