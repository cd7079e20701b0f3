"""The pool: runs a plan's tasks as soon as what they need is done, a few at once, and stops at gates."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

from elisa.core.events import Emit, TaskNotStarted
from elisa.spec.plan import PlannedGate, Task

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

AT_ONCE = 3
State = Literal["waiting", "running", "done", "failed", "not_started"]
Result = Literal["done", "failed", "budget", "stopped"]
Reason = Literal["budget", "stopped", "dependency", "gate"]
_SETTLED = ("done", "failed", "not_started")


class Pool:
    """One run over a task graph. A task that is not started is no failure, and neither are those that wait for it.

    Args:
        tasks: All of them; ``ask`` may bring more while it runs.
        gates: Where a person is asked; each holds back the tasks in ``before_tasks``.
        work: Does one task.
        ask: Asks a person at a gate: true means go on; a task is a revision, after which the gate opens again.
        may_start: False when the budget is used up.
        states: What an earlier run of the same build has already settled.
    """

    def __init__(
        self,
        tasks: Iterable[Task],
        gates: Iterable[PlannedGate],
        *,
        work: Callable[[Task], Awaitable[Result]],
        ask: Callable[[PlannedGate], Awaitable[Task | bool]],
        may_start: Callable[[], bool],
        emit: Emit,
        states: Mapping[str, State] | None = None,
    ) -> None:
        self._tasks = {task.id: task for task in tasks}
        self._gates = {gate.id: gate for gate in gates}
        self._work, self._ask, self._may_start, self._emit = work, ask, may_start, emit
        settled = states or {}
        self.states: dict[str, State] = {task_id: settled.get(task_id, "waiting") for task_id in self._tasks}
        self._why_not: dict[str, Reason] = {}
        self._open: set[str] = set()
        self._closed: dict[str, bool] = {}
        self._changed = asyncio.Event()

    async def run(self) -> None:
        """Run until nothing more can be done.

        Raises:
            ExceptionGroup: A task or a gate raised; all others were cancelled first.
        """
        try:
            async with asyncio.TaskGroup() as group:
                while self._advance(group):
                    await self._changed.wait()
                    self._changed.clear()
        finally:
            self._stop_waiting()

    def _advance(self, group: asyncio.TaskGroup) -> bool:
        """Start what can start; tell whether anything is under way."""
        self._give_up_hopeless()
        for gate in self._gates.values():
            if gate.id not in self._closed and gate.id not in self._open and self._is_reached(gate):
                self._open.add(gate.id)
                group.create_task(self._pass_gate(gate))
        for task in self._tasks.values():
            if self._running() < AT_ONCE and self._is_ready(task):
                if not self._may_start():
                    self._leave(task.id, "budget")
                    self._changed.set()
                    continue
                self.states[task.id] = "running"
                group.create_task(self._do(task))
        return bool(self._running() or self._open or self._changed.is_set())

    def _running(self) -> int:
        return sum(state == "running" for state in self.states.values())

    def _is_ready(self, task: Task) -> bool:
        return (
            self.states[task.id] == "waiting"
            and all(self.states[needed] == "done" for needed in self._needed(task))
            and all(self._closed.get(gate.id, False) for gate in self._gates_before(task.id))
        )

    def _needed(self, task: Task) -> list[str]:
        return [needed for needed in task.dependencies if needed in self.states]

    def _gates_before(self, task_id: str) -> list[PlannedGate]:
        return [gate for gate in self._gates.values() if task_id in gate.before_tasks]

    def _is_reached(self, gate: PlannedGate) -> bool:
        return all(self.states.get(task_id, "done") in _SETTLED for task_id in gate.after_tasks)

    def _give_up_hopeless(self) -> None:
        found = True
        while found:
            found = False
            for task in self._tasks.values():
                reason = self._hopeless(task)
                if reason is not None:
                    self._leave(task.id, reason)
                    found = True

    def _hopeless(self, task: Task) -> Reason | None:
        if self.states[task.id] != "waiting":
            return None
        if any(self._closed.get(gate.id) is False for gate in self._gates_before(task.id)):
            return "gate"
        for needed in self._needed(task):
            if self.states[needed] == "failed":
                return "dependency"
            if self.states[needed] == "not_started":
                return self._why_not.get(needed, "dependency")
        return None

    def _leave(self, task_id: str, reason: Reason) -> None:
        self.states[task_id] = "not_started"
        self._why_not[task_id] = reason
        self._emit(TaskNotStarted(task_id=task_id, reason=reason))

    async def _do(self, task: Task) -> None:
        result = await self._work(task)
        match result:
            case "budget" | "stopped":
                self._leave(task.id, result)
            case "done" | "failed":
                self.states[task.id] = result
        self._changed.set()

    async def _pass_gate(self, gate: PlannedGate) -> None:
        answer = await self._ask(gate)
        self._open.discard(gate.id)
        if isinstance(answer, Task):
            self._tasks[answer.id] = answer
            self.states[answer.id] = "waiting"
            self._gates[gate.id] = gate.model_copy(update={"after_tasks": (*gate.after_tasks, answer.id)})
        else:
            self._closed[gate.id] = answer
        self._changed.set()

    def _stop_waiting(self) -> None:
        for task_id, state in self.states.items():
            if state in ("waiting", "running"):
                self._leave(task_id, "stopped")
