"""How much a child wants to decide: an explorer watches, a builder approves the plan, an architect may change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from elisa.build.plan import plan_ready
from elisa.build.plan_check import checked_plan, find_faults
from elisa.build.plan_form import PlanForm
from elisa.core.events import PlanRefused, TaskNotStarted
from elisa.core.text import say
from elisa.sessions.entries import Planned
from elisa.spec.plan import PlannedGate
from elisa.tools.schema import mistakes_in_words

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from elisa.build.people import GateAnswer
    from elisa.build.session import Session
    from elisa.spec.plan import Plan

PLAN_GATE = "plan"
"""Id of the gate at which a plan is approved."""
_DECIDES = ("builder", "architect")


class PlanApproval:
    """Shows the plan to a builder or an architect and waits for their yes, whatever the plan becomes on the way.

    Args:
        session: The build.
        replan: Makes a new plan from what a person wants different and from the plan that they saw.
    """

    def __init__(self, session: Session, replan: Callable[[str, Plan], Awaitable[Plan]]) -> None:
        self._session, self._replan = session, replan
        self._level = session.setting.spec.workflow.system_level

    async def settle(self, plan: Plan) -> bool:
        """Return whether the build may begin; the plan that was agreed on is then the record's.

        Raises:
            UnansweredError: Nobody is there; a resumed build asks again.
        """
        if self._level not in _DECIDES or self._session.setting.fix:
            return True
        closed = self._session.record.gates.get(PLAN_GATE)
        if closed is not None:
            return closed.approved
        while True:
            gate = _gate(plan, architect=self._level == "architect")
            answer = await self._session.asking.approve(gate)
            changed = await self._changed(answer, plan)
            if changed is None and answer.plan is not None:
                continue
            plan = changed or plan
            if answer.approved or changed is None:
                self._session.asking.close_gate(gate, answer)
                if not answer.approved:
                    self._stand_still(plan, gate)
                return answer.approved

    async def _changed(self, answer: GateAnswer, plan: Plan) -> Plan | None:
        """Return the plan that the answer leads to, or ``None`` if it changes nothing or cannot be built."""
        session = self._session
        if answer.plan is not None:
            new = self._edited(answer.plan)
        elif not answer.approved and answer.feedback.strip():
            new = await self._replan(answer.feedback, plan)
        else:
            return None
        if new is not None:
            session.record.write(Planned(plan=new))
            session.emit(plan_ready(new))
        return new

    def _edited(self, arguments: dict[str, Any]) -> Plan | None:
        session = self._session
        if self._level != "architect":
            session.emit(PlanRefused(attempt=1, faults=(say("levels.fault_no_architect"),)))
            return None
        try:
            form = PlanForm.model_validate(arguments)
        except ValidationError as error:
            session.emit(PlanRefused(attempt=1, faults=(mistakes_in_words(error, PlanForm),)))
            return None
        faults = find_faults(form, session.setting.spec, session.record.changes)
        if faults:
            session.emit(PlanRefused(attempt=1, faults=tuple(faults)))
            return None
        return checked_plan(form, session.setting.spec, source="person")

    def _stand_still(self, plan: Plan, gate: PlannedGate) -> None:
        for task in plan.tasks:
            self._session.emit(TaskNotStarted(task_id=task.id, reason="gate"))
        self._session.leave_out(say("build.gate_name", text=gate.text), say("build.gate_refused"))


def _gate(plan: Plan, *, architect: bool) -> PlannedGate:
    steps = "; ".join(f"{number}. {task.name} ({task.agent_name})" for number, task in enumerate(plan.tasks, 1))
    key = "levels.architect_gate" if architect else "levels.builder_gate"
    return PlannedGate(id=PLAN_GATE, text=say(key, steps=steps))
