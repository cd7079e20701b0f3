"""The executing phase: the plan's tasks and gates through the pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.build.people import UnansweredError
from elisa.build.pool import Pool, Result, State
from elisa.build.rules import RuleChecks, is_mend, pass_checklist
from elisa.build.work import TaskWork
from elisa.core.text import say
from elisa.sessions.entries import TaskAdded
from elisa.spec.plan import Task

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elisa.build.session import Session
    from elisa.spec.plan import PlannedGate


class Executing:
    """Runs tasks; used once for the plan, and again for each fix or rework."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._work = TaskWork(session)
        self._rules = RuleChecks(session, self._work.do)
        self.not_started: set[str] = set()
        self.unanswered: UnansweredError | None = None
        self.cut_short = False

    async def run_plan(self) -> None:
        """Do everything that the plan and an earlier run of this build left to do.

        Where a gate or a question stays open because nobody is there, what waits for it is not started; all else
        goes on, and ``unanswered`` holds the open one.
        """
        record = self._session.record
        for task_id in list(record.merged):  # what a killed build merged and neither checked nor mended
            await self._check_rules(record.task(task_id))
        tasks = [task for task in record.tasks if task.kind != "review" and not is_mend(task, record)]
        gates = [self._with_revisions(gate) for gate in (record.plan.gates if record.plan else ())]
        for together in [[task] for task in tasks] if self._session.setting.fix else [tasks]:
            await self._run(together, gates)

    async def run_one(self, task: Task) -> None:
        """Do one more task."""
        await self._run([task], [])

    @property
    def budget_reached(self) -> bool:
        """A task could not begin, or broke off, or rounds ended early, because the budget is used up."""
        return self._session.budget.refused or self.cut_short

    async def _run(self, tasks: Iterable[Task], gates: Iterable[PlannedGate]) -> None:
        pool = Pool(
            tasks,
            gates,
            work=self._do,
            ask=self._ask,
            may_start=self._session.budget.may_start,
            emit=self._session.emit,
            states=self._states(),
        )
        try:
            await pool.run()
        except BaseExceptionGroup as group:
            raise _telling(group) from group
        finally:
            self.not_started |= {task_id for task_id, state in pool.states.items() if state == "not_started"}

    async def _do(self, task: Task) -> Result:
        try:
            result = await self._work.do(task)
        except UnansweredError as error:
            self.unanswered = error
            return "stopped"
        await self._check_rules(task)
        return result

    async def _check_rules(self, task: Task) -> None:
        try:
            await self._rules.after(task)
        except UnansweredError as error:
            self.unanswered = error

    def _states(self) -> dict[str, State]:
        record = self._session.record
        return {**dict.fromkeys(record.given_up, "failed"), **dict.fromkeys(record.merged, "done")}

    def _with_revisions(self, gate: PlannedGate) -> PlannedGate:
        record = self._session.record
        revisions = tuple(task.id for task in record.added if record.facts[task.id].get("gate") == gate.id)
        return gate.model_copy(update={"after_tasks": (*gate.after_tasks, *revisions)})

    async def pass_checklist(self) -> Task | bool:
        """Let a person tick off what is to be looked at before it goes out; see ``rules.pass_checklist``."""
        return await pass_checklist(self._session, self._ask)

    def tell_rules(self) -> None:
        """Name the rules that do not hold at the end."""
        self._rules.tell()

    async def _ask(self, gate: PlannedGate) -> Task | bool:
        session = self._session
        closed = session.record.gates.get(gate.id)
        if closed is not None:
            return closed.approved
        try:
            answer = await session.asking.approve(gate)
        except UnansweredError as error:
            self.unanswered = error
            return False
        if not answer.approved and answer.feedback.strip():
            return self._revision(gate, answer.feedback)
        session.asking.close_gate(gate, answer)
        if not answer.approved:
            session.leave_out(say("build.gate_name", text=gate.text), say("build.gate_refused"))
        return answer.approved

    def _revision(self, gate: PlannedGate, feedback: str) -> Task:
        record = self._session.record
        done = [record.task(task_id) for task_id in gate.after_tasks if task_id in record.merged]
        wishes = dict.fromkeys(wish for task in done for wish in task.requirement_ids)
        task = Task(
            id=record.free_id("revise"),
            name=say("build.revise_name"),
            description=say("build.revise_description", feedback=feedback),
            kind="fix",
            agent_name=builder_for(self._session, done),
            acceptance_criteria=(say("build.revise_criterion"),),
            dependencies=tuple(task.id for task in done),
            requirement_ids=tuple(wishes),
        )
        record.write(TaskAdded(task=task, facts={"feedback": feedback, "gate": gate.id}))
        return task


def builder_for(session: Session, tasks: list[Task]) -> str:
    """Return the helper who should mend something: the last builder of these tasks, else the team's first."""
    plan = session.record.plan
    if plan is None:
        raise ValueError("a fix without a plan")
    able = [agent.name for agent in plan.agents if agent.role in ("builder", "custom")]
    return next((task.agent_name for task in reversed(tasks) if task.agent_name in able), able[0])


def _telling(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first error of a group: the others were cancelled because of it."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error
