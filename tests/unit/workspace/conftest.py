"""The nugget that tests of versions begin with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def nugget(tmp_path: Path) -> Path:
    root = tmp_path / "nugget"
    root.mkdir()
    (root / "game.js").write_bytes(b"let score = 0\r\n")
    return root
