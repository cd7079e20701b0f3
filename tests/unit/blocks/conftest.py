"""The catalog of this checkout, read once."""

from __future__ import annotations

import pytest

from elisa.blocks.catalog import Catalog, load_catalog
from elisa.core import resources


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog(resources.root())
