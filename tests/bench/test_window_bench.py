"""The window while three helpers speak: how long its loop stands still, and what 200 tasks and 10,000 events cost."""

from __future__ import annotations

import asyncio
import statistics
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from elisa.core import events
from elisa.core.text import say
from elisa.services.runner import WorkerLoop
from elisa.services.stamped import Stamped
from elisa.ui.kit import Kit
from elisa.ui.look.look import Look
from elisa.ui.loop import Collector
from elisa.ui.models.build import BuildModel
from elisa.ui.panels.mission.panels import MissionPage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_benchmark.fixture import BenchmarkFixture

HELPERS = ("Hex", "Blot", "Loupe")
SPEED, SECONDS, TICK_MS = 200, 4, 4
LONGEST_MS, USUAL_MS = 50.0, 16.0
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def stamped(event: events.Event, seq: int = 0) -> Stamped:
    return Stamped.model_construct(seq=seq, session="bench", at=NOW, event=event)


def plan(tasks: int) -> events.PlanReady:
    made = tuple(
        events.PlannedTask(
            id=f"t{number}",
            name=f"Piece number {number}",
            description="",
            task_kind="build",
            agent_name=HELPERS[number % 3],
            role="builder",
            dependencies=(f"t{number - 5}",) if number >= 5 else (),
        )
        for number in range(tasks)
    )
    return events.PlanReady(tasks=made, explanation="", source="rules")


@pytest.fixture
def kit(qapp: QApplication) -> Kit:
    look = Look(reduced_motion=True)
    look.apply(qapp)
    return Kit(look, say)


@pytest.fixture
def shown(kit: Kit) -> Iterator[tuple[BuildModel, QWidget]]:
    """A model, and Mission Control showing it in a window of a classroom laptop's size."""
    model = BuildModel(say)
    window = QWidget()
    row = QHBoxLayout(window)
    row.addWidget(MissionPage(kit, model))
    window.resize(1366, 700)
    window.show()
    yield model, window
    window.close()
    window.deleteLater()


class Pulse(QObject):
    """Notes how far apart the ticks of the loop are, in milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        self._last = time.perf_counter()
        self.startTimer(TICK_MS)

    def timerEvent(self, _event: object) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000 - TICK_MS)
        self._last = now


def stalls(model: BuildModel, tasks: int, seconds: int) -> list[float]:
    """Let three helpers speak 200 times a second each; return how late the loop's ticks were."""
    runner, collector = WorkerLoop(), Collector()
    emit = runner.emitter(lambda event: model.take(stamped(event)))
    model.take(stamped(plan(tasks)))
    for number, name in enumerate(HELPERS):
        model.take(stamped(events.TaskStarted(task_id=f"t{number}", agent_name=name, task_name=name)))
    settle(300)

    async def speak(number: int, name: str) -> None:
        for word in range(SPEED * seconds):
            emit(events.AgentSpoke(task_id=f"t{number}", agent_name=name, text=f"word{word} "))
            if word % SPEED == 0:
                emit(
                    events.ToolCalled(task_id=f"t{number}", agent_name=name, call_id="1", tool="read_file", summary="")
                )
            await asyncio.sleep(1 / SPEED)

    pulse = Pulse()
    for number, name in enumerate(HELPERS):
        runner.start(speak(number, name))
    settle(seconds * 1000)
    gaps = pulse.gaps
    pulse.deleteLater()
    runner.close()
    collector.close()
    return gaps


def settle(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


@pytest.mark.parametrize("tasks", [12, 200])
def test_the_loop_never_stands_still_while_helpers_speak(
    benchmark: BenchmarkFixture, shown: tuple[BuildModel, QWidget], tasks: int
) -> None:
    model, _ = shown
    measured = not benchmark.disabled
    seconds = SECONDS if measured else 1
    gaps = benchmark.pedantic(stalls, args=(model, tasks, seconds), rounds=1)  # type: ignore[no-untyped-call]
    assert model.talk
    if not measured:  # beside other tests no time means anything
        return
    longest, usual = max(gaps), statistics.quantiles(gaps, n=100)[98]
    benchmark.extra_info |= {"longest_ms": round(longest, 1), "p99_ms": round(usual, 1), "ticks": len(gaps)}
    assert longest < LONGEST_MS
    assert usual < USUAL_MS


def test_ten_thousand_events_cost_the_same_at_the_end_as_at_the_beginning(benchmark: BenchmarkFixture) -> None:
    model = BuildModel(say)
    model.take(stamped(plan(200)))
    spoken = [
        stamped(events.AgentSpoke(task_id=f"t{number % 200}", agent_name=HELPERS[number % 3], text="word "))
        for number in range(10_000)
    ]

    def take(part: list[Stamped]) -> float:
        start = time.perf_counter()
        for one in part:
            model.take(one)
        return time.perf_counter() - start

    first = take(spoken[:5000])
    last = benchmark.pedantic(take, args=(spoken[5000:],), rounds=1)  # type: ignore[no-untyped-call]
    assert len(model.talk) == 200
    if not benchmark.disabled:
        benchmark.extra_info["ratio"] = round(last / first, 2)
        assert last / first < 2
