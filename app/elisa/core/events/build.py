"""Events of one build, from GO to done. Every build ends with exactly one of the last three."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from elisa.core.events.base import Event

Phase = Literal["idle", "planning", "executing", "testing", "reviewing", "deploying", "done"]
Verdict = Literal["proven", "proves_nothing", "failed", "not_tested", "left_out"]


class BuildStarted(Event):
    """GO was pressed (or a stopped build goes on, then ``resumed``)."""

    kind: Literal["build_started"] = "build_started"
    build_id: str
    goal: str
    provider: str
    model: str
    resumed: bool = False


class PhaseChanged(Event):
    """The build went on to its next phase."""

    kind: Literal["phase_changed"] = "phase_changed"
    phase: Phase


class PlannedTask(Event):
    """A task as the screen shows it; part of ``PlanReady``."""

    kind: Literal["planned_task"] = "planned_task"
    id: str
    name: str
    description: str
    task_kind: str
    agent_name: str
    role: str
    dependencies: tuple[str, ...] = ()
    requirement_ids: tuple[str, ...] = ()
    acceptance_criteria: tuple[str, ...] = ()


class PlanRefused(Event):
    """A plan had faults and was sent back (``attempt`` counts from 1)."""

    kind: Literal["plan_refused"] = "plan_refused"
    attempt: int
    faults: tuple[str, ...]


class PlanReady(Event):
    """The checked plan, and why it was cut that way; ``source`` is who made it."""

    kind: Literal["plan_ready"] = "plan_ready"
    tasks: tuple[PlannedTask, ...]
    explanation: str
    source: Literal["model", "rules", "person"]


class TaskStarted(Event):
    """A helper began a task (``attempt`` counts from 1); ``task_name`` is for people, also where no plan named it."""

    kind: Literal["task_started"] = "task_started"
    task_id: str
    agent_name: str
    attempt: int = 1
    task_name: str = ""


class TaskFinished(Event):
    """A task's work was merged into the nugget."""

    kind: Literal["task_finished"] = "task_finished"
    task_id: str
    agent_name: str
    summary: str
    files: tuple[str, ...] = ()
    version: str | None = None


class TaskFailed(Event):
    """An attempt failed; ``final`` when there is no further one."""

    kind: Literal["task_failed"] = "task_failed"
    task_id: str
    agent_name: str
    reason: str
    attempt: int
    final: bool


class TaskNotStarted(Event):
    """A task was never begun, and that is not a failure: budget, Stop, or one that it needs failed."""

    kind: Literal["task_not_started"] = "task_not_started"
    task_id: str
    reason: Literal["budget", "stopped", "dependency", "gate"]


class AgentSpoke(Event):
    """A piece of a helper's streaming text."""

    kind: Literal["agent_spoke"] = "agent_spoke"
    task_id: str
    agent_name: str
    text: str


class ToolCalled(Event):
    """A helper uses a tool; ``summary`` is short and shows no file's content."""

    kind: Literal["tool_called"] = "tool_called"
    task_id: str
    agent_name: str
    call_id: str
    tool: str
    summary: str


class ToolFinished(Event):
    """A tool answered; ``ok`` is false when the helper was told what to do differently."""

    kind: Literal["tool_finished"] = "tool_finished"
    task_id: str
    call_id: str
    tool: str
    ok: bool
    summary: str


class ToolBlocked(Event):
    """A helper tried something that it may not do; nothing happened."""

    kind: Literal["tool_blocked"] = "tool_blocked"
    task_id: str
    agent_name: str
    tool: str
    reason: str


class FileShrank(Event):
    """A file was rewritten to under a third of its size (bytes)."""

    kind: Literal["file_shrank"] = "file_shrank"
    task_id: str
    path: str
    before: int
    after: int


class MergeConflicted(Event):
    """Two helpers changed the same place; the task is tried again on top of the merged result."""

    kind: Literal["merge_conflicted"] = "merge_conflicted"
    task_id: str
    paths: tuple[str, ...]


class VersionSaved(Event):
    """The nugget's folder became a version that can be gone back to."""

    kind: Literal["version_saved"] = "version_saved"
    version: str
    message: str
    task_id: str | None = None
    files: tuple[str, ...] = ()


class UsageReported(Event):
    """What one model call cost, and how long it took (seconds).

    ``cost_usd`` is ``None`` where no price is known; ``estimated`` means "about".
    """

    kind: Literal["usage_reported"] = "usage_reported"
    agent_name: str
    task_id: str | None = None
    input_tokens: int
    output_tokens: int
    cost_usd: float | None = None
    estimated: bool = False
    seconds: float = 0.0


class BudgetWarned(Event):
    """80 % of what the build may use are used: ``of`` its tokens, money, calls or time; ``estimated`` means "about"."""

    kind: Literal["budget_warned"] = "budget_warned"
    used_tokens: int
    budget_tokens: int
    of: Literal["tokens", "money", "turns", "time"] = "tokens"
    used_usd: float = 0.0
    budget_usd: float | None = None
    estimated: bool = False


class ContextTrimmed(Event):
    """A helper's conversation grew too long: by now ``turns`` old turns are notes, and ``results`` were shortened."""

    kind: Literal["context_trimmed"] = "context_trimmed"
    task_id: str
    agent_name: str
    turns: int
    results: int


class ProviderWaited(Event):
    """The model is busy; the next try comes in ``seconds``."""

    kind: Literal["provider_waited"] = "provider_waited"
    task_id: str | None = None
    seconds: float
    reason: str


class AgentStuck(Event):
    """A helper repeated itself and was stopped."""

    kind: Literal["agent_stuck"] = "agent_stuck"
    task_id: str
    agent_name: str
    steps: int


class AnswerCutOff(Event):
    """A model's answer ended at its length limit; nothing of it was run. ``tool`` is the call that was cut, if any."""

    kind: Literal["answer_cut_off"] = "answer_cut_off"
    task_id: str
    agent_name: str
    tool: str | None = None


class GateOpened(Event):
    """The build waits for a person's yes."""

    kind: Literal["gate_opened"] = "gate_opened"
    gate_id: str
    text: str
    block_id: str | None = None


class GateAnswered(Event):
    """A person (or ``--yes``, then ``automatic``) answered a gate."""

    kind: Literal["gate_answered"] = "gate_answered"
    gate_id: str
    approved: bool
    feedback: str = ""
    automatic: bool = False


class QuestionAsked(Event):
    """A helper asks the child something."""

    kind: Literal["question_asked"] = "question_asked"
    question_id: str
    task_id: str
    text: str
    options: tuple[str, ...] = ()


class QuestionAnswered(Event):
    """The answer that the helper got."""

    kind: Literal["question_answered"] = "question_answered"
    question_id: str
    answer: str


class TestFinished(Event):
    """One test of the nugget ran; ``skipped`` is neither passed nor failed."""

    __test__ = False
    kind: Literal["test_finished"] = "test_finished"
    name: str
    status: Literal["passed", "failed", "skipped"]
    requirement_id: str | None = None
    message: str = ""


class TestsFinished(Event):
    """All tests ran; ``coverage`` in percent where it was measured."""

    __test__ = False
    kind: Literal["tests_finished"] = "tests_finished"
    passed: int
    failed: int
    skipped: int
    coverage: float | None = None


class RequirementJudged(Event):
    """Red before and green after is ``proven``; green before ``proves_nothing``; no test ``not_tested``."""

    kind: Literal["requirement_judged"] = "requirement_judged"
    requirement_id: str
    block_id: str | None = None
    verdict: Verdict
    reason: str = ""
    wish: str = ""


class ReviewFinished(Event):
    """A reviewer's verdict, which counts."""

    kind: Literal["review_finished"] = "review_finished"
    agent_name: str
    verdict: Literal["approved", "needs_changes"]
    reason: str


class NarratorSpoke(Event):
    """One short sentence for the child on what just happened."""

    kind: Literal["narrator_spoke"] = "narrator_spoke"
    text: str
    mood: Literal["excited", "encouraging", "concerned", "celebrating"]
    task_id: str | None = None


class ChecklistShown(Event):
    """The ``before_deploy`` rules, before anything goes out."""

    kind: Literal["checklist_shown"] = "checklist_shown"
    rules: tuple[str, ...]


class PageServed(Event):
    """The nugget can be looked at under ``url``, on this computer only; a page there was seen to load."""

    kind: Literal["page_served"] = "page_served"
    url: str


class ProgramReady(Event):
    """The nugget is a Python program, ``path`` below its folder, and was seen to start."""

    kind: Literal["program_ready"] = "program_ready"
    path: str


class LeftOut(Event):
    """Something was asked for, or usually happens, and did not; ``requirement_id`` if a block asked for it."""

    kind: Literal["left_out"] = "left_out"
    what: str
    reason: str
    requirement_id: str | None = None


class BuildFinished(Event):
    """The build came to its end; parts left out are named, and a failing test is said.

    ``tokens`` and ``cost_usd`` are those of the whole build, runs before a kill included; ``estimated`` means "about".
    """

    kind: Literal["build_finished"] = "build_finished"
    build_id: str
    summary: str
    left_out: tuple[LeftOut, ...] = ()
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    version: str | None = None
    outcome: Literal["done", "nothing_made", "tests_failing", "not_tested", "budget", "unanswered"] = "done"
    tokens: int = 0
    cost_usd: float | None = None
    estimated: bool = False


class BuildFailed(Event):
    """The build could not go on; what was merged before stays."""

    kind: Literal["build_failed"] = "build_failed"
    build_id: str
    code: str
    sentence: str
    detail: str = Field(default="", repr=False)


class BuildCancelled(Event):
    """Stop was pressed; finished work stays."""

    kind: Literal["build_cancelled"] = "build_cancelled"
    build_id: str
