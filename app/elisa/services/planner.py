"""The planner as a service: makes a plan to look at, and re-emits what a build plans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.services.base import Service
from elisa.services.lending import lend

if TYPE_CHECKING:
    from elisa.build.setting import Setting
    from elisa.services.runner import Run
    from elisa.spec.plan import Plan


class PlannerService(Service):
    """Emits ``PlanRefused`` and ``PlanReady``."""

    def plan(self, setting: Setting) -> Run[Plan]:
        """Plan without building; nothing is written."""
        return self.runner.start(lend(setting.provider, lambda: self._plan(setting)))

    async def _plan(self, setting: Setting) -> Plan:
        from elisa.agents.limits import Budget
        from elisa.build.plan import make_plan, plan_ready
        from elisa.build.prompting import Prompter

        emit = self.runner.emitter(self.publish)
        budget = Budget(emit, setting.ceilings, price=setting.price)
        plan = await make_plan(setting, Prompter(setting), budget, emit)
        emit(plan_ready(plan))
        return plan
