"""Where a name is used: as a whole word of the language, not in comments or inside other words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elisa.code.languages import Language, Region, regions, text_of, walk

if TYPE_CHECKING:
    from tree_sitter import Node

_NAMES = frozenset(
    {
        "identifier",
        "property_identifier",
        "private_property_identifier",
        "shorthand_property_identifier",
        "shorthand_property_identifier_pattern",
        "type_identifier",
        "class_name",
        "id_name",
        "tag_name",
    }
)
_QUOTED = frozenset({"attribute_value", "string_fragment", "string_content"})
_DEFINING = frozenset(
    {
        "function_definition",
        "class_definition",
        "function_declaration",
        "generator_function_declaration",
        "class_declaration",
        "method_definition",
        "variable_declarator",
        "interface_declaration",
        "type_alias_declaration",
        "enum_declaration",
    }
)


@dataclass(frozen=True, slots=True)
class Reference:
    """One use. ``line`` and ``column`` count from 1; ``defines`` where the name is given its meaning."""

    line: int
    column: int
    defines: bool
    text: str


def references(source: str, language: Language, name: str) -> tuple[Reference, ...]:
    """Return where a file uses a name: identifiers, and strings and page attributes that are exactly this name."""
    lines = source.splitlines()
    return tuple(
        _reference(node, parent, region, lines)
        for region in regions(source, language)
        for node, parent in walk(region.root)
        if _is_name(node, name)
    )


def _is_name(node: Node, name: str) -> bool:
    if node.type in _NAMES:
        return text_of(node).lstrip("#") == name.lstrip("#")
    return node.type in _QUOTED and name in text_of(node).split()


def _reference(node: Node, parent: Node | None, region: Region, lines: list[str]) -> Reference:
    line = region.line_of(node)
    defines = parent is not None and parent.type in _DEFINING and parent.child_by_field_name("name") == node
    text = lines[line - 1].strip() if line <= len(lines) else ""
    return Reference(line, node.start_point.column + 1, defines, text)
