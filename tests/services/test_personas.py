"""The child's own helpers do their tasks, in character and within their rights, on the real way of a build."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from elisa.core.events import PlanReady, PlanRefused, ReviewFinished, TaskFailed, TaskFinished, TaskStarted, ToolBlocked
from elisa.spec.nugget import Agent, Documentation, Workflow
from support.building import Built, build, finished, planned, task, tree_of, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

PIXEL = Agent(name="Pixel", role="builder", persona="a careful otter")
TINK = Agent(name="Tink", role="custom", persona="a bold robot")
ROBO = Agent(name="Robo", role="tester", persona="asks why")
OWL = Agent(name="Owl", role="reviewer", persona="looks twice")
APPROVED = {"verdict": "approved", "reason": "Nice."}


def write(path: str, content: str = "x") -> dict[str, Any]:
    return {"tool": "write_file", "arguments": {"path": path, "content": content}}


def blocked(built: Built) -> list[tuple[str, str]]:
    return [(event.agent_name, event.tool) for event in built.of(ToolBlocked)]


async def test_each_helper_of_the_child_does_its_task_and_hears_its_persona(tmp_path: Path) -> None:
    spec = wishes(2, agents=[PIXEL, TINK, ROBO, OWL], workflow=Workflow(testing_enabled=True, review_enabled=True))
    plan = planned(
        task("a", 0, agent_name="Pixel"),
        task("b", 1, needs=("a",), agent_name="Tink"),
        task("t", 0, 1, needs=("b",), kind="test", agent_name="Robo"),
        task("r", needs=("t",), kind="review", agent_name="Owl"),
    )
    review = {"task": "r", "turns": [{"calls": [{"tool": "submit_verdict", "arguments": APPROVED}]}]}
    talk = [
        plan,
        {**writes("a", {"a.txt": "1"}, sees=["a careful otter"]), "agent": "Pixel"},
        {**writes("b", {"b.txt": "1"}, sees=["a bold robot"]), "agent": "Tink"},
        {**writes("t", {"tests/test_x.py": "def test_x(): pass"}, sees=["asks why"]), "agent": "Robo"},
        {**review, "agent": "Owl"},
    ]
    built = await build(tmp_path / "n", spec, talk)
    assert {(event.task_id, event.agent_name) for event in built.of(TaskStarted)} == {
        ("a", "Pixel"), ("b", "Tink"), ("t", "Robo"),
    }  # fmt: skip
    assert built.of(ReviewFinished)[0].agent_name == "Owl"


async def test_a_tester_writes_only_tests(tmp_path: Path) -> None:
    spec = wishes(1, agents=[PIXEL, ROBO], workflow=Workflow(testing_enabled=True))
    plan = planned(task("a", 0, agent_name="Pixel"), task("t", 0, needs=("a",), kind="test", agent_name="Robo"))
    calls = [write("a.txt", "broken"), write("tests/../b.txt"), write("tests/test_x.py", "def test_x(): pass")]
    talk = [plan, writes("a", {"a.txt": "1"}), {"task": "t", "turns": [{"calls": calls}, {"say": "done"}]}]
    built = await build(tmp_path / "n", spec, talk)
    assert blocked(built) == [("Robo", "write_file")] * 2
    assert (built.folder / "a.txt").read_text() == "1"
    assert set(tree_of(built.folder)) == {"a.txt", "tests/test_x.py"}


async def test_a_reviewer_has_no_writing_tool_at_all(tmp_path: Path) -> None:
    spec = wishes(1, agents=[PIXEL, OWL], workflow=Workflow(review_enabled=True))
    plan = planned(task("a", 0, agent_name="Pixel"), task("r", needs=("a",), kind="review", agent_name="Owl"))
    verdict = {"calls": [{"tool": "submit_verdict", "arguments": APPROVED}]}
    tries = {"calls": [write("a.txt", "mine"), {"tool": "git_commit", "arguments": {"message": "mine"}}]}
    talk = [plan, writes("a", {"a.txt": "1"}), {"task": "r", "turns": [tries, verdict]}]
    built = await build(tmp_path / "n", spec, talk)
    assert blocked(built) == [("Owl", "write_file"), ("Owl", "git_commit")]
    assert (built.folder / "a.txt").read_text() == "1"


@pytest.mark.parametrize("who_says", ["the child", "the plan"])
async def test_paths_narrow_what_a_helper_writes_whoever_says_so(tmp_path: Path, who_says: str) -> None:
    paths = {"allowed_paths": ["art/**"], "restricted_paths": ["art/keep.txt"]}
    own = TINK.model_copy(update=paths) if who_says == "the child" else TINK
    named = [{"name": "Tink", "role": "custom", **(paths if who_says == "the plan" else {})}]
    calls = [write("game.js"), write("art/keep.txt"), write("art/sun.svg")]
    talk = [
        planned(task("a", 0, agent_name="Tink"), agents=named),
        {"task": "a", "turns": [{"calls": calls}, {"say": "done"}]},
    ]
    built = await build(tmp_path / "n", wishes(1, agents=[own]), talk)
    assert len(blocked(built)) == 2
    assert set(tree_of(built.folder)) == {"art/sun.svg"}


async def test_a_plan_cannot_widen_what_the_child_narrowed(tmp_path: Path) -> None:
    own = TINK.model_copy(update={"allowed_paths": ["art/**"]})
    named = [{"name": "Tink", "role": "builder", "allowed_paths": ["**"]}]
    talk = [
        planned(task("a", 0, agent_name="Tink"), agents=named),
        {"task": "a", "turns": [{"calls": [write("game.js"), write("art/sun.svg")]}, {"say": "done"}]},
    ]
    built = await build(tmp_path / "n", wishes(1, agents=[own]), talk)
    assert set(tree_of(built.folder)) == {"art/sun.svg"}


async def test_a_plan_that_forgets_a_helper_of_the_child_goes_back(tmp_path: Path) -> None:
    lazy = planned(task("a", 0, agent_name="Pixel"), task("b", 1, agent_name="Pixel"))
    fair = planned(task("a", 0, agent_name="Pixel"), task("b", 1, agent_name="Tink"))
    talk = {"kind": "plan", "turns": [*lazy["turns"], {"sees": ["Tink has no task"], **fair["turns"][0]}]}
    work = [writes(name, {f"{name}.txt": "1"}) for name in "ab"]
    built = await build(tmp_path / "n", wishes(2, agents=[PIXEL, TINK]), [talk, *work])
    assert len(built.of(PlanRefused)) == 1
    assert {one.agent_name for one in built.of(PlanReady)[0].tasks} == {"Pixel", "Tink"}


async def test_a_helper_for_whom_there_is_no_work_is_named(tmp_path: Path) -> None:
    plan = planned(task("a", 0, agent_name="Pixel"))
    built = await build(tmp_path / "n", wishes(1, agents=[PIXEL, TINK]), [plan, writes("a", {"a.txt": "1"})])
    assert [event.what for event in finished(built).left_out] == ["Work for Tink"]


GUIDED = wishes(1, documentation=Documentation(focus="parts"))
GUIDE_PLAN = planned(task("a", 0), task("g", kind="guide", needs=("a",)))
GOOD = "# Parts\n\n`a.txt` holds one number. Change it, look again, and see what became different.\n"


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({}, "was not written"),
        ({"notes.md": GOOD}, "was not written"),
        ({"README.md": "Hi"}, "a heading and a few sentences"),
        ({"README.md": GOOD.replace("a.txt", "gone.js")}, "gone.js"),
        ({"README.md": GOOD + "\n" * 400}, "too long"),
    ],
)
async def test_a_guide_that_tells_nothing_is_written_again(tmp_path: Path, files: dict[str, str], why: str) -> None:
    bad = writes("g", files, attempt=1) if files else {"task": "g", "attempt": 1, "turns": [{"say": "done"}]}
    talk = [GUIDE_PLAN, writes("a", {"a.txt": "1"}), bad, writes("g", {"README.md": GOOD}, attempt=2, sees=[why])]
    built = await build(tmp_path / "n", GUIDED, talk)
    assert why in built.of(TaskFailed)[0].reason
    assert (built.folder / "README.md").read_text() == GOOD
    assert [event.task_id for event in built.of(TaskFinished)] == ["a", "g"]
