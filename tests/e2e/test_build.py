"""``elisa build`` as a user starts it: what it prints, what it leaves, and how it ends."""

from __future__ import annotations

import json
import re
import signal
from typing import TYPE_CHECKING

import pytest

from support.building import planned, task, writes
from support.command import elisa, events_in, kill, started
from support.nuggets import PAGE, PAGE_TEST, features, stack, write_nugget, write_script

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

COUNTER = [
    planned(task("a", 0), task("t", 0, kind="test", agent_name="Tester", needs=("a",))),
    writes("a", {"index.html": PAGE}),
    writes("t", {"tests/count.test.js": PAGE_TEST}),
]
APPROVES = {
    "kind": "review",
    "turns": [{"calls": [{"tool": "submit_verdict", "arguments": {"verdict": "approved", "reason": "Good."}}]}],
}
HANGS = [planned(task("a", 0)), {"task": "a", "turns": [{"hang": True}]}]
NOTHING = [planned(task("a", 0)), {"task": "a", "turns": [{"say": "done"}]}]


@pytest.fixture
def nugget(tmp_path: Path) -> Path:
    return write_nugget(tmp_path / "nugget", features("a counter that counts"))


def scripted(tmp_path: Path, conversations: list[dict[str, object]]) -> list[str | Path]:
    script = write_script(tmp_path / "script.json", conversations)
    return ["--out", tmp_path / "out", "--provider", "scripted", "--script", script]


def test_a_good_build_ends_with_0_and_says_how_to_look_at_it(tmp_path: Path, nugget: Path) -> None:
    one_file = tmp_path / "usb" / "counter.html"
    ran = elisa("build", nugget, *scripted(tmp_path, COUNTER), "--single-file", one_file, cwd=tmp_path)
    assert ran.code == 0, ran
    assert ran.out.splitlines()[-1] == f"Look at it with: elisa preview {tmp_path / 'out'}"
    assert re.search(r"loaded at http://127\.0\.0\.1:\d+/", ran.out)
    assert "Proven: “a counter that counts”." in ran.out
    assert "<title>Counter</title>" in one_file.read_text(encoding="utf-8")
    assert (tmp_path / "out" / "workspace.json").read_bytes() == (nugget / "workspace.json").read_bytes()
    assert ran.err == ""


def test_events_and_json_carry_the_same_numbered_events_and_one_final_one(tmp_path: Path, nugget: Path) -> None:
    file = tmp_path / "events.jsonl"
    ran = elisa("build", nugget, *scripted(tmp_path, NOTHING), "--json", "--events", file, cwd=tmp_path)
    assert ran.code == 1
    assert ran.events == events_in(file)
    assert [event["seq"] for event in ran.events] == list(range(1, len(ran.events) + 1))
    assert {"seq", "session", "at", "kind"} <= set(ran.events[0])
    finals = [event for event in ran.events if event["kind"] in ("build_finished", "build_failed", "build_cancelled")]
    assert [event["outcome"] for event in finals] == ["nothing_made"]
    assert ran.events[-1]["kind"] == "build_finished"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_sigterm_stop_with_3_and_nothing_is_left_running(
    tmp_path: Path, nugget: Path, number: signal.Signals
) -> None:
    file = tmp_path / "events.jsonl"
    with started(["build", nugget, *scripted(tmp_path, HANGS), "--events", file], cwd=tmp_path) as process:
        wait_for(process, file, "task_started")
        process.send_signal(number)
        process.communicate(timeout=10)
    assert process.returncode == 3
    assert events_in(file)[-1]["kind"] == "build_cancelled"


def wait_for(process: subprocess.Popen[str], file: Path, kind: str) -> None:
    while not any(event["kind"] == kind for event in events_in(file)):
        assert process.poll() is None, process.communicate()


def test_a_gate_without_a_terminal_never_waits(tmp_path: Path) -> None:
    blocks = stack(("feature", {"FEATURE_TEXT": "x"}), ("check_with_me", {"GATE_DESCRIPTION": "Is it good?"}))
    gated = write_nugget(tmp_path / "nugget", blocks)
    talk = [planned(task("a", 0)), writes("a", {"a.txt": "1"}), APPROVES]
    arguments = ["build", gated, *scripted(tmp_path, talk)]
    ran = elisa(*arguments, cwd=tmp_path)
    assert ran.code == 3
    assert "Is it good?" in ran.out
    assert (tmp_path / "out" / "a.txt").exists()
    assert elisa(*arguments, "--resume", "--yes", cwd=tmp_path).code == 4


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        (["--provider", "claude"], "needs a key"),
        (["--provider", "hal9000"], "I do not know"),
        (["--provider", "scripted"], "--script FILE"),
        (["--allow", "everything"], "cannot be allowed"),
        (["--budget", "0"], "elisa build --help"),
        (["--events", "out/events.jsonl"], "Put it outside"),
    ],
)
def test_what_cannot_be_used_is_one_sentence_and_2(tmp_path: Path, nugget: Path, extra: list[str], words: str) -> None:
    ran = elisa("build", nugget, "--out", tmp_path / "out", *extra, cwd=tmp_path)
    assert ran.code == 2, ran
    assert words in ran.err
    assert "Traceback" not in ran.err


def test_a_home_that_cannot_be_made_is_one_sentence_and_2(
    tmp_path: Path, nugget: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("ELISA_HOME", str(tmp_path / "file" / "home"))
    ran = elisa("build", nugget, *scripted(tmp_path, NOTHING), "--json", cwd=tmp_path)
    assert ran.code == 2
    first, more = ran.err.splitlines()
    assert first == "I can't save in this place. Ask a grown-up to choose another folder."
    assert more.startswith("More: ")
    assert [event["kind"] for event in ran.events] == ["build_failed"]
    assert not (tmp_path / "out").exists()
    assert elisa("spec", nugget, cwd=tmp_path).err == ""


def test_a_file_that_is_no_nugget_is_2(tmp_path: Path) -> None:
    (tmp_path / "x.elisa").write_bytes(b"no zip")
    assert elisa("build", tmp_path / "x.elisa", "--out", tmp_path / "out", cwd=tmp_path).code == 2
    assert elisa("build", tmp_path / "none.elisa", "--out", tmp_path / "out", cwd=tmp_path).code == 2
    assert not (tmp_path / "out").exists()


def test_a_killed_build_is_named_and_goes_on_or_begins_anew_as_one_says(tmp_path: Path, nugget: Path) -> None:
    file = tmp_path / "events.jsonl"
    with started(["build", nugget, *scripted(tmp_path, HANGS), "--events", file], cwd=tmp_path) as process:
        wait_for(process, file, "task_started")
        kill(process)
    arguments = ["build", nugget, *scripted(tmp_path, [planned(task("a", 0)), writes("a", {"a.txt": "1"})])]
    refused = elisa(*arguments, cwd=tmp_path)
    assert refused.code == 2
    assert "--resume" in refused.err
    assert elisa(*arguments, "--start-over", cwd=tmp_path).code == 4
    assert (tmp_path / "out" / "a.txt").exists()


def test_changed_blocks_are_not_mixed_with_the_build_that_goes_on(tmp_path: Path, nugget: Path) -> None:
    elisa("build", nugget, *scripted(tmp_path, NOTHING), cwd=tmp_path)
    (nugget / "workspace.json").write_text(json.dumps(features("something else")), encoding="utf-8")
    ran = elisa("build", nugget, *scripted(tmp_path, NOTHING), "--resume", cwd=tmp_path)
    assert ran.code == 2
    assert "blocks have changed" in ran.err


def test_help_does_not_load_qt(tmp_path: Path) -> None:
    code = (
        "import sys; from elisa.cli.app import run; run(['--help']); "
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )
    import subprocess

    assert subprocess.run([__import__("sys").executable, "-c", code], cwd=tmp_path, check=False).returncode == 0
