"""Opening and saving a nugget of 50 MB, beside what plain ``zipfile`` needs for the same bytes."""

from __future__ import annotations

import random
import shutil
import zipfile
from typing import TYPE_CHECKING

import pytest

from elisa.workspace.archive import pack, unpack

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures and films (random bytes), scripts (words), and many small files."""
    root = tmp_path_factory.mktemp("fifty") / "nugget"
    chance = random.Random(50)
    (root / "assets").mkdir(parents=True)
    (root / "workspace.json").write_text('{"blocks": {"blocks": []}}', encoding="utf-8")
    for number in range(7):
        (root / "assets" / f"film{number}.mp4").write_bytes(chance.randbytes(6 * MEGABYTE))
    words = [f"word{number}" for number in range(2000)]
    for number in range(400):
        text = " ".join(chance.choices(words, k=2500))
        (root / "assets" / f"level{number}.js").write_text(text, encoding="utf-8")
    return root


def plain_save(folder: Path, path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for place in sorted(folder.rglob("*")):
            kind = zipfile.ZIP_STORED if place.suffix == ".mp4" else zipfile.ZIP_DEFLATED
            archive.write(place, f"output/{place.relative_to(folder)}", kind)


def plain_open(path: Path, folder: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)


@pytest.mark.benchmark(group="save 50 MB")
def test_saving(benchmark: BenchmarkFixture, folder: Path, tmp_path: Path) -> None:
    benchmark(pack, folder, tmp_path / "x.elisa")


@pytest.mark.benchmark(group="save 50 MB")
def test_saving_with_plain_zipfile(benchmark: BenchmarkFixture, folder: Path, tmp_path: Path) -> None:
    benchmark(plain_save, folder, tmp_path / "x.zip")


@pytest.mark.benchmark(group="open 50 MB")
def test_opening(benchmark: BenchmarkFixture, folder: Path, tmp_path: Path) -> None:
    source = pack(folder, tmp_path / "x.elisa").path
    benchmark(lambda: unpack(source, fresh(tmp_path)))
    assert (tmp_path / "opened" / "assets" / "film6.mp4").stat().st_size == 6 * MEGABYTE


@pytest.mark.benchmark(group="open 50 MB")
def test_opening_with_plain_zipfile(benchmark: BenchmarkFixture, folder: Path, tmp_path: Path) -> None:
    source = pack(folder, tmp_path / "x.elisa").path
    benchmark(lambda: plain_open(source, fresh(tmp_path)))


def fresh(place: Path) -> Path:
    """Clear the place of the round before; both sides pay for it alike."""
    shutil.rmtree(place / "opened", ignore_errors=True)
    return place / "opened"
