"""Was a test red before the work? Compares two runs of the same tests, on the version before and on the one after."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.verify.result import Status, TestReport, TestResult


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


def _plain(name: str) -> str:
    return name.partition("[")[0]
