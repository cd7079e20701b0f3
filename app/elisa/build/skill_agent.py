"""One step of a skill that a helper does: in a copy that is thrown away, with an answer as a forced call."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from elisa.agents.job import AgentJob, ResultTool
from elisa.agents.loop import run_agent
from elisa.build.toolset import toolbox_for
from elisa.build.verdict import fault_in
from elisa.core.text import say
from elisa.providers.base import ProviderError, ToolDefinition
from elisa.spec import limits
from elisa.spec.plan import AgentProfile, Task
from elisa.tools.schema import parameters_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.build.session import Session
    from elisa.spec.nugget import SkillUse

SUBMIT_RESULT = "submit_result"


class ResultForm(BaseModel):
    """Arguments of ``submit_result``."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    answer: str = Field(min_length=1, max_length=limits.SKILL_TEXT, description="The result itself, or why not.")
    done: bool = Field(default=True, description="False if you could not do the step.")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a step.

    Attributes:
        text: The result, or why there is none.
        done: The helper could do it.
        final: The same would come again; false when the budget ended, so that a resumed build asks once more.
    """

    text: str
    done: bool = True
    final: bool = True


async def ask_helper(session: Session, use: SkillUse, place: str, prompt: str, kept: Mapping[str, str]) -> Answer:
    """Let a helper do a step.

    Args:
        session: The build.
        use: The skill that the step belongs to.
        place: The step and the skills that lead to it; names its task.
        prompt: What to do, filled in.
        kept: Earlier answers by name.

    Raises:
        UnansweredError: The helper needs an answer and nobody is there.
    """
    helper = AgentProfile(name=say("skills.helper_name"), role="custom")
    task = Task(
        id=f"skill-{hashlib.sha256(place.encode()).hexdigest()[:8]}",
        name=say("skills.step_name", name=use.name),
        description=prompt,
        agent_name=helper.name,
        acceptance_criteria=(say("skills.criterion"),),
    )
    worktree = await session.repository.open_worktree(task.id)
    try:
        told = await asyncio.to_thread(
            session.prompter.skill, task, {"skill": use.name, "kept": dict(kept)}, worktree.path
        )
        job = AgentJob(
            task_id=task.id,
            agent_name=helper.name,
            system=told.system,
            prompt=told.first_message,
            limits=session.setting.limits,
            budget=session.budget,
            result=ResultTool(_result_tool(), fault_in(ResultForm)),
            clock=session.setting.clock,
        )
        toolbox = toolbox_for(session, task, worktree, helper)
        outcome = await run_agent(job, session.setting.provider, toolbox, session.emit)
    except ProviderError as error:
        return Answer(error.sentence, done=False)
    finally:
        await session.repository.drop_worktree(worktree)
    if outcome.result is None:
        ended = outcome.status if outcome.status in ("budget", "refused") else "no_result"
        return Answer(say(f"build.ended_{ended}"), done=False, final=outcome.status != "budget")
    form = ResultForm.model_validate(outcome.result)
    return Answer(form.answer, form.done)


def _result_tool() -> ToolDefinition:
    return ToolDefinition(
        name=SUBMIT_RESULT,
        description="Hand in the result of your step. Ends your work.",
        parameters=parameters_of(ResultForm),
    )
