"""One task: a helper in a worktree of its own, then the merge; a failed attempt leaves no trace."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from elisa.agents.job import AgentJob
from elisa.agents.loop import run_agent
from elisa.build.chain import write_chain
from elisa.build.guide_check import guide_fault
from elisa.build.hand_edits import HandEdits
from elisa.build.keeping import keep_made
from elisa.build.lesson import lesson_of
from elisa.build.study import show_cards
from elisa.build.toolset import toolbox_for
from elisa.core.events import MergeConflicted, TaskFailed, TaskFinished, TaskStarted, VersionSaved
from elisa.core.ids import new_id
from elisa.core.text import say
from elisa.providers.base import ProviderError
from elisa.sessions.entries import (
    AttemptFailed,
    MergeRefused,
    TaskBegun,
    TaskGivenUp,
    TaskMerged,
    TaskWorked,
)

if TYPE_CHECKING:
    from elisa.agents.job import AgentOutcome
    from elisa.build.pool import Result
    from elisa.build.session import Session
    from elisa.spec.plan import Task
    from elisa.workspace.versions import Worktree

MOST_ATTEMPTS = 3
MORE_TURNS = 10
"""Turns that each further attempt gets on top, as in the predecessor."""


@dataclass(frozen=True, slots=True)
class _Ending:
    """How an attempt went: work to keep (and what it falls short of), a failure, or the end of the budget."""

    kind: Literal["keep", "failed", "hopeless", "budget"]
    words: str = ""
    shortfall: str = ""
    wrote: tuple[str, ...] = ()


class TaskWork:
    """Does tasks, several at a time; merges happen one after the other."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._merging = asyncio.Lock()
        self._hands = HandEdits(session)

    async def do(self, task: Task) -> Result:
        """Do one task to its end.

        Raises:
            UnansweredError: It needs an answer and nobody is there.
        """
        record = self._session.record
        pending = record.worked.get(task.id)
        if pending is not None and await self._merge(task, pending):
            return "done"
        for attempt in range(len(record.attempts.get(task.id, ())) + 1, MOST_ATTEMPTS + 1):
            result = await self._attempt(task, attempt)
            if result is not None:
                return result
        return self._give_up(task)

    async def _attempt(self, task: Task, attempt: int) -> Result | None:
        session = self._session
        session.record.write(TaskBegun(task_id=task.id, attempt=attempt))
        session.emit(TaskStarted(task_id=task.id, agent_name=task.agent_name, attempt=attempt, task_name=task.name))
        worktree = await session.repository.open_worktree(f"{task.id}-{attempt}")
        try:
            ending = await self._help(task, attempt, worktree)
        except BaseException:
            await session.repository.drop_worktree(worktree)
            raise
        if ending.kind == "keep" and (lost := await self._hands.settle(worktree, task)):
            if task.kind != "fix" and attempt == 1:
                await self._fail(task, attempt, say("keeping.hand_lost", paths=", ".join(lost)), worktree)
                return None
            await self._give_way(task, worktree, lost)
        if ending.kind == "keep":
            await self._hands.tell_brought_back(worktree)
            worked = TaskWorked(
                task_id=task.id,
                agent_name=task.agent_name,
                attempt=attempt,
                merge_id=new_id("merge"),
                worktree=session.repository.hold(worktree),
                summary=ending.words,
                wrote=ending.wrote,
                shortfall=ending.shortfall,
            )
            session.record.write(worked)
            return "done" if await self._merge(task, worked) else None
        if ending.kind == "budget":
            await session.repository.drop_worktree(worktree)
            return "budget"
        again = ending.kind != "hopeless"
        await self._fail(task, attempt, ending.words, worktree, again=again)
        return None if again else self._give_up(task)

    async def _give_way(self, task: Task, worktree: Worktree, lost: tuple[str, ...]) -> None:
        """Keep what a hand changed, where two tries would have undone it; mending may change it. Either is named."""
        mends = task.kind == "fix"
        if not mends:
            await self._hands.put_back(worktree, lost)
        for path in lost:
            self._session.leave_out(path, say("keeping.hand_mended" if mends else "keeping.hand_kept"))

    async def _fail(self, task: Task, attempt: int, reason: str, worktree: Worktree, *, again: bool = True) -> None:
        """Note why an attempt failed and what the next one can learn from it, then throw its work away."""
        session = self._session
        lesson = await lesson_of(session, worktree)
        failed = AttemptFailed(
            task_id=task.id, attempt=attempt, reason=reason, diff=lesson.diff, failing_tests=lesson.failing
        )
        session.record.write(failed)
        await session.repository.drop_worktree(worktree)
        if again and attempt < MOST_ATTEMPTS:
            session.emit(
                TaskFailed(task_id=task.id, agent_name=task.agent_name, reason=reason, attempt=attempt, final=False)
            )

    def _give_up(self, task: Task) -> Result:
        session = self._session
        attempts = session.record.attempts.get(task.id, [])
        reason = attempts[-1].reason if attempts else ""
        given_up = TaskGivenUp(task_id=task.id, agent_name=task.agent_name, attempt=len(attempts), reason=reason)
        session.record.write(given_up)
        session.emit(
            TaskFailed(task_id=task.id, agent_name=task.agent_name, reason=reason, attempt=len(attempts), final=True)
        )
        session.leave_out(task.name, reason, _only(task.requirement_ids))
        return "failed"

    async def _help(self, task: Task, attempt: int, worktree: Worktree) -> _Ending:
        """Let the helper work."""
        session = self._session
        toolbox = toolbox_for(session, task, worktree)
        prompt = await asyncio.to_thread(session.prompter.task, task, attempt, worktree.path)
        limits = session.setting.limits
        job = AgentJob(
            task_id=task.id,
            agent_name=task.agent_name,
            system=prompt.system,
            prompt=prompt.first_message,
            limits=replace(limits, turns=limits.turns + MORE_TURNS * (attempt - 1)),
            budget=session.budget,
            clock=session.setting.clock,
        )
        try:
            outcome = await run_agent(job, session.setting.provider, toolbox, session.emit)
        except ProviderError as error:
            return _Ending("failed", error.sentence)
        ending = await self._judge(task, attempt, outcome)
        fault = guide_fault(task, outcome.files, worktree.path) if ending.kind == "keep" else ""
        return _Ending("failed", fault) if fault else ending

    async def _judge(self, task: Task, attempt: int, outcome: AgentOutcome) -> _Ending:
        match outcome.status:
            case "done":
                return _Ending("keep", outcome.summary, wrote=outcome.files)
            case "budget":
                return _Ending("budget")
            case "stuck":
                again = attempt < MOST_ATTEMPTS and await self._wants_another_way(task, attempt)
                return _Ending("failed" if again else "hopeless", say("build.stuck", tried="; ".join(outcome.tried)))
            case "turns" | "tokens" | "money" | "time" if outcome.files:
                short = say(f"build.out_of_{outcome.status}", task=task.name)
                return _Ending("keep", outcome.summary, short, outcome.files)
            case _:
                return _Ending("failed", say(f"build.ended_{outcome.status}"))

    async def _wants_another_way(self, task: Task, attempt: int) -> bool:
        options = (say("build.try_another_way"), say("build.keep_what_we_have"))
        question = say("build.stuck_question", agent_name=task.agent_name)
        answer = await self._session.asking.ask(task.id, question, options, key=f"stuck {attempt}")
        return answer.strip().casefold() != options[1].casefold()

    async def _merge(self, task: Task, worked: TaskWorked) -> bool:
        """Bring the work into the nugget's folder; false after a conflict, which changed nothing."""
        session = self._session
        worktree = session.repository.held(worked.worktree)
        async with self._merging:
            merge = await session.repository.merge(worktree, task.name, task_id=task.id, merge_id=worked.merge_id)
            if merge.conflicts:
                await self._refuse(task, worked, merge.conflicts)
                return False
            session.record.write(
                TaskMerged(
                    task_id=task.id,
                    merge_id=worked.merge_id,
                    before=merge.before,
                    version=merge.version,
                    files=merge.files,
                )
            )
            write_chain(session.record, session.setting.nugget)
            await keep_made(session)
        self._tell(task, worked)
        show_cards(session)
        await session.repository.drop_worktree(worktree)
        return True

    def _tell(self, task: Task, worked: TaskWorked) -> None:
        session = self._session
        merged = session.record.merged[task.id]
        if merged.version is not None:
            session.emit(VersionSaved(version=merged.version, message=task.name, task_id=task.id, files=merged.files))
        session.emit(
            TaskFinished(
                task_id=task.id,
                agent_name=worked.agent_name,
                summary=worked.summary,
                files=merged.files,
                version=merged.version,
            )
        )
        if worked.shortfall:
            session.leave_out(task.name, worked.shortfall)

    async def _refuse(self, task: Task, worked: TaskWorked, paths: tuple[str, ...]) -> None:
        session = self._session
        reason = say("build.conflict", paths=", ".join(paths))
        session.record.write(MergeRefused(task_id=task.id, merge_id=worked.merge_id, paths=paths))
        session.emit(MergeConflicted(task_id=task.id, paths=paths))
        await self._fail(task, worked.attempt, reason, session.repository.held(worked.worktree))


def _only(requirement_ids: tuple[str, ...]) -> str | None:
    return requirement_ids[0] if len(requirement_ids) == 1 else None
