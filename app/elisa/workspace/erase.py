"""Removes a folder with everything in it, without ever following a link out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workspace.handles import FolderHandle, is_folder, opened

if TYPE_CHECKING:
    from pathlib import Path


def erase(path: Path) -> None:
    """Remove a folder, a file or a link, also when write permission was taken from it; nothing there is fine.

    Raises:
        OSError: Something in it belongs to somebody else.
    """
    try:
        holder = opened(path.parent, ())
        with holder as handle:
            erase_entry(handle, path.name)
    except FileNotFoundError:
        return


def erase_entry(handle: FolderHandle, name: str) -> None:
    """Remove one entry of an open folder with everything in it."""
    found = handle.stat(name)
    if not is_folder(found):
        handle.remove_file(name)
        return
    if found.st_mode & 0o700 != 0o700:
        handle.change_mode(name, 0o700)
    inner = handle.child(name)
    try:
        for below in inner.names():
            erase_entry(inner, below)
    finally:
        inner.close()
    handle.remove_folder(name)
