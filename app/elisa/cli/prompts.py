"""Asks the person at the terminal: gates and questions, one after the other, while the build's loop goes on."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import TYPE_CHECKING

from elisa.cli.app import write_line
from elisa.core.events import GateAnswered, GateOpened, QuestionAnswered, QuestionAsked
from elisa.core.text import say

if TYPE_CHECKING:
    from elisa.cli.live import Live
    from elisa.services.stamped import Stamped
    from elisa.services.studio import Studio


class Prompts:
    """Listens to the hub; what was answered beforehand is never asked."""

    def __init__(self, studio: Studio, live: Live) -> None:
        self._studio, self._live = studio, live
        self._open: dict[str, GateOpened | QuestionAsked] = {}
        self._asking: str | None = None

    def note(self, stamped: Stamped) -> None:
        """Take in one event."""
        match stamped.event:
            case GateOpened(gate_id=key) | QuestionAsked(question_id=key):
                self._open[key] = stamped.event
                # A prepared answer comes before the loop turns once more.
                asyncio.get_running_loop().call_soon(self._next)
            case GateAnswered(gate_id=key) | QuestionAnswered(question_id=key):
                self._open.pop(key, None)
                if self._asking == key:
                    self._asking = None
                    self._live.go_on()
                    self._next()
            case _:
                pass

    def _next(self) -> None:
        if self._asking is not None or not self._open:
            return
        self._asking, event = next(iter(self._open.items()))
        try:
            self._ask(event)
        except OSError:  # the terminal was closed, and nobody will ever answer
            self._studio.pool.stop()

    def _ask(self, event: GateOpened | QuestionAsked) -> None:
        self._live.pause()
        write_line("")
        write_line(event.text)
        if isinstance(event, QuestionAsked):
            for number, option in enumerate(event.options, 1):
                write_line(f"  {number}. {option}")
        else:
            write_line(say("cli.gate_how"))
        # A daemon thread, because reading a terminal cannot be interrupted, and Stop must not wait for Enter.
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, args=(loop, event), daemon=True).start()

    def _read(self, loop: asyncio.AbstractEventLoop, event: GateOpened | QuestionAsked) -> None:
        try:
            sys.stdout.write("> ")
            sys.stdout.flush()
            line = sys.stdin.readline()
        except OSError:
            line = ""
        # No line at all is a closed terminal, too; an empty one has its line end.
        if line:
            loop.call_soon_threadsafe(self._answer, event, line.strip())
        else:
            loop.call_soon_threadsafe(self._studio.pool.stop)

    def _answer(self, event: GateOpened | QuestionAsked, line: str) -> None:
        pool = self._studio.pool
        if isinstance(event, QuestionAsked):
            pool.answer_question(event.question_id, _chosen(event, line))
        elif line.casefold() in _YES:
            pool.answer_gate(event.gate_id, approved=True)
        else:
            feedback = "" if line.casefold() in _NO else line
            pool.answer_gate(event.gate_id, approved=False, feedback=feedback)


_YES = ("y", "yes", "ok")
_NO = ("n", "no", "")


def _chosen(question: QuestionAsked, line: str) -> str:
    """Return the option whose number was typed, else the words themselves."""
    if line.isdigit() and 1 <= int(line) <= len(question.options):
        return question.options[int(line) - 1]
    return line
