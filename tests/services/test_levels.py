"""System levels: an explorer gets tests unasked, a builder approves the plan, an architect may change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import override

from elisa.build.people import GateAnswer, People
from elisa.core.events import GateOpened, PlanReady, PlanRefused, TaskFinished, TaskNotStarted
from elisa.spec.nugget import Workflow
from support.building import build, finished, planned, task, tree_of, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.core.events import QuestionAsked

PLAN = planned(task("a", 0))
WORK = writes("a", {"a.txt": "1"})
BUILDER = wishes(1, workflow=Workflow(system_level="builder"))
ARCHITECT = wishes(1, workflow=Workflow(system_level="architect"))
EXPLORER = wishes(1, workflow=Workflow(system_level="explorer"))


class Person(People):
    """Says what it was given at each gate."""

    def __init__(self, *answers: GateAnswer) -> None:
        self._answers = list(answers)

    @override
    async def approve(self, gate: GateOpened) -> GateAnswer:
        return self._answers.pop(0)

    @override
    async def answer(self, question: QuestionAsked) -> str:
        return ""


def edited(*tasks: dict[str, Any]) -> dict[str, Any]:
    arguments: dict[str, Any] = planned(*tasks)["turns"][0]["calls"][0]["arguments"]
    return arguments


async def test_a_builder_sees_the_plan_before_anything_is_made(tmp_path: Path) -> None:
    built = await build(tmp_path / "n", BUILDER, [PLAN, WORK], people=Person(GateAnswer(approved=True)))
    (gate,) = built.of(GateOpened)
    assert "Task a (Builder)" in gate.text
    assert built.events.index(gate) < built.events.index(built.of(TaskFinished)[0])


async def test_yes_approves_the_plan(tmp_path: Path) -> None:
    built = await build(tmp_path / "n", BUILDER, [PLAN, WORK], yes=True)
    assert set(tree_of(built.folder)) == {"a.txt"}


async def test_with_nobody_there_nothing_is_made_and_a_resumed_build_asks_without_planning_again(
    tmp_path: Path,
) -> None:
    built = await build(tmp_path / "n", BUILDER, [PLAN])
    assert finished(built).outcome == "unanswered"
    assert tree_of(built.folder) == {}
    again = await build(tmp_path / "n", BUILDER, [WORK], resume=True, yes=True)
    assert set(tree_of(again.folder)) == {"a.txt"}
    assert len(again.of(GateOpened)) == 1


async def test_a_plain_no_makes_nothing_and_says_so(tmp_path: Path) -> None:
    built = await build(tmp_path / "n", BUILDER, [PLAN], people=Person(GateAnswer(approved=False)))
    assert finished(built).outcome == "nothing_made"
    assert [(event.task_id, event.reason) for event in built.of(TaskNotStarted)] == [("a", "gate")]
    assert "You said no there." in [event.reason for event in finished(built).left_out]


async def test_what_a_person_wants_different_makes_a_new_plan(tmp_path: Path) -> None:
    second = {**planned(task("b", 0)), "attempt": 2}
    person = Person(GateAnswer(approved=False, feedback="call it b"), GateAnswer(approved=True))
    talk = [PLAN, second, writes("b", {"b.txt": "1"})]
    built = await build(tmp_path / "n", BUILDER, talk, people=person)
    assert [[one.id for one in event.tasks] for event in built.of(PlanReady)] == [["a"], ["b"]]
    assert set(tree_of(built.folder)) == {"b.txt"}


async def test_an_architect_changes_the_plan_and_the_helpers_do_the_changed_one(tmp_path: Path) -> None:
    own = edited(task("mine", 0, name="My own step"))
    built = await build(
        tmp_path / "n",
        ARCHITECT,
        [PLAN, writes("mine", {"m.txt": "1"})],
        people=Person(GateAnswer(approved=True, plan=own)),
    )
    assert built.of(PlanReady)[-1].source == "person"
    assert [event.task_id for event in built.of(TaskFinished)] == ["mine"]


async def test_an_architects_plan_with_a_fault_is_refused_and_the_gate_opens_again(tmp_path: Path) -> None:
    circle = edited(task("x", 0, needs=("y",)), task("y", needs=("x",)))
    person = Person(GateAnswer(approved=True, plan=circle), GateAnswer(approved=True))
    built = await build(tmp_path / "n", ARCHITECT, [PLAN, WORK], people=person)
    assert "circle" in built.of(PlanRefused)[0].faults[0]
    assert len(built.of(GateOpened)) == 2
    assert set(tree_of(built.folder)) == {"a.txt"}


async def test_only_an_architect_may_change_the_plan(tmp_path: Path) -> None:
    person = Person(GateAnswer(approved=True, plan=edited(task("mine", 0))), GateAnswer(approved=True))
    built = await build(tmp_path / "n", BUILDER, [PLAN, WORK], people=person)
    assert "architect" in built.of(PlanRefused)[0].faults[0]
    assert [event.task_id for event in built.of(TaskFinished)] == ["a"]


async def test_an_explorers_wishes_all_get_tests(tmp_path: Path) -> None:
    tests = task("t", 0, needs=("a",), kind="test", agent_name="Tester")
    call = {"tool": "submit_plan", "arguments": edited(task("a", 0), tests)}
    talk = {"kind": "plan", "turns": [*PLAN["turns"], {"sees": ["req_0 has no test"], "calls": [call]}]}
    built = await build(tmp_path / "n", EXPLORER, [talk, WORK, writes("t", {"tests/test_a.py": "def test_a(): pass"})])
    assert [event.task_id for event in built.of(TaskFinished)] == ["a", "t"]


async def test_an_explorer_also_gets_tests_when_the_plan_is_cut_by_rule(tmp_path: Path) -> None:
    no_plan = {"kind": "plan", "turns": [{"say": "no"}], "repeat": True}
    helpers = {"kind": "build", "turns": [{"say": "done"}]}
    tests = {"kind": "test", "turns": [{"say": "done"}]}
    built = await build(tmp_path / "n", EXPLORER, [no_plan, helpers, tests])
    assert "test" in [one.task_kind for one in built.of(PlanReady)[0].tasks]
