"""Where the program's own data lies: in a checkout, in an installed wheel and in a frozen app."""

from __future__ import annotations

from pathlib import Path

from elisa.core.errors import failure


def root() -> Path:
    """Return the folder that holds ``blockly_assets``, ``prompts`` (and ``devices``); it is only ever read.

    A wheel and a frozen app carry them as ``elisa/_bundled``; in a checkout they lie at the top.

    Raises:
        ElisaError: ``resources.missing``: the installation lost its data.
    """
    package = Path(__file__).resolve().parents[1]
    for candidate in (package / "_bundled", package.parents[1]):
        if (candidate / "blockly_assets").is_dir():
            return candidate
    raise failure("resources.missing", str(package))


def fetched() -> Path:
    """Return the folder of what the build step fetched (Blockly, MicroPython, fonts, the page clock).

    Raises:
        ElisaError: ``resources.not_fetched``: ``make assets`` has not run in this checkout.
    """
    folder = root() / "blockly_assets" / "fetched"
    if not folder.is_dir():
        raise failure("resources.not_fetched", str(folder))
    return folder
