"""What the block editor is given, and what it gives: data for its page, and the meaning of what lies on its canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elisa.blocks.findings import Findings
from elisa.blocks.interpret import goal_of, interpret
from elisa.blocks.read_back import read_back
from elisa.blocks.tree import read_tree
from elisa.spec.editor_data import EditorData
from elisa.spec.library import read_library
from elisa.spec.understood import SpokenBlock, Understood

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.blocks.catalog import BlockType, Catalog
    from elisa.blocks.toolbox import Toolbox, ToolboxGroup
    from elisa.blocks.tree import Node
    from elisa.spec.library import Library

_LISTS = ("skills", "rules", "portals")


def editor_data(catalog: Catalog, toolbox: Toolbox) -> EditorData:
    """Return what the page needs to know before it can load a nugget."""
    fields = {block.type: _library_fields(block) for block in catalog.blocks.values()}
    return EditorData(
        language=catalog.language,
        definitions=catalog.definitions(),
        messages=catalog.messages(),
        groups=[_group(group, catalog) for group in toolbox.groups],
        library_fields={name: found for name, found in fields.items() if found},
    )


def understand(workspace: object, library: Mapping[str, object], catalog: Catalog) -> Understood:
    """Return what the blocks ask for, what is wrong with them and with the library, and the plan read back.

    Args:
        workspace: The JSON value of the canvas.
        library: The JSON values of ``skills``, ``rules`` and ``portals``.
        catalog: Decides the language of all sentences.
    """
    read, library_problems = read_library(*(library.get(name) for name in _LISTS))
    spec, problems = interpret(workspace, read, catalog)
    return Understood(spec, (*library_problems, *problems), tuple(_spoken(workspace, read, catalog)))


def _spoken(workspace: object, library: Library, catalog: Catalog) -> list[SpokenBlock]:
    nodes = read_tree(workspace, catalog, Findings(catalog.language))
    goal = goal_of(nodes)
    if goal is None:
        return []
    counted = [node for node in nodes if node.stack == goal.stack and not node.skipped]
    return [
        SpokenBlock(node.id, node.kind.group, read_back(node, catalog, library), _proofs(node, node.kind))
        for node in counted
        if node.kind is not None and node.kind.effect != "proof"
    ]


def _proofs(node: Node, kind: BlockType) -> int:
    return sum(map(len, node.children.values())) if kind.effect == "requirement" else 0


def _group(group: ToolboxGroup, catalog: Catalog) -> dict[str, Any]:
    categories = [
        {
            "name": category.name,
            "blocks": [
                {"type": name, "help": catalog.words(str(catalog.blocks[name].definition.get("tooltip", "")))}
                for name in category.blocks
            ],
        }
        for category in group.categories
    ]
    return {"key": group.key, "name": group.name, "icon": group.icon, "categories": categories}


def _library_fields(block: BlockType) -> dict[str, dict[str, str]]:
    meanings = block.meaning.get("fields", {})
    return {
        field.name: {"library": field.library, "kind": str(meanings.get(field.name, {}).get("capability_kind", ""))}
        for field in block.fields.values()
        if field.library
    }
