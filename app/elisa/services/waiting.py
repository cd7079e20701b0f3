"""People who answer through a service: a build waits on its own loop until a panel or a terminal answers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.build.people import GateAnswer
    from elisa.core.events import GateOpened, QuestionAsked


class WaitingPeople:
    """Holds open gates and questions, each under its own id; lives on the engine's side."""

    def __init__(self) -> None:
        self._gates: dict[str, asyncio.Future[GateAnswer]] = {}
        self._questions: dict[str, asyncio.Future[str]] = {}

    async def approve(self, gate: GateOpened) -> GateAnswer:
        """Wait for the answer at a gate."""
        waiting: asyncio.Future[GateAnswer] = asyncio.get_running_loop().create_future()
        self._gates[gate.gate_id] = waiting
        try:
            return await waiting
        finally:
            self._gates.pop(gate.gate_id, None)

    async def answer(self, question: QuestionAsked) -> str:
        """Wait for the answer to a question."""
        waiting: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._questions[question.question_id] = waiting
        try:
            return await waiting
        finally:
            self._questions.pop(question.question_id, None)

    def close_gate(self, gate_id: str, answer: GateAnswer) -> None:
        """Answer a gate; one that is not open (answered twice, or Stop came first) changes nothing."""
        waiting = self._gates.get(gate_id)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def close_question(self, question_id: str, answer: str) -> None:
        """Answer a question; one that is not open changes nothing."""
        waiting = self._questions.get(question_id)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)
