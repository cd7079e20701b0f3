"""The testing phase: run all tests, let failing ones be mended, judge each wish red before and green after."""

from __future__ import annotations

import asyncio
import shutil
from typing import TYPE_CHECKING

from elisa.build.execute import builder_for
from elisa.build.fix_it import complaint_of
from elisa.build.judge import is_green, judged, verdict_of
from elisa.build.proofs import Proofs
from elisa.build.rounds import Rounds
from elisa.core.text import say
from elisa.process.scratch import scratch
from elisa.sessions.entries import TaskAdded
from elisa.spec.plan import Task

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from elisa.build.execute import Executing
    from elisa.build.session import Session
    from elisa.build.state import PhaseKeeper
    from elisa.spec.nugget import FeedbackLoop, Requirement
    from elisa.verify.result import TestReport, TestResult

FIX_ROUNDS = 2
"""How often failing tests start a fix when no block says another number."""
TESTS = "tests"


def fix_rounds(loops: Iterable[FeedbackLoop]) -> int:
    """Return how often failing tests may start a fix: as often as loops say that find no tasks of their own."""
    return max((loop.max_iterations for loop in loops if loop.trigger == "test_failure"), default=FIX_ROUNDS)


class Testing:
    """Tests what was built."""

    __test__ = False

    def __init__(self, session: Session, executing: Executing, phases: PhaseKeeper) -> None:
        self._session, self._executing, self._phases = session, executing, phases
        self._proofs = Proofs(session.setting.nugget, session.setting.spec)
        self._rounds: Rounds | None = None
        self.held_from_before = False

    @property
    def rounds(self) -> Rounds:
        """The rounds that blocks ask for; there is a plan by now."""
        if self._rounds is None:
            self._rounds = Rounds(self._session, self._executing, self._phases, self._test)
        return self._rounds

    async def run(self) -> TestReport:
        """Test, mend and test again, go the rounds that blocks ask for, then judge; returns the last report."""
        report = await self.rounds.after_tests(await self._test())
        while self._failing(report) and self._may_fix():
            self._phases.enter("executing")
            await self._executing.run_one(self._fix(report))
            report = await self._test()
        report = await self.rounds.always(report)
        await self.judge(report)
        return report

    def _failing(self, report: TestReport) -> list[TestResult]:
        """Return the failing tests that no feedback loop mends."""
        failed = [test for test in report.tests if test.status == "failed"]
        return [test for test in failed if not self.rounds.minds(test.requirement_id)]

    async def _test(self) -> TestReport:
        if self._phases.phase == "reviewing":  # a round after the review was taken back
            self._phases.enter("executing")
        if self._phases.phase != "testing":
            self._phases.enter("testing")
        session = self._session
        report = await session.bench.run(session.setting.nugget, only=None, emit=session.emit)
        for missing in report.missing:
            session.leave_out(say("build.tests_name"), missing)
        return report

    def _may_fix(self) -> bool:
        session = self._session
        loops = [loop for loop, _ in self.rounds.loops.lost]
        if session.record.count_added("fix-") >= fix_rounds(loops) or self._executing.unanswered is not None:
            return False
        return session.budget.may_start()

    def _fix(self, report: TestReport) -> Task:
        record = self._session.record
        failed = self._failing(report)
        wishes = tuple(dict.fromkeys(test.requirement_id for test in failed if test.requirement_id))
        makers = [task for task in record.tasks if task.kind == "build" and set(task.requirement_ids) & set(wishes)]
        task = Task(
            id=record.free_id("fix"),
            name=say("build.fix_name"),
            description=say("build.fix_description"),
            kind="fix",
            agent_name=builder_for(self._session, makers),
            acceptance_criteria=(say("build.fix_criterion"),),
            requirement_ids=wishes,
        )
        record.write(TaskAdded(task=task, facts={"failing_tests": {test.name: test.message for test in failed}}))
        return task

    async def judge(self, report: TestReport) -> None:
        """Say of each wish whether it is proven."""
        session = self._session
        plan = session.record.plan
        left_out = plan.left_out if plan is not None else ()
        before = await self._before(report)
        for wish in self._wishes():
            if wish.id in left_out:
                reason = plan.left_out_reasons.get(wish.id, "") if plan is not None else ""
                session.emit(judged(wish, "left_out", reason))
            elif self._held(wish, report):
                self.held_from_before = True
                session.emit(judged(wish, "proven", say("build.verdict_proven_earlier")))
            else:
                verdict, reason = verdict_of(wish.id, before.get(wish.id), report)
                session.emit(judged(wish, verdict, reason))
                if verdict == "proven":
                    self._proofs.keep(wish, report)
        await asyncio.to_thread(self._proofs.write)

    def _wishes(self) -> list[Requirement]:
        """Return the wishes of the blocks and, after them, what the child complained about."""
        complaint = complaint_of(self._session.setting, self._session.record)
        return [*self._session.setting.spec.requirements, *([complaint] if complaint is not None else [])]

    def _held(self, wish: Requirement, report: TestReport) -> bool:
        return is_green(report.of(wish.id)) and self._proofs.holds(wish, report)

    async def _before(self, report: TestReport) -> dict[str, TestReport]:
        """Run each green wish's final tests on the version before its work."""
        wanted: dict[str, list[str]] = {}
        for wish in self._wishes():
            version = self._version_before(wish.id)
            if version is not None and is_green(report.of(wish.id)) and not self._held(wish, report):
                wanted.setdefault(version, []).append(wish.id)
        found: dict[str, TestReport] = {}
        for version, wishes in wanted.items():
            earlier = await self._run_on(version, wishes)
            found.update(dict.fromkeys(wishes, earlier))
        return found

    def _version_before(self, requirement_id: str) -> str | None:
        """Return the version on which the first task that fulfils a wish was merged."""
        record = self._session.record
        if record.changes is not None and requirement_id in record.changes.before:
            return record.changes.before[requirement_id]
        for task_id, merge in record.merged.items():
            task = record.task(task_id)
            if task.kind not in ("test", "review") and requirement_id in task.requirement_ids:
                return merge.before
        return None

    async def _run_on(self, version: str, wishes: Sequence[str]) -> TestReport:
        session = self._session
        with scratch("before") as folder:
            tree = folder / "nugget"
            await session.repository.export(version, tree)
            await asyncio.to_thread(_lay_over, session.setting.nugget / TESTS, tree / TESTS)
            return await session.bench.run(tree, only=wishes)


def _lay_over(tests: Path, place: Path) -> None:
    """Put the final tests where the earlier version has its own."""
    if place.exists():
        shutil.rmtree(place)
    if tests.is_dir():
        shutil.copytree(tests, place, symlinks=True)
