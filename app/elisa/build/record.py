"""What is known of one build, folded from its journal; the only way to learn it and the only way to add to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elisa.sessions.entries import (
    AnswerGiven,
    AttemptFailed,
    Begun,
    Ended,
    Entry,
    GateClosed,
    MergeRefused,
    Noted,
    Planned,
    Prepared,
    Resumed,
    Reviewed,
    Spent,
    TaskAdded,
    TaskGivenUp,
    TaskMerged,
    TaskWorked,
)

if TYPE_CHECKING:
    from elisa.core.events import LeftOut
    from elisa.sessions.journal import Journal
    from elisa.spec.plan import Plan, Task


class Record:
    """A build's memory. Each ``write`` is on the disk before it returns.

    Attributes:
        merged: What each finished task brought in, in the order of the merges.
        worked: Helpers that are through but whose work is not merged yet.
        failures: Why each attempt of a task failed, in order.
        given_up: Tasks that failed for good.
        facts: What the prompt of an added task carries.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.begun: Begun | None = None
        self.prepared: Prepared | None = None
        self.plan: Plan | None = None
        self.added: list[Task] = []
        self.facts: dict[str, dict[str, Any]] = {}
        self.merged: dict[str, TaskMerged] = {}
        self.summaries: dict[str, TaskWorked] = {}
        self.worked: dict[str, TaskWorked] = {}
        self.failures: dict[str, list[str]] = {}
        self.given_up: dict[str, TaskGivenUp] = {}
        self.gates: dict[str, GateClosed] = {}
        self.answers: dict[tuple[str, str], str] = {}
        self.tokens = 0
        self.usd = 0.0
        self.reviews: dict[str, Reviewed] = {}
        self.left_out: list[LeftOut] = []
        self.ended: Ended | None = None
        self.resumed = False
        for entry in journal.entries:
            self._take(entry)

    def write(self, entry: Entry) -> None:
        """Put a line on the disk and take it in."""
        self._journal.write(entry)
        self._take(entry)

    @property
    def build_id(self) -> str:
        """The build's id; only a record that was begun has one."""
        if self.begun is None:
            raise ValueError("not begun")
        return self.begun.build_id

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All tasks, the plan's and those added since."""
        return (*(self.plan.tasks if self.plan else ()), *self.added)

    def task(self, task_id: str) -> Task:
        """Return a task of the plan or an added one; ``KeyError`` if there is none."""
        for task in self.tasks:
            if task.id == task_id:
                return task
        raise KeyError(task_id)

    def count_added(self, prefix: str) -> int:
        """Return how many tasks were added whose id begins so (``fix-``, ``revise-`` …)."""
        return sum(task.id.startswith(prefix) for task in self.added)

    def _take(self, entry: Entry) -> None:
        match entry:
            case Begun():
                self.begun = entry
            case Resumed():
                self._take_heart()
            case Prepared():
                self.prepared = entry
            case Planned():
                self.plan = entry.plan
            case Ended():
                self.ended = entry
            case _:
                self._take_note(entry)

    def _take_note(self, entry: Entry) -> None:
        match entry:
            case Noted():
                self.left_out.append(entry.left_out)
            case Spent():
                self.tokens += entry.input_tokens + entry.output_tokens
                self.usd += entry.cost_usd or 0.0
            case GateClosed():
                self.gates[entry.gate_id] = entry
            case AnswerGiven():
                self.answers[entry.task_id, entry.question] = entry.answer
            case Reviewed():
                self.reviews[entry.task_id] = entry
            case _:
                self._take_task(entry)

    def _take_task(self, entry: Entry) -> None:
        match entry:
            case TaskAdded():
                self.added.append(entry.task)
                self.facts[entry.task.id] = entry.facts
            case TaskWorked():
                self.worked[entry.task_id] = entry
                self.summaries[entry.task_id] = entry
            case MergeRefused(task_id=task_id):
                self._end_merge(task_id)
            case TaskMerged(task_id=task_id):
                self._end_merge(task_id)
                self.merged[task_id] = entry
            case AttemptFailed(task_id=task_id):
                self.failures.setdefault(task_id, []).append(entry.reason)
            case TaskGivenUp(task_id=task_id):
                self.given_up[task_id] = entry
            case _:
                pass

    def _end_merge(self, task_id: str) -> None:
        self.worked.pop(task_id, None)

    def _take_heart(self) -> None:
        self.resumed = True
        if self.ended is None:
            return
        self.ended = None
        self.left_out.clear()
        for task_id in list(self.given_up):
            del self.given_up[task_id]
            self.failures.pop(task_id, None)
        for gate_id in [gate_id for gate_id, gate in self.gates.items() if not gate.approved]:
            del self.gates[gate_id]
