"""People for tests: they say what they were given, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from elisa.build.people import GateAnswer, People

if TYPE_CHECKING:
    from elisa.core.events import GateOpened, QuestionAsked


class Child(People):
    """Answers gate after gate, and every question with the same word."""

    def __init__(self, *answers: GateAnswer, says: str = "blue") -> None:
        self._answers, self._says = list(answers), says

    @override
    async def approve(self, gate: GateOpened) -> GateAnswer:
        return self._answers.pop(0)

    @override
    async def answer(self, question: QuestionAsked) -> str:
        return self._says
