"""Write ``docs/blocks.md`` from the catalog: every block, its fields, what it does, and where that shows."""

from __future__ import annotations

from pathlib import Path

from elisa.blocks.catalog import load_catalog
from elisa.blocks.describe import describe, load_effects
from elisa.core import resources

PAGE = Path(__file__).resolve().parents[1] / "docs" / "blocks.md"


def main() -> None:
    """Write the page."""
    root = resources.root()
    PAGE.write_text(describe(load_catalog(root), load_effects(root)), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
