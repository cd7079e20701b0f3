"""Who does what: the child's helpers where there are some, else the usual three."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elisa.core.text import say

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec


@dataclass
class Team:
    """Names of the helpers by what they may do, and their personas."""

    builders: list[str] = field(default_factory=list)
    testers: list[str] = field(default_factory=list)
    reviewers: list[str] = field(default_factory=list)
    personas: dict[str, str] = field(default_factory=dict)
    turn: int = 0
    test_turn: int = 0

    def next_builder(self) -> str:
        """Return the builders one after another, so that each has something to do."""
        name = self.builders[self.turn % len(self.builders)]
        self.turn += 1
        return name

    def next_tester(self) -> str:
        """Return who writes tests, one after another: the testers, else the first builder."""
        name = self.testers[self.test_turn % len(self.testers)] if self.testers else self.builders[0]
        self.test_turn += 1
        return name


def team_of(spec: NuggetSpec) -> Team:
    """Return the team that the blocks name; without blocks the squad that every build has."""
    team = Team()
    for agent in spec.agents:
        group = {"tester": team.testers, "reviewer": team.reviewers}.get(agent.role, team.builders)
        if agent.name not in group:
            group.append(agent.name)
        team.personas[agent.name] = agent.persona
    if not team.builders:
        team.builders.append(say("build.builder_name"))
    if not spec.agents:
        team.testers.append(say("build.tester_name"))
        if spec.workflow.review_enabled:
            team.reviewers.append(say("build.reviewer_name"))
    return team


def profiles(team: Team) -> list[dict[str, str]]:
    """Return the team as the plan names it."""
    roles = (("builder", team.builders), ("tester", team.testers), ("reviewer", team.reviewers))
    return [
        {"name": name, "role": role, "persona": team.personas.get(name, "")} for role, names in roles for name in names
    ]
