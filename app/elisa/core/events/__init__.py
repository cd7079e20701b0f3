"""Everything that can happen, as one union told apart by ``kind``; higher floors show it, nobody else changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pydantic import Field, TypeAdapter

from elisa.core.events.base import Event
from elisa.core.events.build import (
    AgentSpoke,
    AgentStuck,
    AnswerCutOff,
    BudgetWarned,
    BuildCancelled,
    BuildFailed,
    BuildFinished,
    BuildStarted,
    ChecklistShown,
    FileShrank,
    GateAnswered,
    GateOpened,
    LeftOut,
    MergeConflicted,
    NarratorSpoke,
    PageServed,
    Phase,
    PhaseChanged,
    PlannedTask,
    PlanReady,
    PlanRefused,
    ProviderWaited,
    QuestionAnswered,
    QuestionAsked,
    RequirementJudged,
    ReviewFinished,
    TaskFailed,
    TaskFinished,
    TaskNotStarted,
    TaskStarted,
    TestFinished,
    TestsFinished,
    ToolBlocked,
    ToolCalled,
    ToolFinished,
    UsageReported,
    Verdict,
    VersionSaved,
)

AnyEvent = Annotated[
    BuildStarted | PhaseChanged | PlanRefused | PlanReady
    | TaskStarted | TaskFinished | TaskFailed | TaskNotStarted
    | AgentSpoke | AgentStuck | AnswerCutOff | ToolCalled | ToolFinished | ToolBlocked | FileShrank
    | MergeConflicted | VersionSaved | UsageReported | BudgetWarned | ProviderWaited
    | GateOpened | GateAnswered | QuestionAsked | QuestionAnswered
    | TestFinished | TestsFinished | RequirementJudged | ReviewFinished | NarratorSpoke
    | ChecklistShown | PageServed | LeftOut | BuildFinished | BuildFailed | BuildCancelled,
    Field(discriminator="kind"),
]  # fmt: skip

EVENTS: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)
Emit = Callable[[Event], None]

__all__ = [
    "EVENTS",
    "AgentSpoke",
    "AgentStuck",
    "AnswerCutOff",
    "AnyEvent",
    "BudgetWarned",
    "BuildCancelled",
    "BuildFailed",
    "BuildFinished",
    "BuildStarted",
    "ChecklistShown",
    "Emit",
    "Event",
    "FileShrank",
    "GateAnswered",
    "GateOpened",
    "LeftOut",
    "MergeConflicted",
    "NarratorSpoke",
    "PageServed",
    "Phase",
    "PhaseChanged",
    "PlanReady",
    "PlanRefused",
    "PlannedTask",
    "ProviderWaited",
    "QuestionAnswered",
    "QuestionAsked",
    "RequirementJudged",
    "ReviewFinished",
    "TaskFailed",
    "TaskFinished",
    "TaskNotStarted",
    "TaskStarted",
    "TestFinished",
    "TestsFinished",
    "ToolBlocked",
    "ToolCalled",
    "ToolFinished",
    "UsageReported",
    "Verdict",
    "VersionSaved",
]
