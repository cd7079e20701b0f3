"""Task and Plan: how the helpers cut the work, in which order, and who does what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from elisa.spec.nugget import Role

if TYPE_CHECKING:
    import networkx as nx

TaskKind = Literal["build", "test", "review", "guide", "fix"]
PlanSource = Literal["model", "rules", "person"]


class AgentProfile(BaseModel):
    """A member of the team for one build. Paths are relative to the nugget, with ``/``, and may hold ``*``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    role: Role
    persona: str = ""
    allowed_paths: tuple[str, ...] = ()
    restricted_paths: tuple[str, ...] = ()


class Task(BaseModel):
    """One piece of work for one helper; done when its acceptance criteria hold."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    name: str
    description: str
    kind: TaskKind = "build"
    agent_name: str
    acceptance_criteria: tuple[str, ...] = ()
    dependencies: tuple[str, ...] = ()
    requirement_ids: tuple[str, ...] = ()
    removes: tuple[str, ...] = ()
    complexity: Literal["simple", "medium", "complex"] = "medium"


class PlannedGate(BaseModel):
    """The build waits here for a person: after ``after_tasks``, before ``before_tasks``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    text: str
    after_tasks: tuple[str, ...] = ()
    before_tasks: tuple[str, ...] = ()
    block_id: str | None = None


class Plan(BaseModel):
    """The task graph of one build. A plan is only ever made by ``build.plan``, which checks it first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tasks: tuple[Task, ...]
    agents: tuple[AgentProfile, ...]
    explanation: str = ""
    gates: tuple[PlannedGate, ...] = ()
    left_out: tuple[str, ...] = Field(default=(), description="Requirement ids that nobody takes on, with no task.")
    left_out_reasons: dict[str, str] = Field(default_factory=dict, description="Why, for a child, by requirement id.")
    source: PlanSource = "model"

    def graph(self) -> nx.DiGraph[str]:
        """Return the graph: an edge from each task to those that wait for it. Unknown dependencies are skipped."""
        import networkx as nx

        graph: nx.DiGraph[str] = nx.DiGraph()
        known = {task.id for task in self.tasks}
        graph.add_nodes_from(task.id for task in self.tasks)
        for task in self.tasks:
            graph.add_edges_from((needed, task.id) for needed in task.dependencies if needed in known)
        return graph

    def task(self, task_id: str) -> Task:
        """Return the task with this id.

        Raises:
            KeyError: There is none.
        """
        for task in self.tasks:
            if task.id == task_id:
                return task
        raise KeyError(task_id)

    def agent(self, name: str) -> AgentProfile:
        """Return the helper with this name.

        Raises:
            KeyError: There is none.
        """
        for agent in self.agents:
            if agent.name == name:
                return agent
        raise KeyError(name)
