"""Writes a small file of our own so that at any kill the old or the new one is there, whole."""

from __future__ import annotations

import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a text (UTF-8), making the folder if need be; a write that fails leaves nothing beside the file.

    Raises:
        OSError: It cannot be written there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        fresh = Path(file.name)
        try:
            file.write(text)
            file.flush()
        except OSError:
            fresh.unlink()
            raise
    fresh.replace(path)
