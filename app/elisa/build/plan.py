"""Planning: the model hands in a task graph, faults are sent back at most twice, then the rules take over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from elisa.agents.job import AgentJob, ResultTool
from elisa.agents.loop import run_agent
from elisa.build.plan_check import checked_plan, find_faults
from elisa.build.plan_form import PlanForm, plan_tool
from elisa.build.rule_plan import rule_plan
from elisa.core.events import PlannedTask, PlanReady, PlanRefused
from elisa.core.text import say
from elisa.tools.schema import mistakes_in_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.agents.limits import Budget
    from elisa.build.prompting import Prompter
    from elisa.build.setting import Setting
    from elisa.core.events import Emit
    from elisa.spec.changes import Changes
    from elisa.spec.plan import Plan

MOST_TRIES = 3
"""The first plan, and two that came back with faults."""
MOST_OUTPUT = 16_384
"""Tokens; the predecessor's 4,096 cut big plans off."""


async def make_plan(
    setting: Setting,
    prompter: Prompter,
    budget: Budget,
    emit: Emit,
    changes: Changes | None = None,
    wanted: Mapping[str, Any] | None = None,
) -> Plan:
    """Ask the model for a plan until one has no fault, else cut the work by rule; ``changes`` since the last build.

    ``wanted`` are facts about an earlier plan that a person wants different.

    Raises:
        ProviderError: The model cannot be used at all.
    """
    desk = _Desk(setting, emit, changes)
    prompt = prompter.plan(wanted)
    job = AgentJob(
        task_id="plan",
        agent_name=say("build.planner_name"),
        system=prompt.system,
        prompt=prompt.first_message,
        limits=setting.limits,
        budget=budget,
        result=ResultTool(plan_tool(), desk.accept, tries=MOST_TRIES),
        max_output_tokens=MOST_OUTPUT,
        clock=setting.clock,
    )
    await run_agent(job, setting.provider, None, emit)
    return desk.plan or rule_plan(setting.spec, changes)


def plan_ready(plan: Plan) -> PlanReady:
    """Return the event that shows a plan."""
    return PlanReady(
        tasks=tuple(
            PlannedTask(
                id=task.id,
                name=task.name,
                description=task.description,
                task_kind=task.kind,
                agent_name=task.agent_name,
                role=plan.agent(task.agent_name).role,
                dependencies=task.dependencies,
                requirement_ids=task.requirement_ids,
                acceptance_criteria=task.acceptance_criteria,
            )
            for task in plan.tasks
        ),
        explanation=plan.explanation,
        source=plan.source,
    )


class _Desk:
    """Where plans are handed in; keeps the first one without a fault."""

    def __init__(self, setting: Setting, emit: Emit, changes: Changes | None) -> None:
        self._spec, self._emit, self._changes = setting.spec, emit, changes
        self._refused = 0
        self.plan: Plan | None = None

    def accept(self, arguments: dict[str, Any]) -> str | None:
        """Return the faults of a handed-in plan in words, or ``None`` and keep it."""
        try:
            form = PlanForm.model_validate(arguments)
        except ValidationError as error:
            return self._refuse([say("build.fault_form", fault=mistakes_in_words(error, PlanForm))])
        faults = find_faults(form, self._spec, self._changes)
        if faults:
            return self._refuse(faults)
        self.plan = checked_plan(form, self._spec)
        return None

    def _refuse(self, faults: list[str]) -> str:
        self._refused += 1
        self._emit(PlanRefused(attempt=self._refused, faults=tuple(faults)))
        return "\n".join(f"- {fault}" for fault in faults)
