"""A build by the command line in which everything goes wrong once: it is told, and the result is right."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from support.building import task, tree_of, writes
from support.nuggets import PAGE, PAGE_TEST, features, write_nugget, write_script

if TYPE_CHECKING:
    from pathlib import Path

CIRCLE = [task("a", 0, needs=("b",)), task("b", 1, needs=("a",)), task("c", 2)]
PLAN = [
    task("a", 0),
    task("b", 1),
    task("c", 2),
    task("t", 0, kind="test", agent_name="Tester", needs=("a", "b", "c")),
]
TOGETHER = {"meet": {"name": "all three", "count": 3}}


def call(tool: str, **arguments: object) -> dict[str, Any]:
    return {"tool": tool, "arguments": arguments}


def hands_in(plan: list[dict[str, Any]], **more: object) -> dict[str, Any]:
    return {"calls": [call("submit_plan", tasks=plan, explanation="So.")], **more}


def shares(name: str, *, cut: bool = False) -> list[dict[str, Any]]:
    """A helper that writes the file that another one writes too, and joins the two when it is told so."""
    mine = f"{name} was here\n"
    begin: list[dict[str, Any]] = [{"say": "All of it at once", "cut_off": "write_file", **TOGETHER}] if cut else []
    write = {"calls": [call("write_file", path="shared.txt", content=f"list\n{mine}")]}
    join = call("write_file", path="shared.txt", old_text="list\n", new_text=f"list\n{mine}")
    return [
        {
            "task": name,
            "attempt": 1,
            "turns": [*begin, {**write, **({"sees": ["cut off"]} if cut else TOGETHER)}, {"say": "1"}],
        },
        {"task": name, "attempt": 2, "optional": True, "turns": [{"calls": [join]}, {"say": "2"}]},
    ]


def fails_twice() -> list[dict[str, Any]]:
    half = {"calls": [call("write_file", path="half.txt", content="half")]}
    gone = {"error": {"detail": "the line is dead"}}
    return [
        {"task": "c", "attempt": 1, "turns": [{**half, **TOGETHER}, gone]},
        {"task": "c", "attempt": 2, "turns": [half, gone]},
        writes("c", {"index.html": PAGE}, attempt=3),
    ]


def test_everything_that_can_go_wrong_is_told_and_the_result_is_right(tmp_path: Path) -> None:
    conversations = [
        {"kind": "plan", "turns": [hands_in(CIRCLE), hands_in(PLAN, sees=["circle"])]},
        *shares("a", cut=True),
        *shares("b"),
        *fails_twice(),
        writes("t", {"tests/count.test.js": PAGE_TEST}),
    ]
    source = write_nugget(tmp_path / "nugget", features("a counter", "a list", "a page"))
    script = write_script(tmp_path / "script.json", conversations)
    out = tmp_path / "out"
    command = [sys.executable, "-m", "elisa", "build", source, "--out", out, "--json"]
    command += ["--provider", "scripted", "--script", script]
    done = subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True, timeout=150)
    assert done.returncode == 0, done.stdout + done.stderr

    told = (out / ".elisa" / "comms" / "build.md").read_text(encoding="utf-8")
    for words in (
        "wait for each other in a circle",
        "cut off at its length limit",
        "Two helpers changed the same place in shared.txt",
        "could not do c (try 1)",
        "could not do c (try 2)",
        "finished c",
    ):
        assert words in told, told
    kinds = [json.loads(line)["kind"] for line in done.stdout.splitlines()]
    assert kinds[: kinds.index("task_finished")].count("task_started") >= 3
    assert kinds[-1] == "build_finished"

    assert set(tree_of(out)) >= {"index.html", "shared.txt", "tests/count.test.js"}
    assert not (out / "half.txt").exists()
    lines = (out / "shared.txt").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "list"
    assert sorted(lines[1:]) == ["a was here", "b was here"]
