"""The focused plan by rule, on top of an earlier build: a task for each new or changed wish, and one for what goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.spec import limits
from elisa.spec.plan import Task

if TYPE_CHECKING:
    from elisa.spec.changes import Changes
    from elisa.spec.nugget import NuggetSpec, Requirement


def focused_tasks(spec: NuggetSpec, changes: Changes, builder: str) -> list[Task]:
    """Return the building tasks, one after the other: what goes, what is different about the whole, then the wishes."""
    tasks: list[Task] = []
    open_wishes = [wish for wish in spec.requirements if wish.id in changes.open]
    if changes.gone:
        tasks.append(_removing(changes, builder))
    if changes.about:
        tasks.append(_restyling(changes, builder, tasks))
    for wish in open_wishes:
        tasks.append(_wish_task(wish, builder, tasks))
    return tasks


def _removing(changes: Changes, builder: str) -> Task:
    wishes = "; ".join(wish.words for wish in changes.gone)
    return Task(
        id="remove",
        name=say("keeping.remove_name"),
        description=say("keeping.remove_description", wishes=wishes),
        agent_name=builder,
        acceptance_criteria=(say("keeping.remove_criterion"),),
        removes=tuple(wish.id for wish in changes.gone),
    )


def _restyling(changes: Changes, builder: str, before: list[Task]) -> Task:
    return Task(
        id="restyle",
        name=say("keeping.restyle_name"),
        description=say("keeping.restyle_description", parts=", ".join(changes.about)),
        agent_name=builder,
        acceptance_criteria=(say("keeping.restyle_criterion"),),
        dependencies=tuple(task.id for task in before[-1:]),
    )


def _wish_task(wish: Requirement, builder: str, before: list[Task]) -> Task:
    return Task(
        id=f"wish-{wish.id}",
        name=wish.in_words[: limits.NAME] or say("build.wish_name"),
        description=wish.description,
        agent_name=builder,
        acceptance_criteria=(say("build.wish_criterion", wish=wish.in_words),),
        dependencies=tuple(task.id for task in before[-1:]),
        requirement_ids=(wish.id,),
    )
