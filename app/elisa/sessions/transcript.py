"""What the helpers said and did, as markdown that a person can read: one file a task, and one for the whole build."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from elisa.core.events import AgentSpoke, Event, TaskStarted
from elisa.core.events.words import describe

if TYPE_CHECKING:
    from pathlib import Path

BUILD = "build"


class Transcript:
    """Listens to a build's events and writes ``comms/<task>.md`` and ``comms/build.md``.

    Streaming text is gathered until something else happens, so that a sentence stays a sentence.
    """

    def __init__(self, folder: Path) -> None:
        """Args: folder: ``.elisa/comms`` of the nugget; made when the first line is written."""
        self._folder = folder
        self._speech: defaultdict[str, list[str]] = defaultdict(list)

    def note(self, event: Event) -> None:
        """Write down one event; a task's events go into its own file and, in short, into the build's.

        Raises:
            OSError: The disk is full or gone.
        """
        task_id = getattr(event, "task_id", None)
        if isinstance(event, AgentSpoke):
            self._speech[event.task_id].append(event.text)
            return
        if task_id is not None:
            self._end_speech(task_id)
        line = describe(event)
        if line is None:
            return
        head = "\n## " if isinstance(event, TaskStarted) else "- "
        if task_id is not None:
            self._append(task_id, f"{head}{line}\n")
        self._append(BUILD, f"- {line}\n")

    def close(self) -> None:
        """Write what was said last."""
        for task_id in list(self._speech):
            self._end_speech(task_id)

    def _end_speech(self, task_id: str) -> None:
        said = "".join(self._speech.pop(task_id, ())).strip()
        if said:
            self._append(task_id, "\n> " + said.replace("\n", "\n> ") + "\n\n")

    def _append(self, name: str, text: str) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / f"{name}.md").open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)
