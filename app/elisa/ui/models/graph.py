"""Where the tasks of a plan stand: in layers, each task right of all that it needs, with few crossing lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SWEEPS = 4


def place_tasks(needs: Mapping[str, Iterable[str]]) -> dict[str, tuple[int, float]]:
    """Return layer and row of each task; rows of a layer are centred round 0.

    Args:
        needs: For each task the tasks that it needs; unknown ones are passed over, a circle stands in one layer.
    """
    import networkx as nx

    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(needs)
    graph.add_edges_from((need, task) for task, held in needs.items() for need in held if need in needs)
    if not nx.is_directed_acyclic_graph(graph):
        graph.remove_edges_from(list(graph.edges))
    layers = [list(layer) for layer in nx.topological_generations(graph)]
    for sweep in range(_SWEEPS):
        forward = sweep % 2 == 0
        for layer in layers if forward else reversed(layers):
            row = {task: place for one in layers for place, task in enumerate(one)}
            near = graph.predecessors if forward else graph.successors
            middles = {task: _middle([row[one] for one in near(task)], row[task]) for task in layer}
            layer.sort(key=middles.__getitem__)
    return {
        task: (number, place - (len(layer) - 1) / 2)
        for number, layer in enumerate(layers)
        for place, task in enumerate(layer)
    }


def _middle(rows: list[int], own: int) -> float:
    return sum(rows) / len(rows) if rows else own
