"""The nugget's files as text for a model: decoded, bounded, and with a useful word when there is no such file."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from elisa.core.errors import ElisaError
from elisa.tools.base import ToolFailedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.tools.background import Deadline
    from elisa.tools.base import ToolContext

LARGEST_SOURCE = 1024 * 1024
"""Bytes; nothing that a person or a model writes by hand is longer."""


def source_of(context: ToolContext, path: str) -> str:
    """Return a file's text as it is.

    Raises:
        ToolFailedError: There is none, or it is not text.
        BlockedPathError: The path leads outside.
    """
    place = context.path(path)
    if place.is_dir():
        raise ToolFailedError(f"{path} is a folder; use list_files.")
    if not place.is_file():
        raise ToolFailedError(f"There is no file {path}.{_instead(context, path)}")
    data = context.read(path)
    text = _decoded(data)
    if text is None:
        raise ToolFailedError(f"{path} is not text ({len(data):,} bytes).")
    return text


def files_under(context: ToolContext, path: str) -> list[str]:
    """Return the files below a folder, or the one file, as paths from the nugget's root.

    Raises:
        ToolFailedError: There is no such folder or file.
    """
    place = context.path(path)
    if place.is_file():
        return [context.name_of(place)]
    try:
        return context.files(path)
    except ElisaError as error:
        if error.code == "workspace.missing":
            raise ToolFailedError(f"There is no folder {path}.{_instead(context, path)}") from error
        raise


def sources_under(context: ToolContext, path: str, deadline: Deadline) -> Iterator[tuple[str, str]]:
    """Yield path and text of each text file below a folder until the deadline; what is no text is passed over."""
    for name in files_under(context, path):
        if deadline.passed:
            return
        if context.path(name).stat().st_size > LARGEST_SOURCE:
            continue
        text = _decoded(context.read(name))
        if text is not None:
            yield name, text


def _decoded(data: bytes) -> str | None:
    if b"\0" in data[:8192]:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _instead(context: ToolContext, path: str) -> str:
    near = get_close_matches(path, context.folder.list(limit=500), n=3, cutoff=0.6)
    return f" Did you mean {' or '.join(near)}?" if near else ""
