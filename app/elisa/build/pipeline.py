"""A build from GO to done: plan, execute, test, review, deploy. Read this first; each phase has a file of its own."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from elisa.agents.limits import Budget
from elisa.build.asking import Asking
from elisa.build.chain import write_chain
from elisa.build.deploy import Deploying
from elisa.build.execute import Executing
from elisa.build.narrator import Narrator
from elisa.build.not_yet import not_done_yet
from elisa.build.opening import open_record, open_repository, place_files
from elisa.build.outcome import Tally, outcome_of, summary_of
from elisa.build.people import UnansweredError
from elisa.build.plan import make_plan, plan_ready
from elisa.build.prompting import Prompter
from elisa.build.review import Reviewing
from elisa.build.session import Session, Teller
from elisa.build.state import PhaseKeeper
from elisa.build.test_bench import TestBench
from elisa.build.testing import Testing
from elisa.build.toolset import packages_of
from elisa.core.errors import ElisaError
from elisa.core.events import BuildCancelled, BuildFailed, BuildFinished, BuildStarted
from elisa.core.text import say
from elisa.sessions.entries import Ended, Planned, Prepared
from elisa.sessions.transcript import Transcript
from elisa.tools.packages import Packages
from elisa.verify.result import TestReport

if TYPE_CHECKING:
    from elisa.build.record import Record
    from elisa.build.setting import Setting
    from elisa.core.events import Emit, Event

Final = BuildFinished | BuildFailed | BuildCancelled


class Build:
    """One build. It emits exactly one final event, whatever happens, and its journal ends with the same."""

    def __init__(self, setting: Setting, emit: Emit) -> None:
        self._setting, self._outer = setting, emit
        self._narrator = Narrator(setting.clock, emit)

    async def run(self, *, resume: bool = False, start_over: bool = False) -> Final:
        """Build; cancelling the task is Stop.

        Args:
            resume: Go on with the build that was stopped or killed here, if there is one.
            start_over: Put an unfinished build aside.

        Raises:
            BadInputError: ``build.unfinished`` (resume or start over?), ``build.other_blocks``; nothing was begun.
            CancelledError: After Stop, when everything is cleaned up and ``BuildCancelled`` was emitted.
            Exception: A mistake in the program, after ``BuildFailed`` was emitted.
        """
        async with AsyncExitStack() as stack:
            record = open_record(self._setting, stack, resume=resume, start_over=start_over)
            if record.ended is not None:
                return self._tell_again(record)
            return await self._run(record, stack)

    async def _run(self, record: Record, stack: AsyncExitStack) -> Final:
        transcript = Transcript(self._setting.nugget / ".elisa" / "comms")
        stack.callback(transcript.close)
        emit = Teller(record, transcript, self._pass_on)
        final: Final
        try:
            self._start(record, emit, resumed=record.resumed)
            final = await self._through_phases(record, emit, stack)
        except asyncio.CancelledError:
            self._end(record, emit, BuildCancelled(build_id=record.build_id))
            raise
        except ElisaError as error:
            final = BuildFailed(build_id=record.build_id, code=error.code, sentence=error.sentence, detail=error.detail)
        except Exception as error:
            sentence = say("build.internal")
            detail = f"{type(error).__name__}: {error}"
            failed = BuildFailed(build_id=record.build_id, code="build.internal", sentence=sentence, detail=detail)
            self._end(record, emit, failed)
            raise
        self._end(record, emit, final)
        return final

    def _pass_on(self, event: Event) -> None:
        """Pass an event on and let the narrator speak of it; nothing comes after the final one."""
        if isinstance(event, Final):
            self._narrator.note(event)
            self._outer(event)
        else:
            self._outer(event)
            self._narrator.note(event)

    def _start(self, record: Record, emit: Emit, *, resumed: bool) -> None:
        setting = self._setting
        emit(
            BuildStarted(
                build_id=record.build_id,
                goal=setting.spec.nugget.goal,
                provider=setting.provider.name,
                model=setting.provider.model,
                resumed=resumed,
            )
        )

    def _end(self, record: Record, emit: Emit, final: Final) -> None:
        record.write(Ended(final=final))
        emit(final)

    def _tell_again(self, record: Record) -> Final:
        """The build was through already: say how it ended, and change nothing."""
        if record.ended is None:
            raise ValueError("not ended")
        self._start(record, self._outer, resumed=True)
        self._outer(record.ended.final)
        return record.ended.final

    async def _through_phases(self, record: Record, emit: Emit, stack: AsyncExitStack) -> Final:
        session = await self._session(record, emit, stack)
        try:
            return await _Phases(session).run()
        finally:
            # Also worktrees that were being made when Stop came; only finished work that waits for its merge stays.
            await session.drop_worktrees()

    async def _session(self, record: Record, emit: Emit, stack: AsyncExitStack) -> Session:
        setting = self._setting
        repository, off = await open_repository(setting)
        stack.push_async_callback(repository.close)
        budget = Budget(
            emit,
            tokens=setting.budget_tokens,
            usd=setting.budget_usd,
            price=setting.price,
            used_tokens=record.tokens,
            used_usd=record.usd,
        )
        bench = TestBench(setting.nugget)
        stack.push_async_callback(bench.close)
        session = Session(
            setting=setting,
            record=record,
            repository=repository,
            prompter=Prompter(setting, record),
            budget=budget,
            asking=Asking(setting, record, emit),
            bench=bench,
            packages=Packages(packages_of(setting.nugget)),
            emit=emit,
        )
        if off:
            session.leave_out(say("build.versions_name"), off)
        return session


class _Phases:
    """Walks through the phases."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._phases = PhaseKeeper(session.emit)
        self._executing = Executing(session)
        self._report = TestReport()
        self._testing = Testing(session, self._executing, self._phases)

    async def run(self) -> BuildFinished:
        """Go on to the end; an open question or an empty budget shortens the way, and finished work is still shown."""
        await self._prepare()
        await self._plan()
        self._phases.enter("executing")
        await self._executing.run_plan()
        self._report = await self._testing.run()
        self._phases.enter("reviewing")
        if self._executing.unanswered is None:
            await self._review()
        self._phases.enter("deploying")
        await Deploying(self._session).run()
        self._phases.enter("done")
        return await self._finish()

    async def _prepare(self) -> None:
        session = self._session
        record, repository = session.record, session.repository
        await session.drop_worktrees()
        base = await repository.begin(record.build_id, session.setting.spec.nugget.goal)
        if record.prepared is None:
            await place_files(session.setting, repository, record.build_id)
            record.write(Prepared(base=base))
        write_chain(record, session.setting.nugget)

    async def _plan(self) -> None:
        session = self._session
        self._phases.enter("planning")
        plan = session.record.plan
        if plan is None:
            plan = await make_plan(session.setting, session.prompter, session.budget, session.emit)
            session.record.write(Planned(plan=plan))
        session.emit(plan_ready(plan))
        for what, reason in not_done_yet(session.setting.spec):
            session.leave_out(what, reason)
        for requirement_id in plan.left_out:
            self._leave_out_wish(requirement_id, plan.left_out_reasons.get(requirement_id, ""))

    def _leave_out_wish(self, requirement_id: str, reason: str) -> None:
        wishes = {wish.id: wish.in_words for wish in self._session.setting.spec.requirements}
        self._session.leave_out(wishes.get(requirement_id, requirement_id), reason, requirement_id)

    async def _review(self) -> None:
        try:
            rework = await Reviewing(self._session).run()
        except UnansweredError as error:
            self._executing.unanswered = error
            return
        if rework is not None:
            self._phases.enter("executing")
            await self._executing.run_one(rework)
            self._report = await self._testing.run()
            self._phases.enter("reviewing")

    async def _finish(self) -> BuildFinished:
        session, report = self._session, self._report
        for task_id in sorted(self._executing.not_started):
            session.leave_out(session.record.task(task_id).name, say("build.not_started"))
        unanswered = self._executing.unanswered
        if unanswered is not None:
            session.leave_out(say("build.question_name"), unanswered.sentence)
        changed = any(merge.files for merge in session.record.merged.values())
        tally = Tally(
            made=changed or self._testing.held_from_before,
            passed=report.count("passed"),
            failed=report.count("failed"),
            skipped=report.count("skipped"),
            out_of_budget=self._executing.budget_reached,
            unanswered=unanswered is not None,
        )
        outcome = outcome_of(tally)
        left_out = tuple(session.record.left_out)
        return BuildFinished(
            build_id=session.record.build_id,
            summary=summary_of(outcome, tally, len(left_out)),
            left_out=left_out,
            passed=tally.passed,
            failed=tally.failed,
            skipped=tally.skipped,
            version=await session.repository.head(),
            outcome=outcome,
        )
