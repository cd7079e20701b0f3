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
    ContextTrimmed,
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
    ProgramReady,
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
from elisa.core.events.learning import AdviserNoted, SourcePacked, StudyCardMade, StudyDeckMade, TeachingMoment
from elisa.core.events.portals import PortalUsed
from elisa.core.events.rounds import JudgedBy, RoundJudged, RoundStarted, RoundUndone, RoundVerdict
from elisa.core.events.skills import RuleChecked, SkillFinished, SkillStarted, SkillStepped

AnyEvent = Annotated[
    BuildStarted | PhaseChanged | PlanRefused | PlanReady
    | TaskStarted | TaskFinished | TaskFailed | TaskNotStarted
    | AgentSpoke | AgentStuck | AnswerCutOff | ContextTrimmed | ToolCalled | ToolFinished | ToolBlocked | FileShrank
    | MergeConflicted | VersionSaved | UsageReported | BudgetWarned | ProviderWaited
    | GateOpened | GateAnswered | QuestionAsked | QuestionAnswered
    | TestFinished | TestsFinished | RequirementJudged | ReviewFinished | NarratorSpoke
    | RoundStarted | RoundJudged | RoundUndone | SkillStarted | SkillStepped | SkillFinished | RuleChecked
    | AdviserNoted | SourcePacked | StudyCardMade | StudyDeckMade | TeachingMoment
    | PortalUsed | ChecklistShown | PageServed | ProgramReady | LeftOut | BuildFinished | BuildFailed | BuildCancelled,
    Field(discriminator="kind"),
]  # fmt: skip

EVENTS: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)
Emit = Callable[[Event], None]

__all__ = [
    "EVENTS",
    "AdviserNoted",
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
    "ContextTrimmed",
    "Emit",
    "Event",
    "FileShrank",
    "GateAnswered",
    "GateOpened",
    "JudgedBy",
    "LeftOut",
    "MergeConflicted",
    "NarratorSpoke",
    "PageServed",
    "Phase",
    "PhaseChanged",
    "PlanReady",
    "PlanRefused",
    "PlannedTask",
    "PortalUsed",
    "ProgramReady",
    "ProviderWaited",
    "QuestionAnswered",
    "QuestionAsked",
    "RequirementJudged",
    "ReviewFinished",
    "RoundJudged",
    "RoundStarted",
    "RoundUndone",
    "RoundVerdict",
    "RuleChecked",
    "SkillFinished",
    "SkillStarted",
    "SkillStepped",
    "SourcePacked",
    "StudyCardMade",
    "StudyDeckMade",
    "TaskFailed",
    "TaskFinished",
    "TaskNotStarted",
    "TaskStarted",
    "TeachingMoment",
    "TestFinished",
    "TestsFinished",
    "ToolBlocked",
    "ToolCalled",
    "ToolFinished",
    "UsageReported",
    "Verdict",
    "VersionSaved",
]
