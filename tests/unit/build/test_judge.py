"""Red before and green after, and nothing else, is a proof."""

from __future__ import annotations

from typing import Final

import pytest

from elisa.build.judge import verdict_of
from elisa.verify.result import Status, TestReport, TestResult

RED: Final = "failed"
GREEN: Final = "passed"
IDLE: Final = "skipped"


def report(*statuses: Status, missing: tuple[str, ...] = ()) -> TestReport:
    """Return a run in which the tests of one wish, and one of another wish, ended so."""
    own = [
        TestResult(name=f"test_{number}", file="tests/test_it.py", status=status, requirement_id="req_1")
        for number, status in enumerate(statuses)
    ]
    other = TestResult(name="other", file="tests/test_it.py", status="failed", requirement_id="req_10")
    return TestReport(tests=(*own, other), missing=missing)


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (report(RED), report(GREEN), "proven"),
        (report(GREEN, RED), report(GREEN, GREEN), "proven"),
        (report(GREEN), report(GREEN), "proves_nothing"),
        (report(RED), report(RED), "failed"),
        (report(RED, RED), report(GREEN, RED), "failed"),
        (report(RED), report(IDLE), "not_tested"),
        (report(RED, RED), report(GREEN, IDLE), "not_tested"),
        (report(RED), report(), "not_tested"),
        (report(IDLE), report(GREEN), "not_tested"),
        (report(), report(GREEN), "not_tested"),
        (report(missing=("no web engine",)), report(GREEN), "not_tested"),
        (None, report(GREEN), "not_tested"),
    ],
)
def test_a_wish_gets_what_its_tests_say(before: TestReport | None, after: TestReport, verdict: str) -> None:
    assert verdict_of("req_1", before, after)[0] == verdict
