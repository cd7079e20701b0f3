"""How a build ended, in one word and one sentence: no false success, and what was left out is named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from elisa.core.text import say

Outcome = Literal["done", "nothing_made", "tests_failing", "not_tested", "budget", "unanswered"]


@dataclass(frozen=True, slots=True)
class Tally:
    """What counts for the outcome.

    Attributes:
        made: Something was changed, or an earlier build had made it already.
        out_of_budget: A task was not started, or broke off, because tokens or money were used up.
        unanswered: A gate or a question is still open and nobody is there.
    """

    made: bool
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    out_of_budget: bool = False
    unanswered: bool = False


def outcome_of(tally: Tally) -> Outcome:
    """Return the outcome; what stopped a build comes before what its tests say."""
    if tally.unanswered:
        return "unanswered"
    if tally.out_of_budget:
        return "budget"
    if not tally.made:
        return "nothing_made"
    if tally.failed:
        return "tests_failing"
    return "done" if tally.passed else "not_tested"


def summary_of(outcome: Outcome, tally: Tally, left_out: int) -> str:
    """Return the build's last sentences for the child."""
    told = say(f"build.summary_{outcome}", passed=tally.passed, failed=tally.failed, skipped=tally.skipped)
    return f"{told} {say('build.summary_left_out', count=left_out)}" if left_out else told
