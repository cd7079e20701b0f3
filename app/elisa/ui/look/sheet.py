"""The application's one style sheet: ``blockly_assets/look/sheet.qss`` with its places filled from a look."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from elisa.core import resources
from elisa.ui.look.paint import LINE

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.ui.look.look import Look

_PLACE = re.compile(r"@(?:(?P<kind>[a-z]+):)?(?P<name>\w+)@")


def style_sheet(look: Look) -> str:
    """Return the sheet for the present theme, text size and typeface.

    Raises:
        KeyError: The sheet names a token that there is not: a mistake in the program, found by a test.
    """
    return _PLACE.sub(lambda match: _fill(look, match["kind"], match["name"]), _template())


def _fill(look: Look, kind: str | None, name: str) -> str:
    match kind:
        case None:
            return look.colour({"scroll_gap": "surface"}.get(name, name)).name()
        case "px":
            return str(look.px(int(name)))
        case "half":
            return str((look.px(int(name)) + 2 * LINE) // 2)
        case "type":
            return _type(look, name)
        case "mark":
            return (_folder() / "marks" / f"{name}-{look.theme}.svg").as_posix()
        case _:
            raise KeyError(kind)


def _type(look: Look, role: str) -> str:
    families = ", ".join(f'"{family}"' for family in look.families(role))
    weight = look.tokens.roles[role].weight
    return f"font-family: {families}; font-size: {look.text_px(role)}px; font-weight: {weight};"


@cache
def _template() -> str:
    text = (_folder() / "sheet.qss").read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def _folder() -> Path:
    return resources.root() / "blockly_assets" / "look"
