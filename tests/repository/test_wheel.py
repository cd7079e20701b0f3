"""The wheel carries its data and works without the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOOK = "from elisa.core.resources import fetched, root; print(root()); print(fetched().is_dir())"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_it_holds_one_package_with_its_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"elisa"}
    for wanted in ("py.typed", "core/text/en/policy.json", "_bundled/blockly_assets/fetched/blockly/blockly.min.js"):
        assert f"elisa/{wanted}" in names
    assert [name for name in names if "node_modules" in name or name.endswith(".pyc")] == []


def test_every_prompt_and_example_is_in_it(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    listed = ["git", "ls-files", "--", "blockly_assets", "prompts", "devices"]
    known = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [path for path in known if (ROOT / path).is_file() and f"elisa/_bundled/{path}" not in names] == []


def test_it_finds_its_data_when_unpacked_elsewhere(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    environ = {"PYTHONPATH": str(tmp_path), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        [sys.executable, "-c", LOOK], env=environ, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [str(tmp_path / "elisa" / "_bundled"), "True"]
