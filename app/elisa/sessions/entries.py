"""The lines of a build's journal: what is about to happen, and what is done; frozen models, told by ``kind``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from elisa.core.events.build import BuildCancelled, BuildFailed, BuildFinished, LeftOut
from elisa.core.events.learning import AdviserNoted, SourcePacked, StudyCardMade, StudyDeckMade
from elisa.spec.changes import Changes
from elisa.spec.plan import Plan, Task


class Entry(BaseModel):
    """Base of all lines; keys of a newer program are skipped, so that an older one can still read on."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Begun(Entry):
    """A build was asked for. ``source`` is a digest of spec, provider and model: a resumed build must have the same."""

    kind: Literal["begun"] = "begun"
    build_id: str
    goal: str
    provider: str
    model: str
    source: str


class Resumed(Entry):
    """The build goes on. What was given up before its end was told (not before a kill) gets a new chance."""

    kind: Literal["resumed"] = "resumed"


class Prepared(Entry):
    """Hand edits are a version and the nugget's own files are in place; ``base`` is the version before any work."""

    kind: Literal["prepared"] = "prepared"
    base: str | None


class Compared(Entry):
    """The blocks were compared with what the last build made; ``renamed`` are ids in tests, old to new."""

    kind: Literal["compared"] = "compared"
    changes: Changes
    renamed: dict[str, str] = Field(default_factory=dict)


class Planned(Entry):
    """The checked plan; from here on no planning call is made again."""

    kind: Literal["planned"] = "planned"
    plan: Plan


class TaskAdded(Entry):
    """A task that the plan did not have: a fix, a rework, a revision; ``facts`` go into its prompt."""

    kind: Literal["task_added"] = "task_added"
    task: Task
    facts: dict[str, Any] = Field(default_factory=dict)


class TaskBegun(Entry):
    """A helper is about to begin (``attempt`` from 1)."""

    kind: Literal["task_begun"] = "task_begun"
    task_id: str
    attempt: int


class Held(Entry):
    """A worktree that holds finished work; ``folder`` is relative to the nugget, ``base`` the version it began on."""

    name: str
    folder: str
    base: str


class TaskWorked(Entry):
    """A helper is through: the intent to merge. No model call is made again for this task, whatever comes.

    ``shortfall`` says why the work was kept although the helper was not done (a limit was reached); ``wrote`` names
    what it wrote, also where the same stood there before.
    """

    kind: Literal["task_worked"] = "task_worked"
    task_id: str
    agent_name: str
    attempt: int
    merge_id: str
    worktree: Held
    summary: str
    shortfall: str = ""
    wrote: tuple[str, ...] = ()


class MergeRefused(Entry):
    """The merge met a conflict and changed nothing; the task begins again on top of the merged result."""

    kind: Literal["merge_refused"] = "merge_refused"
    task_id: str
    merge_id: str
    paths: tuple[str, ...]


class TaskMerged(Entry):
    """The merge is done. ``before`` and ``version`` are what lies on either side of it; equal when nothing changed."""

    kind: Literal["task_merged"] = "task_merged"
    task_id: str
    merge_id: str
    before: str | None
    version: str | None
    files: tuple[str, ...] = ()


class TaskGivenUp(Entry):
    """A task failed for good."""

    kind: Literal["task_given_up"] = "task_given_up"
    task_id: str
    agent_name: str
    attempt: int
    reason: str


class AttemptFailed(Entry):
    """One attempt failed and left no trace; the next one hears why, what it had changed, and which tests were red."""

    kind: Literal["attempt_failed"] = "attempt_failed"
    task_id: str
    attempt: int
    reason: str
    diff: str = ""
    failing_tests: dict[str, str] = Field(default_factory=dict)


class GateClosed(Entry):
    """A person answered a gate."""

    kind: Literal["gate_closed"] = "gate_closed"
    gate_id: str
    approved: bool
    feedback: str = ""


class AnswerGiven(Entry):
    """A person answered a helper's question; the same question of the same task gets it again."""

    kind: Literal["answer_given"] = "answer_given"
    task_id: str
    question: str
    answer: str


class PortalAnswered(Entry):
    """A portal was used for one block; it is not used for that again."""

    kind: Literal["portal_answered"] = "portal_answered"
    key: str
    output: str
    fault: str = ""


class Spent(Entry):
    """One model call, as it was counted (seconds); ``cost_usd`` is ``None`` where no price is known."""

    kind: Literal["spent"] = "spent"
    task_id: str | None
    input_tokens: int
    output_tokens: int
    cost_usd: float | None = None
    estimated: bool = False
    seconds: float = 0.0


class Reviewed(Entry):
    """A reviewer's verdict."""

    kind: Literal["reviewed"] = "reviewed"
    task_id: str
    verdict: Literal["approved", "needs_changes"]
    reason: str


class RoundVerdictGiven(Entry):
    """A round was judged (number 0: before the first one); no judging call is made again for it.

    Attributes:
        loop_id: Which rounds.
        broken: Tests that should pass and do not, and tests that are gone.
        passed: Tests that pass.
        closeness: How close it is to the condition, 0 to 10.
        version: The nugget's version that was judged; ``None`` without versions.
        failing: Names of the tests that failed.
    """

    kind: Literal["round_verdict_given"] = "round_verdict_given"
    loop_id: str
    number: int
    verdict: Literal["approved", "needs_changes", "cannot_judge"]
    reason: str
    by: Literal["tests", "judge", "review"]
    broken: int = 0
    passed: int = 0
    closeness: int = 5
    version: str | None = None
    failing: tuple[str, ...] = ()


class RoundTakenBack(Entry):
    """The intent to go back to the version of round ``best``, because round ``number`` made it worse; then ``done``."""

    kind: Literal["round_taken_back"] = "round_taken_back"
    loop_id: str
    number: int
    best: int
    version: str
    merge_id: str
    done: bool = False


class SkillAnswered(Entry):
    """A helper's answer inside a skill made of steps; ``place`` names the step and the skills that lead to it."""

    kind: Literal["skill_answered"] = "skill_answered"
    place: str
    answer: str


class SkillDone(Entry):
    """A skill made of steps is through: no step of it is done again."""

    kind: Literal["skill_done"] = "skill_done"
    skill_id: str
    output: str


class RuleJudged(Entry):
    """A rule was looked at after a task."""

    kind: Literal["rule_judged"] = "rule_judged"
    task_id: str
    rule_id: str
    verdict: Literal["approved", "needs_changes", "cannot_judge"]
    reason: str


class Learned(Entry):
    """Advice was given, a source was packed, a card or the deck was made: it is not done again."""

    kind: Literal["learned"] = "learned"
    event: Annotated[AdviserNoted | SourcePacked | StudyCardMade | StudyDeckMade, Field(discriminator="kind")]


class Noted(Entry):
    """Something was left out."""

    kind: Literal["noted"] = "noted"
    left_out: LeftOut


class Ended(Entry):
    """The build's one final event."""

    kind: Literal["ended"] = "ended"
    final: Annotated[BuildFinished | BuildFailed | BuildCancelled, Field(discriminator="kind")]


AnyEntry = Annotated[
    Begun | Resumed | Prepared | Compared | Planned | TaskAdded | TaskBegun | TaskWorked | MergeRefused | TaskMerged
    | TaskGivenUp | AttemptFailed | GateClosed | AnswerGiven | PortalAnswered | Spent | Reviewed | Noted | Ended
    | RoundVerdictGiven | RoundTakenBack | SkillAnswered | SkillDone | RuleJudged | Learned,
    Field(discriminator="kind"),
]  # fmt: skip

ENTRIES: TypeAdapter[AnyEntry] = TypeAdapter(AnyEntry)
