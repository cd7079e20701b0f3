"""Makes one file of each weight of a typeface: Fontsource cuts a weight into subsets, and Qt takes only one of them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from fontTools.ttLib import NameTable

SUBSETS = ("latin", "latin-ext")
STYLES = {"400": "Regular", "500": "Medium", "600": "SemiBold", "700": "Bold", "800": "ExtraBold"}
# Name records of the OpenType "name" table: family, style, full name, PostScript name, typographic family and style.
_FAMILY, _STYLE, _FULL, _POSTSCRIPT, _TYPE_FAMILY, _TYPE_STYLE = 1, 2, 4, 6, 16, 17


def merge_subsets(files: Path, name: str, family: str, weight: str, target: Path) -> None:
    """Write the subsets of a weight as one OpenType file that Qt finds under ``family``; the same bytes each time.

    Raises:
        FileNotFoundError: There is no subset of this weight.
    """
    from fontTools.merge import Merger
    from fontTools.ttLib import TTFont

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    found = [file for subset in SUBSETS if (file := files / f"{name}-{subset}-{weight}-normal.woff").is_file()]
    if not found:
        raise FileNotFoundError(f"{name} {weight}")
    first = TTFont(found[0])
    font = Merger().merge([str(file) for file in found]) if len(found) > 1 else TTFont(found[0])
    font.flavor = None
    font.recalcTimestamp = False
    font["head"].created, font["head"].modified = first["head"].created, first["head"].modified
    _rename(font["name"], family, STYLES[weight])
    font.save(str(target))


def _rename(table: NameTable, family: str, style: str) -> None:
    plain = style in {"Regular", "Bold"}
    told = {
        _FAMILY: family if plain else f"{family} {style}",
        _STYLE: style if plain else "Regular",
        _FULL: f"{family} {style}",
        _POSTSCRIPT: f"{family.replace(' ', '')}-{style}",
        _TYPE_FAMILY: family,
        _TYPE_STYLE: style,
    }
    for record, text in told.items():
        table.setName(text, record, 3, 1, 0x409)
