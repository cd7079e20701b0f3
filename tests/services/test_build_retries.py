"""A second attempt knows what the first one did: why it failed, what it had changed, which tests were red."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.events import MergeConflicted, TaskFailed
from elisa.spec.nugget import RuleUse
from support.building import build, planned, task, tree_of, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

RED = """import pytest
@pytest.mark.requirement("req_0")
def test_it_counts():
    assert 1 == 2, "one is not two"
"""
RULE = RuleUse(id="r", name="Careful", prompt="say sorry to the test", trigger="on_test_fail")


async def test_pitfall_25_the_next_attempt_hears_the_reason_the_changes_and_the_red_tests(tmp_path: Path) -> None:
    first = {
        "task": "a",
        "attempt": 1,
        "turns": [
            {"calls": [{"tool": "write_file", "arguments": {"path": "tests/test_a.py", "content": RED}}]},
            {"calls": [{"tool": "run_tests"}], "sees": []},
            {"say": "I", "error": {}},
        ],
    }
    seen = [
        "failed_before",
        "broke off",
        "last_attempt",
        "+def test_it_counts():",
        "failing_tests",
        "one is not two",
        "say sorry to the test",
    ]
    again = writes("a", {"a": "1"}, attempt=2, sees=seen)
    built = await build(tmp_path / "n", wishes(1, rules=[RULE]), [planned(task("a", 0)), first, again])
    assert [event.final for event in built.of(TaskFailed)] == [False]
    assert set(tree_of(built.folder)) == {"a"}


async def test_after_a_conflict_the_helper_sees_what_it_had_changed_before(tmp_path: Path) -> None:
    meet = {"meet": {"name": "both", "count": 2}}
    second = [
        writes(name, {"same": f"{name} again\n"}, attempt=2, sees=["last_attempt", f"+{name} wrote this"])
        for name in ("a", "b")
    ]
    talk = [
        planned(task("a", 0), task("b", 1)),
        *(writes(name, {"same": f"{name} wrote this\n"}, attempt=1, **meet) for name in ("a", "b")),
        *({**again, "optional": True} for again in second),
    ]
    built = await build(tmp_path / "n", wishes(2), talk)
    assert len(built.of(MergeConflicted)) == 1
    assert (built.folder / "same").read_text().endswith("again\n")
