"""The planner that needs no model: one task a wish, in the order of the blocks; the last resort of planning."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

from elisa.build.focus_plan import focused_tasks
from elisa.build.gate_places import place_gates
from elisa.build.squad import with_default_roles
from elisa.core.text import say
from elisa.spec import limits
from elisa.spec.plan import AgentProfile, Plan, Task, TaskKind

if TYPE_CHECKING:
    from elisa.spec.changes import Changes
    from elisa.spec.nugget import NuggetSpec, Requirement


def rule_plan(spec: NuggetSpec, changes: Changes | None = None) -> Plan:
    """Cut the work by the spec alone.

    Constraints hold for the first task and so for all that come after it. Wishes inside "at the same time" run side by
    side; all others one after the other, because two helpers in one small page would only meet in conflicts. On top of
    an earlier build, only what changed has tasks.
    """
    team = with_default_roles(spec)
    builder = next(agent.name for agent in team if agent.role in ("builder", "custom"))
    tasks = _build_tasks(spec, team) if changes is None else focused_tasks(spec, changes, builder)
    built = tuple(task.id for task in tasks)
    proofs = spec.workflow.behavioral_tests or ()
    wishes = [wish.id for wish in spec.requirements if changes is None or wish.id in changes.open]
    if wishes and (spec.workflow.testing_enabled or proofs or spec.workflow.system_level == "explorer"):
        tasks.append(_extra("test", "test", team, built, wishes))
    guide = spec.documentation is not None and spec.documentation.generate
    if guide and (changes is None or "guide" in changes.about):
        tasks.append(_extra("guide", "guide", team, built, []))
    if spec.workflow.review_enabled:
        tasks.append(_extra("review", "review", team, tuple(task.id for task in tasks), []))
    told = "build.rule_explanation" if changes is None else "keeping.explanation"
    told = told if changes is None or changes.any else "keeping.nothing_new"
    plan = Plan(tasks=tuple(tasks), agents=team, explanation=say(told), source="rules")
    return plan.model_copy(update={"gates": place_gates(plan, spec)})


def _build_tasks(spec: NuggetSpec, team: tuple[AgentProfile, ...]) -> list[Task]:
    builders = cycle([agent.name for agent in team if agent.role in ("builder", "custom")])
    constraints = [wish for wish in spec.requirements if wish.type == "constraint"]
    wishes = _in_order([wish for wish in spec.requirements if wish.type != "constraint"])
    base = Task(
        id="base",
        name=say("build.base_name"),
        description=say("build.base_description", goal=spec.nugget.goal),
        agent_name=next(builders),
        acceptance_criteria=(say("build.base_criterion"), *(wish.description for wish in constraints)),
        requirement_ids=tuple(wish.id for wish in constraints),
    )
    tasks, before = [base], [base.id]
    for group in _groups(wishes, spec):
        made = [_wish_task(wish, next(builders), tuple(before)) for wish in group]
        tasks.extend(made)
        before = [task.id for task in made]
    return tasks


def _in_order(wishes: list[Requirement]) -> list[Requirement]:
    """Sort so that each wish comes after those it names; a circle in the blocks is cut at its first wish."""
    done: list[Requirement] = []
    rest = list(wishes)
    ids = {wish.id for wish in wishes}
    while rest:
        finished = {wish.id for wish in done}
        ready = next((wish for wish in rest if set(wish.after) & ids <= finished), rest[0])
        done.append(ready)
        rest.remove(ready)
    return done


def _groups(wishes: list[Requirement], spec: NuggetSpec) -> list[list[Requirement]]:
    """Put neighbours into one group where an "at the same time" block holds both and neither waits for the other."""
    together = [set(hint.together or ()) for hint in spec.workflow.flow_hints if hint.type == "parallel"]
    groups: list[list[Requirement]] = []
    for wish in wishes:
        last = groups[-1] if groups else []
        others = {other.id for other in last}
        side_by_side = any(wish.id in ids and others <= ids for ids in together) and not others & set(wish.after)
        if last and side_by_side:
            last.append(wish)
        else:
            groups.append([wish])
    return groups


def _wish_task(wish: Requirement, agent_name: str, before: tuple[str, ...]) -> Task:
    return Task(
        id=f"wish-{wish.id}",
        name=wish.in_words[: limits.NAME] or say("build.wish_name"),
        description=wish.description,
        agent_name=agent_name,
        acceptance_criteria=(say("build.wish_criterion", wish=wish.in_words),),
        dependencies=before,
        requirement_ids=(wish.id,),
    )


def _extra(
    task_id: str, kind: TaskKind, team: tuple[AgentProfile, ...], before: tuple[str, ...], wishes: list[str]
) -> Task:
    role = {"test": "tester", "review": "reviewer"}.get(kind, "builder")
    fitting = [agent.name for agent in team if agent.role == role]
    able = [agent.name for agent in team if agent.role in ("builder", "custom")]
    return Task(
        id=task_id,
        name=say(f"build.{kind}_name"),
        description=say(f"build.{kind}_description"),
        kind=kind,
        agent_name=(fitting or able)[0],
        acceptance_criteria=(say(f"build.{kind}_criterion"),),
        dependencies=before,
        requirement_ids=tuple(wishes),
    )
