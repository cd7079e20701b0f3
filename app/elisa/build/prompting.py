"""What each helper is told: its role's prompt, the job as data, measured facts, and what earlier tasks did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elisa.agents.prompts import Prompt, PromptBook
from elisa.agents.roles import prompt_name
from elisa.build.backpack import backpack_facts
from elisa.build.chain import context_for
from elisa.build.fix_it import facts_of
from elisa.build.guidance import skill_outputs, spec_for
from elisa.build.lesson import facts_of_failures
from elisa.build.portals import portal_facts
from elisa.spec.data_block import DataBlock
from elisa.spec.neighbours import link_facts
from elisa.workspace.files import ConfinedFolder

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from elisa.build.record import Record
    from elisa.build.setting import Setting
    from elisa.spec.data_block import DataKind
    from elisa.spec.plan import AgentProfile, Task

MOST_FILES = 200
"""Files that a prompt names, as in the predecessor."""


class Prompter:
    """Makes the prompts of one build."""

    def __init__(self, setting: Setting, record: Record | None = None, book: PromptBook | None = None) -> None:
        self._setting, self._record = setting, record
        self._book = book or PromptBook.bundled()

    def plan(self, wanted: Mapping[str, Any] | None = None) -> Prompt:
        """Return the planner's prompt; ``wanted`` is what a person wants different about an earlier plan."""
        facts: dict[str, Any] = {**self._earlier(), **(wanted or {}), "files": measured(self._setting.nugget)}
        return self._book.prompt(prompt_name("plan"), self._data("plan", None, facts))

    def task(self, task: Task, attempt: int, folder: Path) -> Prompt:
        """Return a helper's prompt for one attempt, with the files of its worktree and what failed before."""
        record = self._record
        if record is None:
            raise ValueError("a task outside a build")
        plan = record.plan
        role = None if plan is None else plan.agent(task.agent_name).role
        own = {
            **facts_of_failures(record, task.id),
            **record.facts.get(task.id, {}),
            **facts_of(task, self._setting, record),
        }
        facts: dict[str, Any] = {**own, **self._earlier(), "files": measured(folder), "attempt": attempt}
        data = self._data(task.kind, task, facts)
        turns = self._setting.limits.turns
        return self._book.prompt(prompt_name(task.kind, role), data, context=context_for(task, record), turns=turns)

    def judge(self, task: Task, judge: AgentProfile, facts: Mapping[str, Any], folder: Path) -> Prompt:
        """Return the prompt of whoever judges, with the condition and what was measured in ``facts``."""
        return self._alone("judge", task.model_copy(update={"agent_name": judge.name}), facts, folder)

    def beside(self, kind: DataKind, task: Task, facts: Mapping[str, Any], folder: Path) -> Prompt:
        """Return the prompt of an adviser, or of whoever makes cards."""
        return self._alone(kind, task, facts, folder)

    def skill(self, task: Task, facts: Mapping[str, Any], folder: Path) -> Prompt:
        """Return the prompt of the helper who does one step of a skill."""
        return self._alone("skill", task, facts, folder)

    def _alone(self, kind: DataKind, task: Task, facts: Mapping[str, Any], folder: Path) -> Prompt:
        """Return the prompt of somebody who works beside the plan's tasks."""
        data = self._data(kind, task, {**facts, "files": measured(folder)})
        context = "" if self._record is None else context_for(task, self._record)
        return self._book.prompt(prompt_name(kind), data, context=context, turns=self._setting.limits.turns)

    def _earlier(self) -> dict[str, Any]:
        """Return what was built before and what is different now, if anything was."""
        changes = self._record.changes if self._record is not None else None
        return {} if changes is None else {"earlier": changes.as_facts()}

    def _gathered(self) -> dict[str, Any]:
        """Return what portals answered, skills gave back, neighbours provide and the backpack holds, if anything."""
        skills = skill_outputs(self._setting.spec, self._record)
        setting = self._setting
        found = {
            "skills": skills,
            "neighbours": link_facts(setting.spec, setting.neighbours),
            "backpack": backpack_facts(setting.nugget, self._record),
        }
        return {**portal_facts(setting.spec, self._record), **{name: fact for name, fact in found.items() if fact}}

    def _data(self, kind: DataKind, task: Task | None, facts: dict[str, Any]) -> DataBlock:
        setting, record = self._setting, self._record
        return DataBlock(
            kind=kind,
            spec=spec_for(kind, setting.spec, facts),
            plan=record.plan if record is not None and task is not None else None,
            task=task,
            language=setting.language,
            facts={**facts, **self._gathered()},
        )


def measured(folder: Path) -> dict[str, int]:
    """Return a folder's files with their sizes in bytes, at most 200."""
    confined = ConfinedFolder(folder)
    return {path: confined.resolve(path).stat().st_size for path in confined.list(limit=MOST_FILES)}
