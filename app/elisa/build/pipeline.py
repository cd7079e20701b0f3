"""A build from GO to done: plan, execute, test, review, deploy. Read this first; each phase has a file of its own."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from elisa.agents.limits import Budget
from elisa.build.advisers import Advising
from elisa.build.asking import Asking
from elisa.build.backpack import Backpack
from elisa.build.chain import write_chain
from elisa.build.deploy import Deploying
from elisa.build.execute import Executing
from elisa.build.fix_it import complaint_of, fix_plan
from elisa.build.keeping import keep_made, look_back, name_what_stayed
from elisa.build.levels import PlanApproval
from elisa.build.not_yet import not_done_yet, unlinked
from elisa.build.opening import open_record, open_repository, place_files
from elisa.build.outcome import Tally, outcome_of, summary_of
from elisa.build.people import UnansweredError
from elisa.build.plan import make_plan, plan_ready
from elisa.build.portals import Portals
from elisa.build.prompting import Prompter
from elisa.build.review import Reviewing
from elisa.build.session import Session, Teller
from elisa.build.skill_flow import SkillFlow
from elisa.build.squad import idle_helpers
from elisa.build.state import PhaseKeeper
from elisa.build.study import Studying
from elisa.build.test_bench import TestBench
from elisa.build.testing import Testing
from elisa.build.toolset import packages_of
from elisa.core.errors import ElisaError
from elisa.core.events import BuildCancelled, BuildFailed, BuildFinished, BuildStarted
from elisa.core.text import say
from elisa.process.scratch import sweep
from elisa.sessions.entries import Ended, Planned, Prepared
from elisa.sessions.transcript import Transcript
from elisa.spec.plan import Task
from elisa.tools.packages import Packages
from elisa.verify.result import TestReport

if TYPE_CHECKING:
    from elisa.build.record import Record
    from elisa.build.setting import Setting
    from elisa.core.events import Emit
    from elisa.spec.plan import Plan

Final = BuildFinished | BuildFailed | BuildCancelled


class Build:
    """One build. It emits exactly one final event, whatever happens, and its journal ends with the same."""

    def __init__(self, setting: Setting, emit: Emit) -> None:
        self._setting, self._outer = setting, emit

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
        emit = Teller(record, transcript, self._outer)
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
        budget = Budget(emit, setting.ceilings, price=setting.price, used=replace(record.used))
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
        self._portals = Portals(session)
        self._executing = Executing(session)
        self._report = TestReport()
        self._plans = 1
        self._testing = Testing(session, self._executing, self._phases)

    async def run(self) -> BuildFinished:
        """Go on to the end; an open question or an empty budget shortens the way, and finished work is still shown."""
        await self._prepare()
        self._phases.enter("planning")
        if not await self._use_skills():
            self._phases.enter("done")
            return await self._finish()
        if not await self._plan():
            self._phases.enter("done")
            return await self._finish()
        self._phases.enter("executing")
        await self._executing.run_plan()
        self._report = await self._testing.run()
        self._phases.enter("reviewing")
        if self._executing.unanswered is None:
            await self._review()
        may_go_out = await self._tick_off()
        self._phases.enter("deploying")
        if may_go_out:
            await Deploying(self._session).run()
        if self._executing.unanswered is None:
            await self._portals.tell()
            await Advising(self._session).on_result(self._report)
            await Studying(self._session).make_deck(self._report)
        self._phases.enter("done")
        return await self._finish()

    async def _prepare(self) -> None:
        session = self._session
        record, repository = session.record, session.repository
        await session.drop_worktrees()
        await asyncio.to_thread(sweep)
        base = await repository.begin(record.build_id, session.setting.spec.nugget.goal)
        if record.prepared is None:
            await place_files(session.setting, repository, record.build_id)
            await look_back(session)
            record.write(Prepared(base=base))
        write_chain(record, session.setting.nugget)
        await Backpack(session).pack()
        await self._portals.ask()

    async def _use_skills(self) -> bool:
        """Run the skills made of steps; false when one is not through yet, because all else stands on them."""
        if self._session.setting.fix:  # only what is wrong is at hand, and nobody is asked everything again
            return True
        try:
            through = await SkillFlow(self._session).run()
        except UnansweredError as error:
            self._executing.unanswered = error
            return False
        self._executing.cut_short = self._executing.cut_short or not through
        return through

    async def _plan(self) -> bool:
        """Make the plan and have it approved where the blocks ask for that; false when it is not, or not yet."""
        session = self._session
        plan = session.record.plan
        if plan is None:
            plan = await self._made_plan()
            session.record.write(Planned(plan=plan))
        session.emit(plan_ready(plan))
        try:
            begin = await PlanApproval(session, self._planned_anew).settle(plan)
        except UnansweredError as error:
            self._executing.unanswered, begin = error, False
        plan = session.record.plan or plan
        spec = session.setting.spec
        idle = () if session.setting.fix or session.record.changes else idle_helpers(spec, plan)
        for what, reason in (*not_done_yet(spec), *unlinked(session.setting), *idle):
            session.leave_out(what, reason)
        for requirement_id in plan.left_out:
            self._leave_out_wish(requirement_id, plan.left_out_reasons.get(requirement_id, ""))
        if begin:
            await Advising(session).on_plan()
        return begin

    async def _planned_anew(self, feedback: str, plan: Plan) -> Plan:
        session = self._session
        self._plans += 1
        wanted = {"feedback": feedback, "refused_plan": plan.model_dump(mode="json"), "attempt": self._plans}
        changes = session.record.changes
        return await make_plan(session.setting, session.prompter, session.budget, session.emit, changes, wanted)

    async def _made_plan(self) -> Plan:
        session = self._session
        complaint = complaint_of(session.setting, session.record)
        if complaint is not None:
            return fix_plan(session.setting.spec, complaint)
        changes = session.record.changes
        return await make_plan(session.setting, session.prompter, session.budget, session.emit, changes)

    def _leave_out_wish(self, requirement_id: str, reason: str) -> None:
        wishes = {wish.id: wish.in_words for wish in self._session.setting.spec.requirements}
        changes = self._session.record.changes
        for gone in changes.gone if changes is not None else ():
            wishes[gone.id] = say("keeping.gone_name", wish=gone.words)
        self._session.leave_out(wishes.get(requirement_id, requirement_id), reason, requirement_id)

    async def _review(self) -> None:
        reviewing = Reviewing(self._session)
        try:
            await reviewing.look()
        except UnansweredError as error:
            self._executing.unanswered = error
            return
        report = await self._testing.rounds.after_review(self._report)
        if report is not None:
            self._report = report
            await self._testing.judge(report)
        elif (rework := reviewing.rework()) is not None:
            self._phases.enter("executing")
            await self._executing.run_one(rework)
            self._report = await self._testing.run()
        if self._phases.phase != "reviewing":
            self._phases.enter("reviewing")

    async def _tick_off(self) -> bool:
        """Go through the checklist before anything goes out, and do first what a person still wants done."""
        if self._executing.unanswered is not None:
            return True
        while isinstance(answer := await self._executing.pass_checklist(), Task):
            self._phases.enter("executing")
            await self._executing.run_one(answer)
            self._report = await self._testing.run()
            self._phases.enter("reviewing")
        return answer

    async def _finish(self) -> BuildFinished:
        session, report = self._session, self._report
        self._executing.tell_rules()
        for task_id in sorted(self._executing.not_started):
            session.leave_out(session.record.task(task_id).name, say("build.not_started"))
        unanswered = self._executing.unanswered
        if unanswered is not None:
            session.leave_out(say("build.question_name"), unanswered.sentence)
        changed = any(
            merge.files and not (session.setting.fix and session.record.task(task_id).kind == "test")
            for task_id, merge in session.record.merged.items()
        )
        await keep_made(session)
        name_what_stayed(session)
        tally = Tally(
            made=changed or (self._testing.held_from_before and not session.setting.fix),
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
            tokens=session.budget.used.tokens,
            cost_usd=session.budget.used.usd if session.budget.price is not None else None,
            estimated=session.budget.used.estimated,
        )
