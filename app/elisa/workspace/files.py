"""Files of one folder, for tools: nothing outside it is read or written, however a path is spelled."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

from elisa.core.errors import ElisaError, bad_input, failure
from elisa.workspace.handles import (
    TEMPORARY_PREFIX,
    FolderHandle,
    LinkInTheWayError,
    is_file,
    is_folder,
    opened,
    write_file,
)
from elisa.workspace.paths import BlockedPathError, folded, is_protected, judge

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["CACHE_NAMES", "LARGEST_FILE", "BlockedPathError", "ConfinedFolder"]

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes that one file may have; a tool call that wants more is a mistake."""

CACHE_NAMES = frozenset({"__pycache__", ".pytest_cache", ".coverage"})
"""What our own runs of a nugget leave behind: bytecode, pytest's memory, coverage data. Never listed or versioned."""

_LEADS_OUT = "A link on the way leads out of the project folder."
_LINK_ERRORS = frozenset({errno.ELOOP, errno.EMLINK})


class ConfinedFolder:
    """The one judge of paths: relative, with ``/``, inside ``root``, never ``.elisa`` or ``.git`` at any depth.

    Links that stay inside are followed; a link that leads out is refused, also when it is swapped in between the
    check and the use. Every refusal is a ``BlockedPathError``.
    """

    def __init__(self, root: Path, *, largest_file: int = LARGEST_FILE) -> None:
        if not root.is_dir():
            raise bad_input("workspace.no_folder", str(root))
        self.root = Path(os.path.realpath(root))
        self._largest = largest_file

    def resolve(self, relative: str) -> Path:
        """Return the real place of ``relative``, which need not exist; ``.`` is the root."""
        return self.root.joinpath(*self._real_parts(relative))

    def exists(self, relative: str) -> bool:
        """Tell whether a file or folder is there; a refused path raises as everywhere."""
        return self.resolve(relative).exists()

    def read_bytes(self, relative: str) -> bytes:
        """Return a file's bytes.

        Raises:
            BlockedPathError: The path is refused.
            ElisaError: ``workspace.missing``, ``workspace.not_a_file``, ``workspace.too_big``.
        """
        with self._parent(relative) as (handle, name):
            try:
                descriptor = handle.open_file(name)
            except FileNotFoundError as error:
                raise failure("workspace.missing", str(error), name=relative) from error
            with os.fdopen(descriptor, "rb") as file:
                found = os.fstat(file.fileno())
                if not is_file(found):
                    raise failure("workspace.not_a_file", name=relative)
                if found.st_size > self._largest:
                    raise self._too_big(relative)
                return file.read(self._largest + 1)[: self._largest]

    def read_text(self, relative: str) -> str:
        """Return a file's text (UTF-8, line ends as they are).

        Raises:
            BlockedPathError: The path is refused.
            ElisaError: As ``read_bytes``, and ``workspace.not_text``.
        """
        try:
            return self.read_bytes(relative).decode("utf-8")
        except UnicodeDecodeError as error:
            raise failure("workspace.not_text", str(error), name=relative) from error

    def write_bytes(self, relative: str, data: bytes) -> None:
        """Write a whole file at once, making folders on the way; a reader sees the old or the new file.

        Raises:
            BlockedPathError: The path is refused, or differs from a name that is there only in case or Unicode form.
            ElisaError: ``workspace.too_big``, ``workspace.not_a_file``, ``workspace.cannot_write``.
        """
        if len(data) > self._largest:
            raise self._too_big(relative)
        with self._parent(relative, create=True) as (handle, name):
            _refuse_twin(handle, name, relative)
            if name in handle.names() and not is_file(handle.stat(name)):
                raise failure("workspace.not_a_file", name=relative)
            write_file(handle, name, data)

    def write_text(self, relative: str, text: str) -> None:
        """Write a whole text file as UTF-8, line ends as they are."""
        self.write_bytes(relative, text.encode("utf-8"))

    def delete(self, relative: str) -> None:
        """Remove a file, a link (not what it points at) or an empty folder.

        Raises:
            BlockedPathError: The path is refused.
            ElisaError: ``workspace.missing``; ``workspace.not_a_file`` for a folder that is not empty.
        """
        *above, name = self._parts_of_entry(relative)
        with self._held("/".join(above), tuple(above), relative) as handle:
            try:
                if is_folder(handle.stat(name)):
                    handle.remove_folder(name)
                else:
                    handle.remove_file(name)
            except FileNotFoundError as error:
                raise failure("workspace.missing", str(error), name=relative) from error
            except OSError as error:
                raise failure("workspace.not_a_file", str(error), name=relative) from error

    def list(self, under: str = ".", *, limit: int = 5000) -> list[str]:
        """Return the files under a folder, sorted, as paths from the root; links, caches and ``.elisa`` are left out.

        Raises:
            BlockedPathError: The path is refused.
            ElisaError: ``workspace.missing``: there is no such folder.
        """
        parts = self._real_parts(under)
        if not self.root.joinpath(*parts).is_dir():
            raise failure("workspace.missing", name=under)
        found: list[str] = []
        for path in self._walk(parts):
            found.append(path)
            if len(found) >= limit:
                break
        return found

    def _walk(self, parts: tuple[str, ...]) -> Iterator[str]:
        try:
            with opened(self.root, parts) as handle:
                entries = [(name, handle.stat(name)) for name in sorted(handle.names())]
        except OSError as error:
            if isinstance(error, FileNotFoundError | NotADirectoryError) or _is_link_error(error):
                return
            raise
        for name, found in entries:
            if is_protected(name) or name in CACHE_NAMES or name.startswith(TEMPORARY_PREFIX):
                continue
            if is_folder(found):
                yield from self._walk((*parts, name))
            elif is_file(found):
                yield "/".join((*parts, name))

    def _real_parts(self, relative: str) -> tuple[str, ...]:
        """Follow links by name, then judge where they arrived as strictly as what was asked for."""
        parts = judge(relative)
        real = Path(os.path.realpath(self.root.joinpath(*parts)))
        if not real.is_relative_to(self.root):
            raise BlockedPathError(relative, _LEADS_OUT)
        arrived = real.relative_to(self.root).parts
        if arrived != parts:
            judge("/".join(arrived))
        return arrived

    def _parts_of_entry(self, relative: str) -> tuple[str, ...]:
        parts = judge(relative)
        if not parts:
            raise BlockedPathError(relative, "Name a file inside the project folder, not the folder itself.")
        return (*self._real_parts("/".join(parts[:-1])), parts[-1])

    def _parent(self, relative: str, *, create: bool = False) -> _Entry:
        parts = self._real_parts(relative)
        if not parts:
            raise BlockedPathError(relative, "Name a file inside the project folder, not the folder itself.")
        return _Entry(self._held(relative, parts[:-1], relative, create=create), parts[-1])

    def _held(self, path: str, parts: tuple[str, ...], relative: str, *, create: bool = False) -> _Held:
        return _Held(self.root, parts, path, relative, create=create)

    def _too_big(self, relative: str) -> ElisaError:
        return failure("workspace.too_big", name=relative, limit=self._largest // (1024 * 1024))


class _Held:
    """A folder of the root held open; what the system says about links becomes a refusal."""

    def __init__(self, root: Path, parts: tuple[str, ...], path: str, relative: str, *, create: bool) -> None:
        self._root, self._parts, self._path, self._relative, self._create = root, parts, path, relative, create
        self._context = opened(root, parts)

    def __enter__(self) -> FolderHandle:
        if self._create:
            self._make_folders()
        try:
            return self._context.__enter__()
        except (FileNotFoundError, NotADirectoryError) as error:
            if self._parts and self._root.joinpath(*self._parts).is_symlink():
                raise BlockedPathError(self._relative, _LEADS_OUT) from error
            raise failure("workspace.missing", str(error), name=self._relative) from error
        except OSError as error:
            raise self._translated(error) from error

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._context.__exit__(None, None, None)
        if isinstance(error, OSError):
            raise self._translated(error) from error

    def _make_folders(self) -> None:
        """Make what is missing one name at a time, so that a twin (``Src`` beside ``src``) is seen before."""
        for depth, name in enumerate(self._parts):
            try:
                with opened(self._root, self._parts[:depth]) as handle:
                    _refuse_twin(handle, name, self._relative)
                    if name not in handle.names():
                        handle.make_folder(name)
            except OSError as error:
                raise self._translated(error) from error

    def _translated(self, error: OSError) -> ElisaError:
        if _is_link_error(error):
            return BlockedPathError(self._relative, _LEADS_OUT)
        if isinstance(error, FileNotFoundError):
            return failure("workspace.missing", str(error), name=self._relative)
        if isinstance(error, NotADirectoryError | IsADirectoryError):
            return failure("workspace.not_a_file", str(error), name=self._relative)
        return failure("workspace.cannot_write", str(error))


class _Entry:
    """The folder of a file, held open, together with the file's name in it."""

    def __init__(self, held: _Held, name: str) -> None:
        self._held, self._name = held, name

    def __enter__(self) -> tuple[FolderHandle, str]:
        return self._held.__enter__(), self._name

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._held.__exit__(kind, error, trace)


def _refuse_twin(handle: FolderHandle, name: str, relative: str) -> None:
    names = handle.names()
    if name in names:
        return
    twin = next((other for other in names if folded(other) == folded(name)), None)
    if twin is not None:
        raise BlockedPathError(relative, f"There is already {twin!r}, spelled almost the same. Use exactly that name.")


def _is_link_error(error: OSError) -> bool:
    return isinstance(error, LinkInTheWayError) or error.errno in _LINK_ERRORS
