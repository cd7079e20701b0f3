"""A model is closed in every way out of a build, once, and closing never hides how the build ended."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from typing_extensions import override

from elisa.build.opening import alone_in
from elisa.build.setting import Setting
from elisa.core.errors import ElisaError
from elisa.core.events import BuildFailed, BuildFinished, PhaseChanged, PlanReady
from elisa.core.ids import SystemClock
from elisa.providers.script import Script
from elisa.providers.scripted import ScriptedProvider, ScriptMismatchError
from elisa.services import lending
from elisa.services.runner import SameLoop
from elisa.services.studio import Studio
from support.building import planned, task, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.core.events import Event
    from elisa.services.stamped import Stamped

TALK = [planned(task("a", 0)), writes("a", {"a.txt": "1"})]
HANGS = [{"kind": "plan", "turns": [{"hang": True}]}]


class Closing(ScriptedProvider):
    """A scripted model that counts how often it is closed."""

    closed = 0

    @override
    async def close(self) -> None:
        self.closed += 1
        await super().close()


class Hanging(Closing):
    """A model whose connection does not end."""

    @override
    async def close(self) -> None:
        self.closed += 1
        await asyncio.Event().wait()


class Stage:
    """A studio, a build's setting, and what was heard."""

    def __init__(
        self, folder: Path, talk: list[dict[str, Any]], kind: type[Closing] = Closing, *, strict: bool = False
    ) -> None:
        folder.mkdir()
        self.events: list[Event] = []
        self.planning = asyncio.Event()
        self.provider = kind(Script.model_validate({"conversations": talk, "strict": strict}))
        self.setting = Setting(nugget=folder, spec=wishes(1), provider=self.provider)
        self.studio = Studio(SameLoop(), SystemClock(), "session-1")
        self.studio.hub.happened.connect(self._hear)

    def _hear(self, stamped: Stamped) -> None:
        self.events.append(stamped.event)
        if isinstance(stamped.event, PhaseChanged) and stamped.event.phase == "planning":
            self.planning.set()


async def test_after_a_build_the_model_is_closed(tmp_path: Path) -> None:
    stage = Stage(tmp_path / "n", TALK)
    assert isinstance(await stage.studio.pool.build(stage.setting).result(), BuildFinished)
    assert stage.provider.closed == 1


async def test_after_a_look_at_the_plan_too(tmp_path: Path) -> None:
    stage = Stage(tmp_path / "n", TALK)
    await stage.studio.planner.plan(stage.setting).result()
    assert any(isinstance(event, PlanReady) for event in stage.events)
    assert stage.provider.closed == 1


async def test_after_a_build_that_could_not_begin_too(tmp_path: Path) -> None:
    stage = Stage(tmp_path / "n", TALK)
    (stage.setting.nugget / ".elisa").mkdir()
    with alone_in(stage.setting.nugget), pytest.raises(ElisaError):
        await stage.studio.pool.build(stage.setting).result()
    assert stage.provider.closed == 1


async def test_after_a_failed_build_too(tmp_path: Path) -> None:
    stage = Stage(tmp_path / "n", [{"kind": "plan", "turns": [{"error": {}}]}])
    assert isinstance(await stage.studio.pool.build(stage.setting).result(), BuildFailed)
    assert stage.provider.closed == 1


async def test_after_stop_too_and_an_unused_answer_does_not_hide_the_stop(tmp_path: Path) -> None:
    stage = Stage(tmp_path / "n", [*HANGS, TALK[1]], strict=True)
    run = stage.studio.pool.build(stage.setting)
    await stage.planning.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run.result()
    assert stage.provider.closed == 1


async def test_a_strict_script_with_an_unused_answer_is_told_after_a_build_that_went_well(tmp_path: Path) -> None:
    stage = Stage(tmp_path / "n", [*TALK, writes("b", {"b.txt": "1"})], strict=True)
    with pytest.raises(ScriptMismatchError, match="never used"):
        await stage.studio.pool.build(stage.setting).result()


async def test_a_model_that_does_not_close_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lending, "CLOSE_SECONDS", 0.01)
    stage = Stage(tmp_path / "n", TALK, Hanging)
    async with asyncio.timeout(30):
        final = await stage.studio.pool.build(replace(stage.setting)).result()
    assert isinstance(final, BuildFinished)
