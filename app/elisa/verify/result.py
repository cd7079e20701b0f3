"""What a run of a nugget's tests found, whichever kind they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Status = Literal["passed", "failed", "skipped"]


class TestResult(BaseModel):
    """One test. ``skipped`` covers everything that did not run to a verdict; it is neither passed nor failed.

    Attributes:
        name: The test's own title.
        file: Path of its file, relative to the nugget, with ``/``.
        requirement_id: The requirement that it proves (``req_0``), if it names one.
        proof_id: The ``behavioral_test`` (``test_0``) that it was made from, if any.
        message: Why it failed or was skipped, in words.
        duration_ms: Wall-clock time.
        picture: Path of a PNG of the page as it was when the test failed, if pictures were wanted.
    """

    __test__ = False
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    file: str
    status: Status
    requirement_id: str | None = None
    proof_id: str | None = None
    message: str = ""
    duration_ms: float = 0.0
    picture: str | None = None


OnResult = Callable[[TestResult], None]


class TestReport(BaseModel):
    """A whole run. ``missing`` names, in words, what could not run at all (no web engine, no pytest, …).

    ``unrun`` says that tests stand in the nugget which never got their turn, so that the rest alone is not green.
    """

    __test__ = False
    model_config = ConfigDict(frozen=True, extra="forbid")

    tests: tuple[TestResult, ...] = ()
    coverage: float | None = None
    missing: tuple[str, ...] = ()
    unrun: bool = False

    @property
    def green(self) -> bool:
        """Whether something ran, all of it passed, and nothing was left unrun."""
        return self.count("passed") > 0 and self.count("failed") == 0 and not self.unrun

    def count(self, status: Status) -> int:
        """Return how many tests ended with ``status``."""
        return sum(test.status == status for test in self.tests)

    def of(self, requirement_id: str) -> tuple[TestResult, ...]:
        """Return the tests that belong to a requirement."""
        return tuple(test for test in self.tests if test.requirement_id == requirement_id)

    def as_json(self) -> dict[str, Any]:
        """Return what ``elisa test --json`` prints."""
        return {
            "passed": self.count("passed"),
            "failed": self.count("failed"),
            "skipped": self.count("skipped"),
            "tests": [test.model_dump(include={"name", "status", "requirement_id", "message"}) for test in self.tests],
            "coverage": self.coverage,
        }
