"""Stop, gates and questions: a person decides, nobody is waited for who is not there, and there is one final event."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from elisa.build.people import GateAnswer
from elisa.core.errors import ElisaError
from elisa.core.events import (
    BuildCancelled,
    BuildFailed,
    BuildFinished,
    GateAnswered,
    GateOpened,
    PlanReady,
    QuestionAnswered,
    QuestionAsked,
    TaskFinished,
    TaskNotStarted,
    TaskStarted,
)
from elisa.providers.scripted import ScriptMismatchError
from elisa.spec.nugget import Gate, Workflow
from support.building import Built, build, finished, planned, ready, task, tree_of, wishes, writes
from support.people import Child

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.core.events import Event

PLAN = planned(task("a", 0), task("b", 1, needs=("a",)))
HANGS = {"task": "b", "turns": [{"calls": [{"tool": "write_file", "arguments": {"path": "half", "content": "x"}}]},
                                {"hang": True}]}  # fmt: skip


def finals(built: Built) -> list[Event]:
    return [event for event in built.events if isinstance(event, BuildFinished | BuildFailed | BuildCancelled)]


async def stopped(folder: Path, after: type[Event], **values: object) -> Built:
    """Press Stop as soon as an event is seen."""
    built, work = ready(folder, wishes(2), [PLAN, writes("a", {"a.txt": "1"}), HANGS])
    run = asyncio.ensure_future(work.run())
    await built.seen(after, **values)
    run.cancel()
    loop = asyncio.get_running_loop()
    pressed = loop.time()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert loop.time() - pressed < 1.0
    return built


async def test_pitfall_44_stop_ends_within_a_second_with_one_final_event_and_no_trace_of_half_work(
    tmp_path: Path,
) -> None:
    built = await stopped(tmp_path / "n", TaskStarted, task_id="b")
    assert [type(event) for event in finals(built)] == [BuildCancelled]
    assert set(tree_of(built.folder)) == {"a.txt"}
    assert not list((built.folder / ".elisa" / "worktrees").iterdir())
    assert [(event.task_id, event.reason) for event in built.of(TaskNotStarted)] == [("b", "stopped")]


@pytest.mark.parametrize("after", [PlanReady, TaskFinished])
async def test_stop_works_at_other_moments_too(tmp_path: Path, after: type[Event]) -> None:
    built = await stopped(tmp_path / "n", after)
    assert [type(event) for event in finals(built)] == [BuildCancelled]


async def test_a_stopped_build_goes_on_without_asking_the_model_again_for_what_is_done(tmp_path: Path) -> None:
    await stopped(tmp_path / "n", TaskStarted, task_id="b")
    built = await build(tmp_path / "n", wishes(2), [writes("b", {"b.txt": "2"})], resume=True)
    assert set(tree_of(built.folder)) == {"a.txt", "b.txt"}
    assert built.provider.calls_of("a") == 0


async def test_after_stop_a_new_build_begins_without_asking_on_top_of_what_is_there(tmp_path: Path) -> None:
    await stopped(tmp_path / "n", TaskStarted, task_id="b")
    built = await build(tmp_path / "n", wishes(2), [planned(task("b", 1)), writes("b", {"b.txt": "2"})])
    assert finished(built).outcome == "not_tested"
    assert set(tree_of(built.folder)) == {"a.txt", "b.txt"}


GATES = [Gate(id="gate_0", text="Is the hedgehog right?", after=["req_0"], before=["req_1"], block_id="block-g")]
GATED = wishes(2, workflow=Workflow(gates=GATES))
HELPERS = [PLAN, writes("a", {"a.txt": "1"}), writes("b", {"b.txt": "2"})]


async def test_yes_approves_a_gate_and_its_own_text_is_shown(tmp_path: Path) -> None:
    built = await build(tmp_path / "n", GATED, HELPERS, yes=True)
    (opened,) = built.of(GateOpened)
    assert (opened.text, opened.block_id) == ("Is the hedgehog right?", "block-g")
    assert built.of(GateAnswered)[0].automatic
    assert set(tree_of(built.folder)) == {"a.txt", "b.txt"}


async def test_a_gate_that_nobody_answers_holds_back_only_its_own_and_a_resumed_build_asks_again(
    tmp_path: Path,
) -> None:
    spec = wishes(3, workflow=Workflow(gates=GATES))
    plan = planned(task("a", 0), task("b", 1, needs=("a",)), task("free", 2))
    built = await build(tmp_path / "n", spec, [plan, *HELPERS[1:], writes("free", {"free.txt": "3"})])
    assert finished(built).outcome == "unanswered"
    assert [(event.task_id, event.reason) for event in built.of(TaskNotStarted)] == [("b", "gate")]
    assert set(tree_of(built.folder)) == {"a.txt", "free.txt"}
    again = await build(tmp_path / "n", spec, HELPERS[2:], resume=True, yes=True)
    assert set(tree_of(again.folder)) == {"a.txt", "b.txt", "free.txt"}


async def test_pitfall_24_what_a_child_wants_changed_is_changed_before_the_gate_opens_again(tmp_path: Path) -> None:
    child = Child(GateAnswer(approved=False, feedback="bigger ears"), GateAnswer(approved=True))
    revision = writes("revise-1", {"ears.txt": "big"}, sees=["bigger ears"])
    built = await build(tmp_path / "n", GATED, [*HELPERS, revision], people=child)
    done = [event.task_id for event in built.of(TaskFinished)]
    assert done == ["a", "revise-1", "b"]
    assert len(built.of(GateOpened)) == 2


async def test_a_plain_no_stops_there_and_is_said(tmp_path: Path) -> None:
    built = await build(tmp_path / "n", GATED, HELPERS, people=Child(GateAnswer(approved=False)))
    assert [(event.task_id, event.reason) for event in built.of(TaskNotStarted)] == [("b", "gate")]
    assert "You said no there." in [event.reason for event in finished(built).left_out]


def asks(*after: dict[str, object]) -> dict[str, object]:
    call = {"tool": "ask_user", "arguments": {"question": "Which colour?", "options": ["red", "blue"]}}
    return {"task": "a", "turns": [{"calls": [call]}, *after]}


SAYS_BLUE = {"sees": ["blue"], "calls": [{"tool": "write_file", "arguments": {"path": "c", "content": "blue"}}]}


async def test_a_question_is_answered_by_the_prepared_answers_in_order(tmp_path: Path) -> None:
    talk = [planned(task("a", 0)), asks(SAYS_BLUE, {"say": "done"})]
    built = await build(tmp_path / "n", wishes(1), talk, answers=("blue",))
    assert built.of(QuestionAsked)[0].options == ("red", "blue")
    assert built.of(QuestionAnswered)[0].answer == "blue"
    assert set(tree_of(built.folder)) == {"c"}


async def test_yes_answers_no_question(tmp_path: Path) -> None:
    built = await build(tmp_path / "n", wishes(1), [planned(task("a", 0)), asks()], yes=True)
    assert finished(built).outcome == "unanswered"
    assert any("Which colour?" in event.reason for event in finished(built).left_out)


async def test_an_answer_given_before_a_stop_is_not_asked_for_again(tmp_path: Path) -> None:
    talk = [planned(task("a", 0)), asks({"hang": True})]
    built, work = ready(tmp_path / "n", wishes(1), talk, answers=("blue",))
    run = asyncio.ensure_future(work.run())
    await built.seen(QuestionAnswered)
    run.cancel()
    await asyncio.wait([run])
    again = await build(tmp_path / "n", wishes(1), [asks(SAYS_BLUE, {"say": "done"})], resume=True)
    assert again.of(QuestionAsked) == []
    assert (again.folder / "c").read_text() == "blue"


async def test_report_P021_a_second_build_in_the_same_folder_waits_its_turn(tmp_path: Path) -> None:
    built, work = ready(tmp_path / "n", wishes(2), [PLAN, writes("a", {"a": "1"}), HANGS])
    run = asyncio.ensure_future(work.run())
    await built.seen(TaskStarted)
    with pytest.raises(ElisaError, match="Somebody is building here"):
        await build(tmp_path / "n", wishes(2), [])
    run.cancel()
    await asyncio.wait([run])


async def test_a_mistake_in_the_program_ends_in_one_failure_and_is_not_hidden(tmp_path: Path) -> None:
    built, work = ready(tmp_path / "n", wishes(1), [planned(task("a", 0))])
    with pytest.raises(ScriptMismatchError):
        await work.run()
    assert [type(event) for event in finals(built)] == [BuildFailed]


async def test_report_P076_a_model_that_is_gone_is_a_failure_with_a_next_step(tmp_path: Path) -> None:
    built = await build(tmp_path / "n", wishes(1), [{"kind": "plan", "turns": [{"error": {}}]}])
    assert isinstance(built.final, BuildFailed)
    assert "Try again" in built.final.sentence
