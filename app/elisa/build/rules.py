"""Rules by their trigger: those for finished tasks are checked after each one, those before going out are a list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from elisa.build.people import UnansweredError
from elisa.build.verdict import JudgeForm, ask_judge
from elisa.core.events import ChecklistShown, RuleChecked
from elisa.core.text import say
from elisa.sessions.entries import RuleJudged
from elisa.spec import limits
from elisa.spec.plan import PlannedGate, Task

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from elisa.build.session import Session
    from elisa.core.events import RoundVerdict
    from elisa.spec.nugget import RuleUse

CHECKLIST_GATE = "before_deploy"
_CHECKED = ("build", "fix", "guide")


class RulesForm(JudgeForm):
    """Arguments of ``submit_verdict`` where rules are checked."""

    broken: tuple[str, ...] = Field(default=(), description="Names of the rules that do not hold.")


class RuleChecks:
    """Checks the rules ``on_task_complete`` after each task that makes something, once."""

    def __init__(self, session: Session) -> None:
        self._session = session
        rules = session.setting.spec.rules or ()
        self._rules = [rule for rule in rules if rule.trigger == "on_task_complete"]

    async def after(self, task: Task) -> None:
        """Check a task that was just merged."""
        record = self._session.record
        open_rules = [rule for rule in self._rules if (task.id, rule.id) not in record.rules]
        if not open_rules or task.id not in record.merged or task.kind not in _CHECKED:
            return
        form = await self._ask(task, open_rules)
        if form is not None:
            for rule in open_rules:
                self._note(task, rule, form)

    async def rest(self) -> None:
        """Check what a killed build had merged and not checked."""
        for task_id in list(self._session.record.merged):
            await self.after(self._session.record.task(task_id))

    def tell(self) -> None:
        """Name the rules that did not hold at the last look, for the end of the build."""
        for rule in self._rules:
            judged = [one for (_, rule_id), one in self._session.record.rules.items() if rule_id == rule.id]
            if judged and judged[-1].verdict != "approved":
                self._session.leave_out(say("rules.name", name=rule.name), judged[-1].reason)

    async def _ask(self, task: Task, rules: list[RuleUse]) -> RulesForm | None:
        session = self._session
        if session.budget.reached:
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
