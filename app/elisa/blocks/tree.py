"""Read a Blockly workspace into a flat list of nodes, in the order in which a child reads the blocks.

No recursion: a file may hold a stack of ten thousand blocks. Nothing raises: what cannot be read is a finding.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from elisa.spec import limits
from elisa.spec.clean import clean_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.blocks.catalog import BlockType, Catalog
    from elisa.blocks.findings import Findings

BLOCKS = 20_000
"""The most blocks that are read; the largest nuggets in the wild have about a hundred."""


@dataclass(slots=True)
class Node:
    """One block.

    Attributes:
        number: Place in reading order, from 1: what "block 7" means in a message.
        type: Today's type name; an old name is already translated, a damaged one is empty.
        kind: What the catalog knows about the type.
        parent: The block in whose gap ``input`` this one lies.
        stack: Number of the top-level stack, from 0.
        skipped: It does not count, nor does what is inside: unknown, damaged, switched off or misplaced.
    """

    number: int
    id: str
    type: str
    kind: BlockType | None
    fields: dict[str, Any]
    parent: Node | None
    input: str | None
    stack: int
    is_top: bool
    has_own_id: bool = False
    skipped: bool = False
    children: dict[str, list[Node]] = field(default_factory=dict)

    def inside(self, *names: str) -> Iterator[Node]:
        """Yield every block inside these gaps (all gaps if none is named), at any depth, in reading order."""
        todo = self.last_first(*names)
        while todo:
            node = todo.pop()
            yield node
            todo += node.last_first()

    def last_first(self, *names: str) -> list[Node]:
        """Return what lies directly inside, last first."""
        places = names or tuple(self.children)
        return [child for name in reversed(places) for child in reversed(self.children.get(name, ()))]


class _Found(NamedTuple):
    """A raw block that is still to be read, and where it stands: ``chain`` + ``position`` make up a lasting id."""

    raw: object
    parent: Node | None
    input: str | None
    stack: int
    chain: str
    position: int


def read_tree(workspace: object, catalog: Catalog, findings: Findings) -> list[Node]:
    """Return all blocks of a workspace; an empty canvas (``{}``) has none, nor has what is no workspace."""
    tops = _tops(workspace, findings)
    todo = [_Found(raw, None, None, stack, str(stack), 0) for stack, raw in reversed(list(enumerate(tops)))]
    reader = _TreeReader(catalog, findings)
    while todo:
        if len(reader.nodes) >= BLOCKS:
            findings.add("too_many_blocks", limit=BLOCKS)
            break
        todo.extend(reversed(reader.read(todo.pop())))
    return reader.nodes


def _tops(workspace: object, findings: Findings) -> list[object]:
    blocks = workspace.get("blocks", {}) if isinstance(workspace, dict) else None
    tops = blocks.get("blocks", []) if isinstance(blocks, dict) else None
    if not isinstance(tops, list):
        findings.add("malformed_workspace")
        return []
    return tops


class _TreeReader:
    """Turns raw blocks into nodes, one at a time, and says which raw blocks hang on each."""

    def __init__(self, catalog: Catalog, findings: Findings) -> None:
        self.nodes: list[Node] = []
        self._catalog = catalog
        self._findings = findings
        self._ids: set[str] = set()
        self._seen: set[int] = set()

    def read(self, found: _Found) -> list[_Found]:
        """Add a node and return what hangs on it: first what is inside, then what comes next."""
        raw = found.raw if isinstance(found.raw, dict) else {}
        node = self._node(raw, found)
        if id(raw) in self._seen:
            self._findings.add("circular_block", node, number=node.number)
            node.skipped = True
            return []
        if raw:
            self._seen.add(id(raw))
        self.nodes.append(node)
        if node.parent is not None and node.input is not None:
            node.parent.children.setdefault(node.input, []).append(node)
        self._check(raw, node)
        return [*self._inner(raw, node, found), *self._next(raw, found)]

    def _node(self, raw: dict[str, Any], found: _Found) -> Node:
        named = raw.get("type")
        name = clean_text(named)[: limits.NAME] if isinstance(named, str) else ""
        known = self._catalog.find(name)
        fields = raw.get("fields")
        return Node(
            number=len(self.nodes) + 1,
            id=f"made-{found.chain}-{found.position}",
            type=known.type if known else name,
            kind=known,
            fields=fields if isinstance(fields, dict) else {},
            parent=found.parent,
            input=found.input,
            stack=found.stack,
            is_top=found.parent is None and found.position == 0,
            skipped=found.parent is not None and found.parent.skipped,
        )

    def _check(self, raw: dict[str, Any], node: Node) -> None:
        self._take_id(raw, node)
        if not node.type or not _is_object(raw.get("fields")) or not _is_object(raw.get("inputs")):
            self._findings.add("malformed_block", node, number=node.number)
            node.skipped = True
        elif node.kind is None:
            self._findings.add("unknown_block", node, type=node.type)
            node.skipped = True
        if raw.get("enabled") is False or raw.get("disabledReasons"):
            self._findings.add("disabled", node)
            node.skipped = True

    def _take_id(self, raw: dict[str, Any], node: Node) -> None:
        """Use the block's own id where it is a text that no other block has."""
        own = raw.get("id")
        if own is not None:
            if not isinstance(own, str) or not 0 < len(own) <= limits.INSTANCE_ID or clean_text(own) != own:
                self._findings.add("bad_id", node, number=node.number)
            elif own in self._ids:
                self._findings.add("duplicate_id", node)
            else:
                node.id = own
                node.has_own_id = True
        while node.id in self._ids:
            node.id += "+"
        self._ids.add(node.id)

    def _inner(self, raw: dict[str, Any], node: Node, found: _Found) -> list[_Found]:
        inputs = raw.get("inputs")
        if not isinstance(inputs, dict):
            return []
        known = tuple(node.kind.inputs) if node.kind else ()
        inner: list[_Found] = []
        for name in sorted(inputs, key=lambda one: known.index(one) if one in known else len(known)):
            block = _held(inputs[name])
            if block is None:
                continue
            if node.kind and name not in known:
                self._findings.add("unknown_input", node, place=name)
            else:
                inner.append(_Found(block, node, name, found.stack, f"{node.number}.{name[:30]}", 0))
        return inner

    def _next(self, raw: dict[str, Any], found: _Found) -> list[_Found]:
        block = _held(raw.get("next"))
        return [] if block is None else [found._replace(raw=block, position=found.position + 1)]


def _is_object(value: object) -> bool:
    return value is None or isinstance(value, dict)


def _held(connection: object) -> object:
    """Return what hangs on a connection: a block, its shadow, or the damaged thing that stands there instead."""
    if isinstance(connection, dict):
        return connection.get("block", connection.get("shadow"))
    return connection
