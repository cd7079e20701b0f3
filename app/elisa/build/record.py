"""What is known of one build, folded from its journal; the only way to learn it and the only way to add to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elisa.agents.limits import Used
from elisa.sessions.entries import (
    AnswerGiven,
    AttemptFailed,
    Begun,
    Compared,
    Ended,
    Entry,
    GateClosed,
    Learned,
    MergeRefused,
    Noted,
    Planned,
    PortalAnswered,
    Prepared,
    Resumed,
    Reviewed,
    RoundTakenBack,
    RoundVerdictGiven,
    RuleJudged,
    SkillAnswered,
    SkillDone,
    Spent,
    TaskAdded,
    TaskGivenUp,
    TaskMerged,
    TaskWorked,
)

if TYPE_CHECKING:
    from elisa.core.events import AdviserNoted, LeftOut, SourcePacked, StudyCardMade, StudyDeckMade
    from elisa.sessions.journal import Journal
    from elisa.spec.changes import Changes
    from elisa.spec.plan import Plan, Task


class Record:
    """A build's memory. Each ``write`` is on the disk before it returns.

    Attributes:
        compared: How the blocks differ from what the last build made, if there was one.
        merged: What each finished task brought in, in the order of the merges.
        worked: Helpers that are through but whose work is not merged yet.
        attempts: The failed attempts of each task, in order.
        given_up: Tasks that failed for good.
        awaited: The build ended because nobody answered, and goes on now for the answer.
        facts: What the prompt of an added task carries.
        rounds: The verdicts of each loop's rounds, the look before the first one included.
        taken_back: Rounds that made it worse, by loop and number.
        skill_answers: What helpers answered inside skills made of steps, by place.
        skills: What each skill made of steps gave back, by id.
        learned: Advice, packed sources, and cards, in order.
        rules: Rules that were looked at after a task, by task and rule.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.begun: Begun | None = None
        self.prepared: Prepared | None = None
        self.compared: Compared | None = None
        self.plan: Plan | None = None
        self.added: list[Task] = []
        self.facts: dict[str, dict[str, Any]] = {}
        self.merged: dict[str, TaskMerged] = {}
        self.summaries: dict[str, TaskWorked] = {}
        self.worked: dict[str, TaskWorked] = {}
        self.attempts: dict[str, list[AttemptFailed]] = {}
        self.given_up: dict[str, TaskGivenUp] = {}
        self.gates: dict[str, GateClosed] = {}
        self.answers: dict[tuple[str, str], str] = {}
        self.awaited = False
        self.used = Used()
        self.reviews: dict[str, Reviewed] = {}
        self.portals: dict[str, PortalAnswered] = {}
        self.left_out: list[LeftOut] = []
        self.rounds: dict[str, list[RoundVerdictGiven]] = {}
        self.taken_back: dict[tuple[str, int], RoundTakenBack] = {}
        self.skill_answers: dict[str, str] = {}
        self.skills: dict[str, str] = {}
        self.rules: dict[tuple[str, str], RuleJudged] = {}
        self.learned: list[AdviserNoted | SourcePacked | StudyCardMade | StudyDeckMade] = []
        self.ended: Ended | None = None
        self.resumed = False
        for entry in journal.entries:
            self._take(entry)

    def write(self, entry: Entry) -> None:
        """Put a line on the disk and take it in."""
        self._journal.write(entry)
        self._take(entry)

    @property
    def build_id(self) -> str:
        """The build's id; only a record that was begun has one."""
        if self.begun is None:
            raise ValueError("not begun")
        return self.begun.build_id

    @property
    def changes(self) -> Changes | None:
        """How the blocks differ from what was built last; ``None`` in a first build."""
        return None if self.compared is None else self.compared.changes

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All tasks, the plan's and those added since."""
        return (*(self.plan.tasks if self.plan else ()), *self.added)

    def task(self, task_id: str) -> Task:
        """Return a task of the plan or an added one; ``KeyError`` if there is none."""
        for task in self.tasks:
            if task.id == task_id:
                return task
        raise KeyError(task_id)

    @property
    def advice(self) -> list[AdviserNoted]:
        """What advisers said so far."""
        return [event for event in self.learned if event.kind == "adviser_noted"]

    @property
    def packed(self) -> list[SourcePacked]:
        """Which sources can be read."""
        return [event for event in self.learned if event.kind == "source_packed"]

    @property
    def cards(self) -> list[StudyCardMade]:
        """The cards that were made so far."""
        return [event for event in self.learned if event.kind == "study_card_made"]

    def free_id(self, word: str) -> str:
        """Return ``word-1``, ``word-2`` …: the next for an added task that no task of the plan has taken."""
        taken = {task.id.casefold() for task in self.tasks}
        number = self.count_added(f"{word}-") + 1
        while f"{word}-{number}" in taken:
            number += 1
        return f"{word}-{number}"

    def count_added(self, prefix: str) -> int:
        """Return how many tasks were added whose id begins so (``fix-``, ``revise-`` …)."""
        return sum(task.id.startswith(prefix) for task in self.added)

    def _take(self, entry: Entry) -> None:
        match entry:
            case Begun():
                self.begun = entry
            case Resumed():
                self._take_heart()
            case Prepared():
                self.prepared = entry
            case Compared():
                self.compared = entry
            case Planned():
                self.plan = entry.plan
            case Ended():
                self.ended = entry
            case _:
                self._take_note(entry)

    def _take_note(self, entry: Entry) -> None:
        match entry:
            case Noted():
                self.left_out.append(entry.left_out)
            case Spent():
                self._count(entry)
            case GateClosed():
                self.gates[entry.gate_id] = entry
            case AnswerGiven():
                self.answers[entry.task_id, entry.question] = entry.answer
                self.awaited = False
            case PortalAnswered():
                self.portals[entry.key] = entry
            case Reviewed():
                self.reviews[entry.task_id] = entry
            case _:
                self._take_judgement(entry)

    def _take_judgement(self, entry: Entry) -> None:
        match entry:
            case RoundVerdictGiven(loop_id=loop_id):
                self.rounds.setdefault(loop_id, []).append(entry)
            case RoundTakenBack(loop_id=loop_id, number=number):
                self.taken_back[loop_id, number] = entry
            case SkillAnswered(place=place):
                self.skill_answers[place] = entry.answer
            case SkillDone(skill_id=skill_id):
                self.skills[skill_id] = entry.output
            case RuleJudged(task_id=task_id, rule_id=rule_id):
                self.rules[task_id, rule_id] = entry
            case Learned():
                self.learned.append(entry.event)
            case _:
                self._take_task(entry)

    def _take_task(self, entry: Entry) -> None:
        match entry:
            case TaskAdded():
                self.added.append(entry.task)
                self.facts[entry.task.id] = entry.facts
            case TaskWorked():
                self.worked[entry.task_id] = entry
                self.summaries[entry.task_id] = entry
            case MergeRefused(task_id=task_id):
                self._end_merge(task_id)
            case TaskMerged(task_id=task_id):
                self._end_merge(task_id)
                self.merged[task_id] = entry
            case AttemptFailed(task_id=task_id):
                self.attempts.setdefault(task_id, []).append(entry)
            case TaskGivenUp(task_id=task_id):
                self.given_up[task_id] = entry
            case _:
                pass

    def _count(self, spent: Spent) -> None:
        used = self.used
        used.turns += 1
        used.tokens += spent.input_tokens + spent.output_tokens
        used.usd += spent.cost_usd or 0.0
        used.seconds += spent.seconds
        used.estimated = used.estimated or spent.estimated

    def _end_merge(self, task_id: str) -> None:
        self.worked.pop(task_id, None)

    def _take_heart(self) -> None:
        self.resumed = True
        if self.ended is None:
            return
        final = self.ended.final
        self.awaited = final.kind == "build_finished" and final.outcome == "unanswered"
        self.ended = None
        self.left_out.clear()
        for task_id in list(self.given_up):
            del self.given_up[task_id]
            self.attempts.pop(task_id, None)
        for gate_id in [gate_id for gate_id, gate in self.gates.items() if not gate.approved]:
            del self.gates[gate_id]
