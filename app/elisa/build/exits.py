"""How a round is judged: by the nugget's tests where they say it, else by somebody who looks; never by a guess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.build.about_tests import asks_for_passing_tests
from elisa.build.judge import is_green
from elisa.core.text import say
from elisa.sessions.entries import RoundVerdictGiven

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elisa.build.loops import Loop
    from elisa.spec.nugget import NuggetSpec
    from elisa.verify.result import TestReport, TestResult

MOST_NAMES = 3


def broken_tests(loop: Loop, report: TestReport, judged: Sequence[RoundVerdictGiven]) -> list[TestResult]:
    """Return the failing tests that count in a loop: its own, and all others that did not fail at its first look."""
    failed = [test for test in report.tests if test.status == "failed"]
    first = set(judged[0].failing) if judged else {test.name for test in failed}
    return [test for test in failed if loop.covers(test.requirement_id) or test.name not in first]


def lost_tests(report: TestReport, judged: Sequence[RoundVerdictGiven]) -> int:
    """Return how many tests there are less than in the best round: tests that were deleted do not pass."""
    most = max((one.passed + len(one.failing) for one in judged), default=0)
    return max(0, most - report.count("passed") - report.count("failed"))


def by_tests(
    loop: Loop, report: TestReport, judged: Sequence[RoundVerdictGiven], spec: NuggetSpec
) -> RoundVerdictGiven | None:
    """Return the verdict that the tests alone give: something fails, or passing tests are all that is asked for."""
    broken, lost = broken_tests(loop, report, judged), lost_tests(report, judged)
    made = RoundVerdictGiven(
        loop_id=loop.id,
        number=len(judged),
        verdict="needs_changes",
        reason="",
        by="tests",
        broken=len(broken) + lost,
        passed=report.count("passed"),
        closeness=0,
        failing=tuple(test.name for test in report.tests if test.status == "failed"),
    )
    if broken:
        names = ", ".join(f"“{test.name}”" for test in broken[:MOST_NAMES])
        return made.model_copy(update={"reason": say("rounds.tests_fail", names=names)})
    if lost:
        return made.model_copy(update={"reason": say("rounds.tests_lost", count=lost)})
    if _tests_say_yes(loop, report, spec):
        return made.model_copy(
            update={"verdict": "approved", "reason": say("rounds.tests_pass", count=made.passed), "closeness": 10}
        )
    return None


def _tests_say_yes(loop: Loop, report: TestReport, spec: NuggetSpec) -> bool:
    condition = loop.condition.strip()
    if asks_for_passing_tests(condition):
        return report.count("passed") > 0 and report.count("skipped") == 0
    words = condition.casefold().rstrip(".!")
    meant = [wish.id for wish in spec.requirements if words in (wish.description.casefold(), wish.in_words.casefold())]
    meant += [
        proof.requirement_id
        for proof in spec.workflow.behavioral_tests or ()
        if proof.requirement_id and words == proof.then.casefold()
    ]
    return any(is_green(report.of(wish)) for wish in meant)


def rank(judged: RoundVerdictGiven) -> tuple[int, bool, int, int]:
    """Return what rounds are compared by: nothing broken, then the verdict, how close it is, how much is tested."""
    return (-judged.broken, judged.verdict == "approved", judged.closeness, judged.passed)


def best_of(judged: Sequence[RoundVerdictGiven]) -> RoundVerdictGiven:
    """Return the best round; of equal ones the latest, which carries on the work."""
    return max(judged, key=lambda one: (rank(one), one.number))
