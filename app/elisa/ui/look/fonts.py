"""The typefaces that come with the program; each is read when the first text needs it."""

from __future__ import annotations

import logging
from functools import cache

from PySide6.QtGui import QFontDatabase

from elisa.core import resources

_log = logging.getLogger(__name__)
_FILES = {
    "Fredoka": "fredoka",
    "Nunito": "nunito",
    "JetBrains Mono": "jetbrains-mono",
    "Atkinson Hyperlegible": "atkinson-hyperlegible",
    "OpenDyslexic": "opendyslexic",
}


@cache
def load_family(family: str) -> bool:
    """Give Qt a family that we carry; return whether we carry it."""
    stem = _FILES.get(family)
    if stem is None:
        return False
    files = sorted((resources.fetched() / "fonts").glob(f"{stem}-*.otf"))
    read = [QFontDatabase.addApplicationFont(str(file)) >= 0 for file in files]
    if not any(read):
        _log.info("no file of %s could be read", family)
    return any(read)
