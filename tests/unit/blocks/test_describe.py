"""``docs/blocks.md`` is what the catalog says today."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from elisa.blocks.describe import describe

if TYPE_CHECKING:
    from elisa.blocks.catalog import Catalog

PAGE = Path(__file__).parents[3] / "docs" / "blocks.md"


def test_the_page_is_up_to_date(catalog: Catalog) -> None:
    # To write it anew: PAGE.write_text(describe(catalog), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == describe(catalog)
