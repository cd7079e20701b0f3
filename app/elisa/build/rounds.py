"""Rounds: look, and while the condition does not hold, improve, test and look again; the best version is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.build.execute import builder_for
from elisa.build.exits import best_of, broken_tests, by_tests, lost_tests, rank
from elisa.build.loops import Loops, loop_name, loops_of
from elisa.build.people import UnansweredError
from elisa.build.verdict import JudgeForm, ask_judge
from elisa.core.events import RoundJudged, RoundStarted, RoundUndone, VersionSaved
from elisa.core.ids import new_id
from elisa.core.text import say
from elisa.sessions.entries import RoundTakenBack, RoundVerdictGiven, TaskAdded
from elisa.spec.plan import Task

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from elisa.build.execute import Executing
    from elisa.build.loops import Loop
    from elisa.build.session import Session
    from elisa.build.state import PhaseKeeper
    from elisa.verify.result import TestReport


class Rounds:
    """Runs the loops of one build. What the journal knows of them is not done again.

    Args:
        session: The build.
        executing: Does the improving.
        phases: Is told when work begins.
        test: Runs all tests again.
    """

    def __init__(
        self,
        session: Session,
        executing: Executing,
        phases: PhaseKeeper,
        test: Callable[[], Awaitable[TestReport]],
    ) -> None:
        self._session, self._executing, self._phases, self._test = session, executing, phases, test
        plan = session.record.plan
        self.loops = loops_of(session.setting.spec, plan) if plan is not None else Loops((), ())
        for loop, reason in self.loops.lost:
            session.leave_out(loop_name(loop.exit_condition), reason)

    async def after_tests(self, report: TestReport) -> TestReport:
        """Run the loops that failing tests start."""
        for loop in self.loops.started_by("test_failure"):
            if self._judged(loop) or broken_tests(loop, report, ()):
                report = await self._go_round(loop, report)
        return report

    async def always(self, report: TestReport) -> TestReport:
        """Run the loops that nothing has to start."""
        for loop in self.loops.started_by("always"):
            report = await self._go_round(loop, report)
        return report

    async def after_review(self, report: TestReport) -> TestReport | None:
        """Run the loops that a rejecting review starts; ``None`` without one, then the usual rework is due."""
        record = self._session.record
        started = False
        for loop in self.loops.started_by("review_rejection"):
            reviews = [one for one in record.reviews.values() if _is_by(loop, one.task_id)]
            rejected = next((one for one in reviews if one.verdict == "needs_changes"), None)
            if rejected is None:
                continue
            started = True
            if not self._judged(loop):
                failing = tuple(test.name for test in report.tests if test.status == "failed")
                await self._keep(
                    loop,
                    RoundVerdictGiven(
                        loop_id=loop.id, number=0, verdict="needs_changes", reason=rejected.reason, by="review",
                        passed=report.count("passed"), closeness=0, failing=failing,
                    ),
                )  # fmt: skip
            report = await self._go_round(loop, report)
        return report if started else None

    def minds(self, requirement_id: str | None) -> bool:
        """Tell whether a loop mends failing tests of this wish, so that the usual fix does not."""
        return any(loop.covers(requirement_id) for loop in self.loops.started_by("test_failure"))

    def _judged(self, loop: Loop) -> list[RoundVerdictGiven]:
        return self._session.record.rounds.get(loop.id, [])

    async def _go_round(self, loop: Loop, report: TestReport) -> TestReport:
        record = self._session.record
        while True:
            judged = self._judged(loop)
            if judged and await self._take_back(loop):
                report = await self._test()
            task = self._task(loop, len(judged), report) if judged else None
            if task is None or (task.id in record.merged and record.merged[task.id].files):
                if not await self._look(loop, task, report):
                    return report
                continue
            ending = self._ending(loop, task)
            if ending is not None:
                self._say_end(loop, ending)
                return report
            if not self._may_go_on(loop):
                return report
            report = await self._improve(loop, task, report)
            if task.id not in record.merged and task.id not in record.given_up:
                self._say_end(loop, say("build.ended_budget" if self._session.budget.reached else "build.not_started"))
                return report

    def _ending(self, loop: Loop, next_task: Task) -> str | None:
        """Return why no further round comes: empty when the condition holds, else in words; ``None`` when one does."""
        record, last = self._session.record, self._judged(loop)[-1]
        if next_task.id in record.merged:
            return say("rounds.unchanged", reason=last.reason)
        if next_task.id in record.given_up:
            return record.given_up[next_task.id].reason
        if last.verdict == "approved":
            return ""
        if last.verdict == "cannot_judge":
            return last.reason
        if last.number >= loop.limit:
            return say("rounds.limit_reached", count=loop.limit, reason=best_of(self._judged(loop)).reason)
        return None

    def _say_end(self, loop: Loop, ending: str) -> None:
        if ending:
            self._session.leave_out(loop.name, ending)

    def _may_go_on(self, loop: Loop) -> bool:
        if self._executing.unanswered is not None:
            return False
        if self._session.budget.reached:
            self._executing.cut_short = True
            self._say_end(loop, say("build.ended_budget"))
            return False
        return True

    def _task(self, loop: Loop, number: int, report: TestReport) -> Task:
        """Return the task of a round; it is on the journal only once the round begins."""
        session = self._session
        task_id = f"{loop.id}-round-{number}"
        known = next((task for task in session.record.added if task.id == task_id), None)
        if known is not None:
            return known
        last = self._judged(loop)[-1]
        agent_name, kind = self._who(loop, report)
        return Task(
            id=task_id,
            name=say("rounds.task_name", number=number, limit=loop.limit),
            description=say("rounds.task_description", condition=loop.condition, reason=last.reason),
            kind=kind,
            agent_name=agent_name,
            acceptance_criteria=(loop.condition or say("build.fix_criterion"),),
            requirement_ids=loop.wishes,
        )

    def _who(self, loop: Loop, report: TestReport) -> tuple[str, Any]:
        """Return who improves, as what kind of work: the loop's own helper, else who made what fails."""
        session = self._session
        plan = session.record.plan
        if plan is not None and loop.target is not None:
            role = plan.agent(loop.target.agent_name).role
            return loop.target.agent_name, "test" if role == "tester" else "fix"
        built = [task for task in session.record.tasks if task.kind == "build"]
        red = {test.requirement_id for test in broken_tests(loop, report, self._judged(loop))}
        about = [task for task in built if set(task.requirement_ids) & (red or set(loop.wishes))]
        return builder_for(session, about or built), "fix"

    async def _improve(self, loop: Loop, task: Task, report: TestReport) -> TestReport:
        session, number = self._session, len(self._judged(loop))
        if all(known.id != task.id for known in session.record.added):
            facts = {**self._facts(loop, report), "feedback": self._judged(loop)[-1].reason}
            session.record.write(TaskAdded(task=task, facts=facts))
        session.emit(
            RoundStarted(
                loop_id=loop.id,
                number=number,
                limit=loop.limit,
                condition=loop.condition,
                task_id=task.id,
                block_id=loop.block_id,
            )
        )
        self._phases.enter("executing")
        await self._executing.run_one(task)
        return await self._test()

    def _facts(self, loop: Loop, report: TestReport) -> dict[str, Any]:
        judged = self._judged(loop)
        facts: dict[str, Any] = {"condition": loop.condition, "round": len(judged), "rounds": loop.limit}
        broken = broken_tests(loop, report, judged)
        return {**facts, "failing_tests": {test.name: test.message for test in broken}} if broken else facts

    async def _look(self, loop: Loop, task: Task | None, report: TestReport) -> bool:
        """Judge the version at hand; false when that is not possible now."""
        judged = self._judged(loop)
        verdict = by_tests(loop, report, judged, self._session.setting.spec)
        if verdict is None:
            verdict = await self._ask(loop, task, report)
        if verdict is None:
            return False
        await self._keep(loop, verdict)
        return True

    async def _ask(self, loop: Loop, task: Task | None, report: TestReport) -> RoundVerdictGiven | None:
        if not self._may_go_on(loop):
            return None
        judged = self._judged(loop)
        number = len(judged)
        facts = self._facts(loop, report)
        facts["tests"] = {status: report.count(status) for status in ("passed", "failed", "skipped")}
        if judged:
            facts["feedback"] = judged[-1].reason
        look = Task(
            id=f"{loop.id}-look-{number}",
            name=loop.name,
            description=say("rounds.look_description", condition=loop.condition),
            kind="review",
            agent_name="",
            acceptance_criteria=(say("build.review_criterion"),),
            dependencies=() if task is None else (task.id,),
            requirement_ids=loop.wishes,
        )
        try:
            form = await ask_judge(self._session, look, facts, JudgeForm)
        except UnansweredError as error:
            self._executing.unanswered = error
            return None
        if form is None:
            self._executing.cut_short = True
            return None
        return RoundVerdictGiven(
            loop_id=loop.id,
            number=number,
            verdict=form.verdict,
            reason=form.reason,
            by="judge",
            broken=lost_tests(report, judged),
            passed=report.count("passed"),
            closeness=10 if form.verdict == "approved" else form.closeness,
            failing=tuple(test.name for test in report.tests if test.status == "failed"),
        )

    async def _keep(self, loop: Loop, verdict: RoundVerdictGiven) -> None:
        session, judged = self._session, self._judged(loop)
        verdict = verdict.model_copy(update={"version": await session.repository.head()})
        best = not judged or rank(verdict) >= rank(best_of(judged))
        session.record.write(verdict)
        session.emit(
            RoundJudged(
                loop_id=loop.id,
                number=verdict.number,
                limit=loop.limit,
                condition=loop.condition,
                verdict=verdict.verdict,
                reason=verdict.reason,
                by=verdict.by,
                best=best,
                block_id=loop.block_id,
            )
        )

    async def _take_back(self, loop: Loop) -> bool:
        """Go back to the best version if the last round made it worse; tell whether the folder changed."""
        session, judged = self._session, self._judged(loop)
        last, best = judged[-1], best_of(judged)
        if best is last:
            return False
        intent = session.record.taken_back.get((loop.id, last.number))
        if intent is not None and intent.done:
            return False
        if best.version is None:
            session.leave_out(loop.name, say("rounds.cannot_go_back"))
            return False
        if intent is None:
            intent = RoundTakenBack(
                loop_id=loop.id, number=last.number, best=best.number, version=best.version, merge_id=new_id("merge")
            )
            session.record.write(intent)
        await self._go_back(loop, intent)
        session.record.write(intent.model_copy(update={"done": True}))
        return True

    async def _go_back(self, loop: Loop, intent: RoundTakenBack) -> None:
        """Bring the best version back; with the same intent a second time nothing changes."""
        session = self._session
        message = say("rounds.back_message", number=intent.number, best=intent.best)
        merge = await session.repository.go_back(intent.version, message, merge_id=intent.merge_id)
        if merge.conflicts:
            session.leave_out(loop.name, say("rounds.cannot_go_back"))
            return
        if merge.version is not None:
            session.emit(VersionSaved(version=merge.version, message=message, files=merge.files))
        session.emit(
            RoundUndone(loop_id=intent.loop_id, number=intent.number, best=intent.best, version=intent.version)
        )


def _is_by(loop: Loop, review_id: str) -> bool:
    return loop.source is None or loop.source.kind != "review" or loop.source.id == review_id
