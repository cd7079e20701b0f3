"""Was a test red before the work? Compares two runs of the same tests, on the version before and on the one after."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from elisa.verify.result import Status, TestReport, TestResult

Proof = Literal["proven", "proves_nothing", "failed", "not_tested"]


def status_before(before: TestReport, test: TestResult) -> Status | None:
    """Return how ``test`` ended in the earlier run; ``None`` where it did not run, which is neither red nor green.

    A file that could not be read at all then (what it imports was not there yet) was red for each of its tests.
    """
    same_file = [other for other in before.tests if other.file == test.file]
    for other in same_file:
        if other.name == test.name:
            return other.status
    plain = [other.status for other in same_file if _plain(other.name) == _plain(test.name)]
    if plain:
        return "failed" if "failed" in plain else plain[0]
    whole = [other.status for other in same_file if other.name == other.file]
    return "failed" if "failed" in whole else None


def prove(requirement_id: str, before: TestReport | None, after: TestReport) -> Proof:
    """Judge one requirement from two runs of its tests.

    ``proven`` only if all its tests ran and passed after, and at least one of them ran and failed before;
    ``proves_nothing`` if all of them passed before already; ``not_tested`` where something did not run.
    """
    tests = after.of(requirement_id)
    statuses = {test.status for test in tests}
    if "failed" in statuses:
        return "failed"
    if not tests or statuses != {"passed"} or before is None:
        return "not_tested"
    earlier = {status_before(before, test) for test in tests}
    if "failed" in earlier:
        return "proven"
    return "proves_nothing" if earlier == {"passed"} else "not_tested"


def _plain(name: str) -> str:
    return name.partition("[")[0]
