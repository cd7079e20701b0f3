"""Effects of the blocks about people: the team that builds, the advisers, and the skills and rules they keep to."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from elisa.spec import limits
from elisa.spec.nugget import Agent, RuleUse, SkillUse, TeamMember

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.blocks.reading import Effect, Reading
    from elisa.blocks.tree import Node
    from elisa.blocks.values import Values
    from elisa.spec.library import Skill

COMPOSITE = "composite"
_TRIGGERS = ("always", "on_task_complete", "on_test_fail", "before_deploy")
_CATEGORIES = ("agent", "feature", "style", COMPOSITE)


def _agent(reading: Reading, node: Node, values: Values) -> None:
    role = node.kind.meaning["role"] if node.kind else "custom"
    workflow = reading.spec.workflow
    workflow.testing_enabled |= role == "tester"
    workflow.review_enabled |= role == "reviewer"
    agent = Agent(
        name=_own_name(reading, node, values.text("AGENT_NAME")),
        role=role,
        persona=values.text("AGENT_PERSONA"),
        block_id=node.id,
    )
    reading.keep(reading.spec.agents, agent, limits.AGENTS, node)


def _own_name(reading: Reading, node: Node, name: str) -> str:
    """Return a name that no other helper has, since tasks name their helper."""
    taken = {agent.name for agent in reading.spec.agents}
    if not name.strip():
        name = str(node.kind.fields["AGENT_NAME"].default) if node.kind else "Pip"
        name = _numbered(name, taken)
        reading.findings.add("empty_name", node, name=name)
    elif name in taken:
        old, name = name, _numbered(name, taken)
        reading.findings.add("same_name", node, old=old, name=name)
    return name


def _numbered(name: str, taken: set[str]) -> str:
    number, numbered = 2, name
    while numbered in taken:
        ending = f" {number}"
        numbered, number = name[: limits.NAME - len(ending)] + ending, number + 1
    return numbered


def _adviser(reading: Reading, node: Node, values: Values) -> None:
    member = TeamMember(type="builtin", meeting_type_id=values.choice("MEETING_TYPE"), block_id=node.id)
    _join(reading, node, member)


def _own_adviser(reading: Reading, node: Node, values: Values) -> None:
    name = values.text("AGENT_NAME")
    member = TeamMember(
        type="custom",
        name=name,
        persona=values.text("AGENT_PERSONA"),
        canvas_type=values.choice("CANVAS_TYPE"),
        block_id=node.id,
    )
    if name.strip():
        _join(reading, node, member)


def _join(reading: Reading, node: Node, member: TeamMember) -> None:
    reading.spec.meeting_team = reading.spec.meeting_team or []
    reading.keep(reading.spec.meeting_team, member, limits.MEETING_TEAM, node)


def _skill(reading: Reading, node: Node, values: Values) -> None:
    skill_id = values.words("SKILL_ID")
    skill = reading.library.skill(skill_id)
    if skill is None:
        _note_missing(reading, node, "missing_skill", skill_id)
        return
    reading.spec.skills = reading.spec.skills or []
    kept = reading.keep(reading.spec.skills, skill_use(skill, node, values), limits.SKILLS, node)
    if kept and skill.category == COMPOSITE:
        reading.skills.append((node, skill.id))


def _note_missing(reading: Reading, node: Node, code: str, item_id: str) -> None:
    reading.findings.add(code if item_id else "nothing_chosen", node, name=item_id)


def skill_use(skill: Skill, node: Node, values: Values, invoked_by: str | None = None) -> SkillUse:
    """Return the skill as the spec has it, within its limits; only a composite one brings its steps."""
    if skill.category not in _CATEGORIES:
        values.mended(skill.category, "agent")
    return SkillUse(
        id=values.cut(skill.id, limits.NAME),
        name=values.cut(skill.name, limits.NAME),
        prompt=values.cut(skill.prompt, limits.PROMPT),
        category=skill.category if skill.category in _CATEGORIES else "agent",
        description=None if skill.description is None else values.cut(skill.description, 2000),
        workspace=skill.workspace if skill.category == COMPOSITE else None,
        block_id=node.id if invoked_by is None else None,
        invoked_by=invoked_by,
    )


def _rule(reading: Reading, node: Node, values: Values) -> None:
    rule_id = values.words("RULE_ID")
    rule = reading.library.rule(rule_id)
    if rule is None:
        _note_missing(reading, node, "missing_rule", rule_id)
        return
    if rule.trigger not in _TRIGGERS:
        values.mended(rule.trigger, "always")
    use = RuleUse(
        id=values.cut(rule.id, limits.NAME),
        name=values.cut(rule.name, limits.NAME),
        prompt=values.cut(rule.prompt, limits.PROMPT),
        trigger=rule.trigger if rule.trigger in _TRIGGERS else "always",
        block_id=node.id,
    )
    reading.spec.rules = reading.spec.rules or []
    reading.keep(reading.spec.rules, use, limits.RULES, node)


EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {
        "agent": _agent,
        "adviser": _adviser,
        "own_adviser": _own_adviser,
        "skill": _skill,
        "rule": _rule,
    }
)
