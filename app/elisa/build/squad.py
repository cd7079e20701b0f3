"""Who is on the team of one build: the child's own helpers, else the default squad."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.spec import limits
from elisa.spec.plan import AgentProfile
from elisa.workspace.paths import BlockedPathError, judge

if TYPE_CHECKING:
    from elisa.spec.nugget import Agent, NuggetSpec, Role

_ROLES: dict[str, Role] = {"builder": "builder", "tester": "tester", "reviewer": "reviewer"}


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
