"""What an undo says that it took back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workspace.versions import Versions

if TYPE_CHECKING:
    from pathlib import Path


def test_report_P045_an_undo_names_the_build_by_its_goal_and_not_by_its_last_task(tmp_path: Path) -> None:
    versions = Versions(tmp_path)
    versions.begin_build("build-1", "A hedgehog\nthat runs")
    (tmp_path / "index.html").write_text("1")
    versions.save("The stage", task_id="stage")
    (tmp_path / "index.html").write_text("2")
    versions.save("The hedgehog moves", task_id="moves")
    assert Versions(tmp_path).undo().message == "Took back the last build: A hedgehog that runs"
    assert list(tmp_path.glob("*.html")) == []
    assert versions.undo().message == "Took the undo back"


def test_an_undo_of_a_build_without_a_goal_names_its_last_step(tmp_path: Path) -> None:
    versions = Versions(tmp_path)
    versions.begin_build("build-1")
    (tmp_path / "index.html").write_text("1")
    versions.save("The stage", task_id="stage")
    assert versions.undo().message == "Took back: The stage"
