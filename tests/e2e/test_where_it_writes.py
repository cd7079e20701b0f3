"""One build in an awkward place: what it writes where, and that a first mistake does not stand in its way."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from elisa.core.resources import root

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = root() / "blockly_assets" / "examples" / "hedgehog-dodge"
# Nobody answers there: whoever asked the network would fail.
NOWHERE = {"HTTP_PROXY": "http://127.0.0.1:9", "HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "127.0.0.1,localhost"}
KEPT = ("PATH", "LANG", "QT_QPA_PLATFORM", "TMPDIR")


@dataclass
class Place:
    """A pupil's computer: a home, a folder that the school chose for Elisa, and a nugget."""

    home: Path
    chosen: Path
    nugget: Path

    def build(self) -> subprocess.CompletedProcess[str]:
        """Build the example as a user would, without any key."""
        command = [sys.executable, "-m", "elisa", "build", str(EXAMPLE), "--out", str(self.nugget), "--yes"]
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        environ = kept | NOWHERE | {"HOME": str(self.home), "ELISA_HOME": str(self.chosen)}
        return subprocess.run(command, env=environ, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """Return a computer whose pupil writes Chinese."""
    folder = tmp_path_factory.mktemp("测试用户")
    place = Place(folder / "home", folder / "school" / "elisa-data", folder / "项目 1")
    place.home.mkdir()
    return place


@pytest.fixture(scope="module")
def refused(place: Place) -> subprocess.CompletedProcess[str]:
    """Build where a file is in the way."""
    place.nugget.write_text("my diary", encoding="utf-8")
    done = place.build()
    assert place.nugget.read_text(encoding="utf-8") == "my diary"
    place.nugget.unlink()
    return done


@pytest.fixture(scope="module")
def done(place: Place, refused: subprocess.CompletedProcess[str]) -> subprocess.CompletedProcess[str]:
    """Build once more, with nothing in the way."""
    assert refused.returncode
    return place.build()


def test_pitfall_42_a_start_that_failed_does_not_block_the_next(
    refused: subprocess.CompletedProcess[str], done: subprocess.CompletedProcess[str]
) -> None:
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert done.returncode == 0, done.stdout + done.stderr


def test_report_P121_a_folder_with_chinese_letters_and_a_space_is_fine(
    place: Place, done: subprocess.CompletedProcess[str]
) -> None:
    assert done.returncode == 0, done.stdout + done.stderr
    assert (place.nugget / "index.html").is_file()
    assert " passed" in done.stdout


def test_pitfall_52_no_key_no_network_and_no_other_program_are_needed(
    done: subprocess.CompletedProcess[str],
) -> None:
    assert done.returncode == 0, done.stdout + done.stderr
    assert "workshop" in done.stdout


def test_report_P024_everything_is_written_under_the_chosen_home(
    place: Place, done: subprocess.CompletedProcess[str]
) -> None:
    assert done.returncode == 0, done.stdout + done.stderr
    assert place.chosen.is_dir()
    assert [path.relative_to(place.home).as_posix() for path in place.home.rglob("*") if path.is_file()] == []
