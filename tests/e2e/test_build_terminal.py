"""``elisa build`` at a terminal: it asks at gates and questions, and goes on with what was typed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from support.building import planned, task, writes
from support.nuggets import stack, write_nugget, write_script

if TYPE_CHECKING:
    from pathlib import Path

pty = pytest.importorskip("pty", reason="terminals of this kind exist on POSIX systems only")
ASKS = {"tool": "ask_user", "arguments": {"question": "Which colour?", "options": ["red", "blue"]}}
SAYS = {"sees": ["blue"], "calls": [{"tool": "write_file", "arguments": {"path": "colour.txt", "content": "blue"}}]}
APPROVES = {"tool": "submit_verdict", "arguments": {"verdict": "approved", "reason": "Nice."}}
TALK = [
    planned(task("a", 0), task("b", 1, needs=("a",))),
    {"task": "a", "turns": [{"calls": [ASKS]}, SAYS, {"say": "done"}]},
    writes("revise-1", {"ears.txt": "big"}, sees=["bigger ears"]),
    writes("b", {"b.txt": "1"}),
    {"kind": "review", "turns": [{"calls": [APPROVES]}]},
]


class Terminal:
    """A program on a terminal of its own; what it printed, without the codes that move and colour."""

    def __init__(self, command: list[str], cwd: Path) -> None:
        self._ours, theirs = pty.openpty()
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "100"}
        self.process = subprocess.Popen(
            command, cwd=cwd, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.printed = ""
        self._is_open = True

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave nothing running, whatever the test found."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.hang_up()

    def until(self, words: str) -> None:
        """Read on until it has printed something new with these words."""
        self.printed = ""
        while words not in self.printed:
            fresh = self._read()
            assert fresh, f"it ended after {self.printed!r}"
            self.printed += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", fresh)

    def type(self, line: str) -> None:
        os.write(self._ours, line.encode() + b"\n")

    def end(self) -> int:
        """Read to the end and return the exit code."""
        while self.process.poll() is None:
            self._read()
        return self.process.returncode

    def hang_up(self) -> None:
        """Close the terminal; a second time does nothing."""
        if self._is_open:
            os.close(self._ours)
        self._is_open = False

    def _read(self) -> str:
        try:
            return os.read(self._ours, 65536).decode("utf-8", "replace")
        except OSError:  # the other side closed the terminal
            self.process.wait()
            return ""


def test_questions_and_gates_are_answered_at_the_terminal(tmp_path: Path) -> None:
    blocks = stack(
        ("feature", {"FEATURE_TEXT": "a hedgehog"}),
        ("check_with_me", {"GATE_DESCRIPTION": "Is the hedgehog right?"}),
        ("feature", {"FEATURE_TEXT": "apples"}),
    )
    nugget = write_nugget(tmp_path / "nugget", blocks)
    script = write_script(tmp_path / "script.json", TALK)
    command = [sys.executable, "-m", "elisa", "build", str(nugget), "--out", "out", "--provider", "scripted"]
    with Terminal([*command, "--script", str(script)], tmp_path) as terminal:
        terminal.until("2. blue")
        terminal.type("2")
        terminal.until("Is the hedgehog right?")
        terminal.type("bigger ears please")
        terminal.until("Is the hedgehog right?")
        terminal.type("yes")
        terminal.until("It lies in out")
        assert terminal.end() == 4
    made = {name: (tmp_path / "out" / name).read_text() for name in ("colour.txt", "ears.txt", "b.txt")}
    assert made == {"colour.txt": "blue", "ears.txt": "big", "b.txt": "1"}


def test_a_terminal_that_closes_ends_the_build_since_nobody_can_answer_any_more(tmp_path: Path) -> None:
    nugget = write_nugget(tmp_path / "nugget", stack(("feature", {"FEATURE_TEXT": "a cat"})))
    talk = [planned(task("a", 0)), {"task": "a", "turns": [{"calls": [ASKS]}]}]
    script = write_script(tmp_path / "script.json", talk)
    command = [sys.executable, "-m", "elisa", "build", str(nugget), "--out", "out"]
    with Terminal([*command, "--provider", "scripted", "--script", str(script)], tmp_path) as terminal:
        terminal.until("Which colour?")
        terminal.hang_up()
        assert terminal.process.wait(timeout=60) == 3
