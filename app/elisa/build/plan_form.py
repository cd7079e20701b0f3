"""The plan as a helper hands it in: the arguments of the forced tool call ``submit_plan``."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from elisa.providers.base import ToolDefinition
from elisa.spec.nugget import Role
from elisa.spec.plan import TaskKind

SUBMIT_PLAN = "submit_plan"


class _Form(BaseModel):
    """Extra keys of a talkative model are dropped instead of refused."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class TaskForm(_Form):
    """One piece of work for one helper."""

    id: str = Field(description="Short, unique: letters, digits, - and _ only.")
    name: str = Field(description="A few words that a child understands.")
    description: str = Field(default="", description="What to make, in enough detail to do it without asking.")
    kind: TaskKind = "build"
    agent_name: str = Field(description="The helper who does it; must stand in agents.")
    acceptance_criteria: list[str] = Field(default=[], description="At least one thing that can be checked.")
    dependencies: list[str] = Field(default=[], description="Ids of tasks that must be done first.")
    requirement_ids: list[str] = Field(default=[], description="The wishes (req_0 …) that this task fulfils.")
    removes: list[str] = Field(default=[], description="The taken-away wishes (gone_0 …) that this task takes out.")
    again: str = Field(default="", description="Why it does wishes again that are done already; else empty.")
    complexity: Literal["simple", "medium", "complex"] = "medium"


class AgentForm(_Form):
    """One helper of the team."""

    name: str
    role: Role
    persona: str = ""
    allowed_paths: list[str] = Field(default=[], description="Only these places may be written; empty means all.")
    restricted_paths: list[str] = Field(default=[], description="These places may never be written.")


class PlanForm(_Form):
    """The whole plan."""

    tasks: list[TaskForm]
    agents: list[AgentForm] = []
    explanation: str = Field(default="", description="Why the work was cut this way, for a child, in 2 sentences.")
    left_out: list[str] = Field(default=[], description="Ids of wishes that no task takes on.")
    left_out_reasons: dict[str, str] = Field(default={}, description="For each id in left_out: why, for a child.")


def plan_tool() -> ToolDefinition:
    """Return the definition of ``submit_plan`` with the JSON schema of a plan."""
    return ToolDefinition(
        name=SUBMIT_PLAN,
        description="Hand in the plan: the tasks, who does each, in which order, and why.",
        parameters=_without_titles(PlanForm.model_json_schema()),
    )


def _without_titles(schema: dict[str, Any]) -> dict[str, Any]:
    """Drop pydantic's ``title`` of each schema: bytes that are sent with every call and say nothing."""
    return {key: _plain(value) for key, value in schema.items() if not (key == "title" and isinstance(value, str))}


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return _without_titles(value)
    return [_plain(item) for item in value] if isinstance(value, list) else value
