"""Skills made of steps: they run before the plan is made, and what they give back reaches every helper's prompt."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elisa.blocks.catalog import load_catalog
from elisa.blocks.skill_flow import read_skill_plan
from elisa.build.skill_agent import ask_helper
from elisa.core import resources
from elisa.core.events import SkillFinished, SkillStarted, SkillStepped
from elisa.core.text import say
from elisa.sessions.entries import SkillAnswered, SkillDone
from elisa.spec import limits
from elisa.spec.library import Skill
from elisa.spec.skill_plan import AskUser, Branch, InvokeSkill, Output, RunAgent, SetContext, fill_template

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.build.session import Session
    from elisa.spec.nugget import SkillUse
    from elisa.spec.skill_plan import SkillPlan, SkillStep

COMPOSITE = "composite"


class _StopError(Exception):
    """A skill cannot go on; the words say why."""


@dataclass(frozen=True, slots=True)
class _Run:
    """One skill under way: its own values, those of the skills that called it, and the way that led here."""

    use: SkillUse
    path: tuple[str, ...]
    place: str
    kept: dict[str, str] = field(default_factory=dict)
    parents: tuple[Mapping[str, str], ...] = ()

    def fill(self, template: str) -> str:
        """Fill in what was kept: own values first, then those of the callers, else nothing."""
        return fill_template(template, self.kept, *self.parents)[: limits.SKILL_TEXT]

    def value(self, key: str) -> str:
        return next((values[key] for values in (self.kept, *self.parents) if key in values), "")

    def keep(self, key: str, value: str) -> None:
        if key.strip():
            self.kept[key] = value[: limits.SKILL_TEXT]

    def seen(self) -> dict[str, str]:
        """Return everything that can be filled in here."""
        return {key: value for values in (*reversed(self.parents), self.kept) for key, value in values.items()}


class SkillFlow:
    """Runs the composite skills that blocks use, one after the other. A finished one is not run again."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._uses = {use.id: use for use in session.setting.spec.skills or ()}
        self._plans: dict[str, SkillPlan] = {}
        self._runs = 0
        self._short = False

    async def run(self) -> bool:
        """Run them all; false when the budget ends first, so that a resumed build goes on here.

        Raises:
            UnansweredError: A step asks the child something and nobody is there.
        """
        session = self._session
        for use in session.setting.spec.skills or ():
            if not _has_steps(use) or use.invoked_by is not None or use.id in session.record.skills:
                continue
            try:
                output = await self._skill(_Run(use, (use.id,), use.id))
            except _StopError as stop:
                session.leave_out(say("skills.name", name=use.name), str(stop))
                output = ""
            if self._short:
                return False
            session.record.write(SkillDone(skill_id=use.id, output=output))
            session.emit(SkillFinished(skill_id=use.id, name=use.name, output=output))
        return True

    async def _skill(self, run: _Run) -> str:
        """Return what a skill gives back; one without steps is its own words."""
        if not _has_steps(run.use):
            return run.fill(run.use.prompt)
        self._runs += 1
        if self._runs > limits.SKILLS_PER_RUN:
            raise _StopError(say("skills.too_many", limit=limits.SKILLS_PER_RUN))
        depth = len(run.path) - 1
        self._session.emit(SkillStarted(skill_id=run.use.id, name=run.use.name, depth=depth, block_id=run.use.block_id))
        plan = await self._plan(run.use)
        output = await self._steps(plan.steps, run)
        return output or ""

    async def _plan(self, use: SkillUse) -> SkillPlan:
        if use.id not in self._plans:
            self._plans[use.id] = await asyncio.to_thread(_read, use, self._session.setting.language)
        return self._plans[use.id]

    async def _steps(self, steps: tuple[SkillStep, ...], run: _Run) -> str | None:
        """Do steps in order; an output ends the whole skill, also from inside a branch."""
        for step in steps:
            if isinstance(step, Output):
                output = run.fill(step.template)
                self._tell(run, step, output)
                return output
            if isinstance(step, Branch):
                taken = run.value(step.context_key) == step.match_value
                self._tell(run, step, step.match_value, skipped=not taken)
                output_inside = await self._steps(step.then_steps, run) if taken else None
                if output_inside is not None:
                    return output_inside
            else:
                self._tell(run, step, await self._step(step, run))
        return None

    async def _step(self, step: AskUser | InvokeSkill | RunAgent | SetContext, run: _Run) -> str:
        place = f"{run.place}/{step.id}"
        if isinstance(step, SetContext):
            key, value = step.key, run.fill(step.value)
        elif isinstance(step, AskUser):
            key, value = step.store_as, await self._ask(step, run, place)
        elif isinstance(step, RunAgent):
            key, value = step.store_as, await self._help(step, run, place)
        else:
            key, value = step.store_as, await self._invoke(step, run, place)
        run.keep(key, value)
        return value

    async def _ask(self, step: AskUser, run: _Run, place: str) -> str:
        header, question = run.fill(step.header).strip(), run.fill(step.question)
        text = f"{header}: {question}" if header else question
        options = tuple(run.fill(option) for option in step.options)
        return await self._session.asking.ask(f"skill {run.use.id}", text, options, key=place)

    async def _help(self, step: RunAgent, run: _Run, place: str) -> str:
        session = self._session
        known = session.record.skill_answers.get(place)
        if known is not None:
            return known
        answer = await ask_helper(session, run.use, place, run.fill(step.prompt), run.seen())
        if not answer.done:
            session.leave_out(say("skills.step_name", name=run.use.name), answer.text)
        value = answer.text if answer.done else ""
        if answer.final:
            session.record.write(SkillAnswered(place=place, answer=value))
        self._short = self._short or not answer.final
        return value

    async def _invoke(self, step: InvokeSkill, run: _Run, place: str) -> str:
        use = self._uses.get(step.skill_id)
        names = [self._uses[one].name for one in run.path if one in self._uses]
        if use is None:
            raise _StopError(say("skills.missing", name=step.skill_id))
        if use.id in run.path:
            raise _StopError(say("skills.circle", circle=" → ".join([*names, use.name])))
        if len(run.path) > limits.SKILL_NESTING:
            raise _StopError(say("skills.too_deep", limit=limits.SKILL_NESTING))
        inner = _Run(use, (*run.path, use.id), place, parents=(run.kept, *run.parents))
        return await self._skill(inner)

    def _tell(self, run: _Run, step: SkillStep, result: str, *, skipped: bool = False) -> None:
        self._session.emit(
            SkillStepped(skill_id=run.use.id, step_id=step.id, step=step.type, result=result, skipped=skipped)
        )


def _has_steps(use: SkillUse) -> bool:
    return use.category == COMPOSITE and use.workspace is not None


def _read(use: SkillUse, language: str) -> SkillPlan:
    """Read a skill's blocks; what is wrong with them was said when the nugget was opened."""
    skill = Skill(id=use.id, name=use.name, prompt=use.prompt, category=use.category, workspace=use.workspace)
    return read_skill_plan(skill, load_catalog(resources.root(), language)).plan
