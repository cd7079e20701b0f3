"""Who is on the team of one build: the child's own helpers, else the default squad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.spec import limits
from elisa.spec.plan import AgentProfile
from elisa.workspace.paths import BlockedPathError, judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.build.plan_form import AgentForm, PlanForm
    from elisa.spec.nugget import Agent, NuggetSpec, Role
    from elisa.spec.plan import Plan

_ROLES: dict[str, Role] = {"builder": "builder", "tester": "tester", "reviewer": "reviewer"}
_WORK = (
    (("build", "fix", "guide"), ("builder", "custom")),
    (("test",), ("tester",)),
    (("review",), ("reviewer",)),
)


def default_squad() -> tuple[AgentProfile, ...]:
    """Return the three helpers of a nugget that names none."""
    return (
        AgentProfile(name=say("build.builder_name"), role="builder"),
        AgentProfile(name=say("build.tester_name"), role="tester"),
        AgentProfile(name=say("build.reviewer_name"), role="reviewer"),
    )


def squad_of(spec: NuggetSpec) -> tuple[AgentProfile, ...]:
    """Return the child's helpers (an empty list counts as none), with a builder among them in any case."""
    own = tuple(_profile(agent) for agent in spec.agents)
    unique = tuple({agent.name: agent for agent in own}.values())
    if not unique:
        return default_squad()
    if any(agent.role in ("builder", "custom") for agent in unique):
        return unique
    return (*(agent for agent in default_squad() if agent.role == "builder"), *unique)


def narrowed(agent: AgentProfile, planned: AgentForm | None) -> AgentProfile:
    """Return a child's helper with the paths that a plan gives it: a plan may narrow what it writes, never widen it."""
    if planned is None:
        return agent
    allowed = agent.allowed_paths or tuple(planned.allowed_paths)
    restricted = tuple(dict.fromkeys((*agent.restricted_paths, *planned.restricted_paths)))
    return agent.model_copy(update={"allowed_paths": allowed, "restricted_paths": restricted})


def idle_faults(form: PlanForm, spec: NuggetSpec) -> Iterator[str]:
    """Yield each helper of the child who got nothing to do although there is enough for all of its role."""
    busy = {task.agent_name for task in form.tasks}
    for kinds, roles in _WORK:
        helpers = [agent.name for agent in spec.agents if _ROLES.get(agent.role, "custom") in roles]
        tasks = [task for task in form.tasks if task.kind in kinds]
        if "tester" in roles and helpers and not tasks and spec.requirements:
            yield say("squad.fault_no_tests", agent=helpers[0])
        elif len(tasks) >= len(set(helpers)):
            for name in dict.fromkeys(name for name in helpers if name not in busy):
                yield say("squad.fault_idle", agent=name)


def idle_helpers(spec: NuggetSpec, plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield name and reason of each helper of the child for whom the agreed plan has no task."""
    busy = {task.agent_name for task in plan.tasks}
    if spec.workflow.review_enabled and not any(task.kind == "review" for task in plan.tasks):
        busy |= {agent.name for agent in [one for one in plan.agents if one.role == "reviewer"][:1]}
    for name in dict.fromkeys(agent.name for agent in spec.agents):
        if name not in busy:
            yield say("squad.idle_name", name=name), say("squad.idle")


def with_reviewer(team: tuple[AgentProfile, ...]) -> tuple[AgentProfile, ...]:
    """Return the team with a reviewer in it: the default one where the child has none and nobody has that name."""
    if any(agent.role == "reviewer" for agent in team):
        return team
    names = {agent.name for agent in team}
    return (*team, *(agent for agent in default_squad() if agent.role == "reviewer" and agent.name not in names))


def with_default_roles(spec: NuggetSpec) -> tuple[AgentProfile, ...]:
    """Return the child's helpers, and of the default squad those whose role nobody has yet."""
    own = squad_of(spec)
    roles, names = {agent.role for agent in own}, {agent.name for agent in own}
    return (*own, *(agent for agent in default_squad() if agent.role not in roles and agent.name not in names))


def _profile(agent: Agent) -> AgentProfile:
    return AgentProfile(
        name=agent.name,
        role=_ROLES.get(agent.role, "custom"),
        persona=agent.persona[: limits.PERSONA],
        allowed_paths=tuple(path for path in agent.allowed_paths or () if is_safe_path(path)),
        restricted_paths=tuple(path for path in agent.restricted_paths or () if is_safe_path(path)),
    )


def is_safe_path(pattern: str) -> bool:
    """Tell whether a path pattern of a plan (with ``*``) stays inside the nugget and out of ``.elisa``."""
    try:
        judge(pattern)
    except BlockedPathError:
        return False
    return bool(pattern.strip())
