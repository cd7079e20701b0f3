"""Writes ``.elisa`` files that the predecessor reads too, complete at any kill, and without passwords or keys."""

from __future__ import annotations

import os
import re
import secrets
import stat
import time
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING

from elisa.core.errors import failure
from elisa.workspace.files import CACHE_NAMES
from elisa.workspace.handles import TEMPORARY_PREFIX, FolderHandle, is_file, is_folder, is_link, opened
from elisa.workspace.nugget_file import FORMAT_VERSION, PARTS, WORKSPACE, Note, as_json, note, parse_parts, read_parts
from elisa.workspace.paths import LONGEST_PATH, is_protected, is_reserved
from elisa.workspace.secrets_in import blank_secrets, holds_key, is_secret_file, without_keys

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

ENDING = ".elisa"
_SPEC_FILE = "nugget.json"
_LONGEST_GOAL = 40
_LONGEST_FOLDER = 60
_TEXT_LIMIT = 2 * 1024 * 1024
_PACKED_ALREADY = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".mp3", ".ogg", ".mp4", ".webm", ".woff", ".woff2", ".zip")
_DATE = (1980, 1, 1, 0, 0, 0)
_MANIFEST = {"format": "elisa-nugget", "version": FORMAT_VERSION}
_LEVEL = 6
_SAVING = ".elisa-saving-"
_STALE_SECONDS = 3600


@dataclass(frozen=True)
class Packed:
    """A nugget that was written: where, which generated files, and what was left out or blanked."""

    path: Path
    files: tuple[str, ...]
    notes: tuple[Note, ...]


def save_name(goal: str) -> str:
    """Make a file name of the goal: its first 40 characters, everything but letters and digits as one ``-``."""
    words = "".join(char if char.isalnum() else " " for char in goal[:_LONGEST_GOAL]).rstrip()
    name = re.sub(r" +", "-", words)
    return ("nugget" if not name.strip("-") or is_reserved(name) else name) + ENDING


def folder_name(title: str) -> str:
    """Make a name for a nugget's folder: the title, at most 60 letters, without what some system refuses."""
    kept = "".join(char if char.isalnum() or char in " -_" else "-" for char in title)[:_LONGEST_FOLDER]
    name = re.sub(r"-{2,}", "-", kept).strip(" -")
    return "nugget" if not name or is_reserved(name) else name


def with_ending(name: str) -> str:
    """Add ``.elisa`` to what somebody typed, unless it is there already in any case."""
    return name if name.casefold().endswith(ENDING) else name + ENDING


def pack(folder: Path, path: Path, *, keys: Sequence[str] = ()) -> Packed:
    """Write the nugget in ``folder`` to ``path`` (``.elisa`` is added); at any kill the old or the new file is there.

    Left out: ``.elisa``, ``.git``, caches, links, files made to hold passwords, ``nugget.json`` (made again from the
    blocks). Blanked: fields and settings named like passwords, anything that looks like a key, and ``keys``.

    Raises:
        BadInputError: ``archive.no_workspace`` and what ``parse_parts`` raises.
        ElisaError: ``archive.cannot_write``.
    """
    path = path.with_name(with_ending(path.name))
    nugget = parse_parts(folder, read_parts(folder))
    writing = _Writing(keys, skip=path if path.parent == folder else None)
    try:
        with _replacing(path) as file, zipfile.ZipFile(file, "w") as archive:
            writing.part(archive, "manifest.json", as_json(_MANIFEST))
            data = {WORKSPACE: nugget.workspace, "skills.json": nugget.skills}
            data |= {"rules.json": nugget.rules, "portals.json": nugget.portals}
            for name, content in data.items():
                if blank_secrets(content):
                    writing.notes.append(note("archive.secret_removed", name))
                writing.part(archive, name, as_json(content))
            with opened(folder, ()) as handle:
                writing.folder(archive, handle, "")
    except OSError as error:
        raise failure("archive.cannot_write", str(error), name=path.name) from error
    return Packed(path, tuple(writing.files), (*nugget.notes, *writing.notes))


@dataclass
class _Writing:
    keys: Sequence[str]
    skip: Path | None
    files: list[str] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def part(self, archive: zipfile.ZipFile, name: str, data: bytes, mode: int = 0o644) -> None:
        """Write a small entry whole, without keys."""
        clean = without_keys(data, self.keys)
        if clean != data:
            self.notes.append(note("archive.secret_removed", name))
        archive.writestr(_info(name, mode, len(clean)), clean, compresslevel=_LEVEL)

    def folder(self, archive: zipfile.ZipFile, handle: FolderHandle, above: str) -> bool:
        """Write what is in an open folder; tell whether anything was."""
        wrote = False
        for name in sorted(handle.names()):
            if not self._is_content(name, above):
                continue
            found, path = handle.stat(name), above + name
            if is_link(found):
                self.notes.append(note("archive.left_out_link", path))
            elif not _fits(path):
                self.notes.append(note("archive.left_out", path.encode("utf-8", "replace").decode()))
            elif is_file(found):
                wrote |= self._file(archive, handle, name, path, found)
            elif is_folder(found):
                self._inner(archive, handle, name, path)
                wrote = True
        return wrote

    def _is_content(self, name: str, above: str) -> bool:
        if is_protected(name) or name in CACHE_NAMES or name.startswith((TEMPORARY_PREFIX, _SAVING)):
            return False
        at_top = above == ""
        return not (at_top and (name in (*PARTS, _SPEC_FILE) or (self.skip is not None and name == self.skip.name)))

    def _inner(self, archive: zipfile.ZipFile, handle: FolderHandle, name: str, path: str) -> None:
        inner = handle.child(name)
        try:
            if not self.folder(archive, inner, path + "/"):
                info = zipfile.ZipInfo(f"output/{path}/", _DATE)
                info.external_attr = (stat.S_IFDIR | 0o755) << 16 | 0x10
                archive.writestr(info, b"")
        finally:
            inner.close()

    def _file(
        self, archive: zipfile.ZipFile, handle: FolderHandle, name: str, path: str, found: os.stat_result
    ) -> bool:
        if is_secret_file(name):
            self.notes.append(note("archive.left_out_secret", path))
            return False
        mode = 0o755 if found.st_mode & 0o100 else 0o644
        with os.fdopen(handle.open_file(name), "rb") as file:
            if found.st_size <= _TEXT_LIMIT:
                self.part(archive, f"output/{path}", file.read(), mode)
            elif holds_key(file, self.keys):
                self.notes.append(note("archive.left_out_secret", path))
                return False
            else:
                info = _info(f"output/{path}", mode, found.st_size)
                with archive.open(info, "w") as target:
                    _copy(file, target)
        self.files.append(path)
        return True


def _info(name: str, mode: int, size: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _DATE)
    info.create_system = 3
    info.external_attr = (stat.S_IFREG | mode) << 16
    info.compress_type = zipfile.ZIP_STORED if name.casefold().endswith(_PACKED_ALREADY) else zipfile.ZIP_DEFLATED
    info.file_size = size
    return info


def _copy(source: IO[bytes], target: IO[bytes]) -> None:
    source.seek(0)
    while chunk := source.read(1024 * 1024):
        target.write(chunk)


def _fits(path: str) -> bool:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return len(path) <= LONGEST_PATH


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    """Give a temporary file beside ``path`` that takes its place when all is written and on the disk."""
    for left in path.parent.glob(_SAVING + "*"):
        if time.time() - left.lstat().st_mtime > _STALE_SECONDS:
            left.unlink(missing_ok=True)
    temporary = path.with_name(_SAVING + secrets.token_hex(6))
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    with opened(path.parent, ()) as handle:
        handle.flush()
