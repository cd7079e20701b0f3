"""Narrator and teacher at a build's side: they hear each event and speak after it; nothing follows the final one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.events import BuildCancelled, BuildFailed, BuildFinished
from elisa.teaching.narrator import Narrator
from elisa.teaching.teacher import Teacher

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.core.events import Emit, Event
    from elisa.core.ids import Clock

_FINAL = (BuildFinished, BuildFailed, BuildCancelled)


class Companion:
    """An ``emit`` that passes events on and adds what narrator and teacher have to say.

    Args:
        emit: Where all of it goes.
        clock: Measures the narrator's silences.
        nugget: The folder that is built in.
        level: The nugget's system level.
        language: Which the child reads.
    """

    def __init__(
        self, emit: Emit, clock: Clock, nugget: Path, *, level: str | None = None, language: str = "en"
    ) -> None:
        self._emit = emit
        self._narrator = Narrator(clock, emit, language)
        self._teacher = Teacher(emit, nugget / ".elisa" / "taught.json", level, language)

    def __call__(self, event: Event) -> None:
        """Pass one event on."""
        if isinstance(event, _FINAL):
            self._narrator.note(event)
            self._emit(event)
            return
        self._emit(event)
        self._narrator.note(event)
        self._teacher.note(event)
