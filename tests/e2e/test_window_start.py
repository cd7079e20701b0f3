"""Starting the studio as a user would: without a screen, twice, and killed in the middle of work."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SECONDS = 60
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "elisa", *map(str, arguments)]


@pytest.fixture
def window(home: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A studio that stands: its list of nuggets was looked at."""
    process = subprocess.Popen(command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    until(lambda: (home / "elisa" / "logs").is_dir() and process.poll() is None)
    yield process
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def test_without_a_screen_one_sentence_is_said() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in SCREENS}
    done = subprocess.run(command(), env=environment, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["There is no screen here; elisa --help lists what I can do."]


def test_report_P021_a_second_start_hands_its_nugget_to_the_first_and_leaves(
    window: subprocess.Popen[bytes], home: Path
) -> None:
    nugget = home / "mine"
    nugget.mkdir()
    idea = {"type": "nugget_goal", "id": "goal", "x": 1, "y": 1, "fields": {"GOAL_TEXT": "a kite"}}
    (nugget / "workspace.json").write_text(json.dumps({"blocks": {"languageVersion": 0, "blocks": [idea]}}), "utf-8")

    def handed_over() -> bool:
        second = subprocess.run(command(nugget), capture_output=True, check=False, timeout=SECONDS)
        return second.returncode == 0

    until(handed_over)
    assert window.poll() is None
    recents = home / "elisa" / "recents.json"
    until(lambda: recents.is_file() and str(nugget) in recents.read_text("utf-8"))
    os.killpg(window.pid, signal.SIGKILL)
    window.wait()
    # The first is dead: the next start is the first again, and the nugget is as it was.
    third = subprocess.Popen(
        command(nugget), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    before = recents.stat().st_mtime_ns
    until(lambda: recents.stat().st_mtime_ns != before)
    os.killpg(third.pid, signal.SIGKILL)
    third.wait()
    assert "a kite" in (nugget / "workspace.json").read_text("utf-8")
