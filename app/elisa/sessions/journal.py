"""The journal of one build: every step is on the disk before it is taken, so that a killed build can go on.

One JSON object a line in ``.elisa/journal.jsonl``. A line counts once its newline is there; what a kill tore off at the
end is cut away when the file is opened again.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Self

from pydantic import ValidationError

from elisa.core.errors import failure
from elisa.sessions.entries import ENTRIES, Ended, Entry

if TYPE_CHECKING:
    from types import TracebackType

PLACE = Path(".elisa") / "journal.jsonl"


def journal_of(nugget: Path) -> Path:
    """Return where the journal of a nugget's last build lies."""
    return nugget / PLACE


def read_journal(path: Path) -> list[Entry]:
    """Return all whole lines; no file is an empty journal.

    Raises:
        ElisaError: ``sessions.journal_damaged``: a line in the middle is not one of ours.
    """
    return _parse(_whole_lines(path), path)


def is_unfinished(path: Path) -> bool:
    """Tell whether a build began here and was never brought to an end, as after a kill."""
    entries = read_journal(path)
    return bool(entries) and not isinstance(entries[-1], Ended)


class Journal:
    """An open journal; ``entries`` holds what stood in it and what was added since."""

    def __init__(self, path: Path) -> None:
        """Open for appending; the folder is made, a torn last line is cut off.

        Raises:
            ElisaError: ``sessions.journal_damaged``.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = _whole_lines(path)
        self.entries: list[Entry] = _parse(whole, path)
        self._file: IO[bytes] = path.open("ab", buffering=0)
        self._file.truncate(len(whole))

    def write(self, entry: Entry) -> None:
        """Put a line on the disk; returns when it is there, so that the effect may begin.

        Raises:
            OSError: The disk is full or gone.
        """
        self._file.write(entry.model_dump_json().encode() + b"\n")
        os.fsync(self._file.fileno())
        self.entries.append(entry)

    def close(self) -> None:
        """Close the file; every line is on the disk already."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def put_aside(path: Path) -> None:
    """Keep the journal of an earlier build under ``journals/`` beside it, so that a new one can begin."""
    if not path.exists():
        return
    folder = path.parent / "journals"
    folder.mkdir(exist_ok=True)
    number = 1 + max((int(old.stem) for old in folder.glob("*.jsonl") if old.stem.isdigit()), default=0)
    path.replace(folder / f"{number:04}.jsonl")


def _whole_lines(path: Path) -> bytes:
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return b""
    return raw[: raw.rfind(b"\n") + 1]


def _parse(whole: bytes, path: Path) -> list[Entry]:
    try:
        return [ENTRIES.validate_json(line) for line in whole.splitlines()]
    except ValidationError as error:
        raise failure("sessions.journal_damaged", f"{path}: {error}") from error
