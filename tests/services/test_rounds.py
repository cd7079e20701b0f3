"""Rounds: improve, test, judge, until it holds or the limit is reached; the best version is what stays."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from elisa.build.pipeline import Build
from elisa.build.setting import Setting
from elisa.core.events import (
    BuildCancelled,
    LeftOut,
    NarratorSpoke,
    RoundJudged,
    RoundStarted,
    RoundUndone,
    TaskStarted,
    ToolFinished,
    VersionSaved,
)
from elisa.spec.nugget import FeedbackLoop, IterationCondition, Workflow
from elisa.workshop.provider import WorkshopProvider
from elisa.workspace.versions import Versions
from support.building import Built, build, finished, planned, ready, task, tree_of, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.core.events import Event

ADD = "def add(a, b):\n    return a + b\n"
TEST = (
    "import sys, pathlib\nsys.path.insert(0, str(pathlib.Path(__file__).parents[1]))\nimport pytest\n\n"
    '@pytest.mark.requirement("req_0")\ndef test_add():\n    from calc import add\n    assert add(1, 2) == 3\n'
)
GOOD = {"calc.py": ADD, "tests/test_calc.py": TEST}
PLAN = planned(task("a", 0))


def improving(*conditions: str) -> Workflow:
    return Workflow(
        iteration_conditions=[
            IterationCondition(condition=text, block_id=f"better-{number}", after=["req_0"])
            for number, text in enumerate(conditions)
        ]
    )


def loop(trigger: str, source: str, target: str, *, until: str = "it is nice", rounds: int = 3) -> Workflow:
    made = FeedbackLoop.model_validate(
        {"id": "loop-1", "trigger": trigger, "exit_condition": until, "max_iterations": rounds,
         "connects_from": source, "connects_to": target}
    )  # fmt: skip
    return Workflow(feedback_loops=[made], review_enabled=trigger == "review_rejection")


def looks(
    number: int, verdict: str, reason: str, *, of: str = "improve-1", closeness: int = 5, **more: object
) -> dict[str, Any]:
    """Return a conversation in which the judge looks once; ``sees`` stands in what the judge is told."""
    arguments = {"verdict": verdict, "reason": reason, "closeness": closeness}
    call = {"tool": "submit_verdict", "arguments": arguments}
    return {"kind": "judge", "task": f"{of}-look-{number}", "turns": [{"calls": [call], **more}]}


def improves(
    number: int, files: dict[str, str], *, of: str = "improve-1", sees: tuple[str, ...] = ()
) -> dict[str, Any]:
    return writes(f"{of}-round-{number}", files, sees=sees)


def write(path: str, content: str) -> dict[str, Any]:
    return {"tool": "write_file", "arguments": {"path": path, "content": content}}


def judged(built: Built) -> list[tuple[int, str, str]]:
    return [(event.number, event.verdict, event.by) for event in built.of(RoundJudged)]


def reasons(built: Built) -> list[str]:
    return [event.reason for event in finished(built).left_out]


async def test_rounds_go_on_until_the_judge_says_that_it_holds_and_each_is_told_what_was_said(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n",
        wishes(1, workflow=improving("it looks friendly")),
        [
            PLAN,
            writes("a", GOOD),
            looks(0, "needs_changes", "too grey", sees=["it looks friendly"]),
            improves(
                1,
                {"look.txt": "blue"},
                sees=(
                    "too grey",
                    "it looks friendly",
                ),
            ),
            looks(1, "needs_changes", "no face yet", closeness=6),
            improves(2, {"look.txt": "blue :)"}, sees=("no face yet",)),
            looks(2, "approved", "it smiles", sees=["no face yet"]),
        ],
    )
    assert judged(built) == [(0, "needs_changes", "judge"), (1, "needs_changes", "judge"), (2, "approved", "judge")]
    assert [(event.number, event.limit, event.block_id) for event in built.of(RoundStarted)] == [
        (1, 3, "better-0"), (2, 3, "better-0"),
    ]  # fmt: skip
    assert (built.folder / "look.txt").read_text() == "blue :)"
    assert finished(built).outcome == "done"
    assert built.of(LeftOut) == []
    assert "It holds now: “it looks friendly”. it smiles" in built.transcript
    assert "Now it is how you wanted it!" in [event.text for event in built.of(NarratorSpoke)]


async def test_what_holds_at_the_first_look_is_left_as_it_is(tmp_path: Path) -> None:
    talk = [PLAN, writes("a", GOOD), looks(0, "approved", "nice already")]
    built = await build(tmp_path / "n", wishes(1, workflow=improving("it looks friendly")), talk)
    assert judged(built) == [(0, "approved", "judge")]
    assert built.of(RoundStarted) == []


async def test_the_limit_ends_the_rounds_and_the_result_says_what_is_still_missing(tmp_path: Path) -> None:
    talk = [PLAN, writes("a", GOOD), looks(0, "needs_changes", "grey")]
    for number in (1, 2, 3):
        talk += [improves(number, {"look.txt": f"{number}"}), looks(number, "needs_changes", f"grey {number}")]
    built = await build(tmp_path / "n", wishes(1, workflow=improving("it is fun")), talk)
    assert [event.number for event in built.of(RoundStarted)] == [1, 2, 3]
    assert reasons(built) == ["After 3 rounds it does not hold yet. grey 3"]
    assert "Keep improving until “it is fun”" in [event.what for event in built.of(LeftOut)]


async def test_a_round_that_makes_it_worse_is_taken_back_and_the_next_begins_on_the_best(tmp_path: Path) -> None:
    built = await build(
        tmp_path / "n",
        wishes(1, workflow=improving("it is fun")),
        [
            PLAN,
            writes("a", {**GOOD, "look.txt": "0"}),
            looks(0, "needs_changes", "dull", closeness=5),
            improves(1, {"look.txt": "ugly", "extra.txt": "x"}),
            looks(1, "needs_changes", "now it is ugly", closeness=2),
            {"task": "improve-1-round-2", "turns": [
                {"sees": ["now it is ugly"], "calls": [{"tool": "read_file", "arguments": {"path": "look.txt"}}]},
                {"sees": ["1| 0"], "calls": [write("look.txt", "2")]},
                {"say": "done"},
            ]},
            looks(2, "approved", "fun"),
        ],
    )  # fmt: skip
    assert [(event.number, event.best) for event in built.of(RoundUndone)] == [(1, 0)]
    assert [event.best for event in built.of(RoundJudged)] == [True, False, True]
    assert set(tree_of(built.folder)) == {*GOOD, "look.txt"}
    assert (built.folder / "look.txt").read_text() == "2"
    assert any("Back to round 0" in event.message for event in built.of(VersionSaved))


async def test_a_round_that_breaks_a_test_is_judged_by_the_tests_alone_and_taken_back(tmp_path: Path) -> None:
    broken = {"calc.py": ADD.replace("+", "-")}
    built = await build(
        tmp_path / "n",
        wishes(1, workflow=improving("it is fun")),
        [
            PLAN,
            writes("a", GOOD),
            looks(0, "needs_changes", "dull"),
            *(improves(number, broken) for number in (1, 2, 3)),
        ],
    )
    assert judged(built)[1:] == [(number, "needs_changes", "tests") for number in (1, 2, 3)]
    assert (built.folder / "calc.py").read_text() == ADD
    assert finished(built).failed == 0


async def test_deleting_a_test_makes_nothing_better(tmp_path: Path) -> None:
    forgets = {"task": "improve-1-round-1", "turns": [
        {"calls": [write("tests/test_calc.py", "# gone")]},
        {"say": "done"},
    ]}  # fmt: skip
    talk = [PLAN, writes("a", GOOD), looks(0, "needs_changes", "dull"), forgets, improves(2, {"b.txt": "1"})]
    built = await build(
        tmp_path / "n", wishes(1, workflow=improving("it is fun")), [*talk, looks(2, "approved", "fun")]
    )
    assert (1, "needs_changes", "tests") in judged(built)
    assert "Tests are gone" in built.of(RoundJudged)[1].reason
    assert (built.folder / "tests/test_calc.py").read_text() == TEST


@pytest.mark.parametrize("condition", ["all tests pass", "Alle Tests sind grün.", "wish 0"])
async def test_what_tests_can_say_needs_no_judge(tmp_path: Path, condition: str) -> None:
    built = await build(tmp_path / "n", wishes(1, workflow=improving(condition)), [PLAN, writes("a", GOOD)])
    assert judged(built) == [(0, "approved", "tests")]


async def test_what_nobody_can_judge_is_said_and_never_a_yes(tmp_path: Path) -> None:
    talk = [PLAN, writes("a", GOOD), looks(0, "cannot_judge", "I cannot taste it.")]
    built = await build(tmp_path / "n", wishes(1, workflow=improving("it tastes good")), talk)
    assert built.of(RoundStarted) == []
    assert reasons(built) == ["I cannot taste it."]


async def test_a_round_that_changes_nothing_is_the_last(tmp_path: Path) -> None:
    nothing = {"task": "improve-1-round-1", "turns": [{"say": "I see nothing to do"}]}
    talk = [PLAN, writes("a", GOOD), looks(0, "needs_changes", "dull"), nothing]
    built = await build(tmp_path / "n", wishes(1, workflow=improving("it is fun")), talk)
    assert reasons(built) == ["A round changed nothing more. The last look said: dull"]


async def test_pitfall_06_a_condition_in_plain_words_as_files_have_it_is_carried_out(tmp_path: Path) -> None:
    spec = wishes(1, workflow=Workflow(iteration_conditions=["it is fun"]))
    built = await build(tmp_path / "n", spec, [PLAN, writes("a", GOOD), looks(0, "approved", "it is")])
    assert judged(built) == [(0, "approved", "judge")]


TWO = planned(task("a", 0), task("b", 1, agent_name="Ben", needs=("a",)), agents=[
    {"name": "Ben", "role": "builder"}, {"name": "Builder", "role": "builder"},
])  # fmt: skip


async def test_pitfall_26_a_loop_between_two_tasks_mends_failing_tests_by_the_second_tasks_helper(
    tmp_path: Path,
) -> None:
    wrong = {"calc.py": ADD.replace("+", "-"), "tests/test_calc.py": TEST}
    flow = loop("test_failure", "a", "b", until="the tests pass", rounds=2)
    built = await build(
        tmp_path / "n",
        wishes(2, workflow=flow),
        [
            TWO,
            writes("a", wrong),
            writes("b", {"b.txt": "1"}),
            improves(1, {"notes.txt": "?"}, of="loop-1", sees=("assert -1 == 3",)),
            improves(2, {"calc.py": ADD}, of="loop-1"),
        ],
    )
    assert [(event.task_id, event.agent_name) for event in built.of(TaskStarted)][2:] == [
        ("loop-1-round-1", "Ben"), ("loop-1-round-2", "Ben"),
    ]  # fmt: skip
    assert judged(built) == [(0, "needs_changes", "tests"), (1, "needs_changes", "tests"), (2, "approved", "tests")]
    assert finished(built).outcome == "done"


async def test_a_loop_that_failing_tests_start_does_not_start_without_them(tmp_path: Path) -> None:
    flow = loop("test_failure", "a", "b")
    built = await build(tmp_path / "n", wishes(2, workflow=flow), [TWO, writes("a", GOOD), writes("b", {"b": "1"})])
    assert built.of(RoundJudged) == []


async def test_passing_tests_alone_do_not_end_a_loop_whose_exit_says_more(tmp_path: Path) -> None:
    flow = loop("test_failure", "a", "b", until="it is easy to read")
    wrong = {"calc.py": ADD.replace("+", "-"), "tests/test_calc.py": TEST}
    built = await build(
        tmp_path / "n",
        wishes(2, workflow=flow),
        [
            TWO,
            writes("a", wrong),
            writes("b", {"b.txt": "1"}),
            improves(1, {"calc.py": ADD}, of="loop-1"),
            looks(1, "approved", "short names", of="loop-1", sees=["it is easy to read"]),
        ],
    )
    assert judged(built) == [(0, "needs_changes", "tests"), (1, "approved", "judge")]


async def test_a_custom_loop_finds_its_tasks_by_name_or_by_the_wish(tmp_path: Path) -> None:
    flow = loop("custom", "Task a", "WISH 1")
    built = await build(
        tmp_path / "n",
        wishes(2, workflow=flow),
        [
            TWO,
            writes("a", GOOD),
            writes("b", {"b.txt": "1"}),
            looks(0, "needs_changes", "plain", of="loop-1"),
            improves(1, {"b.txt": "nice"}, of="loop-1"),
            looks(1, "approved", "nice", of="loop-1"),
        ],
    )
    assert [event.agent_name for event in built.of(TaskStarted)][-1] == "Ben"
    assert judged(built)[-1] == (1, "approved", "judge")


WRONG = {"calc.py": ADD.replace("+", "-"), "tests/test_calc.py": TEST}


@pytest.mark.parametrize(
    ("source", "target", "who"),
    [
        ("testing", "building", "Builder"), ("the tests", "Ben", "Ben"), ("", "task-id", "Builder"),
        ("Prüfung", "Bauen", "Builder"), ("task 1", "step 2", "Ben"), ("building", "testing", "Builder"),
        ("the tester", "my second things", "Ben"), ("pruebas", "the builder", "Builder"),
    ],
)  # fmt: skip
async def test_a_loop_understands_what_children_call_the_work(
    tmp_path: Path, source: str, target: str, who: str
) -> None:
    spec = wishes(2, workflow=loop("test_failure", source, target, until="the tests pass"))
    spec.requirements[1].description = "the second thing"
    talk = [TWO, writes("a", WRONG), writes("b", {"b.txt": "1"}), improves(1, {"calc.py": ADD}, of="loop-1")]
    built = await build(tmp_path / "n", spec, talk)
    assert [(event.task_id, event.agent_name) for event in built.of(TaskStarted)][2:] == [("loop-1-round-1", who)]
    assert judged(built) == [(0, "needs_changes", "tests"), (1, "approved", "tests")]


async def test_a_loop_from_the_work_to_its_review_goes_back_to_the_work(tmp_path: Path) -> None:
    plan = planned(task("a", 0), task("r", kind="review", agent_name="Reviewer", needs=("a",)))
    talk = [
        plan,
        writes("a", GOOD),
        REVIEW,
        improves(1, {"light.txt": "1"}, of="loop-1"),
        looks(1, "approved", "bright", of="loop-1"),
    ]
    built = await build(tmp_path / "n", wishes(1, workflow=loop("review_rejection", "a", "the reviewer")), talk)
    assert judged(built) == [(0, "needs_changes", "review"), (1, "approved", "judge")]


REVIEW = {"kind": "review", "turns": [
    {"calls": [{"tool": "submit_verdict", "arguments": {"verdict": "needs_changes", "reason": "too dark"}}]}
]}  # fmt: skip


async def test_a_rejecting_review_starts_its_loop_instead_of_the_one_rework(tmp_path: Path) -> None:
    plan = planned(task("a", 0), task("r", kind="review", agent_name="Reviewer", needs=("a",)))
    built = await build(
        tmp_path / "n",
        wishes(1, workflow=loop("review_rejection", "r", "a")),
        [
            plan,
            writes("a", GOOD),
            REVIEW,
            improves(1, {"light.txt": "1"}, of="loop-1", sees=("too dark",)),
            looks(1, "needs_changes", "still dark", of="loop-1"),
            improves(2, {"light.txt": "2"}, of="loop-1", sees=("still dark",)),
            looks(2, "approved", "bright", of="loop-1"),
        ],
    )
    assert judged(built) == [(0, "needs_changes", "review"), (1, "needs_changes", "judge"), (2, "approved", "judge")]
    assert "rework-1" not in {event.task_id for event in built.of(TaskStarted)}
    assert built.folder.joinpath("light.txt").read_text() == "2"


async def test_a_loop_whose_names_are_no_tasks_is_said_and_the_usual_fix_does_its_work(tmp_path: Path) -> None:
    wrong = {"calc.py": ADD.replace("+", "-"), "tests/test_calc.py": TEST}
    flow = loop("test_failure", "task-7", "nowhere")
    talk = [PLAN, writes("a", wrong), writes("fix-1", {"calc.py": ADD})]
    built = await build(tmp_path / "n", wishes(1, workflow=flow), talk)
    assert reasons(built) == [
        "The plan has no task called “task-7”, “nowhere”. Look at the plan and name one of its tasks."
    ]
    assert finished(built).failed == 0


def improving_talk(*last: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        PLAN,
        writes("a", {**GOOD, "look.txt": "0"}),
        looks(0, "needs_changes", "dull", closeness=5),
        improves(1, {"look.txt": "1"}),
        looks(1, "needs_changes", "better", closeness=7),
        *last,
    ]


async def test_a_build_stopped_in_a_round_goes_on_without_asking_again_for_what_is_done(tmp_path: Path) -> None:
    spec = wishes(1, workflow=improving("it is fun"))
    hangs = {"task": "improve-1-round-2", "turns": [{"hang": True}]}
    built, work = ready(tmp_path / "n", spec, improving_talk(hangs))
    run = asyncio.ensure_future(work.run())
    await built.seen(TaskStarted, task_id="improve-1-round-2")
    run.cancel()
    await asyncio.wait([run])
    assert built.of(BuildCancelled)
    rest = [improves(2, {"look.txt": "2"}, sees=("better",)), looks(2, "approved", "fun", sees=["better"])]
    again = await build(tmp_path / "n", spec, rest, resume=True)
    assert judged(again) == [(2, "approved", "judge")]
    assert (again.folder / "look.txt").read_text() == "2"


async def test_a_build_stopped_while_the_judge_looks_asks_only_the_judge_again(tmp_path: Path) -> None:
    spec = wishes(1, workflow=improving("it is fun"))
    look = {"tool": "read_file", "arguments": {"path": "look.txt"}}
    hangs = {"task": "improve-1-look-2", "turns": [{"calls": [look]}, {"hang": True}]}
    built, work = ready(tmp_path / "n", spec, improving_talk(improves(2, {"look.txt": "2"}), hangs))
    run = asyncio.ensure_future(work.run())
    await built.seen(ToolFinished, task_id="improve-1-look-2")
    run.cancel()
    await asyncio.wait([run])
    again = await build(tmp_path / "n", spec, [looks(2, "approved", "fun")], resume=True)
    assert judged(again) == [(2, "approved", "judge")]
    assert (again.folder / "look.txt").read_text() == "2"


async def test_a_build_stopped_as_a_round_made_it_worse_still_goes_back_to_the_best(tmp_path: Path) -> None:
    spec = wishes(1, workflow=improving("it is fun"))
    talk = [
        PLAN,
        writes("a", {**GOOD, "look.txt": "0"}),
        looks(0, "needs_changes", "dull", closeness=5),
        improves(1, {"look.txt": "ugly"}),
        looks(1, "needs_changes", "ugly", closeness=1),
    ]
    built, work = ready(tmp_path / "n", spec, talk)
    run = asyncio.ensure_future(work.run())
    await built.seen(RoundJudged, number=1)
    run.cancel()
    await asyncio.wait([run])
    assert built.of(RoundUndone) == []
    rest = [improves(2, {"extra.txt": "1"}, sees=("ugly",)), looks(2, "approved", "fun")]
    again = await build(tmp_path / "n", spec, rest, resume=True)
    assert [(event.number, event.best) for event in again.of(RoundUndone)] == [(1, 0)]
    assert (again.folder / "look.txt").read_text() == "0"


async def test_undo_takes_a_build_with_rounds_back_as_a_whole(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    talk = [
        PLAN,
        writes("a", {**GOOD, "mine.txt": "0"}),
        looks(0, "needs_changes", "dull", closeness=5),
        improves(1, {"mine.txt": "ugly"}),
        looks(1, "needs_changes", "ugly", closeness=1),
        {"task": "improve-1-round-2", "turns": [{"say": "nothing to do"}]},
    ]
    built = await build(folder, wishes(1, workflow=improving("it is fun")), talk)
    assert built.of(RoundUndone)
    Versions(folder).undo()
    assert {path: (folder / path).read_text() for path in tree_of(folder)} == {"mine.txt": "mine"}


async def test_a_build_that_ended_its_rounds_says_the_same_when_it_is_asked_to_go_on(tmp_path: Path) -> None:
    spec = wishes(1, workflow=improving("it tastes good"))
    talk = [PLAN, writes("a", GOOD), looks(0, "cannot_judge", "I cannot taste it.")]
    first = await build(tmp_path / "n", spec, talk)
    again = await build(tmp_path / "n", spec, [], resume=True)
    assert finished(again) == finished(first)


async def test_report_P056_the_budget_ends_the_rounds_and_finished_work_stays(tmp_path: Path) -> None:
    dear = {
        "task": "improve-1-round-1",
        "turns": [{"calls": [write("look.txt", "1")]}, {"say": "done", "usage": [200_000, 1]}],
    }
    talk = [PLAN, writes("a", GOOD), looks(0, "needs_changes", "dull"), dear]
    spec = wishes(1, workflow=improving("it is fun"))
    built = await build(tmp_path / "n", spec, talk, budget_tokens=200_000)
    assert finished(built).outcome == "budget"
    assert reasons(built) == ["The AI energy is used up."]
    assert (built.folder / "look.txt").read_text() == "1"
    again = await build(tmp_path / "n", spec, [looks(1, "approved", "fun")], resume=True)
    assert finished(again).outcome == "done"


async def test_the_workshop_says_what_it_cannot_judge(tmp_path: Path) -> None:
    spec = wishes(1, workflow=improving("it tastes good"))
    events: list[Event] = []
    (tmp_path / "n").mkdir()
    await Build(Setting(nugget=tmp_path / "n", spec=spec, provider=WorkshopProvider()), events.append).run()
    verdicts = [event for event in events if isinstance(event, RoundJudged)]
    assert [event.verdict for event in verdicts] == ["cannot_judge"]
    assert "it tastes good" in verdicts[0].reason
