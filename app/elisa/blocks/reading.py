"""What is known while a workspace is interpreted: the spec as far as it has got, and which block said what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from elisa.spec import limits
from elisa.spec.nugget import FlowHint, Interaction, NuggetSpec, Requirement, Style

if TYPE_CHECKING:
    from elisa.blocks.catalog import Catalog
    from elisa.blocks.findings import Findings
    from elisa.blocks.tree import Node
    from elisa.blocks.values import Values
    from elisa.spec.library import Library

T = TypeVar("T")
Contents = dict[tuple[int, str], list[str]]


@dataclass(slots=True)
class Reading:
    """The state of one interpretation.

    Attributes:
        requirements: Each requirement with its block, in order.
        hints: Flow hints whose contents are filled in at the end; timers and portal events likewise.
        spoken: What a block says in a flow hint, by block number.
        skills: Used composite skills with the block that uses them.
    """

    library: Library
    catalog: Catalog
    findings: Findings
    spec: NuggetSpec = field(default_factory=NuggetSpec)
    requirements: list[tuple[Node, Requirement]] = field(default_factory=list)
    hints: list[tuple[Node, FlowHint]] = field(default_factory=list)
    timers: list[tuple[Node, Requirement]] = field(default_factory=list)
    events: list[tuple[Node, Interaction]] = field(default_factory=list)
    spoken: dict[int, str] = field(default_factory=dict)
    skills: list[tuple[Node, str]] = field(default_factory=list)
    web: bool = False
    esp32: bool = False
    _latest: dict[str, Node] = field(default_factory=dict)

    @property
    def done_before(self) -> list[str]:
        """Return the ids of all requirements so far."""
        return [requirement.id for _, requirement in self.requirements]

    def keep(self, items: list[T], item: T, limit: int, node: Node) -> bool:
        """Add an item unless the list is full; a full list is noted."""
        if len(items) >= limit:
            self.findings.add("too_many", node, limit=limit)
            return False
        items.append(item)
        return True

    def add_requirement(self, node: Node, kind: str, description: str, values: Values) -> Requirement | None:
        """Add a requirement with the next id; ``None`` if there are too many."""
        requirement = Requirement(
            type=kind,
            description=values.cut(description, limits.REQUIREMENT_TEXT),
            id=f"req_{len(self.spec.requirements)}",
            block_id=node.id,
            container_id=node.parent.id if node.parent else None,
        )
        self.spoken[node.number] = requirement.description
        if not self.keep(self.spec.requirements, requirement, limits.REQUIREMENTS, node):
            return None
        self.requirements.append((node, requirement))
        return requirement

    def requirement_of(self, node: Node) -> Requirement | None:
        """Return the requirement that this block made."""
        return next((made for maker, made in reversed(self.requirements) if maker is node), None)

    def once(self, what: str, node: Node) -> None:
        """Note that only the latest of the blocks that say ``what`` counts."""
        earlier = self._latest.get(what)
        if earlier is not None:
            self.findings.add("overridden", earlier)
        self._latest[what] = node

    def style(self) -> Style:
        """Return the style, which appears with the first block about it."""
        self.spec.style = self.spec.style or Style()
        return self.spec.style

    def contents(self) -> Contents:
        """Return which requirements lie in which gap of which block, at any depth."""
        found: Contents = {}
        for node, requirement in self.requirements:
            child, holder = node, node.parent
            while holder is not None:
                found.setdefault((holder.number, child.input or ""), []).append(requirement.id)
                child, holder = holder, holder.parent
        return found


Effect = Callable[[Reading, "Node", "Values"], None]
