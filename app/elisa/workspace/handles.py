"""Folders held open while something is done in them, so that a link swapped in meanwhile leads nowhere.

On POSIX every step is an ``openat`` without following links; elsewhere each step is checked before and after.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEMPORARY_PREFIX = ".elisa-part-"
"""Files that a killed write left behind start so; they are never content."""

_NO_FLUSH = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EBADF})
"""What network shares say that cannot flush folders."""

_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_PLAIN = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_READ = os.O_RDONLY | _NO_FOLLOW | _PLAIN | getattr(os, "O_NONBLOCK", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _PLAIN
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | _PLAIN


class LinkInTheWayError(OSError):
    """A component that was to be an ordinary folder or file is a link."""


class FolderHandle:
    """One open folder. Every ``name`` is a single component, and none is followed when it is a link.

    Where ``openat`` exists the folder is held by its descriptor; elsewhere by its path, and links and junctions are
    looked for at each step.
    """

    def __init__(self, path: Path, descriptor: int | None) -> None:
        self._path, self._fd = path, descriptor

    @classmethod
    def at(cls, path: Path) -> FolderHandle:
        """Open the folder ``path`` itself; links in its own path are followed, because a person named it."""
        if os.open in os.supports_dir_fd:
            return cls(path, os.open(path, _FOLDER))
        if not path.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "not a folder", str(path))
        return cls(path, None)

    def child(self, name: str) -> FolderHandle:
        """Open a folder in this one."""
        inner = self._path / name
        if self._fd is not None:
            return FolderHandle(inner, os.open(name, _FOLDER | _NO_FOLLOW, dir_fd=self._fd))
        self._refuse_link(inner)
        if not is_folder(inner.lstat()):
            raise NotADirectoryError(errno.ENOTDIR, "not a folder", str(inner))
        return FolderHandle(inner, None)

    def close(self) -> None:
        """Let the folder go."""
        if self._fd is not None:
            os.close(self._fd)

    def names(self) -> list[str]:
        """Return the names in the folder, in no order."""
        with os.scandir(self._path if self._fd is None else self._fd) as entries:
            return [entry.name for entry in entries]

    def stat(self, name: str) -> os.stat_result:
        """Return what is known of an entry itself."""
        return os.stat(self._place(name), dir_fd=self._fd, follow_symlinks=False)

    def exists(self, name: str) -> bool:
        """Tell whether ``name`` is there, as a link too."""
        try:
            self.stat(name)
        except FileNotFoundError:
            return False
        return True

    def open_file(self, name: str) -> int:
        """Open a file for reading and return its descriptor; it never waits, whatever kind of file it is."""
        if self._fd is None:
            self._refuse_link(self._path / name)
        descriptor = os.open(self._place(name), _READ, dir_fd=self._fd)
        found, named = os.fstat(descriptor), self.stat(name)
        if (found.st_ino, found.st_dev) != (named.st_ino, named.st_dev):
            os.close(descriptor)
            raise LinkInTheWayError(errno.ELOOP, "the file was exchanged", name)
        return descriptor

    def create_file(self, name: str) -> int:
        """Make a new file and return its descriptor for writing."""
        return os.open(self._place(name), _CREATE, 0o666, dir_fd=self._fd)

    def make_folder(self, name: str) -> None:
        """Make a folder with the usual permissions."""
        os.mkdir(self._place(name), dir_fd=self._fd)

    def make_link(self, name: str, target: str) -> None:
        """Make a symbolic link; its target is stored as it is."""
        os.symlink(target, self._place(name), dir_fd=self._fd)

    def read_link(self, name: str) -> str:
        """Return what a symbolic link holds."""
        return os.readlink(self._place(name), dir_fd=self._fd)

    def rename(self, name: str, into: FolderHandle, new: str) -> None:
        """Move an entry to ``new`` in the folder ``into``, replacing a file or link that is there, in one step."""
        os.replace(self._place(name), into._place(new), src_dir_fd=self._fd, dst_dir_fd=into._fd)

    def remove_file(self, name: str) -> None:
        """Remove a file or a link."""
        if os.name == "nt" and not is_link(self.stat(name)):
            self.change_mode(name, stat.S_IWRITE | stat.S_IREAD)
        os.unlink(self._place(name), dir_fd=self._fd)

    def remove_folder(self, name: str) -> None:
        """Remove an empty folder."""
        os.rmdir(self._place(name), dir_fd=self._fd)

    def change_mode(self, name: str, mode: int) -> None:
        """Set the permission bits of a file or folder."""
        if is_link(self.stat(name)):
            raise LinkInTheWayError(errno.ELOOP, "a link", name)
        os.chmod(self._place(name), mode, dir_fd=self._fd)

    def flush(self) -> None:
        """Bring renames and removals in this folder to the disk (where folders can be flushed)."""
        if self._fd is not None:
            try:
                os.fsync(self._fd)
            except OSError as error:
                if error.errno not in _NO_FLUSH:
                    raise

    def _place(self, name: str) -> str:
        return str(self._path / name) if self._fd is None else name

    @staticmethod
    def _refuse_link(path: Path) -> None:
        attributes = getattr(path.lstat(), "st_file_attributes", 0)
        if path.is_symlink() or attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT:
            raise LinkInTheWayError(errno.ELOOP, "a link", str(path))


@contextmanager
def opened(root: Path, names: tuple[str, ...] | list[str], *, create: bool = False) -> Iterator[FolderHandle]:
    """Hold the folder ``root/names…`` open; ``create`` makes what is missing on the way.

    Raises:
        OSError: A component is missing, is no folder, or is a link (``ELOOP``, ``ENOTDIR`` or ``LinkInTheWayError``).
    """
    handle = FolderHandle.at(root)
    try:
        for name in names:
            if create and not handle.exists(name):
                handle.make_folder(name)
            inner = handle.child(name)
            handle.close()
            handle = inner
        yield handle
    finally:
        handle.close()


def write_file(handle: FolderHandle, name: str, data: bytes, mode: int | None = None) -> None:
    """Put ``data`` at ``name`` so that at any moment the complete old or the complete new file is there.

    An existing file keeps its permission bits unless ``mode`` is given; a file with several hard links is replaced,
    never written through.
    """
    old = handle.stat(name) if handle.exists(name) else None
    temporary = TEMPORARY_PREFIX + secrets.token_hex(8)
    descriptor = handle.create_file(temporary)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            wanted = mode if mode is not None else (stat.S_IMODE(old.st_mode) if old and is_file(old) else None)
            if wanted is not None:
                handle.change_mode(temporary, wanted)
            os.fsync(file.fileno())
        handle.rename(temporary, handle, name)
    except BaseException:
        if handle.exists(temporary):
            handle.remove_file(temporary)
        raise
    handle.flush()


def is_file(found: os.stat_result) -> bool:
    """Tell whether this is an ordinary file."""
    return stat.S_ISREG(found.st_mode)


def is_folder(found: os.stat_result) -> bool:
    """Tell whether this is a folder and not a link to one."""
    return stat.S_ISDIR(found.st_mode)


def is_link(found: os.stat_result) -> bool:
    """Tell whether this is a symbolic link."""
    return stat.S_ISLNK(found.st_mode)
