"""The reviewing phase: a reviewer reads what was made, and the verdict counts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from elisa.agents.job import AgentJob, ResultTool
from elisa.agents.loop import run_agent
from elisa.build.execute import builder_for
from elisa.build.toolset import toolbox_for
from elisa.core.events import ReviewFinished
from elisa.core.text import say
from elisa.providers.base import ProviderError, ToolDefinition
from elisa.sessions.entries import Reviewed, TaskAdded
from elisa.spec.plan import Task
from elisa.tools.schema import mistakes_in_words, parameters_of

if TYPE_CHECKING:
    from elisa.build.session import Session

SUBMIT_VERDICT = "submit_verdict"


class VerdictForm(BaseModel):
    """Arguments of ``submit_verdict``."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    verdict: Literal["approved", "needs_changes"]
    reason: str = Field(min_length=1, max_length=4000, description="Why, in words that the builder can act on.")


def verdict_tool() -> ToolDefinition:
    """Return the definition of ``submit_verdict``."""
    return ToolDefinition(
        name=SUBMIT_VERDICT,
        description="Say whether the work is approved or needs changes, and why. Ends the review.",
        parameters=parameters_of(VerdictForm),
    )


class Reviewing:
    """Runs the reviews that a plan holds, or the one that the spec asks for."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def look(self) -> None:
        """Do the reviews that are not done yet.

        Raises:
            UnansweredError: The reviewer needs an answer and nobody is there.
        """
        for task in self._reviews():
            if task.id not in self._session.record.reviews:
                await self._review(task)

    def rework(self) -> Task | None:
        """Return the rework that a verdict asks for, once, if it is still to be done."""
        record = self._session.record
        wanted = [review for review in record.reviews.values() if review.verdict == "needs_changes"]
        pending = [task for task in record.added if task.id.startswith("rework-") and task.id not in record.given_up]
        if pending:
            return None if pending[0].id in record.merged else pending[0]
        if not wanted or record.count_added("rework-"):
            return None
        return self._rework(" ".join(review.reason for review in wanted))

    def _reviews(self) -> list[Task]:
        record, spec = self._session.record, self._session.setting.spec
        planned = [task for task in record.tasks if task.kind == "review"]
        if planned or not spec.workflow.review_enabled or record.plan is None:
            return planned
        reviewer = next((agent.name for agent in record.plan.agents if agent.role == "reviewer"), None)
        if reviewer is None:
            if not spec.workflow.gates:  # a gate block asks for a look of the child's own, and not for a reviewer
                self._session.leave_out(say("build.review_name"), say("build.no_reviewer"))
            return []
        return [
            Task(
                id="review",
                name=say("build.review_name"),
                description=say("build.review_description"),
                kind="review",
                agent_name=reviewer,
                acceptance_criteria=(say("build.review_criterion"),),
            )
        ]

    async def _review(self, task: Task) -> None:
        session = self._session
        if not session.budget.may_start():
            session.leave_out(task.name, say("build.ended_budget"))
            return
        form = await self._ask(task)
        if form is None:
            session.leave_out(task.name, say("build.ended_no_result"))
            return
        session.record.write(Reviewed(task_id=task.id, verdict=form.verdict, reason=form.reason))
        session.emit(ReviewFinished(agent_name=task.agent_name, verdict=form.verdict, reason=form.reason))

    async def _ask(self, task: Task) -> VerdictForm | None:
        session = self._session
        worktree = await session.repository.open_worktree(f"{task.id}-review")
        try:
            prompt = await asyncio.to_thread(session.prompter.task, task, 1, worktree.path)
            job = AgentJob(
                task_id=task.id,
                agent_name=task.agent_name,
                system=prompt.system,
                prompt=prompt.first_message,
                limits=session.setting.limits,
                budget=session.budget,
                result=ResultTool(verdict_tool(), _fault_of),
                clock=session.setting.clock,
            )
            toolbox = toolbox_for(session, task, worktree)
            outcome = await run_agent(job, session.setting.provider, toolbox, session.emit)
        except ProviderError as error:
            session.leave_out(task.name, error.sentence)
            return None
        finally:
            await session.repository.drop_worktree(worktree)
        return None if outcome.result is None else VerdictForm.model_validate(outcome.result)

    def _rework(self, reason: str) -> Task:
        session = self._session
        built = [task for task in session.record.tasks if task.kind == "build"]
        task = Task(
            id=session.record.free_id("rework"),
            name=say("build.rework_name"),
            description=say("build.rework_description", reason=reason),
            kind="fix",
            agent_name=builder_for(session, built),
            acceptance_criteria=(say("build.rework_criterion"),),
        )
        session.record.write(TaskAdded(task=task, facts={"feedback": reason}))
        return task


def _fault_of(arguments: dict[str, Any]) -> str | None:
    try:
        VerdictForm.model_validate(arguments)
    except ValidationError as error:
        return mistakes_in_words(error, VerdictForm)
    return None
