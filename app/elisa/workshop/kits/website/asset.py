"""The kit's own scripts and styles."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

FOLDER = "site"


@cache
def asset(name: str) -> str:
    """Return the text of a script or a style sheet of the kit."""
    return files(__package__).joinpath("assets", name).read_text(encoding="utf-8")


def script(name: str) -> dict[str, str]:
    """Return one of the kit's scripts as a file of the nugget."""
    return {f"{FOLDER}/{name}.js": asset(f"{name}.js")}
