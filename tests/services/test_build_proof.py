"""Red before, green after: with real pages and real pytest; nothing is green that is not proven."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elisa.build.record import Record
from elisa.core.events import (
    LeftOut,
    PageServed,
    PhaseChanged,
    RequirementJudged,
    ReviewFinished,
    TaskStarted,
    TestFinished,
    TestsFinished,
)
from elisa.sessions.journal import Journal, journal_of
from elisa.spec.nugget import FeedbackLoop, RuleUse, Workflow
from support.building import Built, build, finished, planned, task, tree_of, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

ADD = "def add(a, b):\n    return a + b\n"
HEAD = "import sys, pathlib\nsys.path.insert(0, str(pathlib.Path(__file__).parents[1]))\nimport pytest\n\n"


def checks(*wanted: tuple[str, str]) -> str:
    """Return a pytest file with one test for each pair of requirement and body."""
    return HEAD + "\n\n".join(
        f'@pytest.mark.requirement("{wish}")\ndef test_{number}():\n    {body}\n'
        for number, (wish, body) in enumerate(wanted)
    )


def verdicts(built: Built) -> dict[str, str]:
    """Return the last verdict on each wish."""
    return {event.requirement_id: event.verdict for event in built.of(RequirementJudged)}


PLAN = planned(
    task("a", 0), task("b", 1, needs=("a",)), task("t", 0, 1, 2, kind="test", agent_name="Tester", needs=("b",)),
    task("c", 2, needs=("a",)), task("d", 3, needs=("a",)),
)  # fmt: skip


async def test_each_wish_gets_the_verdict_that_its_tests_earn(tmp_path: Path) -> None:
    tests = checks(
        ("req_0", "from calc import add; assert add(1, 2) == 3"),
        ("req_1", "assert True"),
        ("req_2", "from calc import add; assert add(1, 2) == 4"),
    )
    built = await build(
        tmp_path / "n",
        wishes(4),
        [
            PLAN,
            writes("a", {"calc.py": ADD}),
            writes("b", {"b.txt": "1"}),
            writes("c", {"c.txt": "1"}),
            writes("d", {"d.txt": "1"}),
            writes("t", {"tests/test_calc.py": tests}),
            {"kind": "fix", "turns": [{"say": "I cannot"}]},
        ],
    )
    assert verdicts(built) == {
        "req_0": "proven", "req_1": "proves_nothing", "req_2": "failed", "req_3": "not_tested",
    }  # fmt: skip
    assert [event.block_id for event in built.of(RequirementJudged)][:1] == ["block-0"]
    assert finished(built).outcome == "tests_failing"


async def test_pitfall_27_test_10_is_not_credited_to_wish_1(tmp_path: Path) -> None:
    tests = checks(("req_10", "assert True"))
    built = await build(
        tmp_path / "n",
        wishes(2),
        [planned(task("a", 0, 1)), writes("a", {"a.txt": "1", "tests/test_it.py": tests})],
    )
    assert verdicts(built) == {"req_0": "not_tested", "req_1": "not_tested"}


async def test_pitfall_25_failing_tests_start_a_fix_that_is_told_what_failed(tmp_path: Path) -> None:
    tests = checks(("req_0", "from calc import add; assert add(1, 2) == 3"))
    wrong = ADD.replace("+", "-")
    built = await build(
        tmp_path / "n",
        wishes(1),
        [
            planned(task("a", 0), task("t", 0, kind="test", agent_name="Tester", needs=("a",))),
            writes("a", {"calc.py": wrong}),
            writes("t", {"tests/test_calc.py": tests}),
            writes("fix-1", {"calc.py": ADD}, sees=["failing_tests", "assert -1 == 3"]),
        ],
    )
    assert finished(built).outcome == "done"
    assert verdicts(built) == {"req_0": "proven"}
    phases = [event.phase for event in built.of(PhaseChanged)]
    assert phases == ["planning", "executing", "testing", "executing", "testing", "reviewing", "deploying", "done"]


@pytest.mark.parametrize(("limit", "rounds"), [(None, 2), (1, 1)])
async def test_a_fix_is_tried_as_often_as_the_blocks_say(tmp_path: Path, limit: int | None, rounds: int) -> None:
    loop = FeedbackLoop(
        id="loop", trigger="test_failure", exit_condition="green", max_iterations=limit or 1, connects_from="a",
        connects_to="t",
    )  # fmt: skip
    flow = Workflow(feedback_loops=[loop] if limit else None)
    built = await build(
        tmp_path / "n",
        wishes(1, workflow=flow),
        [
            planned(task("a", 0)),
            writes("a", {"a.txt": "1", "tests/test_it.py": checks(("req_0", "assert False"))}),
            {"kind": "fix", "turns": [{"say": "no idea"}]},
        ],
    )
    fixes = [event.task_id for event in built.of(TaskStarted) if event.task_id.startswith("fix-")]
    assert fixes == [f"fix-{number + 1}" for number in range(rounds)]
    assert finished(built).outcome == "tests_failing"


async def test_building_again_keeps_what_was_proven_and_is_not_called_nothing(tmp_path: Path) -> None:
    tests = checks(("req_0", "from calc import add; assert add(1, 2) == 3"))
    talk = [planned(task("a", 0)), writes("a", {"calc.py": ADD, "tests/test_calc.py": tests})]
    first = await build(tmp_path / "n", wishes(1), talk)
    again = await build(tmp_path / "n", wishes(1), talk)
    assert verdicts(first) == verdicts(again) == {"req_0": "proven"}
    assert finished(again).outcome == "done"


async def test_a_weaker_test_loses_the_earlier_proof(tmp_path: Path) -> None:
    plan = planned(task("a", 0))
    good = checks(("req_0", "from calc import add; assert add(1, 2) == 3"))
    weak = checks(("req_0", "assert True"))
    await build(tmp_path / "n", wishes(1), [plan, writes("a", {"calc.py": ADD, "tests/test_calc.py": good})])
    again = await build(tmp_path / "n", wishes(1), [plan, writes("a", {"tests/test_calc.py": weak})])
    assert verdicts(again) == {"req_0": "proves_nothing"}


def judges(*verdict_and_reason: str) -> dict[str, object]:
    verdict, reason = verdict_and_reason
    call = {"tool": "submit_verdict", "arguments": {"verdict": verdict, "reason": reason}}
    return {"kind": "review", "turns": [{"calls": [call]}]}


async def test_pitfall_26_a_verdict_counts_and_goes_back_to_the_builder_once(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n",
        wishes(1, workflow=Workflow(review_enabled=True)),
        [
            planned(task("a", 0)),
            writes("a", {"a.txt": "1"}),
            judges("needs_changes", "too dark"),
            writes("rework-1", {"light.txt": "1"}, sees=["too dark"]),
        ],
    )
    assert [event.verdict for event in built.of(ReviewFinished)] == ["needs_changes"]
    assert set(tree_of(built.folder)) == {"a.txt", "light.txt"}


async def test_a_reviewer_cannot_write(tmp_path: Path) -> None:
    tries = {"tool": "write_file", "arguments": {"path": "mine.txt", "content": "x"}}
    verdict = {"tool": "submit_verdict", "arguments": {"verdict": "approved", "reason": "fine"}}
    built = await build(
        tmp_path / "n",
        wishes(1, workflow=Workflow(review_enabled=True)),
        [
            planned(task("a", 0)),
            writes("a", {"a.txt": "1"}),
            {"kind": "review", "turns": [{"calls": [tries]}, {"calls": [verdict]}]},
        ],
    )
    assert set(tree_of(built.folder)) == {"a.txt"}
    assert built.of(ReviewFinished)[0].verdict == "approved"


async def test_report_P103_a_goal_alone_ends_in_a_page_that_was_seen_to_load_on_this_computer(tmp_path: Path) -> None:
    page = {"index.html": '<!doctype html><html lang="en"><title>Hi</title><body>Hello</body></html>'}
    one_file = tmp_path / "stick" / "one.html"
    built = await build(tmp_path / "n", wishes(0), [planned(task("a")), writes("a", page)], single_file=one_file)
    (served,) = built.of(PageServed)
    assert served.url.startswith("http://127.0.0.1:")
    assert "Hello" in one_file.read_text(encoding="utf-8")
    assert built.of(LeftOut) == []


async def test_a_page_that_breaks_is_not_called_up(tmp_path: Path) -> None:
    broken = {"index.html": '<!doctype html><html lang="en"><title>Hi</title><script>nothing.there()</script></html>'}
    built = await build(tmp_path / "n", wishes(0), [planned(task("a")), writes("a", broken)])
    assert built.of(PageServed) == []
    assert any("nothing is not defined" in event.reason for event in built.of(LeftOut))


async def test_what_a_nugget_asks_of_npm_is_left_out_unless_somebody_allowed_it(tmp_path: Path) -> None:
    package = {"package.json": '{"scripts": {"build": "touch pwned"}}'}
    built = await build(tmp_path / "n", wishes(0), [planned(task("a")), writes("a", package)])
    assert "The build step" in {event.what for event in built.of(LeftOut)}
    assert not (built.folder / "pwned").exists()


async def test_rules_before_deploying_are_shown_as_a_checklist(tmp_path: Path) -> None:
    rule = RuleUse(id="r", name="No names", prompt="No real names on the page", trigger="before_deploy")
    built = await build(tmp_path / "n", wishes(0, rules=[rule]), [planned(task("a")), writes("a", {"a.txt": "1"})])
    assert "No real names on the page" in built.transcript


async def test_report_P122_without_versions_the_build_goes_on_and_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    (folder / ".elisa").mkdir(parents=True)
    (folder / ".elisa" / "versions.git").write_text("in the way")
    tests = checks(("req_0", "from calc import add; assert add(1, 2) == 3"))
    built = await build(
        folder, wishes(1), [planned(task("a", 0)), writes("a", {"calc.py": ADD, "tests/test_calc.py": tests})]
    )
    assert "Old versions" in {event.what for event in built.of(LeftOut)}
    assert set(tree_of(folder)) == {"calc.py", "tests/test_calc.py"}
    assert [event.status for event in built.of(TestFinished)] == ["passed"]
    assert verdicts(built) == {"req_0": "not_tested"}


async def test_report_P066_tests_that_did_not_run_are_no_failures_and_are_not_mended(tmp_path: Path) -> None:
    skip = "pytest.skip('needs a board')"
    bodies = ("assert True", "assert False, 'seven'", skip, skip, skip)
    tests = checks(*(("req_0", body) for body in bodies))
    built = await build(
        tmp_path / "n",
        wishes(1),
        [
            planned(task("a", 0)),
            writes("a", {"tests/test_it.py": tests}),
            {"kind": "fix", "turns": [{"sees": ["seven"], "say": "no"}]},
        ],
    )
    last = built.of(TestsFinished)[-1]
    assert (last.passed, last.failed, last.skipped) == (1, 1, 3)
    with Journal(journal_of(built.folder)) as journal:
        facts = Record(journal).facts["fix-1"]
    assert list(facts["failing_tests"]) == ["test_1"]


async def test_report_P067_every_wish_is_judged_whatever_its_tests_are_called(tmp_path: Path) -> None:
    tests = checks(("something else", "assert True"))
    built = await build(tmp_path / "n", wishes(2), [planned(task("a", 0, 1)), writes("a", {"tests/test_it.py": tests})])
    assert verdicts(built) == {"req_0": "not_tested", "req_1": "not_tested"}
