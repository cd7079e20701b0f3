"""What was built on this computer, newest first, searchable: one JSON line a build under Elisa's own home."""

from __future__ import annotations

import json
import os
from datetime import datetime
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

if TYPE_CHECKING:
    from pathlib import Path
    from typing import BinaryIO

FILE = "history.jsonl"


class Past(BaseModel):
    """One run that is over. ``tokens`` counts input and output together."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    at: datetime
    operation: str
    goal: str
    folder: str
    provider: str
    model: str
    status: str
    tokens: int = 0


class History:
    """The list of past runs. A line that a crash tore is skipped, never a reason to stop."""

    def __init__(self, home: Path) -> None:
        """Args: home: Elisa's own folder (``ELISA_HOME``)."""
        self._path = home / FILE

    def add(self, past: Past) -> None:
        """Remember one run.

        Raises:
            OSError: The folder cannot be written.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps(past.model_dump(mode="json")).encode() + b"\n"
        with self._path.open("a+b") as file:
            file.write(line if _ends_a_line(file) else b"\n" + line)

    def search(
        self, words: str = "", *, model: str | None = None, operation: str | None = None, status: str | None = None
    ) -> list[Past]:
        """Return the runs that hold all words (in goal or folder) and match the given fields, newest first."""
        wanted = words.casefold().split()
        found = [
            past
            for past in self._read()
            if all(word in f"{past.goal} {past.folder}".casefold() for word in wanted)
            and model in (None, past.model)
            and operation in (None, past.operation)
            and status in (None, past.status)
        ]
        return found[::-1]

    def _read(self) -> list[Past]:
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return []
        return [past for line in lines if (past := _parse(line)) is not None]


def _ends_a_line(file: BinaryIO) -> bool:
    """Tell whether a new line can begin here; after one that a crash tore, the next would be lost with it."""
    size = file.seek(0, os.SEEK_END)
    if size == 0:
        return True
    file.seek(size - 1)
    return file.read(1) == b"\n"


def _parse(line: str) -> Past | None:
    try:
        return Past.model_validate_json(line)
    except ValidationError:
        return None
