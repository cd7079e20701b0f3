"""The rounds that blocks ask for, tied to a plan: what must hold, who improves, how often, and what starts it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from elisa.build.loop_ends import find_end
from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elisa.build.loop_ends import End
    from elisa.spec.nugget import FeedbackLoop, IterationCondition, NuggetSpec
    from elisa.spec.plan import Plan, Task

IMPROVE_ROUNDS = 3
"""Rounds of ``keep_improving``, whose block names no number; the same as a new ``feedback_loop`` block."""
Trigger = Literal["always", "test_failure", "review_rejection"]


@dataclass(frozen=True, slots=True)
class Loop:
    """Rounds of improving.

    Attributes:
        id: Unique in one build, also part of the ids of its tasks: ``improve-1``, ``loop-2``.
        name: What it is, in words for the child.
        condition: What must hold.
        limit: How many rounds at most.
        trigger: ``always`` begins by looking whether the condition holds already.
        wishes: What the rounds are about; empty means everything.
        target: The task whose helper improves; ``None`` leaves it to the builder of the wishes.
        source: Whose outcome starts it; ``None`` where nothing has to happen first.
    """

    id: str
    name: str
    condition: str
    limit: int
    trigger: Trigger
    wishes: tuple[str, ...] = ()
    target: Task | None = None
    source: Task | None = None
    block_id: str | None = None

    def covers(self, requirement_id: str | None) -> bool:
        """Tell whether a test's outcome counts here; one that proves no wish counts everywhere."""
        return requirement_id is None or not self.wishes or requirement_id in self.wishes


class Lost(NamedTuple):
    """A feedback loop that names a task which is not in the plan, and why it cannot run between them."""

    loop: FeedbackLoop
    reason: str


class Loops(NamedTuple):
    """The loops of a plan, in the order of the blocks, and those that find no tasks."""

    found: tuple[Loop, ...]
    lost: tuple[Lost, ...]

    def started_by(self, *triggers: Trigger) -> tuple[Loop, ...]:
        """Return the loops with one of these triggers."""
        return tuple(loop for loop in self.found if loop.trigger in triggers)


def loops_of(spec: NuggetSpec, plan: Plan) -> Loops:
    """Tie each ``keep_improving`` and ``feedback_loop`` block to the plan."""
    found = [_improving(number, one) for number, one in enumerate(spec.workflow.iteration_conditions, 1)]
    lost: list[Lost] = []
    for number, loop in enumerate(spec.workflow.feedback_loops or (), 1):
        made = _between(number, loop, spec, plan)
        if isinstance(made, Loop):
            found.append(made)
        else:
            lost.append(made)
    return Loops(tuple(found), tuple(lost))


def loop_name(condition: str) -> str:
    """Return what a feedback loop is, in words for the child."""
    return say("rounds.loop_name", condition=condition)


def _improving(number: int, asked: str | IterationCondition) -> Loop:
    condition = asked if isinstance(asked, str) else asked.condition
    return Loop(
        id=f"improve-{number}",
        name=say("rounds.improve_name", condition=condition),
        condition=condition,
        limit=IMPROVE_ROUNDS,
        trigger="always",
        wishes=() if isinstance(asked, str) else tuple(asked.after),
        block_id=None if isinstance(asked, str) else asked.block_id,
    )


def _between(number: int, loop: FeedbackLoop, spec: NuggetSpec, plan: Plan) -> Loop | Lost:
    source, target = (find_end(name, spec, plan) for name in (loop.connects_from, loop.connects_to))
    if source is None or target is None:
        names = (name for name, end in ((loop.connects_from, source), (loop.connects_to, target)) if end is None)
        return Lost(loop, say("rounds.no_task", names=_quoted(names)))
    if _mends_nothing(target, loop):
        if source.task is not None and _mends_nothing(source, loop):
            return Lost(loop, say("rounds.review_makes_nothing", name=loop.connects_to))
        source, target = target, source  # "from building to testing": the work goes round between the two
    wishes = () if source.task is None else source.task.requirement_ids
    if wishes and target.task is not None:
        wishes = tuple(dict.fromkeys((*wishes, *target.task.requirement_ids)))
    return Loop(
        id=f"loop-{number}",
        name=loop_name(loop.exit_condition),
        condition=loop.exit_condition,
        limit=loop.max_iterations,
        trigger="always" if loop.trigger == "custom" else loop.trigger,
        wishes=wishes,
        target=target.task,
        source=source.task,
        block_id=loop.block_id,
    )


def _mends_nothing(end: End, loop: FeedbackLoop) -> bool:
    """Tell whether a task cannot be the one that improves: a review never, and a test does not mend what it shows."""
    useless = ("review", "test") if loop.trigger == "test_failure" else ("review",)
    return end.task is not None and end.task.kind in useless


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)
