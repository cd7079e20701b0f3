"""Gates and questions of a build: shown, answered by whoever is there, remembered in the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.build.people import PreparedPeople
from elisa.core.events import GateAnswered, GateOpened, QuestionAnswered, QuestionAsked
from elisa.core.ids import new_id
from elisa.sessions.entries import AnswerGiven, GateClosed

if TYPE_CHECKING:
    from elisa.build.people import GateAnswer
    from elisa.build.record import Record
    from elisa.build.setting import Setting
    from elisa.core.events import Emit
    from elisa.spec.plan import PlannedGate


class Asking:
    """Asks people. What was answered before a kill is not asked again."""

    def __init__(self, setting: Setting, record: Record, emit: Emit) -> None:
        left = _not_used_yet(setting.answers, record)
        self._people = PreparedPeople(yes=setting.yes, answers=left, behind=setting.people)
        self._record, self._emit = record, emit

    async def ask(self, task_id: str, text: str, options: tuple[str, ...] = (), *, key: str = "") -> str:
        """Return a person's answer to a question; ``key`` tells equal questions apart.

        Raises:
            UnansweredError: Nobody is there.
        """
        name = key or text
        known = self._record.answers.get((task_id, name))
        if known is not None:
            return known
        question = QuestionAsked(question_id=new_id("question"), task_id=task_id, text=text, options=options)
        self._emit(question)
        answer = await self._people.answer(question)
        self._record.write(AnswerGiven(task_id=task_id, question=name, answer=answer))
        self._emit(QuestionAnswered(question_id=question.question_id, answer=answer))
        return answer

    async def approve(self, gate: PlannedGate) -> GateAnswer:
        """Return a person's answer at a gate.

        Raises:
            UnansweredError: Nobody is there.
        """
        opened = GateOpened(gate_id=gate.id, text=gate.text, block_id=gate.block_id)
        self._emit(opened)
        answer = await self._people.approve(opened)
        self._emit(
            GateAnswered(
                gate_id=gate.id, approved=answer.approved, feedback=answer.feedback, automatic=answer.automatic
            )
        )
        return answer

    def close_gate(self, gate: PlannedGate, answer: GateAnswer) -> None:
        """Remember that a gate is settled, so that a resumed build does not ask again."""
        self._record.write(GateClosed(gate_id=gate.id, approved=answer.approved, feedback=answer.feedback))


def _not_used_yet(answers: tuple[str, ...], record: Record) -> tuple[str, ...]:
    """Return the answers that are still to be given.

    Who goes on gives either the same ones once more, and then the first of them are used already, or only new ones.
    """
    used = tuple(record.answers.values())
    both = min(len(used), len(answers))
    same = answers[:both] == used[:both]
    only_new = not same or (record.awaited and len(answers) <= len(used))
    return answers if only_new else answers[both:]
