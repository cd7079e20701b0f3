"""Looks at the nuggets that lie beside a nugget: the one place that reads more than the one that is built."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from elisa.blocks.interpret import interpret
from elisa.core.errors import ElisaError
from elisa.spec.library import Library
from elisa.spec.neighbours import Neighbour, neighbour_of
from elisa.workspace.load import load_source
from elisa.workspace.nugget_file import WORKSPACE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from elisa.blocks.catalog import Catalog

MOST_NUGGETS = 40
"""Nuggets of one folder that are read."""
MOST_LOOKED_AT = 400
"""Things in one folder that are looked at; a folder of downloads holds more."""
LARGEST_FILE = 8 * 1024 * 1024
"""Bytes of a ``.elisa`` file that is opened only to see what it provides."""
_log = logging.getLogger(__name__)


def neighbours_of(places: Sequence[Path], catalog: Catalog) -> tuple[Neighbour, ...]:
    """Return the nuggets beside ``places`` that provide something.

    Args:
        places: The nugget itself, as it was opened and where it is built; these are no neighbours of their own.
        catalog: The blocks of this installation.
    """
    own = {_root(place) for place in places}
    found: dict[str, Neighbour] = {}
    for folder in dict.fromkeys(root.parent for root in own):
        for path in _nuggets_in(folder):
            if _root(path) in own or path.name in found or len(found) >= MOST_NUGGETS:
                continue
            neighbour = _read(path, catalog)
            if neighbour is not None:
                found[path.name] = neighbour
    return tuple(found.values())


def _root(place: Path) -> Path:
    resolved = place.resolve()
    return resolved.parent if resolved.name == WORKSPACE else resolved


def _nuggets_in(folder: Path) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir())[:MOST_LOOKED_AT]
    except OSError as error:
        _log.info("the folder of the nugget cannot be listed: %s", error)
        return
    for path in entries:
        if path.name.startswith(".") or path.is_symlink():
            continue
        is_file = path.suffix.casefold() == ".elisa" and path.is_file() and path.stat().st_size <= LARGEST_FILE
        if is_file or (path.is_dir() and (path / WORKSPACE).is_file()):
            yield path


def _read(path: Path, catalog: Catalog) -> Neighbour | None:
    try:
        nugget = load_source(path)
    except (ElisaError, OSError) as error:
        _log.info("a nugget beside this one cannot be read: %s", error)
        return None
    return neighbour_of(path.stem, interpret(nugget.workspace, Library(), catalog).spec)
