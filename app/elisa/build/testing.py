"""The testing phase: run all tests, let failing ones be mended, judge each wish red before and green after."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from elisa.build.execute import builder_for
from elisa.build.judge import is_green, judged, verdict_of
from elisa.build.proofs import Proofs
from elisa.core.text import say
from elisa.sessions.entries import TaskAdded
from elisa.spec.plan import Task

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elisa.build.execute import Executing
    from elisa.build.session import Session
    from elisa.build.state import PhaseKeeper
    from elisa.spec.nugget import NuggetSpec, Requirement
    from elisa.verify.result import TestReport

FIX_ROUNDS = 2
"""How often failing tests start a fix when no block says another number."""
TESTS = "tests"


def fix_rounds(spec: NuggetSpec) -> int:
    """Return how often failing tests may start a fix."""
    loops = [loop.max_iterations for loop in spec.workflow.feedback_loops or () if loop.trigger == "test_failure"]
    return max(loops, default=FIX_ROUNDS)


class Testing:
    """Tests what was built."""

    __test__ = False

    def __init__(self, session: Session, executing: Executing, phases: PhaseKeeper) -> None:
        self._session, self._executing, self._phases = session, executing, phases
        self._proofs = Proofs(session.setting.nugget)
        self.held_from_before = False

    async def run(self) -> TestReport:
        """Test, mend and test again, then judge; returns the last report."""
        report = await self._test()
        while report.count("failed") and self._may_fix():
            self._phases.enter("executing")
            await self._executing.run_one(self._fix(report))
            report = await self._test()
        await self._judge(report)
        return report

    async def _test(self) -> TestReport:
        self._phases.enter("testing")
        session = self._session
        report = await session.bench.run(session.setting.nugget, only=None, emit=session.emit)
        for missing in report.missing:
            session.leave_out(say("build.tests_name"), missing)
        return report

    def _may_fix(self) -> bool:
        session = self._session
        rounds = session.record.count_added("fix-")
        settled = self._executing.unanswered is not None or session.budget.reached
        return rounds < fix_rounds(session.setting.spec) and not settled

    def _fix(self, report: TestReport) -> Task:
        record = self._session.record
        failed = [test for test in report.tests if test.status == "failed"]
        wishes = tuple(dict.fromkeys(test.requirement_id for test in failed if test.requirement_id))
        makers = [task for task in record.tasks if task.kind == "build" and set(task.requirement_ids) & set(wishes)]
        task = Task(
            id=f"fix-{record.count_added('fix-') + 1}",
            name=say("build.fix_name"),
            description=say("build.fix_description"),
            kind="fix",
            agent_name=builder_for(self._session, makers),
            acceptance_criteria=(say("build.fix_criterion"),),
            requirement_ids=wishes,
        )
        record.write(TaskAdded(task=task, facts={"failing_tests": {test.name: test.message for test in failed}}))
        return task

    async def _judge(self, report: TestReport) -> None:
        session = self._session
        plan = session.record.plan
        left_out = plan.left_out if plan is not None else ()
        before = await self._before(report)
        for wish in session.setting.spec.requirements:
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

    def _held(self, wish: Requirement, report: TestReport) -> bool:
        return is_green(report.of(wish.id)) and self._proofs.holds(wish, report)

    async def _before(self, report: TestReport) -> dict[str, TestReport]:
        """Run each green wish's final tests on the version before its work."""
        wanted: dict[str, list[str]] = {}
        for wish in self._session.setting.spec.requirements:
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
        for task_id, merge in record.merged.items():
            task = record.task(task_id)
            if task.kind not in ("test", "review") and requirement_id in task.requirement_ids:
                return merge.before
        return None

    async def _run_on(self, version: str, wishes: Sequence[str]) -> TestReport:
        session = self._session
        with tempfile.TemporaryDirectory(prefix="elisa-before-") as folder:
            tree = Path(folder) / "nugget"
            await session.repository.export(version, tree)
            await asyncio.to_thread(_lay_over, session.setting.nugget / TESTS, tree / TESTS)
            return await session.bench.run(tree, only=wishes)


def _lay_over(tests: Path, place: Path) -> None:
    """Put the final tests where the earlier version has its own."""
    if place.exists():
        shutil.rmtree(place)
    if tests.is_dir():
        shutil.copytree(tests, place, symlinks=True)
