"""Which nuggets were open lately, newest first, in one small file of Elisa's home."""

from __future__ import annotations

import logging
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from elisa.core.small_file import write_whole

_log = logging.getLogger(__name__)
_FILE = "recents.json"
MOST = 30


class Recent(BaseModel):
    """A nugget that was open; ``at`` is seconds since 1970."""

    model_config = ConfigDict(frozen=True)

    folder: str
    title: str
    at: float
    picture: str = ""


_LIST = TypeAdapter(list[Recent])


class Recents:
    """The list; a file that cannot be read counts as none, and one that cannot be written stops nothing."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def all(self) -> list[Recent]:
        """Return those whose folder is still there, newest first."""
        return [one for one in self._read() if (Path(one.folder) / "workspace.json").is_file()]

    def note(self, recent: Recent) -> None:
        """Put one at the top."""
        self._write([recent, *(one for one in self._read() if one.folder != recent.folder)][:MOST])

    def _read(self) -> list[Recent]:
        try:
            return _LIST.validate_json((self._home / _FILE).read_bytes())
        except (OSError, ValidationError):
            return []

    def _write(self, recents: list[Recent]) -> None:
        try:
            write_whole(self._home / _FILE, _LIST.dump_json(recents).decode())
        except OSError as error:
            _log.info("the list of recent nuggets was not written: %s", error)
