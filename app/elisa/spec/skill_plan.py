"""SkillPlan: the steps of a composite skill, their limits, and a check for skills that use each other in a circle."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from elisa.spec import limits

if TYPE_CHECKING:
    from collections.abc import Mapping

_PLACE = re.compile(r"\{\{([\w.-]+)\}\}")


class Step(BaseModel):
    """Base of all steps; ``id`` is the block's id, or ``step-N`` in a file without ids."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)

    id: str = Field(max_length=limits.SKILL_KEY)


class AskUser(Step):
    """Ask the child, with up to 50 answers to choose from, and keep the answer."""

    type: Literal["ask_user"] = "ask_user"
    question: str = Field(max_length=limits.SKILL_QUESTION)
    header: str = Field(default="", max_length=limits.SKILL_KEY)
    options: tuple[Annotated[str, Field(max_length=limits.SKILL_OPTION)], ...] = Field(
        default=(), max_length=limits.SKILL_OPTIONS
    )
    store_as: str = Field(alias="storeAs", max_length=limits.SKILL_KEY)


class Branch(Step):
    """Do the inner steps only when a kept value is exactly this text."""

    type: Literal["branch"] = "branch"
    context_key: str = Field(alias="contextKey", max_length=limits.SKILL_KEY)
    match_value: str = Field(alias="matchValue", max_length=limits.SKILL_MATCH)
    then_steps: tuple[SkillStep, ...] = Field(default=(), alias="thenSteps")


class InvokeSkill(Step):
    """Let another skill do a part and keep what it gives back."""

    type: Literal["invoke_skill"] = "invoke_skill"
    skill_id: str = Field(alias="skillId", max_length=limits.SKILL_KEY)
    store_as: str = Field(alias="storeAs", max_length=limits.SKILL_KEY)


class RunAgent(Step):
    """Let a helper do a part and keep what it gives back."""

    type: Literal["run_agent"] = "run_agent"
    prompt: str = Field(max_length=limits.SKILL_TEXT)
    store_as: str = Field(alias="storeAs", max_length=limits.SKILL_KEY)


class SetContext(Step):
    """Keep a value under a key."""

    type: Literal["set_context"] = "set_context"
    key: str = Field(max_length=limits.SKILL_KEY)
    value: str = Field(max_length=limits.SKILL_TEXT)


class Output(Step):
    """What the skill gives back; the last step."""

    type: Literal["output"] = "output"
    template: str = Field(max_length=limits.SKILL_TEXT)


SkillStep = Annotated[AskUser | Branch | InvokeSkill | RunAgent | SetContext | Output, Field(discriminator="type")]


class SkillPlan(BaseModel):
    """What a composite skill does, step by step; at most 50 steps, those inside branches counted."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)

    skill_id: str = Field(alias="skillId", max_length=limits.NAME)
    skill_name: str = Field(alias="skillName", max_length=limits.NAME)
    steps: tuple[SkillStep, ...] = ()

    def invoked(self) -> tuple[str, ...]:
        """Return the ids of the skills that this one uses itself, each once, in order."""
        found: dict[str, None] = {}
        todo: list[SkillStep] = list(reversed(self.steps))
        while todo:
            step = todo.pop()
            if isinstance(step, InvokeSkill):
                found[step.skill_id] = None
            elif isinstance(step, Branch):
                todo.extend(reversed(step.then_steps))
        return tuple(found)


class SkillCircle(BaseModel):
    """Skills that use each other: ``path`` starts and ends with the same id."""

    model_config = ConfigDict(frozen=True)

    path: tuple[str, ...]


def find_circle(start: str, invoked: Mapping[str, tuple[str, ...]]) -> SkillCircle | None:
    """Return the first circle that can be reached from ``start``; ``invoked`` maps a skill to those it uses."""
    path: list[str] = []
    done: set[str] = set()
    todo: list[tuple[str, bool]] = [(start, False)]
    while todo:
        skill_id, leaving = todo.pop()
        if leaving:
            path.pop()
            done.add(skill_id)
        elif skill_id in path:
            return SkillCircle(path=(*path[path.index(skill_id) :], skill_id))
        elif skill_id not in done:
            path.append(skill_id)
            todo.append((skill_id, True))
            todo.extend((used, False) for used in reversed(invoked.get(skill_id, ())))
    return None


def nesting(start: str, invoked: Mapping[str, tuple[str, ...]]) -> int:
    """Return how many levels of skills lie under ``start``; a circle must have been ruled out first."""
    depth: dict[str, int] = {}
    todo: list[tuple[str, bool]] = [(start, False)]
    while todo:
        skill_id, ready = todo.pop()
        used = invoked.get(skill_id, ())
        if ready:
            depth[skill_id] = max((depth[one] + 1 for one in used), default=0)
        elif skill_id not in depth:
            todo.append((skill_id, True))
            todo.extend((one, False) for one in used)
    return depth[start]


def fill_template(template: str, *contexts: Mapping[str, str]) -> str:
    """Return the text with each ``{{key}}`` replaced from the first context that has it, else by nothing.

    Values are put in as they are; places inside a value are not filled again.
    """

    def value(place: re.Match[str]) -> str:
        return next((context[place[1]] for context in contexts if place[1] in context), "")

    return _PLACE.sub(value, template)
