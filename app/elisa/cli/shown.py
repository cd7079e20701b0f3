"""How a build is shown while it runs: an event file, JSON lines, a live terminal or plain lines; and who is asked."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from typing import IO, TYPE_CHECKING

from elisa.cli.app import write_line
from elisa.core.errors import bad_input
from elisa.core.events import PlanReady, TaskStarted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from elisa.services.stamped import Stamped
    from elisa.services.studio import Studio


@contextmanager
def shown(studio: Studio, *, events: Path | None, as_json: bool) -> Iterator[bool]:
    """Show what happens until the end of the block; yields whether somebody is there to answer.

    Raises:
        BadInputError: ``cli.no_event_file``: the event file cannot be written.
    """
    with ExitStack() as stack:
        if events is not None:
            file = stack.enter_context(_opened(events))
            studio.hub.happened.connect(lambda stamped: _write(file, stamped))
        attended = not as_json and sys.stdin.isatty() and sys.stdout.isatty()
        if as_json:
            studio.hub.happened.connect(lambda stamped: write_line(stamped.line()))
        elif attended:
            from elisa.cli.live import Live
            from elisa.cli.prompts import Prompts

            live = stack.enter_context(Live())
            studio.hub.happened.connect(live.show)
            prompts = Prompts(studio, live)  # held here: a signal holds its listeners only weakly
            studio.hub.happened.connect(prompts.note)
        else:
            studio.hub.happened.connect(_plain())
        yield attended


def _opened(path: Path) -> IO[str]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise bad_input("cli.no_event_file", str(error), name=path.name) from error


def _write(file: IO[str], stamped: Stamped) -> None:
    file.write(stamped.line() + "\n")
    file.flush()


_NOISE = (
    "tool_called",
    "tool_finished",
    "narrator_spoke",
    "test_finished",
    "phase_changed",
    "version_saved",
    "teaching_moment",
)


def _plain() -> Callable[[Stamped], None]:
    """Return a listener that writes a line for what matters; a task is called by its name once the plan is there."""
    from elisa.core.events.words import describe, repeats

    names: dict[str, str] = {}

    def show(stamped: Stamped) -> None:
        event = stamped.event
        if isinstance(event, PlanReady):
            names.update({task.id: task.name for task in event.tasks})
        elif isinstance(event, TaskStarted) and event.task_name:
            names[event.task_id] = event.task_name
        if getattr(event, "kind", "") in _NOISE or repeats(event):
            return
        line = describe(event, names)
        if line is not None:
            write_line(line)

    return show
