"""What is wrong with a handed-in plan, as sentences a model can act on; and the plan that a good one becomes."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

import networkx as nx

from elisa.build.focus import focus_faults
from elisa.build.gate_places import place_gates
from elisa.build.squad import idle_faults, is_safe_path, narrowed, squad_of, with_reviewer
from elisa.core.text import say
from elisa.spec import limits
from elisa.spec.plan import AgentProfile, Plan, PlanSource, Task

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from elisa.build.plan_form import AgentForm, PlanForm, TaskForm
    from elisa.spec.changes import Changes
    from elisa.spec.nugget import NuggetSpec

MOST_TASKS = 40
MOST_CRITERIA = 12
DESCRIPTION = 4000
CRITERION = 500
EXPLANATION = 1500
REASON = 300
# Ids become file names (comms, worktrees), on every system.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
_DOES = {
    "build": ("builder", "custom"),
    "fix": ("builder", "custom"),
    "guide": ("builder", "custom"),
    "test": ("tester", "builder", "custom"),
    "review": ("reviewer",),
}


def find_faults(form: PlanForm, spec: NuggetSpec, changes: Changes | None = None) -> list[str]:
    """Return every fault of a handed-in plan, in words; an empty list means that it can be built.

    With ``changes``, the plan is for a nugget that was built before.
    """
    if not form.tasks and (changes is None or changes.any):
        return [say("build.fault_empty")]
    ids = [*_id_faults(form)]
    found = [*_size_faults(form), *ids, *_team_faults(form, spec), *_wish_faults(form, spec, changes)]
    found += _guide_faults(form, spec) if changes is None or "guide" in changes.about else ()
    found += focus_faults(form, changes) if changes is not None else ()
    found += _level_faults(form, spec, changes)
    found += idle_faults(form, spec) if changes is None else ()
    found += [] if ids else _cycle_faults(form)
    return found or [*_order_faults(form, spec), *_together_faults(form, spec)]


def checked_plan(form: PlanForm, spec: NuggetSpec, source: PlanSource = "model") -> Plan:
    """Turn a form without faults into the plan: over-long texts cut, the child's own helpers and gates put in."""
    plan = Plan(
        tasks=tuple(_task(task) for task in form.tasks),
        agents=team_of(form, spec),
        explanation=form.explanation[:EXPLANATION],
        left_out=tuple(form.left_out),
        left_out_reasons={key: reason[:REASON] for key, reason in form.left_out_reasons.items()},
        source=source,
    )
    return plan.model_copy(update={"gates": place_gates(plan, spec)})


def team_of(form: PlanForm, spec: NuggetSpec) -> tuple[AgentProfile, ...]:
    """Return the team: the spec's helpers as the child made them, those that the plan adds, a reviewer if needed."""
    planned = {agent.name: agent for agent in form.agents}
    own = tuple(narrowed(agent, planned.get(agent.name)) for agent in squad_of(spec))
    taken = {agent.name for agent in own}
    team = (*own, *(_agent(agent) for agent in form.agents if agent.name not in taken))
    return with_reviewer(team) if spec.workflow.review_enabled else team


def _task(form: TaskForm) -> Task:
    criteria = tuple(text.strip()[:CRITERION] for text in form.acceptance_criteria if text.strip())
    return Task(
        id=form.id,
        name=form.name.strip()[: limits.NAME],
        description=form.description[:DESCRIPTION],
        kind=form.kind,
        agent_name=form.agent_name,
        acceptance_criteria=criteria[:MOST_CRITERIA],
        dependencies=tuple(dict.fromkeys(form.dependencies)),
        requirement_ids=tuple(dict.fromkeys(form.requirement_ids)),
        removes=tuple(dict.fromkeys(form.removes)),
        complexity=form.complexity,
    )


def _agent(form: AgentForm) -> AgentProfile:
    return AgentProfile(
        name=form.name,
        role=form.role,
        persona=form.persona[: limits.PERSONA],
        allowed_paths=tuple(form.allowed_paths),
        restricted_paths=tuple(form.restricted_paths),
    )


def _size_faults(form: PlanForm) -> Iterator[str]:
    if len(form.tasks) > MOST_TASKS:
        yield say("build.fault_too_many_tasks", count=len(form.tasks), limit=MOST_TASKS)
    if len(form.agents) > limits.AGENTS:
        yield say("build.fault_too_many_agents", count=len(form.agents), limit=limits.AGENTS)
    for task in form.tasks:
        if not task.name.strip():
            yield say("build.fault_no_name", task=task.id)
        if not any(text.strip() for text in task.acceptance_criteria):
            yield say("build.fault_no_criterion", task=task.id)


def _id_faults(form: PlanForm) -> Iterator[str]:
    ids = [task.id for task in form.tasks]
    for task_id in ids:
        if not _ID.fullmatch(task_id):
            yield say("build.fault_bad_id", task=task_id)
    for task_id in _repeated(task_id.casefold() for task_id in ids):
        yield say("build.fault_same_id", task=task_id)
    for task in form.tasks:
        for needed in task.dependencies:
            if needed not in ids:
                yield say("build.fault_unknown_dependency", task=task.id, needed=needed)


def _team_faults(form: PlanForm, spec: NuggetSpec) -> Iterator[str]:
    for name in _repeated(agent.name for agent in form.agents):
        yield say("build.fault_same_agent", agent=name)
    for agent in form.agents:
        for path in chain(agent.allowed_paths, agent.restricted_paths):
            if not is_safe_path(path):
                yield say("build.fault_path", agent=agent.name, path=path)
    roles = {agent.name: agent.role for agent in team_of(form, spec)}
    for task in form.tasks:
        role = roles.get(task.agent_name)
        if role is None:
            yield say("build.fault_unknown_agent", task=task.id, agent=task.agent_name)
        elif role not in _DOES[task.kind]:
            yield say("build.fault_role", task=task.id, agent=task.agent_name, role=role, kind=task.kind)


def _wish_faults(form: PlanForm, spec: NuggetSpec, changes: Changes | None) -> Iterator[str]:
    wished = {wish.id for wish in spec.requirements}
    covered = set(chain.from_iterable(task.requirement_ids for task in _makers(form)))
    for task in form.tasks:
        for unknown in set(task.requirement_ids) - wished:
            yield say("build.fault_unknown_requirement", task=task.id, requirement=unknown)
    kept = set(changes.kept) if changes is not None else set()
    for wish in spec.requirements:
        left_out = wish.id in form.left_out
        if wish.id in kept and wish.id not in form.left_out:
            continue
        if left_out == (wish.id in covered):
            yield say("build.fault_both" if left_out else "build.fault_uncovered", requirement=wish.id)
        elif left_out and not form.left_out_reasons.get(wish.id, "").strip():
            yield say("build.fault_no_reason", requirement=wish.id)


def _guide_faults(form: PlanForm, spec: NuggetSpec) -> Iterator[str]:
    wanted = spec.documentation is not None and spec.documentation.generate
    if wanted and not any(task.kind == "guide" for task in form.tasks):
        yield say("build.fault_no_guide")


def _level_faults(form: PlanForm, spec: NuggetSpec, changes: Changes | None) -> Iterator[str]:
    """An explorer gets a test for each wish without asking."""
    if spec.workflow.system_level != "explorer":
        return
    tested = set(chain.from_iterable(task.requirement_ids for task in form.tasks if task.kind == "test"))
    made = set(chain.from_iterable(task.requirement_ids for task in _makers(form)))
    for wish in spec.requirements:
        due = wish.id in made and wish.type != "constraint" and (changes is None or wish.id in changes.open)
        if due and wish.id not in tested:
            yield say("levels.fault_untested", requirement=wish.id)


def _cycle_faults(form: PlanForm) -> Iterator[str]:
    graph = _graph(form)
    if not nx.is_directed_acyclic_graph(graph):
        circle = " → ".join(edge[0] for edge in nx.find_cycle(graph))
        yield say("build.fault_cycle", tasks=circle)


def _order_faults(form: PlanForm, spec: NuggetSpec) -> Iterator[str]:
    graph = _graph(form)
    makers = {
        wish.id: [task.id for task in _makers(form) if wish.id in task.requirement_ids] for wish in spec.requirements
    }
    for wish in spec.requirements:
        for earlier in wish.after:
            for later_task in makers[wish.id]:
                before: set[str] = nx.ancestors(graph, later_task)
                missing = set(makers.get(earlier, ())) - before - {later_task}
                for task in sorted(missing):
                    yield say("build.fault_order", requirement=wish.id, earlier=earlier, task=later_task, needed=task)
    reviews = {task.id for task in form.tasks if task.kind == "review"}
    for task_id in sorted(reviews):
        for waiting in graph.successors(task_id):
            if waiting not in reviews:
                yield say("build.fault_after_review", waiting=waiting, review=task_id)


def _together_faults(form: PlanForm, spec: NuggetSpec) -> Iterator[str]:
    """Name tasks that wait for each other although a block wants them side by side.

    The ground that all other tasks stand on may come first, and so may what another block orders.
    """
    graph = _graph(form)
    makers = {task.id: set(task.requirement_ids) for task in _makers(form)}
    order: nx.DiGraph[str] = nx.DiGraph((earlier, wish.id) for wish in spec.requirements for earlier in wish.after)
    for hint in spec.workflow.flow_hints:
        together = set(hint.together or ()) if hint.type == "parallel" else set()
        for task in (one for one in makers if makers[one] & together):
            first = set(nx.ancestors(graph, task)) & set(makers)
            for needed in sorted(first):
                ground = set(makers) <= {needed, *nx.ancestors(graph, needed), *nx.descendants(graph, needed)}
                mine, other = makers[task] & together, makers[needed] & together
                if other and not ground and not other & mine and not _ordered(order, other, mine):
                    yield say("build.fault_together", task=task, needed=needed)


def _ordered(order: nx.DiGraph[str], earlier: set[str], later: set[str]) -> bool:
    """Tell whether blocks themselves put some of these wishes before some of the others."""
    return any(one in order and other in order and nx.has_path(order, one, other) for one in earlier for other in later)


def _makers(form: PlanForm) -> list[TaskForm]:
    """Return the tasks that fulfil wishes; a test or a review names wishes too, but makes nothing."""
    return [task for task in form.tasks if task.kind not in ("test", "review")]


def _graph(form: PlanForm) -> nx.DiGraph[str]:
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(task.id for task in form.tasks)
    graph.add_edges_from((needed, task.id) for task in form.tasks for needed in task.dependencies)
    return graph


def _repeated(values: Iterable[str]) -> list[str]:
    return [value for value, count in Counter(values).items() if count > 1]
