"""Opens ``.elisa`` files, whoever made them: nothing outside the target, nothing half-done, every fault named."""

from __future__ import annotations

import os
import re
import secrets
import struct
import tempfile
import time
import zipfile
import zlib
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING

from elisa.core.errors import BadInputError, bad_input, failure
from elisa.core.text import say
from elisa.workspace.entries import MANIFEST, Entries, shown, sort_entries
from elisa.workspace.erase import erase
from elisa.workspace.handles import opened
from elisa.workspace.nugget_file import FORMAT_VERSION, PARTS, Note, NuggetFile, note, parse_parts, read_json
from elisa.workspace.pack import folder_name, pack, save_name, with_ending

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "OPENABLE",
    "Limits",
    "Note",
    "NuggetFile",
    "NuggetInsideError",
    "can_open",
    "check_nugget",
    "folder_name",
    "pack",
    "read_nugget",
    "save_name",
    "unpack",
    "with_ending",
]

OPENABLE = (".elisa", ".zip")
_MEGABYTE = 1024 * 1024
_CHUNK = 256 * 1024
_TEMPORARY = ".elisa-opening-"
_STALE_SECONDS = 3600
_DIRECTORY_BYTES_AN_ENTRY = 400
_DEEPEST_NUGGET = 2
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, struct.error, ValueError, OverflowError, MemoryError)


@dataclass(frozen=True)
class Limits:
    """How big a nugget may be, in bytes when unpacked; ``ratio`` counts from ``ratio_from`` bytes on.

    A bundled example is far below 1 MB; a nugget with films and sounds has been seen with 50 MB.
    """

    entries: int = 10_000
    total: int = 512 * _MEGABYTE
    single: int = 256 * _MEGABYTE
    part: int = 32 * _MEGABYTE
    ratio: int = 200
    ratio_from: int = 16 * _MEGABYTE


DEFAULT_LIMITS = Limits()


class NuggetInsideError(BadInputError):
    """The file is no nugget but holds one, ``inner``: offer to open that (``open_inner=True`` does)."""

    def __init__(self, name: str, inner: str) -> None:
        super().__init__("archive.nugget_inside", say("archive.nugget_inside", name=name, inner=inner))
        self.inner = inner


def can_open(name: str) -> bool:
    """Tell whether an open dialog shows a file of this name; case does not matter."""
    return name.casefold().endswith(OPENABLE)


def read_nugget(path: Path, *, limits: Limits = DEFAULT_LIMITS, open_inner: bool = False) -> NuggetFile:
    """Read what a nugget holds without unpacking its files.

    Raises:
        NuggetInsideError: It holds another nugget, and ``open_inner`` is off.
        BadInputError: Any other fault, with the part named (codes ``archive.*``).
    """
    with _opened(path, limits, open_inner) as nugget:
        return nugget.read()


def check_nugget(path: Path, *, limits: Limits = DEFAULT_LIMITS, open_inner: bool = False) -> NuggetFile:
    """Read a nugget and every byte of its files too, so that damage anywhere is found; writes nothing."""
    with _opened(path, limits, open_inner) as nugget:
        found = nugget.read()
        for info in nugget.entries.files.values():
            for _ in nugget.chunks(info, limits.single):
                pass
        return found


def unpack(path: Path, folder: Path, *, limits: Limits = DEFAULT_LIMITS, open_inner: bool = False) -> NuggetFile:
    """Open a nugget into ``folder``, which must be missing or empty: its four parts and its generated files.

    Everything is written into a folder beside it and moved there whole, so a fault or a kill leaves nothing behind.

    Raises:
        NuggetInsideError, BadInputError: As ``read_nugget``; ``archive.folder_taken``.
        ElisaError: ``archive.cannot_write``.
    """
    if os.path.lexists(folder) and (not folder.is_dir() or any(folder.iterdir())):
        raise bad_input("archive.folder_taken", name=folder.name)
    with _opened(path, limits, open_inner) as nugget:
        found = nugget.read()
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            _remove_stale(folder.parent)
            fresh = folder.parent / (_TEMPORARY + secrets.token_hex(6))
            fresh.mkdir()
            try:
                nugget.write_into(fresh, found)
                if folder.exists():
                    folder.rmdir()
                fresh.rename(folder)
            except BaseException:
                erase(fresh)
                raise
        except OSError as error:
            raise failure("archive.cannot_write", str(error), name=folder.name) from error
    return found


class _OpenNugget:
    """One zip being read, with what has been unpacked so far counted."""

    def __init__(self, source: Path, file: zipfile.ZipFile, limits: Limits, inner: str | None) -> None:
        self._source, self._zip, self._limits, self._inner = source, file, limits, inner
        infos = file.infolist()
        if len(infos) > limits.entries:
            raise bad_input("archive.too_many", limit=limits.entries)
        self.entries: Entries = sort_entries(infos, source.name)
        sizes = [info.file_size for info in infos]
        if sum(sizes) > limits.total or max(sizes, default=0) > limits.single:
            raise self._too_big()
        self._packed = max(1, sum(info.compress_size for info in infos))
        self._written = 0

    def read(self) -> NuggetFile:
        parts = {}
        for name, info in self.entries.parts.items():
            parts[name] = b"".join(self.chunks(info, self._limits.part))
        notes = (*self._notes(parts.get(MANIFEST)), *self.entries.notes)
        files = tuple(sorted(self.entries.files))
        found = parse_parts(self._source, parts, files=files, notes=notes)
        return replace(found, inner=self._inner)

    def write_into(self, folder: Path, found: NuggetFile) -> None:
        for name in PARTS:
            (folder / name).write_bytes(found.parts.get(name, b"[]\n"))
        for place in sorted(self.entries.folders):
            (folder / place).mkdir(parents=True, exist_ok=True)
        for place, info in self.entries.files.items():
            target = folder / place
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                for chunk in self.chunks(info, self._limits.single):
                    file.write(chunk)
            if info.external_attr >> 16 & 0o100:
                target.chmod(0o755)
        _flush([folder / name for name in (*PARTS, *self.entries.files)])

    def chunks(self, info: zipfile.ZipInfo, single: int) -> Iterator[bytes]:
        """Yield an entry piece by piece and stop at a limit, whatever sizes the zip claims."""
        size = 0
        for chunk in self._raw(info):
            size += len(chunk)
            self._written += len(chunk)
            bomb = self._written > self._limits.ratio_from and self._written > self._limits.ratio * self._packed
            if size > single or self._written > self._limits.total or bomb:
                raise self._too_big()
            yield chunk

    def _raw(self, info: zipfile.ZipInfo) -> Iterator[bytes]:
        part = shown(info.filename)
        try:
            with self._zip.open(info) as file:
                while chunk := file.read(_CHUNK):
                    yield chunk
        except NotImplementedError as error:
            raise bad_input("archive.unknown_packing", str(error), part=part, name=self._source.name) from error
        except RuntimeError as error:
            raise bad_input("archive.locked_part", str(error), part=part, name=self._source.name) from error
        except _DAMAGE as error:
            raise bad_input("archive.damaged_part", repr(error), part=part, name=self._source.name) from error

    def copy_into(self, info: zipfile.ZipInfo, file: IO[bytes]) -> None:
        """Copy the nugget inside to an open file."""
        for chunk in self.chunks(info, self._limits.single):
            file.write(chunk)
        file.seek(0)

    def _notes(self, manifest: bytes | None) -> Iterator[Note]:
        if self._inner is not None:
            yield note("archive.opened_inside", self._inner, inner=self._inner)
        about = read_json(self._source, MANIFEST, manifest) if manifest is not None else {}
        version = about.get("version") if isinstance(about, dict) else None
        if isinstance(version, int) and version > FORMAT_VERSION:
            yield note("archive.newer", MANIFEST)

    def _too_big(self) -> BadInputError:
        limits = self._limits
        detail = f"at most {limits.single} bytes a file, {limits.total} in all, {limits.ratio} times its packed size"
        return bad_input("archive.too_big", detail)


@contextmanager
def _opened(path: Path, limits: Limits, open_inner: bool) -> Iterator[_OpenNugget]:
    with ExitStack() as stack:
        try:
            file: IO[bytes] = stack.enter_context(path.open("rb"))
        except OSError as error:
            raise bad_input("archive.no_file", str(error), name=path.name) from error
        inner: str | None = None
        for _ in range(_DEEPEST_NUGGET + 1):
            nugget = _OpenNugget(path, stack.enter_context(_zip(path, file, limits)), limits, inner)
            if len(nugget.entries.inner) != 1:
                yield nugget
                return
            info = nugget.entries.inner[0]
            inner = Path(shown(info.filename)).name
            if not open_inner:
                raise NuggetInsideError(path.name, inner)
            file = stack.enter_context(tempfile.TemporaryFile())
            nugget.copy_into(info, file)
        raise bad_input("archive.not_a_nugget", "too many nuggets inside each other", name=path.name)


def _zip(path: Path, file: IO[bytes], limits: Limits) -> zipfile.ZipFile:
    try:
        _refuse_endless_directory(file, limits)
        return zipfile.ZipFile(file)
    except _DAMAGE as error:
        file.seek(0)
        head = file.read(4)
        code = "archive.damaged" if head[:2] == b"PK" or not head.strip(b"\0") else "archive.not_a_nugget"
        raise bad_input(code, repr(error), name=path.name) from error


def _refuse_endless_directory(file: IO[bytes], limits: Limits) -> None:
    """Look at the end record before the library reads the whole directory into memory (PKWARE APPNOTE 4.3.16)."""
    file.seek(0, os.SEEK_END)
    size = file.tell()
    file.seek(max(0, size - 65557))
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at >= 0 and len(tail) - at >= 22:
        directory = struct.unpack_from("<I", tail, at + 12)[0]
        if directory > limits.entries * _DIRECTORY_BYTES_AN_ENTRY:
            raise bad_input("archive.too_many", limit=limits.entries)
    file.seek(0)


def _flush(files: list[Path]) -> None:
    """Bring files to the disk before their folder gets its name; all are written before the first is flushed."""
    for path in files:
        with path.open("rb") as file:
            os.fsync(file.fileno())
    for folder in {path.parent for path in files}:
        with opened(folder, ()) as handle:
            handle.flush()


def _remove_stale(parent: Path) -> None:
    """Remove what an opening that was killed left behind; one that is still running is younger."""
    for left in parent.glob(_TEMPORARY + "*"):
        if re.fullmatch(r"[0-9a-f]{12}", left.name.removeprefix(_TEMPORARY)):
            found = left.lstat()
            if time.time() - found.st_mtime > _STALE_SECONDS:
                erase(left)
