"""Advisers: they read the plan and in the end the result, and leave a short note in character. They change nothing."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from elisa.agents.job import AgentJob, ResultTool
from elisa.agents.loop import run_agent
from elisa.build.chain import write_chain
from elisa.build.toolset import toolbox_for
from elisa.build.verdict import fault_in
from elisa.core.events import AdviserNoted
from elisa.core.text import say
from elisa.providers.base import ProviderError, ToolDefinition
from elisa.spec.plan import AgentProfile, Task
from elisa.tools.schema import parameters_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.build.session import Session
    from elisa.spec.nugget import NuggetSpec, TeamMember
    from elisa.verify.result import TestReport

Moment = Literal["plan", "result"]
SUBMIT_NOTE = "submit_note"
LONGEST_NOTE = 600
_TOPICS: Mapping[str, str] = MappingProxyType(
    {
        "doc-agent": "docs",
        "media-agent": "media",
        "architecture-agent": "architecture",
        "debug-convergence": "debugging",
        "social-media-agent": "story",
        "web-design-agent": "design",
        "art-agent": "art",
        "integration-agent": "interfaces",
        "explain-it": "docs",
        "campaign": "story",
        "blueprint": "architecture",
        "design-preview": "design",
        "launch-pad": "launch",
    }
)


class NoteForm(BaseModel):
    """Arguments of ``submit_note``."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    note: str = Field(min_length=1, max_length=LONGEST_NOTE, description="1 to 3 short sentences, in character.")


@dataclass(frozen=True, slots=True)
class Adviser:
    """One adviser of a nugget; ``topic`` is what the advice is about."""

    name: str
    persona: str
    topic: str
    block_id: str | None


def advisers_of(spec: NuggetSpec) -> tuple[Adviser, ...]:
    """Return the advisers that the blocks name, each name once; a second one of the same name gets a number."""
    found: list[Adviser] = []
    for member in spec.meeting_team or ():
        adviser = _adviser(member)
        taken = sum(one.name == adviser.name or one.name.startswith(f"{adviser.name} ") for one in found)
        name = f"{adviser.name} {taken + 1}" if taken else adviser.name
        found.append(Adviser(name, adviser.persona, adviser.topic, adviser.block_id))
    return tuple(found)


def _adviser(member: TeamMember) -> Adviser:
    kind = member.meeting_type_id if member.type == "builtin" else member.canvas_type
    topic = _TOPICS.get(kind or "", "general")
    name = (member.name or "").strip() or say(f"advisers.name_{topic}")
    return Adviser(name, member.persona or "", topic, member.block_id)


class Advising:
    """Asks each adviser once about the plan and once about the result."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._advisers = advisers_of(session.setting.spec)

    async def on_plan(self) -> None:
        """Let them read the plan; later helpers hear what they said."""
        await self._each("plan", {})

    async def on_result(self, report: TestReport) -> None:
        """Let them look at what was made."""
        counts = {status: report.count(status) for status in ("passed", "failed", "skipped")}
        await self._each("result", {"tests": counts})

    async def _each(self, moment: Moment, facts: Mapping[str, Any]) -> None:
        session = self._session
        if session.setting.fix:
            return
        given = {(event.adviser, event.moment) for event in session.record.advice}
        for number, adviser in enumerate(self._advisers, 1):
            if (adviser.name, moment) in given:
                continue
            try:
                note, reason = await self._ask(adviser, number, moment, facts)
            except ProviderError as error:
                note, reason = "", error.sentence
            if not note:
                session.leave_out(say(f"advisers.left_{moment}", name=adviser.name), reason)
                continue
            session.learn(
                AdviserNoted(
                    adviser=adviser.name, about=adviser.topic, moment=moment, note=note, block_id=adviser.block_id
                )
            )
        write_chain(session.record, session.setting.nugget)

    async def _ask(self, adviser: Adviser, number: int, moment: Moment, facts: Mapping[str, Any]) -> tuple[str, str]:
        """Return the note, or nothing and why."""
        session = self._session
        if session.budget.reached:
            return "", say("build.ended_budget")
        profile = AgentProfile(name=adviser.name, role="reviewer", persona=adviser.persona)
        task = Task(
            id=f"advise-{number}-{moment}",
            name=say("advisers.task_name", name=adviser.name),
            description=say(f"advisers.{moment}_description", topic=say(f"advisers.topic_{adviser.topic}")),
            agent_name=adviser.name,
            acceptance_criteria=(say("advisers.note_criterion"),),
        )
        told = {
            **facts,
            "adviser": {"name": adviser.name, "persona": adviser.persona, "about": adviser.topic},
            "moment": moment,
        }
        worktree = await session.repository.open_worktree(task.id)
        try:
            prompt = await asyncio.to_thread(session.prompter.beside, "advise", task, told, worktree.path)
            job = AgentJob(
                task_id=task.id,
                agent_name=adviser.name,
                system=prompt.system,
                prompt=prompt.first_message,
                limits=session.setting.limits,
                budget=session.budget,
                result=ResultTool(_note_tool(), fault_in(NoteForm)),
                clock=session.setting.clock,
            )
            # On the plan an adviser has read everything there is; the result lies in files.
            toolbox = toolbox_for(session, task, worktree, profile) if moment == "result" else None
            outcome = await run_agent(job, session.setting.provider, toolbox, session.emit)
        finally:
            await session.repository.drop_worktree(worktree)
        if outcome.result is None:
            ended = outcome.status if outcome.status in ("budget", "refused") else "no_result"
            return "", say(f"build.ended_{ended}")
        return NoteForm.model_validate(outcome.result).note.strip(), say("build.ended_no_result")


def _note_tool() -> ToolDefinition:
    return ToolDefinition(
        name=SUBMIT_NOTE,
        description="Hand in your note. Ends your work.",
        parameters=parameters_of(NoteForm),
    )
