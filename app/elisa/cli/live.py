"""A build on a terminal: what is done stands above, who works on what below, calm and in few words."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from rich.console import Console, Group
from rich.live import Live as RichLive
from rich.spinner import Spinner
from rich.text import Text

from elisa.core.events import (
    AgentSpoke,
    BuildCancelled,
    BuildFailed,
    BuildFinished,
    PhaseChanged,
    PlanReady,
    TaskFailed,
    TaskFinished,
    TaskNotStarted,
    TaskStarted,
    ToolCalled,
)
from elisa.core.events.words import describe, repeats
from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    from elisa.core.events import Event
    from elisa.services.stamped import Stamped

# Each line has a sign of its own, so that nothing hangs on colour alone.
_SIGNS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "plan_ready": ("◆", "bold"),
        "plan_refused": ("↻", "yellow"),
        "task_finished": ("✔", "green"),
        "task_failed": ("↻", "yellow"),
        "task_not_started": ("○", "dim"),
        "merge_conflicted": ("↻", "yellow"),
        "agent_stuck": ("!", "yellow"),
        "tool_blocked": ("✋", "yellow"),
        "file_shrank": ("!", "yellow"),
        "provider_waited": ("…", "yellow"),
        "budget_warned": ("!", "yellow"),
        "tests_finished": ("◆", "bold"),
        "review_finished": ("◆", "bold"),
        "adviser_noted": ("✎", ""),
        "source_packed": ("◆", ""),
        "study_deck_made": ("◆", ""),
        "requirement_judged": ("•", ""),
        "checklist_shown": ("☐", ""),
        "page_served": ("▶", "bold green"),
        "program_ready": ("▶", "bold green"),
        "left_out": ("–", "dim"),
        "build_finished": ("★", "bold"),
        "build_failed": ("✘", "red"),
        "build_cancelled": ("■", "bold"),
    }
)
_LONGEST_SAYING = 60


class Live:
    """A context manager that draws; ``show`` takes the hub's events."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)
        self._names: dict[str, str] = {}
        self._at_work: dict[str, str] = {}
        self._spinner = Spinner("dots")
        self._live = RichLive(console=self._console, refresh_per_second=8, transient=True, get_renderable=self._now)

    def __enter__(self) -> Self:
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def pause(self) -> None:
        """Take the moving part away, so that somebody can type."""
        self._live.stop()

    def go_on(self) -> None:
        """Bring the moving part back."""
        self._live.start(refresh=True)

    def show(self, stamped: Stamped) -> None:
        """Take in one event."""
        event = stamped.event
        self._follow(event)
        sign = None if repeats(event) else _SIGNS.get(getattr(event, "kind", ""))
        line = describe(event, self._names) if sign is not None else None
        if sign is not None and line is not None:
            self._console.print(Text.assemble((f"{sign[0]} ", sign[1]), (line, sign[1])))
        if isinstance(event, BuildFinished | BuildFailed | BuildCancelled):
            self._live.stop()

    def _follow(self, event: Event) -> None:
        match event:
            case PhaseChanged(phase=phase):
                self._spinner.update(text=Text(say(f"cli.phase_{phase}")))
            case PlanReady(tasks=tasks):
                self._names = {task.id: task.name for task in tasks}
            case TaskStarted(task_id=task_id, agent_name=name, task_name=task_name):
                self._at_work[task_id] = name
                if task_name:
                    self._names[task_id] = task_name
            case ToolCalled(task_id=task_id, agent_name=name, summary=summary):
                self._at_work[task_id] = f"{name}: {summary}"[:_LONGEST_SAYING]
            case AgentSpoke(task_id=task_id, agent_name=name, text=text) if text.strip():
                self._at_work[task_id] = f"{name}: {' '.join(text.split())}"[:_LONGEST_SAYING]
            case TaskFinished() | TaskNotStarted() | TaskFailed():
                self._at_work.pop(event.task_id, None)
            case _:
                pass

    def _now(self) -> Group:
        lines = [
            Text.assemble("    ", (self._names.get(task_id, task_id), "bold"), "  ", (doing, "dim"))
            for task_id, doing in self._at_work.items()
        ]
        return Group(self._spinner, *lines)
