"""Ceilings: tokens, turns, going in circles; what is finished stays, and only what failed is called so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.agents.limits import AgentLimits
from elisa.core.events import (
    AgentStuck,
    BudgetWarned,
    QuestionAsked,
    TaskFailed,
    TaskFinished,
    TaskNotStarted,
    UsageReported,
)
from elisa.core.ids import SystemClock
from support.building import build, finished, planned, task, tree_of, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

COSTS = {"usage": [800, 100]}
FREE = {"usage": [0, 1]}


def chain(count: int) -> list[dict[str, object]]:
    return [task(f"t{n}", n, needs=(f"t{n - 1}",) if n else ()) for n in range(count)]


def costly(name: str) -> dict[str, object]:
    call = {"tool": "write_file", "arguments": {"path": name, "content": "1"}}
    return {"task": name, "turns": [{"calls": [call], **COSTS}, {"say": "done", **COSTS}]}


def free_plan(*tasks: dict[str, object]) -> dict[str, object]:
    plan = planned(*tasks)
    plan["turns"][0].update(FREE)
    return plan


async def test_report_P056_no_call_starts_after_the_ceiling_and_there_is_a_warning_before(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n",
        wishes(3),
        [free_plan(*(task(f"t{n}", n) for n in range(3))), *(costly(f"t{n}") for n in range(3))],
        budget_tokens=2000,
    )
    used = sum(event.input_tokens + event.output_tokens for event in built.of(UsageReported))
    assert used <= 2000 + 900
    assert len(built.of(BudgetWarned)) == 1
    assert finished(built).outcome == "budget"


async def test_report_P060_what_the_budget_stops_is_not_started_and_nothing_is_red(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n", wishes(3), [free_plan(*chain(3)), *(costly(f"t{n}") for n in range(3))], budget_tokens=1800
    )
    assert [event.task_id for event in built.of(TaskFinished)] == ["t0"]
    assert [(event.task_id, event.reason) for event in built.of(TaskNotStarted)] == [("t1", "budget"), ("t2", "budget")]
    assert built.of(TaskFailed) == []
    assert set(tree_of(built.folder)) == {"t0"}
    assert finished(built).outcome == "budget"


async def test_a_build_out_of_budget_goes_on_with_more_and_counts_what_was_spent(tmp_path: Path) -> None:
    talk = [free_plan(*chain(2)), *(costly(f"t{n}") for n in range(2))]
    await build(tmp_path / "n", wishes(2), talk, budget_tokens=1800)
    built = await build(tmp_path / "n", wishes(2), talk, budget_tokens=4000, resume=True)
    assert set(tree_of(built.folder)) == {"t0", "t1"}
    assert built.provider.calls_of("t0") == 0
    assert [event.used_tokens for event in built.of(BudgetWarned)] == [3601]


RED = """import pytest
@pytest.mark.requirement("req_0")
def test_it_counts():
    assert 1 == 2
"""


async def test_mending_that_the_budget_forbids_ends_the_build_as_budget_and_not_as_a_mere_failing_test(
    tmp_path: Path,
) -> None:
    call = {"tool": "write_file", "arguments": {"path": "tests/test_a.py", "content": RED}}
    red = {"task": "t0", "turns": [{"calls": [call], **COSTS}, {"say": "done", **COSTS}]}
    built = await build(tmp_path / "n", wishes(1), [free_plan(*chain(1)), red], budget_tokens=1800)
    final = finished(built)
    assert (final.outcome, final.failed, final.tokens, final.estimated) == ("budget", 1, 1801, False)


async def test_the_number_of_calls_is_a_ceiling_that_a_resumed_build_still_knows(tmp_path: Path) -> None:
    talk = [free_plan(*chain(2)), *(costly(f"t{n}") for n in range(2))]
    built = await build(tmp_path / "n", wishes(2), talk, budget_turns=3)
    assert (finished(built).outcome, set(tree_of(built.folder))) == ("budget", {"t0"})
    again = await build(tmp_path / "n", wishes(2), talk, budget_turns=3, resume=True)
    assert again.provider.calls.total() == 0
    more = await build(tmp_path / "n", wishes(2), talk, budget_turns=9, resume=True)
    assert set(tree_of(more.folder)) == {"t0", "t1"}


async def test_report_P059_a_model_that_names_no_usage_is_counted_by_estimate(tmp_path: Path) -> None:
    built = await build(tmp_path / "n", wishes(1), [planned(task("a", 0)), writes("a", {"a": "1"})])
    assert all(event.estimated and event.input_tokens > 0 for event in built.of(UsageReported))


LOOP = {
    "task": "a",
    "turns": [{"calls": [{"tool": "list_files", "arguments": {}}]}],
    "repeat": True,
}


async def test_report_P053_a_helper_that_goes_in_circles_stops_by_the_sixth_step_and_the_child_is_asked(
    tmp_path: Path,
) -> None:
    built = await build(tmp_path / "n", wishes(1), [planned(task("a", 0)), LOOP], yes=True)
    assert built.provider.calls_of("a") <= 6
    assert len(built.of(AgentStuck)) == 1
    (question,) = built.of(QuestionAsked)
    assert question.options == ("Try another way", "Stop and keep what we have")
    assert finished(built).outcome == "unanswered"


async def test_report_P053_keep_what_we_have_ends_that_task_and_the_others_go_on(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n",
        wishes(2),
        [planned(task("a", 0), task("b", 1)), LOOP, writes("b", {"b": "1"})],
        answers=("Stop and keep what we have",),
    )
    assert [(event.task_id, event.final) for event in built.of(TaskFailed)] == [("a", True)]
    assert set(tree_of(built.folder)) == {"b"}


async def test_report_P055_another_way_works_in_the_same_build(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n",
        wishes(1),
        [planned(task("a", 0)), {**LOOP, "attempt": 1}, writes("a", {"a": "1"}, attempt=2, sees=["again and again"])],
        answers=("Try another way",),
    )
    assert set(tree_of(built.folder)) == {"a"}


async def test_report_P055_after_a_stuck_build_a_good_model_goes_on_where_it_stood(tmp_path: Path) -> None:
    await build(tmp_path / "n", wishes(1), [planned(task("a", 0)), LOOP])
    built = await build(tmp_path / "n", wishes(1), [writes("a", {"a": "1"})], resume=True)
    assert set(tree_of(built.folder)) == {"a"}
    assert finished(built).outcome == "not_tested"


async def test_report_P063_what_was_written_before_the_turns_ran_out_is_kept_and_said(tmp_path: Path) -> None:
    turns = [
        {"calls": [{"tool": "write_file", "arguments": {"path": f"f{number}", "content": str(number)}}]}
        for number in range(9)
    ]
    built = await build(
        tmp_path / "n",
        wishes(1),
        [planned(task("a", 0)), {"task": "a", "turns": turns}],
        limits=AgentLimits(turns=8),
    )
    assert set(tree_of(built.folder)) == {f"f{number}" for number in range(8)}
    assert "ran out of turns" in finished(built).left_out[0].reason


async def test_no_changed_file_is_never_called_done(tmp_path: Path) -> None:
    built = await build(tmp_path / "n", wishes(1), [planned(task("a", 0)), {"task": "a", "turns": [{"say": "done!"}]}])
    assert finished(built).outcome == "nothing_made"


async def test_pitfall_29_failed_attempts_are_counted_too(tmp_path: Path) -> None:
    fails = {"task": "t0", "attempt": 1, "turns": [{"calls": [], "say": "hm", **COSTS, "stop": "refused"}]}
    built = await build(tmp_path / "n", wishes(1), [free_plan(*chain(1)), fails, {**costly("t0"), "attempt": 2}])
    assert sum(event.input_tokens for event in built.of(UsageReported)) == 2400


async def test_pitfall_33_a_plan_that_is_cut_off_is_asked_for_again_and_kept_through_a_crash(tmp_path: Path) -> None:
    plan = planned(task("a", 0))
    plan["turns"].insert(0, {"say": "Let me think", "cut_off": "submit_plan"})
    built = await build(tmp_path / "n", wishes(1), [plan, {"task": "a", "turns": [{"error": {}}]}])
    again = await build(tmp_path / "n", wishes(1), [writes("a", {"a": "1"})], resume=True)
    assert (built.folder / "a").exists()
    assert [key.kind for key in again.provider.calls] == ["build", "build"]


async def test_report_P064_a_build_may_take_as_long_as_it_takes(tmp_path: Path) -> None:
    clock = SlowClock()
    talk = [planned(*chain(3)), *(writes(f"t{n}", {f"t{n}": "1"}) for n in range(3))]
    built = await build(tmp_path / "n", wishes(3), talk, clock=clock)
    assert clock.seconds > 12 * 60
    assert finished(built).outcome == "not_tested"


class SlowClock(SystemClock):
    """A clock on which every look takes a minute."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def monotonic(self) -> float:
        self.seconds += 60
        return self.seconds
