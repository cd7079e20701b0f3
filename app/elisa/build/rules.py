"""Rules by their trigger: those for finished tasks are checked after each one, those before going out are a list.

What breaks a rule goes back to the helper who made it, once; what breaks it still is named at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from elisa.build.people import UnansweredError
from elisa.build.verdict import JudgeForm, ask_judge
from elisa.core.events import ChecklistShown, RuleChecked
from elisa.core.text import say
from elisa.sessions.entries import RuleJudged, TaskAdded
from elisa.spec import limits
from elisa.spec.plan import PlannedGate, Task

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from elisa.build.record import Record
    from elisa.build.session import Session
    from elisa.core.events import RoundVerdict
    from elisa.spec.nugget import RuleUse

CHECKLIST_GATE = "before_deploy"
_CHECKED = ("build", "fix", "guide")
_MENDS = "rules_broken"


def is_mend(task: Task, record: Record) -> bool:
    """Tell whether a task mends what broke a rule; it belongs to the task before it and never runs by itself."""
    return _MENDS in record.facts.get(task.id, {})


class RulesForm(JudgeForm):
    """Arguments of ``submit_verdict`` where rules are checked."""

    broken: tuple[str, ...] = Field(default=(), description="Names of the rules that do not hold.")


class RuleChecks:
    """Checks the rules ``on_task_complete`` after each task that makes something, once.

    Args:
        session: The build.
        work: Does the one task that mends what broke a rule.
    """

    def __init__(self, session: Session, work: Callable[[Task], Awaitable[object]]) -> None:
        self._session, self._work = session, work
        rules = session.setting.spec.rules or ()
        self._rules = [rule for rule in rules if rule.trigger == "on_task_complete"]

    async def after(self, task: Task) -> None:
        """Check a task that was just merged; what breaks a rule is mended by its helper, and looked at again.

        Raises:
            UnansweredError: The helper who mends needs an answer and nobody is there.
        """
        await self._check(task)
        mend = self._mend(task)
        if mend is not None:
            await self._work(mend)
            await self._check(mend)

    def tell(self) -> None:
        """Name the rules that something still breaks, with what the last look at it said."""
        for rule in self._rules:
            broken = [one.reason for one in self._standing(rule) if one.verdict != "approved"]
            if broken:
                self._session.leave_out(say("rules.name", name=rule.name), broken[-1])

    def _standing(self, rule: RuleUse) -> list[RuleJudged]:
        """Return what was said of a rule, without what a later mending of the same work put out of date."""
        standing: list[RuleJudged] = []
        for (task_id, rule_id), judged in self._session.record.rules.items():
            if rule_id == rule.id:
                task = self._session.record.task(task_id)
                standing = [one for one in standing if not self._mends(task, one.task_id)] + [judged]
        return standing

    def _mends(self, task: Task, earlier_id: str) -> bool:
        earlier = set(self._session.record.task(earlier_id).requirement_ids)
        mine = set(task.requirement_ids)
        whole = not mine or (bool(earlier) and earlier <= mine)
        return task.kind == "fix" and (whole or earlier_id in task.dependencies)

    async def _check(self, task: Task) -> None:
        record = self._session.record
        open_rules = [rule for rule in self._rules if (task.id, rule.id) not in record.rules]
        if not open_rules or task.id not in record.merged or task.kind not in _CHECKED:
            return
        if is_mend(task, record) and not record.merged[task.id].files:
            return  # nothing changed, so nothing else would be said
        form = await self._ask(task, open_rules)
        if form is not None:
            for rule in open_rules:
                self._note(task, rule, form)

    def _mend(self, task: Task) -> Task | None:
        """Return the task that mends what broke a rule; ``None`` if nothing is broken or it was tried already."""
        session, record = self._session, self._session.record
        broken = [rule for rule in self._rules if self._is_broken(task, rule)]
        task_id = f"{task.id}-rule"
        if not broken or is_mend(task, record) or task_id in record.merged or task_id in record.given_up:
            return None
        if not session.budget.may_start():
            return None
        known = next((one for one in record.added if one.id == task_id), None)
        if known is not None:
            return known
        reason = record.rules[task.id, broken[0].id].reason
        names = "; ".join(rule.name for rule in broken)
        mend = Task(
            id=task_id,
            name=say("rules.mend_name", names=names)[: limits.NAME],
            description=say("rules.mend_description", names=names, reason=reason),
            kind="fix",
            agent_name=task.agent_name,
            acceptance_criteria=tuple(f"{rule.name}: {rule.prompt}"[: limits.PROMPT] for rule in broken),
            dependencies=(task.id,),
            requirement_ids=task.requirement_ids,
        )
        record.write(TaskAdded(task=mend, facts={"feedback": reason, _MENDS: [rule.name for rule in broken]}))
        return mend

    def _is_broken(self, task: Task, rule: RuleUse) -> bool:
        judged = self._session.record.rules.get((task.id, rule.id))
        return judged is not None and judged.verdict == "needs_changes"

    async def _ask(self, task: Task, rules: list[RuleUse]) -> RulesForm | None:
        session = self._session
        if not session.budget.may_start():
            session.leave_out(say("rules.check_name"), say("build.ended_budget"))
            return None
        condition = "\n".join(f"{rule.name}: {rule.prompt}"[: limits.PROMPT] for rule in rules)
        look = Task(
            id=f"{task.id}-rules",
            name=say("rules.check_name"),
            description=say("rules.check_description", task=task.name),
            kind="review",
            agent_name="",
            acceptance_criteria=(say("build.review_criterion"),),
            dependencies=(task.id,),
            requirement_ids=task.requirement_ids,
        )
        facts = {"condition": condition, "rules": [rule.name for rule in rules]}
        try:
            return await ask_judge(session, look, facts, RulesForm)
        except UnansweredError as error:  # the task itself is done; only nobody could say whether the rules hold
            session.leave_out(look.name, error.sentence)
            return None

    def _note(self, task: Task, rule: RuleUse, form: RulesForm) -> None:
        holds = form.verdict == "approved" or (bool(form.broken) and rule.name not in form.broken)
        verdict: RoundVerdict = "approved" if holds else "needs_changes"
        if form.verdict == "cannot_judge":
            verdict = "cannot_judge"
        self._session.record.write(RuleJudged(task_id=task.id, rule_id=rule.id, verdict=verdict, reason=form.reason))
        self._session.emit(
            RuleChecked(task_id=task.id, rule_id=rule.id, name=rule.name, verdict=verdict, reason=form.reason)
        )


async def pass_checklist(session: Session, ask: Callable[[PlannedGate], Awaitable[Task | bool]]) -> Task | bool:
    """Show the ``before_deploy`` rules and let a person tick them off before anything goes out.

    Where nobody is there the list is shown, the build goes on and says that nobody ticked it.

    Returns:
        Whether it may go out, or the task that a person wants done first.
    """
    rules = [rule for rule in session.setting.spec.rules or () if rule.trigger == "before_deploy"]
    if not rules:
        return True
    words = tuple(rule.prompt or rule.name for rule in rules)
    session.emit(ChecklistShown(rules=words))
    if session.setting.people is None and not session.setting.yes:
        session.leave_out(say("rules.checklist_name"), say("rules.checklist_nobody"))
        return True
    text = say("rules.checklist_gate", rules="; ".join(words))
    after = tuple(session.record.merged)
    return await ask(PlannedGate(id=CHECKLIST_GATE, text=text, after_tasks=after, block_id=rules[0].block_id))
