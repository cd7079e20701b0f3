"""Keeping to what changed: what is wrong with a plan on top of an earlier build, and the focused plan by rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.build.plan_form import PlanForm
    from elisa.spec.changes import Changes


def focus_faults(form: PlanForm, changes: Changes) -> Iterator[str]:
    """Yield where a plan does finished work again without a reason, or forgets what was taken away or restyled."""
    kept = set(changes.kept)
    gone = {wish.id for wish in changes.gone}
    removed = {name for task in form.tasks for name in task.removes}
    for task in form.tasks:
        mine = set(task.requirement_ids)
        if changes.any and task.kind == "build" and mine and mine <= kept and not task.removes and not task.again:
            yield say("keeping.fault_done", task=task.id)
        for unknown in sorted(set(task.removes) - gone):
            yield say("keeping.fault_removes", task=task.id, wish=unknown)
    for wish in changes.gone:
        reason = form.left_out_reasons.get(wish.id, "").strip()
        if wish.id not in removed and not (wish.id in form.left_out and reason):
            yield say("keeping.fault_gone", wish=wish.id)
    if changes.about and not any(task.kind in ("build", "fix", "guide") for task in form.tasks):
        yield say("keeping.fault_about", parts=", ".join(changes.about))
