"""What a child sees of a build while it runs: states of blocks and tasks, the talk, and questions that never block."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from elisa.core import events
from elisa.services.stamped import Stamped
from elisa.ui.models.build import BuildModel
from elisa.ui.models.casting import figure_of
from elisa.ui.models.graph import place_tasks
from elisa.ui.panels.done import DonePanel
from elisa.ui.panels.mission.panels import MissionPage
from elisa.ui.panels.mission.question import QuestionStrip

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from elisa.core.events import Event
    from elisa.ui.kit import Kit


def _task(task_id: str, helper: str, *needs: str, wish: str) -> events.PlannedTask:
    return events.PlannedTask(
        id=task_id,
        name=task_id.title(),
        description="",
        task_kind="build",
        agent_name=helper,
        role="builder",
        dependencies=needs,
        requirement_ids=(wish,),
    )


def _feed(model: BuildModel, *happened: Event) -> None:
    for seq, event in enumerate(happened, 1):
        model.take(Stamped(seq=seq, session="session-1", at=datetime.now(UTC), event=event))


def _judged(wish: str, block: str, verdict: events.Verdict) -> events.RequirementJudged:
    return events.RequirementJudged(requirement_id=wish, block_id=block, verdict=verdict, wish=wish)


@pytest.fixture
def model(kit: Kit) -> BuildModel:
    """A build of two tasks, the second after the first."""
    model = BuildModel(kit.say)
    model.begin(None)
    tasks = (_task("stage", "Hex", wish="req_0"), _task("stars", "Spool", "stage", wish="req_1"))
    _feed(
        model,
        events.BuildStarted(build_id="b", goal="a game", provider="workshop", model="parts"),
        events.PlanReady(tasks=tasks, explanation="", source="rules"),
    )
    return model


def _made(model: BuildModel) -> None:
    for task, helper in (("stage", "Hex"), ("stars", "Spool")):
        _feed(
            model,
            events.TaskStarted(task_id=task, agent_name=helper),
            events.TaskFinished(task_id=task, agent_name=helper, summary="It is there."),
        )


@pytest.mark.parametrize(
    ("verdict", "state"),
    [
        ("proven", "done"),
        ("proves_nothing", "no_proof"),
        ("failed", "stuck"),
        ("not_tested", "made"),
        ("left_out", "left_out"),
    ],
)
def test_only_a_proof_makes_a_block_done(model: BuildModel, verdict: events.Verdict, state: str) -> None:
    _made(model)
    _feed(model, _judged("req_0", "run", verdict))
    assert model.block_states["run"] == state
    assert (model.state.tasks["stage"].state == "done") == (verdict == "proven")
    assert model.state.tasks["stars"].state == "made"


def test_stop_keeps_what_is_made_and_says_the_rest_was_stopped(model: BuildModel) -> None:
    _feed(
        model,
        events.TaskStarted(task_id="stage", agent_name="Hex"),
        events.TaskFinished(task_id="stage", agent_name="Hex", summary=""),
        events.TaskStarted(task_id="stars", agent_name="Spool"),
        events.GateOpened(gate_id="gate_0", text="Go on?", block_id="polish"),
        events.BuildCancelled(build_id="b"),
    )
    assert [task.state for task in model.state.tasks.values()] == ["made", "stopped"]
    assert not model.state.building
    assert not model.state.waiting


def test_two_helpers_that_speak_at_once_keep_their_own_lines_and_the_talk_stays_short(model: BuildModel) -> None:
    for word in ("I ", "draw."):
        for task, helper in (("stage", "Hex"), ("stars", "Spool")):
            _feed(model, events.AgentSpoke(task_id=task, agent_name=helper, text=word))
    assert [(line.who, line.text) for line in model.talk] == [("Hex", "I draw."), ("Spool", "I draw.")]
    for number in range(300):
        _feed(model, events.AgentSpoke(task_id=f"t{number}", agent_name="Hex", text="more"))
    assert len(model.talk) == 200


def test_a_helper_with_two_tasks_is_busy_until_both_are_over_and_not_proud_of_a_failed_try(kit: Kit) -> None:
    model = BuildModel(kit.say)
    model.begin(None)
    _feed(
        model,
        events.TaskStarted(task_id="stage", agent_name="Hex", task_name="Stage"),
        events.TaskStarted(task_id="stars", agent_name="Hex", task_name="Stars"),
        events.TaskFinished(task_id="stage", agent_name="Hex", summary="It stands."),
    )
    assert (model.state.helpers["Hex"].state, model.state.helpers["Hex"].doing) == ("working", "Stars")
    _feed(model, events.TaskFailed(task_id="stars", agent_name="Hex", reason="No place", attempt=1, final=False))
    assert model.state.helpers["Hex"].state == "waiting"


def test_a_result_that_is_told_twice_stands_there_once(kit: Kit, model: BuildModel, qtbot: QtBot) -> None:
    done = DonePanel(kit, model)
    qtbot.addWidget(done)
    _feed(model, _judged("req_0", "run", "failed"))
    over = events.BuildFinished(build_id="b", summary="1 failed", failed=1, outcome="tests_failing")
    _feed(model, over)
    done.show_result(over)
    done.show()
    seen = [label.text() for label in done.findChildren(QLabel) if label.isVisible()]
    assert seen.count(kit.say("mission.not_yet")) == 1
    assert kit.say("mission.done_failing") in seen
    assert kit.say("mission.proven") not in seen
    assert not done.play.isEnabled()


def test_a_helper_looks_like_its_name_else_like_its_work() -> None:
    assert figure_of("Loupe", "builder") == "loupe"
    assert figure_of("Ada", "tester") == "loupe"
    assert figure_of("Ada", "reviewer") == "stamp"
    assert figure_of("Ada", "custom") == "spool"


def test_a_task_stands_right_of_all_that_it_needs() -> None:
    needs = {"a": (), "b": ("a",), "c": ("a",), "d": ("b", "c")}
    places = place_tasks(needs)
    assert all(places[need][0] < places[task][0] for task, those in needs.items() for need in those)
    assert len(set(places.values())) == len(needs)


def test_questions_queue_and_are_answered_by_a_button_or_own_words(kit: Kit, model: BuildModel, qtbot: QtBot) -> None:
    strip = QuestionStrip(kit, model)
    qtbot.addWidget(strip)
    _feed(
        model,
        events.QuestionAsked(question_id="q1", task_id="stage", text="Which colour?", options=("Red", "Blue")),
        events.GateOpened(gate_id="gate_0", text="The last polish", block_id="polish"),
    )
    qtbot.waitUntil(lambda: any(button.text() == "Blue" for button in strip.findChildren(QPushButton)))
    assert model.block_states["polish"] == "asks"
    blue = next(button for button in strip.findChildren(QPushButton) if button.text() == "Blue")
    with qtbot.waitSignal(strip.question_answered) as answered:
        blue.click()
    assert answered.args == ["q1", "Blue"]
    _feed(model, events.QuestionAnswered(question_id="q1", answer="Blue"))
    go_on = kit.say("mission.go_on")
    qtbot.waitUntil(lambda: any(button.text() == go_on for button in strip.findChildren(QPushButton)))
    field = next(one for one in strip.findChildren(QLineEdit) if one.accessibleName() == kit.say("mission.your_words"))
    field.setText("More stars")
    with qtbot.waitSignal(strip.gate_answered) as changed:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert changed.args == ["gate_0", False, "More stars"]


def test_the_graph_lives_without_being_built_anew_and_is_walked_by_arrows(
    kit: Kit, model: BuildModel, qtbot: QtBot
) -> None:
    page = MissionPage(kit, model)
    qtbot.addWidget(page)
    page.resize(1200, 800)
    page.show()
    qtbot.waitExposed(page)
    before = page.graph.scene().items()
    _made(model)
    with qtbot.waitSignal(model.changed):
        _feed(model, _judged("req_0", "run", "proven"))
    assert page.graph.scene().items() == before
    with qtbot.waitSignal(page.graph.chosen, check_params_cb=lambda task_id: task_id == "stage"):
        QTest.keyClick(page.graph, Qt.Key.Key_Right)
    with qtbot.waitSignal(page.graph.chosen, check_params_cb=lambda task_id: task_id == "stars"):
        QTest.keyClick(page.graph, Qt.Key.Key_Right)
