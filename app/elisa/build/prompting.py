"""What each helper is told: its role's prompt, the job as data, measured facts, and what earlier tasks did."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elisa.agents.prompts import Prompt, PromptBook
from elisa.agents.roles import prompt_name
from elisa.build.chain import context_for
from elisa.spec.data_block import DataBlock
from elisa.workspace.files import ConfinedFolder

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.build.record import Record
    from elisa.build.setting import Setting
    from elisa.spec.plan import Task

MOST_FILES = 200
"""Files that a prompt names, as in the predecessor."""


class Prompter:
    """Makes the prompts of one build."""

    def __init__(self, setting: Setting, record: Record | None = None, book: PromptBook | None = None) -> None:
        self._setting, self._record = setting, record
        self._book = book or PromptBook.bundled()

    def plan(self) -> Prompt:
        """Return the planner's prompt."""
        data = DataBlock(
            kind="plan",
            spec=self._setting.spec,
            language=self._setting.language,
            facts={"files": measured(self._setting.nugget)},
        )
        return self._book.prompt(prompt_name("plan"), data)

    def task(self, task: Task, attempt: int, folder: Path) -> Prompt:
        """Return a helper's prompt for one attempt, with the files of its worktree and what failed before."""
        record = self._record
        if record is None:
            raise ValueError("a task outside a build")
        plan = record.plan
        role = None if plan is None else plan.agent(task.agent_name).role
        failures = record.failures.get(task.id, [])
        facts: dict[str, Any] = {**record.facts.get(task.id, {}), "files": measured(folder), "attempt": attempt}
        if failures:
            facts["failed_before"] = list(failures)
        data = DataBlock(
            kind=task.kind,
            spec=self._setting.spec,
            plan=plan,
            task=task,
            language=self._setting.language,
            facts=facts,
        )
        turns = self._setting.limits.turns
        return self._book.prompt(prompt_name(task.kind, role), data, context=context_for(task, record), turns=turns)


def measured(folder: Path) -> dict[str, int]:
    """Return a folder's files with their sizes in bytes, at most 200."""
    confined = ConfinedFolder(folder)
    return {path: confined.resolve(path).stat().st_size for path in confined.list(limit=MOST_FILES)}
