"""A child goes through the real window once; each test asks for one thing that must have been seen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

STORY = Path(__file__).with_name("window_story.py")
SECONDS = 170


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What was seen from the first click to the last."""
    place = tmp_path_factory.mktemp("story")
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(place),
        "ELISA_HOME": str(place / "elisa"),
        "PYTHONPATH": os.pathsep.join(str(STORY.parents[2] / name) for name in ("app", "tests")),
    }
    command = [sys.executable, str(STORY), str(place)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return seen


def test_report_P041_every_example_comes_out_of_the_editor_as_it_went_in(seen: dict[str, Any]) -> None:
    assert seen["changed_by_the_editor"] == []


def test_report_P039_a_block_from_tomorrow_is_kept_whole_and_the_nugget_opens(seen: dict[str, Any]) -> None:
    assert "odd" not in seen["changed_by_the_editor"]


def test_an_example_is_ready_to_build_and_is_read_back_in_plain_words(seen: dict[str, Any]) -> None:
    assert seen["go_after_opening"] == "ready"
    assert seen["sentences"][2] == "It can: run left and right with the arrow keys"


def test_a_block_that_is_dragged_out_of_its_bin_reaches_the_nugget(seen: dict[str, Any]) -> None:
    assert seen["dragged"] == 1


def test_a_bubble_that_is_changed_by_keyboard_alone_is_on_the_disk(seen: dict[str, Any]) -> None:
    assert seen["typed"]


def test_a_block_area_that_dies_comes_back_with_all_blocks_and_says_so(seen: dict[str, Any]) -> None:
    assert seen["after_the_kill"]
    assert seen["said_after_the_kill"] == ["The block area stopped. I started it again, with all your blocks."]


def test_the_helpers_are_seen_at_work(seen: dict[str, Any]) -> None:
    assert seen["go_while_building"] == "building"
    assert seen["tasks_in_graph"] == seen["tasks"] > 3


def test_what_was_wished_is_proven_and_plays(seen: dict[str, Any]) -> None:
    assert seen["outcome"] == "done"
    assert set(seen["wishes"].values()) == {"done"}
    assert "When an acorn hits the hedgehog then lose a heart" in seen["wishes"]
    assert seen["page_title"] == "A hedgehog dodges acorns quickly"


def test_report_P016_a_build_is_taken_back_and_the_nugget_comes_back_from_its_file(seen: dict[str, Any]) -> None:
    assert seen["taken_back"]
    assert seen["saved_as"] == "my game.elisa"
    assert seen["same_blocks"]
    assert seen["same_files"]


def test_the_keys_of_the_menu_work(seen: dict[str, Any]) -> None:
    assert seen["saved_by_keys"]


def test_nothing_complained_and_the_window_closed(seen: dict[str, Any]) -> None:
    assert seen["errors"] == []
    assert seen["code"] == 0
