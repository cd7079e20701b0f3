"""Red before, green after: which wishes are proven by a test that would have failed without the work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.events import RequirementJudged, Verdict
from elisa.core.text import say
from elisa.verify.requirements import status_before

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elisa.spec.nugget import Requirement
    from elisa.verify.result import TestReport, TestResult

MOST_OF_A_MESSAGE = 160
"""Characters of a test's message that a child is shown; the whole of it stands with the test."""


def is_green(tests: Sequence[TestResult]) -> bool:
    """Tell whether a wish's tests all ran and passed; a test that did not run is never green."""
    return bool(tests) and all(test.status == "passed" for test in tests)


def verdict_of(requirement_id: str, before: TestReport | None, after: TestReport) -> tuple[Verdict, str]:
    """Judge one wish.

    Args:
        requirement_id: The wish.
        before: The same tests, run on the version before its work; ``None`` when there is no such version.
        after: All tests on the final version.

    Returns:
        The verdict, and why, in words for the child.
    """
    tests = after.of(requirement_id)
    failed = [test for test in tests if test.status == "failed"]
    if failed:
        return "failed", _what_it_says(failed[0].message)
    if not is_green(tests):
        skipped = [test.message for test in tests if test.message]
        return "not_tested", skipped[0] if skipped else say("build.verdict_not_tested")
    if before is None:
        return "not_tested", say("build.verdict_no_before")
    earlier = [status_before(before, test) for test in tests]
    if "failed" in earlier:
        return "proven", say("build.verdict_proven")
    if any(status != "passed" for status in earlier):
        return "not_tested", say("build.verdict_no_before")
    return "proves_nothing", say("build.verdict_proves_nothing")


def _what_it_says(message: str) -> str:
    """Return what a failing test says first, short enough for a sentence."""
    return say("build.verdict_failed", message=next(iter(message.splitlines()), "")[:MOST_OF_A_MESSAGE])


def judged(wish: Requirement, verdict: Verdict, reason: str) -> RequirementJudged:
    """Return the event for one wish."""
    return RequirementJudged(
        requirement_id=wish.id, block_id=wish.block_id, verdict=verdict, reason=reason, wish=wish.in_words
    )
