"""What a failed attempt leaves to the next one: what it had changed, and which tests were red in its hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from elisa.build.record import Record
    from elisa.build.session import Session
    from elisa.verify.result import TestReport
    from elisa.workspace.versions import Worktree

MOST_DIFF = 3000
"""Characters of a diff that a prompt carries, as in the predecessor."""
MOST_TESTS = 2000
"""Characters of test messages that a prompt carries, as in the predecessor."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A failed attempt's changes as a unified diff, and its failing tests with their messages; both shortened."""

    diff: str = ""
    failing: dict[str, str] = field(default_factory=dict)


async def lesson_of(session: Session, worktree: Worktree) -> Lesson:
    """Return what is to be learned from an attempt; its worktree is still there."""
    diff = await session.repository.diff(worktree)
    return Lesson(_cut(diff, MOST_DIFF), _failing(session.bench.take_last(worktree.path)))


def facts_of_failures(record: Record, task_id: str) -> dict[str, Any]:
    """Return what the next attempt's prompt carries; tests that are red already stand in its facts by themselves."""
    attempts = record.attempts.get(task_id, [])
    if not attempts:
        return {}
    facts: dict[str, Any] = {"failed_before": [attempt.reason for attempt in attempts]}
    last = attempts[-1]
    if last.diff:
        facts["last_attempt"] = last.diff
    if last.failing_tests:
        facts["failing_tests"] = last.failing_tests
    return facts


def _failing(report: TestReport | None) -> dict[str, str]:
    failed = [test for test in report.tests if test.status == "failed"] if report is not None else []
    told: dict[str, str] = {}
    room = MOST_TESTS
    for test in failed:
        message = _cut(test.message, room)
        room -= len(test.name) + len(message)
        if room < 0:
            break
        told[test.name] = message
    return told


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}\n[…]"
