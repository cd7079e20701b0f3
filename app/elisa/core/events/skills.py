"""Events of skills made of steps, and of rules that are checked."""

from __future__ import annotations

from typing import Literal

from elisa.core.events.base import Event


class SkillStarted(Event):
    """A skill made of steps begins; ``depth`` is 0 for one that a block uses, more inside another skill."""

    kind: Literal["skill_started"] = "skill_started"
    skill_id: str
    name: str
    depth: int = 0
    block_id: str | None = None


class SkillStepped(Event):
    """A step of a skill is done; ``result`` is what it kept or gave back, ``skipped`` a branch that was not taken."""

    kind: Literal["skill_stepped"] = "skill_stepped"
    skill_id: str
    step_id: str
    step: Literal["ask_user", "branch", "invoke_skill", "run_agent", "set_context", "output"]
    result: str = ""
    skipped: bool = False


class SkillFinished(Event):
    """A skill is through; ``output`` is what the helpers hear of it."""

    kind: Literal["skill_finished"] = "skill_finished"
    skill_id: str
    name: str
    output: str


class RuleChecked(Event):
    """A rule that is looked at after each task was looked at; ``cannot_judge`` means that nobody could say."""

    kind: Literal["rule_checked"] = "rule_checked"
    task_id: str
    rule_id: str
    name: str
    verdict: Literal["approved", "needs_changes", "cannot_judge"]
    reason: str
