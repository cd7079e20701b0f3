"""Reads a nugget from whatever a person points at: a ``.elisa`` file, a folder, or a JSON file with blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.errors import bad_input
from elisa.workspace.archive import read_nugget
from elisa.workspace.nugget_file import (
    LARGEST_PART,
    PARTS,
    WORKSPACE,
    NuggetFile,
    as_json,
    parse_parts,
    read_json,
    read_parts,
)

if TYPE_CHECKING:
    from pathlib import Path


def load_source(path: Path) -> NuggetFile:
    """Read a nugget.

    Args:
        path: A ``.elisa`` or ``.zip`` file (one zipped once more is opened); a folder with ``workspace.json`` and, if
            they are there, ``skills.json``, ``rules.json``, ``portals.json``; such a ``workspace.json`` itself; or
            another JSON file that is a workspace or holds ``workspace``, ``skills``, ``rules`` and ``portals``.

    Raises:
        BadInputError: ``archive.*``: it is none of these, or a part is damaged; the part is named.
    """
    if path.is_dir():
        return _folder(path, path)
    if path.name == WORKSPACE and path.is_file():
        return _folder(path.parent, path)
    if path.suffix.casefold() == ".json":
        return _json_file(path)
    return read_nugget(path, open_inner=True)


def _folder(folder: Path, source: Path) -> NuggetFile:
    return parse_parts(source, read_parts(folder))


def _json_file(path: Path) -> NuggetFile:
    data = read_json(path, path.name, _read(path))
    if isinstance(data, dict) and isinstance(data.get("workspace"), dict):
        names = ((name, name.removesuffix(".json")) for name in PARTS)
        return parse_parts(path, {name: as_json(data[key]) for name, key in names if key in data})
    return parse_parts(path, {WORKSPACE: as_json(data)})


def _read(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_PART:
            raise bad_input("archive.too_big", str(path), limit=LARGEST_PART // (1024 * 1024))
        return path.read_bytes()
    except OSError as error:
        raise bad_input("archive.no_file", str(error), name=path.name) from error
