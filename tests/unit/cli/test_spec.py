"""``elisa spec`` and the start of the command line: what is printed where, and the exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from elisa.cli.app import COMMANDS, run
from elisa.core import resources
from support.workspaces import block, chain, goal, workspace

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EXAMPLE = resources.root() / "blockly_assets" / "examples" / "sushi-cat"


def write(folder: Path, value: object, name: str = "workspace.json") -> Path:
    place = folder / name
    place.write_text(json.dumps(value), encoding="utf-8")
    return place


def test_a_folder_a_workspace_and_a_nugget_file_print_the_same_spec(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nugget = tmp_path / "sushi.elisa"
    with zipfile.ZipFile(nugget, "w") as archive:
        for name in ("workspace.json", "skills.json", "rules.json", "portals.json"):
            archive.write(EXAMPLE / name, name)
    printed = []
    for source in (EXAMPLE, EXAMPLE / "workspace.json", nugget):
        assert run(["spec", str(source)]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        printed.append(json.loads(out))
    assert printed[0] == printed[1] == printed[2]
    assert printed[0]["nugget"]["goal"] == "un jeu avec un chat qui attrape des sushis 寿司"


def test_json_prints_one_document_with_the_problems(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = write(tmp_path, workspace(chain(goal(), block("from_tomorrow", {}, "new"))))
    assert run(["spec", str(place), "--json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert err == ""
    assert set(document) == {"spec", "problems"}
    assert [set(one) for one in document["problems"]] == [{"code", "block_id", "block_type", "message", "severity"}]
    assert document["problems"][0]["block_id"] == "new"


def test_without_json_problems_are_lines_on_stderr(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = write(tmp_path, workspace(goal(""), block("deploy_web", None, "web")))
    assert run(["spec", str(place)]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["nugget"]["goal"] == ""
    lines = err.splitlines()
    assert lines[0].startswith("error: empty_goal: nugget_goal (goal): ")
    assert lines[1].startswith("warning: detached: deploy_web (web): ")


def test_report_P035_a_damaged_block_is_named_with_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = write(tmp_path, {"blocks": {"languageVersion": 0, "blocks": [{"type": None}]}})
    assert run(["spec", str(place)]) == 2
    err = capsys.readouterr().err
    assert "workspace.json, block 1" in err


def test_a_very_long_stack_of_blocks_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stack = '{"type":"deploy_web","next":{"block":' * 9_999 + '{"type":"deploy_web"}' + "}}" * 9_999
    text = '{"blocks":{"blocks":[{"type":"nugget_goal","fields":{"GOAL_TEXT":"x"},"next":{"block":' + stack + "}}]}}"
    (tmp_path / "workspace.json").write_text(text, encoding="utf-8")
    assert run(["spec", str(tmp_path)]) == 0
    assert json.loads(capsys.readouterr().out)["deployment"]["target"] == "web"


@pytest.mark.parametrize("text", ["", "{", "[1,2]", "\ufeff7"])
def test_a_file_that_is_no_workspace_is_one_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "workspace.json").write_text(text, encoding="utf-8")
    assert run(["spec", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert "workspace.json" in err


def test_a_missing_file_is_one_sentence_with_the_detail_below(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["spec", str(tmp_path / "gone.elisa")]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert "gone.elisa" in lines[0]
    assert lines[1].startswith("More: ")


@pytest.mark.parametrize("argv", [["spec"], ["spec", "x", "--nope"], ["nonsense"], ["--nope"]])
def test_wrong_words_are_answered_with_exit_code_two(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "--help" in err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    assert all(f"  {name} " in out for name in COMMANDS)


def test_help_loads_neither_the_engine_nor_the_parser() -> None:
    program = (
        "import sys; from elisa.cli.app import run; run(['--help']);"
        "sys.exit(any(name in sys.modules for name in ('typer', 'pydantic', 'networkx', 'PySide6')))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, check=False).returncode == 0


def test_without_words_there_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_json_about_a_file_that_cannot_be_opened_is_one_document_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["spec", str(tmp_path / "none.elisa"), "--json"]) == 2
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert document["spec"] is None
    assert [(one["code"], one["severity"]) for one in document["problems"]] == [("archive.no_file", "error")]
    assert document["problems"][0]["message"] in err


@pytest.mark.parametrize("command", ["test", "versions"])
def test_json_about_a_folder_that_is_not_there_is_one_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert run([command, str(tmp_path / "none"), "--json"]) == 2
    out, err = capsys.readouterr()
    assert set(json.loads(out)["error"]) == {"code", "sentence"}
    assert err


@pytest.mark.parametrize("extra", [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}])
@pytest.mark.parametrize("arguments", [["spec", EXAMPLE, "--json"], ["spec", EXAMPLE]])
def test_json_is_utf8_whatever_the_locale_says(
    arguments: list[str | Path], extra: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in extra.items():
        monkeypatch.setenv(name, value)
    ran = subprocess.run([sys.executable, "-m", "elisa", *arguments], capture_output=True, check=True)
    document = json.loads(ran.stdout.decode("utf-8"))
    assert document.get("spec", document)["nugget"]["goal"].endswith("寿司")


def test_a_missing_option_is_named_as_it_is_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tools"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("Missing option '--format'. ")
    assert err.count("\n") == 1
    assert run(["tools", "--format", "telegram"]) == 2
    assert "Invalid value for '--format': 'telegram' is not one of" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["game.elisa"]])
def test_without_a_screen_one_sentence_and_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.count(". ") == 0


def test_a_reader_that_leaves_early_breaks_nothing() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "elisa", "spec", EXAMPLE], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_fault_of_the_program_is_a_sentence_and_its_places_go_to_the_log(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    expect_log: Callable[[str], None],
) -> None:
    expect_log("a command ended by a fault")
    nothing: dict[str, int] = {}
    monkeypatch.setattr("elisa.wiring.read_spec", lambda _: nothing["here"])
    assert run(["spec", str(tmp_path)]) == 1
    err = capsys.readouterr().err
    assert "KeyError: 'here'" in err
    assert "Traceback" not in err
