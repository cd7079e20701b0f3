from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elisa.core import resources
from elisa.core.errors import ElisaError

if TYPE_CHECKING:
    from pathlib import Path


def package(folder: Path) -> Path:
    """Return where ``core/resources.py`` would lie under ``folder``."""
    place = folder / "elisa" / "core" / "resources.py"
    place.parent.mkdir(parents=True)
    return place


def test_a_checkout_has_its_data_at_the_top() -> None:
    assert (resources.root() / "blockly_assets").is_dir()
    assert (resources.root() / "pyproject.toml").is_file()


def test_a_wheel_and_a_frozen_app_carry_it_inside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "__file__", str(package(tmp_path)))
    bundled = tmp_path / "elisa" / "_bundled"
    (bundled / "blockly_assets" / "fetched").mkdir(parents=True)
    assert resources.root() == bundled
    assert resources.fetched() == bundled / "blockly_assets" / "fetched"


def test_missing_data_is_said_with_a_next_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "__file__", str(package(tmp_path)))
    with pytest.raises(ElisaError) as caught:
        resources.root()
    assert caught.value.code == "resources.missing"
    (tmp_path / "elisa" / "_bundled" / "blockly_assets").mkdir(parents=True)
    with pytest.raises(ElisaError) as caught:
        resources.fetched()
    assert caught.value.code == "resources.not_fetched"
