"""The pool keeps the order of the graph, runs three at once, and tells "not started" from "failed"."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from elisa.build.people import UnansweredError
from elisa.build.pool import Pool, Result
from elisa.core.events import Event, TaskNotStarted
from elisa.spec.plan import PlannedGate, Task

if TYPE_CHECKING:
    from collections.abc import Callable


def task(task_id: str, *needed: str) -> Task:
    return Task(id=task_id, name=task_id, description="", agent_name="Builder", dependencies=needed)


class Bench:
    """Does the work of a pool in a test and writes down what happened."""

    def __init__(self, results: dict[str, Result] | None = None, answers: list[Task | bool] | None = None) -> None:
        self.results = results or {}
        self.answers = answers or []
        self.done: list[str] = []
        self.events: list[Event] = []
        self.most = 0
        self._now = 0

    async def work(self, one: Task) -> Result:
        self._now += 1
        self.most = max(self.most, self._now)
        for _ in range(5):
            await asyncio.sleep(0)
        self._now -= 1
        self.done.append(one.id)
        return self.results.get(one.id, "done")

    async def ask(self, gate: PlannedGate) -> Task | bool:
        self.done.append(gate.id)
        return self.answers.pop(0)

    def pool(
        self, *tasks: Task, gates: tuple[PlannedGate, ...] = (), may_start: Callable[[], bool] = lambda: True
    ) -> Pool:
        return Pool(tasks, gates, work=self.work, ask=self.ask, may_start=may_start, emit=self.events.append)

    @property
    def not_started(self) -> list[tuple[str, str]]:
        return [(event.task_id, event.reason) for event in self.events if isinstance(event, TaskNotStarted)]


async def test_three_at_once_and_never_more() -> None:
    bench = Bench()
    await bench.pool(*(task(name) for name in "abcdefg")).run()
    assert bench.most == 3
    assert sorted(bench.done) == list("abcdefg")


async def test_a_task_waits_for_all_that_it_needs() -> None:
    bench = Bench()
    await bench.pool(task("d", "b", "c"), task("b", "a"), task("c", "a"), task("a")).run()
    assert bench.done[0] == "a"
    assert bench.done[-1] == "d"


async def test_what_needs_a_failed_task_is_not_started_and_the_rest_goes_on() -> None:
    bench = Bench({"a": "failed"})
    pool = bench.pool(task("a"), task("b", "a"), task("c", "b"), task("d"))
    await pool.run()
    assert bench.not_started == [("b", "dependency"), ("c", "dependency")]
    assert pool.states["d"] == "done"


async def test_report_P060_what_the_budget_stops_is_not_started_and_drags_nothing_down_as_failed() -> None:
    bench = Bench()
    pool = bench.pool(task("a"), task("b", "a"), task("c", "b"), may_start=lambda: not bench.done)
    await pool.run()
    assert pool.states == {"a": "done", "b": "not_started", "c": "not_started"}
    assert bench.not_started == [("b", "budget"), ("c", "budget")]


GATE = PlannedGate(id="gate_0", text="Look!", after_tasks=("a",), before_tasks=("b",))


async def test_a_gate_opens_after_its_tasks_and_holds_back_only_its_own() -> None:
    bench = Bench(answers=[True])
    await bench.pool(task("a"), task("b"), task("free"), gates=(GATE,)).run()
    assert bench.done.index("a") < bench.done.index("gate_0") < bench.done.index("b")
    assert bench.not_started == []


async def test_a_plain_no_leaves_the_held_tasks_not_started() -> None:
    bench = Bench(answers=[False])
    await bench.pool(task("a"), task("b"), task("c", "b"), gates=(GATE,)).run()
    assert bench.not_started == [("b", "gate"), ("c", "gate")]


async def test_pitfall_24_feedback_at_a_gate_becomes_a_task_that_is_done_before_the_gate_opens_again() -> None:
    bench = Bench(answers=[task("revise-1", "a"), True])
    await bench.pool(task("a"), task("b"), gates=(GATE,)).run()
    assert bench.done == ["a", "gate_0", "revise-1", "gate_0", "b"]


async def test_pitfall_23_two_gates_at_once_have_each_their_own_answer() -> None:
    other = PlannedGate(id="gate_1", text="And this?", before_tasks=("c",))
    bench = Bench(answers=[True, True])
    await bench.pool(task("a"), task("b"), task("c"), gates=(GATE, other)).run()
    assert {"a", "b", "c"} <= set(bench.done)


async def test_pitfall_22_a_gate_fires_with_one_task_only() -> None:
    bench = Bench(answers=[True])
    await bench.pool(task("a"), gates=(PlannedGate(id="gate_0", text="?", after_tasks=("a",)),)).run()
    assert bench.done == ["a", "gate_0"]


async def test_an_open_question_ends_the_run_and_says_what_did_not_start() -> None:
    bench = Bench()

    async def nobody(gate: PlannedGate) -> bool:
        raise UnansweredError(gate.text)

    pool = Pool((task("a"), task("b")), (GATE,), work=bench.work, ask=nobody, may_start=lambda: True,
                emit=bench.events.append)  # fmt: skip
    with pytest.raises(ExceptionGroup) as caught:
        await pool.run()
    assert caught.group_contains(UnansweredError, match="Look!")
    assert bench.not_started == [("b", "stopped")]


async def test_what_an_earlier_run_settled_is_not_done_again() -> None:
    bench = Bench()
    pool = Pool((task("a"), task("b", "a")), (), work=bench.work, ask=bench.ask, may_start=lambda: True,
                emit=bench.events.append, states={"a": "done"})  # fmt: skip
    await pool.run()
    assert bench.done == ["b"]
