"""Services re-emit what the engine does, in order, with or without a Qt loop."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from elisa.build.opening import alone_in
from elisa.build.setting import Setting
from elisa.core.errors import ElisaError
from elisa.core.events import (
    BuildFinished,
    BuildStarted,
    GateOpened,
    PlanReady,
    QuestionAsked,
    TestsFinished,
    VersionSaved,
)
from elisa.core.ids import SystemClock
from elisa.providers.script import Script
from elisa.providers.scripted import ScriptedProvider
from elisa.services.historian import Historian
from elisa.services.runner import SameLoop
from elisa.services.studio import Studio
from elisa.sessions.history import History
from elisa.spec.nugget import Gate, Workflow
from support.building import planned, task, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from elisa.build.pipeline import Final
    from elisa.services.runner import Run
    from elisa.services.stamped import Stamped
    from elisa.spec.nugget import NuggetSpec


class Heard:
    """A studio whose events are written down."""

    def __init__(self) -> None:
        self.studio = Studio(SameLoop(), SystemClock(), "session-1")
        self.stamped: list[Stamped] = []
        self.studio.hub.happened.connect(self.stamped.append)

    def kinds(self) -> list[type]:
        return [type(one.event) for one in self.stamped]


def setting(folder: Path, spec: NuggetSpec, conversations: list[dict[str, Any]]) -> Setting:
    folder.mkdir()
    provider = ScriptedProvider(Script.model_validate({"conversations": conversations}))
    return Setting(nugget=folder, spec=spec, provider=provider)


TALK = [planned(task("a", 0)), writes("a", {"a.txt": "1"})]


async def test_the_hub_numbers_everything_and_each_service_tells_its_own(tmp_path: Path) -> None:
    heard = Heard()
    own: dict[str, list[object]] = {name: [] for name in ("planner", "pool", "tests", "git", "deploy")}
    for name, events in own.items():
        getattr(heard.studio, name).happened.connect(events.append)
    final = await heard.studio.pool.build(setting(tmp_path / "n", wishes(1), TALK)).result()
    assert [one.seq for one in heard.stamped] == list(range(1, len(heard.stamped) + 1))
    assert {one.session for one in heard.stamped} == {"session-1"}
    assert heard.kinds()[0] is BuildStarted
    assert heard.stamped[-1].event == final
    assert isinstance(own["planner"][0], PlanReady)
    assert any(isinstance(event, VersionSaved) for event in own["git"])
    assert any(isinstance(event, TestsFinished) for event in own["tests"])
    assert sum(map(len, own.values())) == len(heard.stamped)


async def test_gates_and_questions_are_answered_through_the_pool(tmp_path: Path) -> None:
    heard = Heard()
    pool = heard.studio.pool

    def answer(stamped: Stamped) -> None:
        match stamped.event:
            case GateOpened(gate_id=gate_id):
                asyncio.get_running_loop().call_soon(lambda: pool.answer_gate(gate_id, approved=True))
            case QuestionAsked(question_id=question_id):
                asyncio.get_running_loop().call_soon(lambda: pool.answer_question(question_id, "blue"))
            case _:
                pass

    heard.studio.hub.happened.connect(answer)
    ask = {"tool": "ask_user", "arguments": {"question": "Which colour?"}}
    talk = [TALK[0], {"task": "a", "turns": [{"calls": [ask]}, {"sees": ["blue"], "say": "done"}]}]
    gated = wishes(1, workflow=Workflow(gates=[Gate(id="g", text="Good?", after=["req_0"])]))
    final = await pool.build(setting(tmp_path / "n", gated, talk)).result()
    assert isinstance(final, BuildFinished)
    assert final.outcome == "nothing_made"


async def test_undo_takes_a_build_back_and_says_so(tmp_path: Path) -> None:
    heard = Heard()
    (tmp_path / "n").mkdir()
    (tmp_path / "n" / "mine.txt").write_text("mine")
    given = setting(tmp_path / "m", wishes(1), TALK)
    await heard.studio.pool.build(Setting(nugget=tmp_path / "n", spec=given.spec, provider=given.provider)).result()
    assert (tmp_path / "n" / "a.txt").exists()
    await heard.studio.git.undo(tmp_path / "n").result()
    assert not (tmp_path / "n" / "a.txt").exists()
    assert (tmp_path / "n" / "mine.txt").read_text() == "mine"
    assert heard.kinds()[-1] is VersionSaved
    await heard.studio.git.undo(tmp_path / "n").result()
    assert (tmp_path / "n" / "a.txt").exists()
    with alone_in(tmp_path / "n"), pytest.raises(ElisaError, match="Somebody is building here"):
        await heard.studio.git.undo(tmp_path / "n").result()
    assert (tmp_path / "n" / "a.txt").exists()


async def test_a_plan_can_be_looked_at_without_building(tmp_path: Path) -> None:
    heard = Heard()
    plan = await heard.studio.planner.plan(setting(tmp_path / "n", wishes(1), TALK)).result()
    assert [one.id for one in plan.tasks] == ["a"]
    assert heard.kinds()[-1] is PlanReady
    assert not list((tmp_path / "n").iterdir())


async def test_builds_are_remembered_and_found_again(tmp_path: Path) -> None:
    heard = Heard()
    historian = Historian(tmp_path / "home", tmp_path / "n", heard.studio.hub)
    await heard.studio.pool.build(setting(tmp_path / "n", wishes(1), TALK)).result()
    (past,) = History(tmp_path / "home").search("GAME")
    assert (past.goal, past.provider, past.status) == ("a game", "scripted", "not_tested")
    assert past.tokens > 0
    assert History(tmp_path / "home").search("volcano") == []
    historian.deleteLater()


async def test_stop_goes_through_the_pool(tmp_path: Path) -> None:
    heard = Heard()
    run = heard.studio.pool.build(setting(tmp_path / "n", wishes(1), [{"kind": "plan", "turns": [{"hang": True}]}]))
    heard.studio.hub.happened.connect(lambda stamped: heard.studio.pool.stop() if stamped.seq == 2 else None)
    await asyncio.wait([asyncio.ensure_future(_ended(run))])
    assert heard.kinds()[-1].__name__ == "BuildCancelled"


async def _ended(run: Run[Final]) -> None:
    try:
        await run.result()
    except asyncio.CancelledError:
        return


EMITS = """
from PySide6.QtCore import QObject, Signal
class Service(QObject):
    happened = Signal(object)
service, heard = Service(), []
service.happened.connect(heard.append)
for number in range(2000):
    service.happened.emit(True)
assert len(heard) == 2000
"""

WORKER = """
import asyncio, gc, sys, threading
from PySide6.QtCore import QCoreApplication, QTimer
from elisa.core.events import PhaseChanged
from elisa.services.runner import WorkerLoop

app = QCoreApplication([])
runner = WorkerLoop()
heard, threads = [], set()

def deliver(event):
    heard.append(event)
    threads.add(threading.current_thread())
    if len(heard) == 300:
        app.quit()

emit = runner.emitter(deliver)

async def work():
    for number in range(300):
        emit(PhaseChanged(phase="planning"))
        if number == 150:
            gc.collect()
        await asyncio.sleep(0)

async def endless():
    try:
        await asyncio.Event().wait()
    finally:
        emit(PhaseChanged(phase="done"))

runner.start(work())
runner.start(endless())
QTimer.singleShot(20000, lambda: sys.exit(3))
app.exec()
runner.close()
assert threads == {threading.main_thread()}, threads
assert heard[-1].phase == "done", heard[-1]
assert threading.active_count() == 1
"""


def test_two_thousand_emits_do_not_crash_this_python() -> None:
    assert subprocess.run([sys.executable, "-c", EMITS], check=False).returncode == 0


def test_the_worker_loop_brings_every_event_to_the_windows_thread_and_ends_cleanly() -> None:
    done = subprocess.run([sys.executable, "-c", WORKER], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
