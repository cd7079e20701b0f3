"""``elisa build`` at a terminal: it asks at gates and questions, and goes on with what was typed."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from support.building import planned, task, writes
from support.nuggets import stack, write_nugget, write_script
from support.terminal import Terminal

if TYPE_CHECKING:
    from pathlib import Path

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
