"""The agent pool as a service: GO, Stop, and the answers that a build waits for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from elisa.build.people import GateAnswer
from elisa.services.base import Service
from elisa.services.lending import lend
from elisa.services.waiting import WaitingPeople

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QObject

    from elisa.build.pipeline import Final
    from elisa.build.setting import Setting
    from elisa.core.events import Event
    from elisa.services.runner import EngineRunner, Run


class AgentPoolService(Service):
    """Emits what helpers do, gates, questions, and a build's beginning and end.

    Args:
        runner: Where builds run.
        route: Finds the service that an event belongs to; the event is re-emitted there.
    """

    def __init__(
        self, runner: EngineRunner, route: Callable[[Event], Service | None], parent: QObject | None = None
    ) -> None:
        super().__init__(runner, parent)
        self._route = route
        self._people = WaitingPeople()
        self._run: Run[Final] | None = None

    def build(
        self, setting: Setting, *, attended: bool = True, resume: bool = False, start_over: bool = False
    ) -> Run[Final]:
        """Press GO. ``attended`` says that somebody will answer gates and questions; else the build never waits."""
        from elisa.build.pipeline import Build
        from elisa.teaching.companion import Companion

        people = self._people if attended else None
        companion = Companion(
            self.runner.emitter(self._hand_on),
            setting.clock,
            setting.nugget,
            level=setting.spec.workflow.system_level,
            language=setting.language,
        )
        build = Build(replace(setting, people=people), companion)
        work = lend(setting.provider, lambda: build.run(resume=resume, start_over=start_over))
        self._run = self.runner.start(work)
        return self._run

    def stop(self) -> None:
        """Press STOP; without a build nothing happens."""
        if self._run is not None:
            self._run.cancel()

    def answer_gate(
        self, gate_id: str, *, approved: bool, feedback: str = "", plan: dict[str, Any] | None = None
    ) -> None:
        """Answer an open gate; ``plan`` is an architect's own one, at the gate of the plan."""
        answer = GateAnswer(approved=approved, feedback=feedback, plan=plan)
        self.runner.tell(lambda: self._people.close_gate(gate_id, answer))

    def answer_question(self, question_id: str, answer: str) -> None:
        """Answer an open question."""
        self.runner.tell(lambda: self._people.close_question(question_id, answer))

    def _hand_on(self, event: Event) -> None:
        (self._route(event) or self).publish(event)
