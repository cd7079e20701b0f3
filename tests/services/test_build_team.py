"""The team at work: three at once, cut calls, circles, conflicts and failures; the transcript shows each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.events import (
    AnswerCutOff,
    LeftOut,
    MergeConflicted,
    PlanReady,
    PlanRefused,
    TaskFailed,
    TaskFinished,
    TaskNotStarted,
    TaskStarted,
    VersionSaved,
)
from support.building import build, finished, planned, task, tree_of, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path


async def test_three_tasks_at_once_each_in_its_own_worktree(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n",
        wishes(3),
        [
            planned(task("a", 0), task("b", 1), task("c", 2)),
            *(writes(name, {f"{name}.txt": name}, meet={"name": "all at once", "count": 3}) for name in "abc"),
        ],
    )
    assert set(tree_of(built.folder)) == {"a.txt", "b.txt", "c.txt"}
    assert {event.task_id for event in built.of(TaskFinished)} == {"a", "b", "c"}
    assert len(built.of(VersionSaved)) == 3
    started = [type(event) for event in built.events if isinstance(event, TaskStarted | TaskFinished)]
    assert started[:3] == [TaskStarted] * 3
    for name in "abc":
        assert f"Builder finished {name}" in built.transcript


async def test_a_cut_tool_call_changes_nothing_and_smaller_parts_follow(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    folder.mkdir()
    (folder / "game.js").write_text("whole\n" * 2000)
    whole = (folder / "game.js").read_text()
    built = await build(
        folder,
        wishes(1),
        [
            planned(task("a", 0)),
            {
                "task": "a",
                "turns": [
                    {"say": "Now I write it all", "cut_off": "write_file"},
                    {
                        "sees": ["cut off"],
                        "calls": [{"tool": "write_file", "arguments": {"path": "part.js", "content": "1"}}],
                    },
                    {"say": "done"},
                ],
            },
        ],
    )
    assert (folder / "game.js").read_text() == whole
    assert (folder / "part.js").read_text() == "1"
    assert [event.tool for event in built.of(AnswerCutOff)] == ["write_file"]
    assert "cut off at its length limit" in built.transcript


CIRCLE = [task("a", 0, needs=("b",)), task("b", 1, needs=("a",))]
GOOD = [task("a", 0), task("b", 1, needs=("a",))]


def hands_in(*plans: list[dict[str, object]]) -> dict[str, object]:
    calls = [{"tool": "submit_plan", "arguments": {"tasks": plan}} for plan in plans]
    turns = [{"calls": [call], "sees": ["circle"] if number else []} for number, call in enumerate(calls)]
    return {"kind": "plan", "turns": turns}


async def test_a_plan_with_a_circle_goes_back_with_its_fault(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n", wishes(2), [hands_in(CIRCLE, GOOD), writes("a", {"a": "1"}), writes("b", {"b": "2"})]
    )
    (refused,) = built.of(PlanRefused)
    assert "circle" in refused.faults[0]
    assert built.of(PlanReady)[0].source == "model"
    assert set(tree_of(built.folder)) == {"a", "b"}
    assert "wait for each other in a circle" in built.transcript


async def test_after_three_faulty_plans_the_rules_take_over(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n",
        wishes(2),
        [
            hands_in(CIRCLE, CIRCLE, CIRCLE),
            {"kind": "build", "turns": [{"say": "nothing to do"}]},
        ],
    )
    assert [event.attempt for event in built.of(PlanRefused)] == [1, 2, 3]
    ready = built.of(PlanReady)[0]
    assert ready.source == "rules"
    assert [one.id for one in ready.tasks] == ["base", "wish-req_0", "wish-req_1"]
    assert finished(built).outcome == "nothing_made"


def rival(name: str) -> list[dict[str, object]]:
    """Return a helper that writes the same file as another, and on its second try adds to what it finds there."""
    line = f"{name} was here\n"
    meet = {"meet": {"name": "both", "count": 2}}
    edit = {"path": "shared.txt", "old_text": "one\n", "new_text": f"one\n{line}"}
    return [
        {
            "task": name,
            "attempt": 1,
            "turns": [{"calls": [_write("shared.txt", f"one\n{line}")], **meet}, {"say": "1"}],
        },
        {
            "task": name,
            "attempt": 2,
            "turns": [{"sees": ["changed the same place"], "calls": [_call("write_file", edit)]}, {"say": "2"}],
        },
    ]


async def test_a_merge_conflict_is_tried_again_on_top_of_the_merged_result(tmp_path: Path) -> None:
    talk = [planned(task("a", 0), task("b", 1)), *rival("a"), *rival("b")]
    built = await build(tmp_path / "n", wishes(2), talk)
    (conflict,) = built.of(MergeConflicted)
    later = conflict.task_id
    first = {"a": "b", "b": "a"}[later]
    assert conflict.paths == ("shared.txt",)
    assert (built.folder / "shared.txt").read_text() == f"one\n{later} was here\n{first} was here\n"
    assert [event.attempt for event in built.of(TaskStarted) if event.task_id == later] == [1, 2]
    assert "Two helpers changed the same place in shared.txt" in built.transcript


def _call(tool: str, arguments: dict[str, str]) -> dict[str, object]:
    return {"tool": tool, "arguments": arguments}


def _write(path: str, content: str) -> dict[str, object]:
    return {"tool": "write_file", "arguments": {"path": path, "content": content}}


async def test_a_task_that_fails_twice_leaves_no_trace_of_it_and_hears_why(tmp_path: Path) -> None:
    dies = {"calls": [_write("trace.txt", "half")]}, {"error": {"detail": "gone"}}
    built = await build(
        tmp_path / "n",
        wishes(1),
        [
            planned(task("a", 0)),
            {"task": "a", "attempt": 1, "turns": list(dies)},
            {"task": "a", "attempt": 2, "turns": [{"sees": ["failed_before", "broke off"], **dies[0]}, dies[1]]},
            writes("a", {"good.txt": "1"}, attempt=3),
        ],
    )
    assert set(tree_of(built.folder)) == {"good.txt"}
    assert [(event.attempt, event.final) for event in built.of(TaskFailed)] == [(1, False), (2, False)]
    assert "could not do a (try 2)" in built.transcript
    assert not list((built.folder / ".elisa" / "worktrees").iterdir())


async def test_what_needs_a_task_that_failed_for_good_is_not_started_and_the_rest_goes_on(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n",
        wishes(3),
        [
            planned(task("a", 0), task("b", 1, needs=("a",)), task("c", 2)),
            {"task": "a", "turns": [{"error": {}}]},
            writes("c", {"c.txt": "1"}),
        ],
    )
    assert [event.final for event in built.of(TaskFailed)] == [False, False, True]
    assert [(event.task_id, event.reason) for event in built.of(TaskNotStarted)] == [("b", "dependency")]
    assert set(tree_of(built.folder)) == {"c.txt"}
    assert {event.what for event in built.of(LeftOut)} >= {"Task a", "Task b"}
    assert finished(built).left_out


async def test_later_helpers_are_told_what_earlier_ones_did(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n",
        wishes(2),
        [planned(*GOOD), writes("a", {"map.js": "1"}), writes("b", {"b": "1"}, sees=["a is done.", "map.js"])],
    )
    chain = (built.folder / ".elisa" / "context" / "nugget_context.md").read_text()
    assert chain.index("a is done.") < chain.index("b is done.")


GUIDE = "# How it works\n\nOpen `a` and look. It holds one number, and you can change it.\n"


async def test_a_guide_is_written_when_a_block_asks_for_it(tmp_path: Path) -> None:
    guide = task("g", kind="guide", needs=("a",))
    built = await build(
        tmp_path / "n",
        wishes(1),
        [planned(task("a", 0), guide), writes("a", {"a": "1"}), writes("g", {"README.md": GUIDE})],
    )
    assert (built.folder / "README.md").read_text() == GUIDE


async def test_pitfall_12_files_of_the_user_are_never_rewritten_and_none_appear_unasked(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    folder.mkdir()
    (folder / "README.md").write_text("mine")
    await build(folder, wishes(1), [planned(task("a", 0)), writes("a", {"a": "1"})])
    assert (folder / "README.md").read_text() == "mine"
    assert set(tree_of(folder)) == {"README.md", "a"}


async def test_pitfall_11_the_library_is_kept_whole(tmp_path: Path) -> None:
    library = b'[{"id":"unused","name":"x","prompt":"p","category":"agent"}]'
    built = await build(
        tmp_path / "n", wishes(1), [planned(task("a", 0)), writes("a", {"a": "1"})], own_files={"skills.json": library}
    )
    assert (built.folder / "skills.json").read_bytes() == library
