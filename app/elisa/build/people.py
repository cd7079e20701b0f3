"""The people round a build: who says yes at a gate, and who answers a helper's question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from pydantic import BaseModel, ConfigDict

from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elisa.core.events import GateOpened, QuestionAsked


class GateAnswer(BaseModel):
    """What a person said at a gate; ``automatic`` when ``--yes`` said it for them.

    ``plan`` is for the gate of the plan: an architect's own one, in the shape of ``submit_plan``'s arguments.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    approved: bool
    feedback: str = ""
    automatic: bool = False
    plan: dict[str, Any] | None = None


class UnansweredError(Exception):
    """Nobody is there who could answer; the build ends with its finished work kept (exit code 3).

    Not an ``ElisaError``: a tool would turn that into a result and let the helper guess on.
    """

    def __init__(self, text: str) -> None:
        self.sentence = say("build.unanswered", text=text)
        super().__init__(self.sentence)


class People(Protocol):
    """Asks whoever is there. May wait as long as a person needs; Stop cancels the wait."""

    async def approve(self, gate: GateOpened) -> GateAnswer:
        """Return the answer at a gate, or raise ``UnansweredError`` where nobody can give one."""
        ...

    async def answer(self, question: QuestionAsked) -> str:
        """Return the answer to a question, or raise ``UnansweredError`` where nobody can give one."""
        ...


class PreparedPeople:
    """Answers from what was given beforehand, then asks ``behind``; without that, nobody is there and it never waits.

    Args:
        yes: Gates are approved; this answers no question.
        answers: One for each question, in order.
        behind: Who is asked when nothing was prepared: a terminal or a window.
    """

    def __init__(self, *, yes: bool = False, answers: Sequence[str] = (), behind: People | None = None) -> None:
        self._yes = yes
        self._answers = list(answers)
        self._behind = behind

    async def approve(self, gate: GateOpened) -> GateAnswer:
        """Say yes if that was allowed, else ask on."""
        if self._yes:
            return GateAnswer(approved=True, automatic=True)
        if self._behind is None:
            raise UnansweredError(gate.text)
        return await self._behind.approve(gate)

    async def answer(self, question: QuestionAsked) -> str:
        """Take the next prepared answer, else ask on."""
        if self._answers:
            return self._answers.pop(0)
        if self._behind is None:
            raise UnansweredError(question.text)
        return await self._behind.answer(question)
