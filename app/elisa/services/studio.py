"""All services of one window or one command, connected: the hub hears them all, a build's events find their service."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.events import (
    ChecklistShown,
    MergeConflicted,
    PageServed,
    PlanReady,
    PlanRefused,
    ProgramReady,
    RequirementJudged,
    TestFinished,
    TestsFinished,
    VersionSaved,
)
from elisa.services.agent_pool import AgentPoolService
from elisa.services.deploy import DeployService
from elisa.services.git import GitService
from elisa.services.hub import Hub
from elisa.services.planner import PlannerService
from elisa.services.test_runner import TestRunnerService

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from elisa.core.events import Event
    from elisa.core.ids import Clock
    from elisa.services.base import Service
    from elisa.services.runner import EngineRunner


class Studio:
    """The services; ``hub.happened`` is the one stream of everything that happens."""

    def __init__(self, runner: EngineRunner, clock: Clock, session: str) -> None:
        self.hub = Hub(clock, session)
        self.planner = PlannerService(runner)
        self.tests = TestRunnerService(runner)
        self.git = GitService(runner)
        self.deploy = DeployService(runner)
        self.pool = AgentPoolService(runner, self._service_of)
        self._owners: dict[type[Event], Service] = {
            PlanReady: self.planner,
            PlanRefused: self.planner,
            TestFinished: self.tests,
            TestsFinished: self.tests,
            RequirementJudged: self.tests,
            VersionSaved: self.git,
            MergeConflicted: self.git,
            ChecklistShown: self.deploy,
            PageServed: self.deploy,
            ProgramReady: self.deploy,
        }
        self._kept: list[QObject] = []
        for service in (self.planner, self.tests, self.git, self.deploy, self.pool):
            self.hub.listen(service)

    def keep(self, listener: QObject) -> None:
        """Keep a listener alive as long as the services."""
        self._kept.append(listener)

    def _service_of(self, event: Event) -> Service | None:
        """Return the service that an event belongs to; ``None`` for all that the pool itself tells."""
        return self._owners.get(type(event))
