"""Everything that Elisa writes for itself lies in one folder, which a school can move."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from elisa.core.resources import root


def test_report_P024_everything_is_written_under_the_chosen_home(tmp_path: Path, home: Path) -> None:
    chosen = tmp_path / "school" / "elisa-data"
    out = tmp_path / "game"
    example = root() / "blockly_assets" / "examples" / "hedgehog-dodge"
    command = [sys.executable, "-m", "elisa", "build", str(example), "--out", str(out), "--yes"]
    environ = os.environ | {"ELISA_HOME": str(chosen)}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert out.is_dir()
    assert chosen.is_dir()
    assert [path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()] == []
