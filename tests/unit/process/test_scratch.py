"""Temporary folders end with their work, or at the next start when their owner was killed; all else stays."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from elisa.process.scratch import scratch, sweep

KILLED = """
import os, signal
from elisa.process.scratch import scratch
with scratch("child") as folder:
    (folder / "deep").mkdir()
    (folder / "deep" / "file").write_text("x")
    print(folder, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def left(folder: Path) -> list[str]:
    return sorted(place.name for place in folder.iterdir())


def test_a_folder_is_gone_after_its_work(temporary: Path) -> None:
    with scratch("before") as folder:
        (folder / "file").write_text("x")
        assert folder.parent == temporary
        assert folder.stat().st_mode & 0o077 == 0
    assert left(temporary) == []


@pytest.mark.skipif(sys.platform == "win32", reason="a kill of this kind is for POSIX")
def test_what_a_killed_program_left_is_gone_after_the_next_start(temporary: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, check=False)
    assert left(temporary) == [Path(done.stdout.strip()).name]
    assert sweep() == 1
    assert left(temporary) == []


@pytest.mark.skipif(sys.platform == "win32", reason="links and namespaces of POSIX")
def test_what_is_in_use_or_not_ours_stays(temporary: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, check=False)
    dead = Path(done.stdout.strip()).name
    other_world = dead.replace(dead.split("-")[2], "abc")
    (temporary / dead).rename(temporary / other_world)
    aim = temporary / "work"
    aim.mkdir()
    (aim / "file").write_text("x")
    (temporary / dead).symlink_to(aim)
    (temporary / "elisa-child-12345").mkdir()
    with scratch("child") as mine:
        assert sweep() == 0
        assert left(temporary) == sorted([mine.name, other_world, dead, "elisa-child-12345", "work"])
    assert (aim / "file").exists()
