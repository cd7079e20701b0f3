"""``docs/blocks.md`` is what the catalog says today."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from elisa.blocks.describe import describe, load_effects
from elisa.core import resources

if TYPE_CHECKING:
    from elisa.blocks.catalog import Catalog

PAGE = Path(__file__).parents[3] / "docs" / "blocks.md"


def test_the_page_is_up_to_date(catalog: Catalog) -> None:
    page = describe(catalog, load_effects(resources.root()))
    assert PAGE.read_text(encoding="utf-8") == page, "run: python packaging/blocks_page.py"


def test_every_block_has_an_effect_and_nothing_else_has(catalog: Catalog) -> None:
    assert set(load_effects(resources.root())) == set(catalog.blocks)
