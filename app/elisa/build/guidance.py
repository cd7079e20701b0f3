"""Which skills and rules a helper hears: skills by their category, rules by their trigger, and nothing else."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.build.record import Record
    from elisa.spec.data_block import DataKind
    from elisa.spec.nugget import NuggetSpec, RuleUse, SkillUse

_MAKE = frozenset({"build", "fix"})
_LOOK = frozenset({"review", "judge"})
# A skill of the category "agent" is for every helper; one that is made of steps has given back words for all of them.
_HEARS_SKILL: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "feature": frozenset({"plan", "test"}) | _MAKE | _LOOK,
        "style": frozenset({"plan", "guide"}) | _MAKE | _LOOK,
    }
)
_HEARS_RULE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "on_task_complete": frozenset({"plan", "test", "guide", "judge"}) | _MAKE,
        "before_deploy": frozenset({"plan"}),
    }
)


def hears_skill(kind: DataKind, skill: SkillUse) -> bool:
    """Tell whether a prompt of this kind carries a skill; one that only another skill uses comes in none."""
    return skill.invoked_by is None and kind in _HEARS_SKILL.get(skill.category, (kind,))


def hears_rule(kind: DataKind, rule: RuleUse, facts: Mapping[str, Any]) -> bool:
    """Tell whether a prompt of this kind carries a rule; one for failing tests comes only where tests fail."""
    if rule.trigger == "on_test_fail":
        return kind == "plan" or bool(facts.get("failing_tests"))
    return kind in _HEARS_RULE.get(rule.trigger, (kind,))


def spec_for(kind: DataKind, spec: NuggetSpec, facts: Mapping[str, Any]) -> NuggetSpec:
    """Return the spec as a prompt of this kind carries it: only its skills and rules, and no steps of skills."""
    skills = [skill.model_copy(update={"workspace": None}) for skill in spec.skills or () if hears_skill(kind, skill)]
    rules = [rule for rule in spec.rules or () if hears_rule(kind, rule, facts)]
    return spec.model_copy(update={"skills": skills or None, "rules": rules or None})


def skill_outputs(spec: NuggetSpec, record: Record | None) -> dict[str, str]:
    """Return what the skills made of steps gave back, by the name of the skill; empty words are left out."""
    given = record.skills if record is not None else {}
    return {skill.name: given[skill.id] for skill in spec.skills or () if given.get(skill.id, "").strip()}
