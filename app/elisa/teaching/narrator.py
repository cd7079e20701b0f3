"""The narrator: one short sentence now and then, never the same one again within half a minute."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from elisa.core.events import NarratorSpoke
from elisa.core.text import say_in
from elisa.teaching.matching import Match

if TYPE_CHECKING:
    from elisa.core.events import Emit, Event
    from elisa.core.ids import Clock

QUIET_SECONDS = 30.0


class Line(Match):
    """What is said of an event, and in which mood; ``say`` is the last part of a sentence's key."""

    say: str
    mood: Literal["excited", "encouraging", "concerned", "celebrating"]


@cache
def lines() -> tuple[Line, ...]:
    """Return the narrator's lines; the first one that fits an event is said."""
    loaded = json.loads(files(__package__).joinpath("lines.json").read_text(encoding="utf-8"))
    return tuple(Line.model_validate(line) for line in loaded)


class Narrator:
    """Listens to a build and says what matters to the child."""

    def __init__(self, clock: Clock, emit: Emit, language: str = "en") -> None:
        self._clock, self._emit, self._language = clock, emit, language
        self._said: dict[str, float] = {}

    def note(self, event: Event) -> None:
        """Say something about an event, or nothing."""
        line = next((line for line in lines() if line.fits(event)), None)
        if line is None:
            return
        now = self._clock.monotonic()
        if now - self._said.get(line.say, -QUIET_SECONDS) >= QUIET_SECONDS:
            self._said[line.say] = now
            text = say_in(self._language, f"narrator.{line.say}")
            self._emit(NarratorSpoke(text=text, mood=line.mood, task_id=getattr(event, "task_id", None)))
