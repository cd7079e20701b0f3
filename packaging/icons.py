"""Phosphor's icons that we carry, bold and filled: add a name to ``web/icons.txt``, run ``assets.py --pin`` once."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from node import WEB

if TYPE_CHECKING:
    from pathlib import Path

WEIGHTS = ("bold", "fill")
ICONS = tuple((WEB / "icons.txt").read_text(encoding="utf-8").split())


def copy_icons(package: Path, folder: Path) -> None:
    """Copy the icons of ``@phosphor-icons/core`` and its licence.

    Raises:
        FileNotFoundError: A name of the list is not one of theirs.
    """
    folder.mkdir()
    shutil.copyfile(package / "LICENSE", folder / "LICENSE")
    for name in ICONS:
        for weight in WEIGHTS:
            file = f"{name}-{weight}.svg"
            shutil.copyfile(package / "assets" / weight / file, folder / file)
