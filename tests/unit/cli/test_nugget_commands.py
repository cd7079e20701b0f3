"""``elisa nugget``, ``undo`` and ``versions``: what they print, what they make, and how they end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from elisa import wiring
from elisa.cli.app import run
from elisa.core import resources
from elisa.workspace.versions import Versions
from support.folder_states import state_of

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLE = resources.root() / "blockly_assets" / "examples" / "sushi-cat"


def test_a_nugget_is_packed_checked_and_opened_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["nugget", "pack", str(EXAMPLE), str(tmp_path / "my game")]) == 0
    assert (tmp_path / "my game.elisa").is_file()
    assert run(["nugget", "check", str(tmp_path / "my game.elisa")]) == 0
    assert run(["nugget", "unpack", str(tmp_path / "my game.elisa"), "--out", str(tmp_path / "again")]) == 0
    out, err = capsys.readouterr()
    assert "16 blocks" in out
    assert err == ""
    for name in ("workspace.json", "skills.json", "rules.json", "portals.json"):
        kept, made = (json.loads((place / name).read_text(encoding="utf-8")) for place in (EXAMPLE, tmp_path / "again"))
        assert kept == made


@pytest.mark.parametrize(
    "example", sorted(EXAMPLE.parent.glob("*/workspace.json")), ids=lambda place: place.parent.name
)
def test_report_P037_P041_every_bundled_example_asks_for_the_same_after_packing(tmp_path: Path, example: Path) -> None:
    packed = wiring.pack_nugget(example.parent, tmp_path / "x.elisa")
    assert packed.notes == ()
    folder, nugget = wiring.unpack_nugget(packed.path, tmp_path / "again")
    assert nugget.notes == ()
    assert wiring.read_spec(folder) == wiring.read_spec(example.parent) == wiring.read_spec(packed.path)


def test_the_goal_names_the_file_and_the_file_names_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "n"
    folder.mkdir()
    goal = {"type": "nugget_goal", "fields": {"GOAL_TEXT": "Catch the stars!"}}
    (folder / "workspace.json").write_text(json.dumps({"blocks": {"blocks": [goal]}}), encoding="utf-8")
    assert run(["nugget", "pack", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"path": str(tmp_path / "Catch-the-stars.elisa"), "notes": []}
    monkeypatch.chdir(tmp_path)
    assert run(["nugget", "unpack", "Catch-the-stars.elisa"]) == 0
    assert (tmp_path / "Catch-the-stars" / "workspace.json").is_file()


def test_keys_of_the_environment_are_in_no_packed_nugget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "canary-key-123")
    (tmp_path / "n").mkdir()
    (tmp_path / "n" / "workspace.json").write_text("{}", encoding="utf-8")
    (tmp_path / "n" / "a.txt").write_text("canary-key-123", encoding="utf-8")
    assert run(["nugget", "pack", str(tmp_path / "n"), str(tmp_path / "x.elisa")]) == 0
    assert run(["nugget", "unpack", str(tmp_path / "x.elisa"), str(tmp_path / "y")]) == 0
    assert (tmp_path / "y" / "a.txt").read_text(encoding="utf-8") == "key-left-out"


def test_a_bad_file_is_bad_input_in_words_and_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.elisa").write_bytes(bytes(100))
    assert run(["nugget", "check", str(tmp_path / "x.elisa")]) == 2
    assert capsys.readouterr().err.startswith("The file x.elisa is damaged.")
    assert run(["nugget", "check", str(tmp_path / "x.elisa"), "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["code"] == "archive.damaged"
    assert run(["nugget", "bake", str(tmp_path)]) == 2


def test_undo_and_versions_tell_what_happened(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "index.html").write_text("old", encoding="utf-8")
    before = state_of(tmp_path)
    assert run(["undo", str(tmp_path)]) == 1
    assert run(["versions", str(tmp_path)]) == 0
    assert state_of(tmp_path) == before
    assert not (tmp_path / ".elisa").exists()
    versions = Versions(tmp_path)
    versions.begin_build("b1")
    (tmp_path / "index.html").write_text("new", encoding="utf-8")
    versions.save("Made a page", task_id="t1")
    capsys.readouterr()
    assert run(["undo", str(tmp_path)]) == 0
    assert "Took back: Made a page" in capsys.readouterr().out
    assert state_of(tmp_path) == before
    assert run(["versions", str(tmp_path), "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [version["kind"] for version in listed] == ["undo", "task", "start"]
    assert (listed[1]["task_id"], listed[1]["build_id"]) == ("t1", "b1")
    assert run(["versions", str(tmp_path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


@pytest.mark.parametrize("command", ["undo", "versions", "preview"])
def test_a_folder_that_is_not_there_is_bad_input(tmp_path: Path, command: str) -> None:
    assert run([command, str(tmp_path / "none")]) == 2
