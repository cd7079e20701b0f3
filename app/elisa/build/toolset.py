"""The tools of one helper in one task: all of them, tied to its worktree and to what its role may do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from elisa.build.backpack import place_of
from elisa.tools import all_tools
from elisa.tools.ask_user import AskUser
from elisa.tools.base import Toolbox, ToolContext
from elisa.tools.policy import Policy
from elisa.workspace.files import ConfinedFolder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from elisa.build.session import Session
    from elisa.spec.plan import AgentProfile, Task
    from elisa.verify.result import TestReport
    from elisa.workspace.versions import Worktree

PACKAGES = "packages"


def packages_of(nugget: Path) -> Path:
    """Return where a nugget's own packages are installed, out of its helpers' reach."""
    return nugget / ".elisa" / PACKAGES


def toolbox_for(session: Session, task: Task, worktree: Worktree, profile: AgentProfile | None = None) -> Toolbox:
    """Return a helper's tools.

    Args:
        session: The build.
        task: The task; its helper's role decides which tools there are.
        worktree: Where the helper works.
        profile: The helper, where it is none of the plan's.
    """
    plan = session.record.plan
    if profile is None:
        if plan is None:
            raise ValueError("a task without a plan")
        profile = plan.agent(task.agent_name)
    hands = _Hands(session, task, worktree)
    may_install = session.setting.grants.install
    context = ToolContext(
        folder=ConfinedFolder(worktree.path),
        policy=Policy.of(profile, may_install=may_install),
        task_id=task.id,
        agent_name=profile.name,
        emit=session.emit,
        diff=hands.diff,
        commit=hands.commit,
        run_tests=hands.run_tests,
        packages=session.packages if may_install else None,
        logs={"tests": hands.test_log, "build": hands.build_log},
        ask=hands.ask,
        backpack=ConfinedFolder(place_of(session.setting.nugget)) if session.record.packed else None,
    )
    return Toolbox([*all_tools(), AskUser()], context)


class _Hands:
    """What the tools of one task reach for outside their worktree."""

    def __init__(self, session: Session, task: Task, worktree: Worktree) -> None:
        self._session, self._task, self._worktree = session, task, worktree
        self._report: TestReport | None = None

    async def diff(self) -> str:
        return await self._session.repository.diff(self._worktree)

    async def commit(self, message: str) -> str:
        await self._session.repository.checkpoint(self._worktree, message)
        return "Kept. It becomes a version of the project when the task is done."

    async def run_tests(self, only: Sequence[str] | None) -> TestReport:
        self._report = await self._session.bench.run(self._worktree.path, only=only)
        return self._report

    async def ask(self, text: str, options: tuple[str, ...]) -> str:
        return await self._session.asking.ask(self._task.id, text, options)

    def test_log(self) -> str:
        if self._report is None:
            return "No tests were run in this task yet."
        return json.dumps(self._report.model_dump(mode="json"), ensure_ascii=False, indent=1)

    def build_log(self) -> str:
        place = self._session.setting.nugget / ".elisa" / "comms" / f"{self._task.id}.md"
        return place.read_text(encoding="utf-8") if place.exists() else "Nothing was written down yet."
