"""Where in a plan the build waits for the child: each gate block at its own place, with its own text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

from elisa.spec.plan import Plan, PlannedGate

if TYPE_CHECKING:
    from elisa.spec.nugget import Gate, NuggetSpec


def place_gates(plan: Plan, spec: NuggetSpec) -> tuple[PlannedGate, ...]:
    """Return the plan's gates: after the tasks of the wishes above the block, before those of the wishes below it."""
    return tuple(_place(gate, plan, spec) for gate in spec.workflow.gates or ())


def _place(gate: Gate, plan: Plan, spec: NuggetSpec) -> PlannedGate:
    above = set(gate.after)
    below = set(gate.before) or {wish.id for wish in spec.requirements} - above
    makers = [task for task in plan.tasks if task.kind not in ("test", "review")]
    first = [task.id for task in makers if above & set(task.requirement_ids)]
    graph = plan.graph()
    # A task that the gate's own tasks need cannot wait for the gate: the build would stand still for ever.
    needed = set(first).union(*(nx.ancestors(graph, task_id) for task_id in first))
    held = [task.id for task in makers if below & set(task.requirement_ids) and task.id not in needed]
    return PlannedGate(
        id=gate.id, text=gate.text, after_tasks=tuple(first), before_tasks=tuple(held), block_id=gate.block_id
    )
