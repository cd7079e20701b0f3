"""Verdicts: a helper looks at what is there, in a copy that it cannot change, and ends with a forced verdict call."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from elisa.agents.job import AgentJob, ResultTool
from elisa.agents.loop import run_agent
from elisa.build.toolset import toolbox_for
from elisa.core.text import say
from elisa.providers.base import ProviderError, ToolDefinition
from elisa.spec.plan import AgentProfile
from elisa.tools.schema import mistakes_in_words, parameters_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.build.session import Session
    from elisa.spec.plan import Task

SUBMIT_VERDICT = "submit_verdict"


class JudgeForm(BaseModel):
    """Arguments of a judge's ``submit_verdict``."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    verdict: Literal["approved", "needs_changes", "cannot_judge"]
    reason: str = Field(min_length=1, max_length=4000, description="What you saw, and what would be better next.")
    closeness: int = Field(default=5, ge=0, le=10, description="0: nothing of it is there; 10: it holds.")


Form = TypeVar("Form", bound=JudgeForm)


def verdict_tool(form: type[BaseModel]) -> ToolDefinition:
    """Return the definition of ``submit_verdict``."""
    return ToolDefinition(
        name=SUBMIT_VERDICT, description="Say your verdict, and why. Ends your work.", parameters=parameters_of(form)
    )


def judge_of(session: Session) -> AgentProfile:
    """Return who judges: the team's reviewer, else somebody who reads and writes nothing."""
    plan = session.record.plan
    team = plan.agents if plan is not None else ()
    found = next((agent for agent in team if agent.role == "reviewer"), None)
    return found or AgentProfile(name=say("rounds.judge_name"), role="reviewer")


async def ask_judge(session: Session, task: Task, facts: dict[str, Any], form: type[Form]) -> Form | None:
    """Return a judge's verdict in one of the forms, or ``None`` without one; why is then among the parts left out.

    Raises:
        UnansweredError: The judge needs an answer and nobody is there.
    """
    judge = judge_of(session)
    worktree = await session.repository.open_worktree(task.id)
    try:
        prompt = await asyncio.to_thread(session.prompter.judge, task, judge, facts, worktree.path)
        job = AgentJob(
            task_id=task.id,
            agent_name=judge.name,
            system=prompt.system,
            prompt=prompt.first_message,
            limits=session.setting.limits,
            budget=session.budget,
            result=ResultTool(verdict_tool(form), fault_in(form)),
            clock=session.setting.clock,
        )
        toolbox = toolbox_for(session, task, worktree, judge)
        outcome = await run_agent(job, session.setting.provider, toolbox, session.emit)
    except ProviderError as error:
        session.leave_out(task.name, error.sentence)
        return None
    finally:
        await session.repository.drop_worktree(worktree)
    if outcome.result is None:
        ended = outcome.status if outcome.status in ("budget", "refused") else "no_result"
        session.leave_out(task.name, say(f"build.ended_{ended}"))
        return None
    return form.model_validate(outcome.result)


def fault_in(form: type[BaseModel]) -> Callable[[dict[str, Any]], str | None]:
    """Return what looks at the arguments of a result call: their mistakes in words, or ``None``."""

    def fault_of(arguments: dict[str, Any]) -> str | None:
        try:
            form.model_validate(arguments)
        except ValidationError as error:
            return mistakes_in_words(error, form)
        return None

    return fault_of
