"""A built example is a game: a stranger's browser starts it by key, scores, loses, plays again, and sees no message."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from elisa.core import resources
from support.chromium import Visitor, chromium

if TYPE_CHECKING:
    from pathlib import Path

BUILD_SECONDS = 180


def _build(example: str, folder: Path) -> Path:
    """Build a bundled example as a person would, and return the one-file game."""
    page = folder / "game.html"
    command = [sys.executable, "-m", "elisa", "build", str(resources.root() / "blockly_assets" / "examples" / example)]
    options = ["--out", str(folder / "nugget"), "--yes", "--single-file", str(page)]
    built = subprocess.run([*command, *options], check=False, capture_output=True, text=True, timeout=BUILD_SECONDS)
    assert built.returncode == 0, built.stdout + built.stderr
    return page


@pytest.mark.parametrize(
    ("example", "scores_by", "loses_by", "words"),
    [
        ("hedgehog-dodge", "", "hazard", ("hedgehog",)),
        pytest.param("sushi-cat", "treasure", "hazard", ("寿司",), marks=pytest.mark.soak),
    ],
)
def test_an_example_is_a_game_for_a_browser_that_is_not_ours(
    tmp_path: Path, example: str, scores_by: str, loses_by: str, words: tuple[str, ...]
) -> None:
    page = _build(example, tmp_path)
    with chromium(tmp_path / "profile") as browser:
        visitor = Visitor(browser)
        visitor.open(page.as_uri())
        seen = visitor.words()
        assert all(word in seen for word in words), seen
        visitor.start_by_key()
        began_with = visitor.shown("score")
        visitor.play_until(lambda: visitor.shown("score") != began_with, "the score changes", after=scores_by)
        visitor.play_until(lambda: visitor.state == "over", "the game can be lost", after=loses_by)
        visitor.start_by_key()
        assert visitor.shown("score") == began_with
        assert visitor.console() == []
