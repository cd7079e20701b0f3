"""How many ways lead through a function (McCabe's cyclomatic complexity, 1976)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.code.languages import Language, Region, regions, text_of
from elisa.code.symbols import FUNCTIONS, named_node

if TYPE_CHECKING:
    from tree_sitter import Node

_FORKS = frozenset(
    {
        "if_statement",
        "elif_clause",
        "for_statement",
        "for_in_statement",
        "while_statement",
        "do_statement",
        "except_clause",
        "catch_clause",
        "case_clause",
        "switch_case",
        "conditional_expression",
        "ternary_expression",
        "if_clause",
        "for_in_clause",
    }
)
_JOINED = frozenset({"and", "or", "&&", "||", "??"})


def complexity(source: str, language: Language) -> dict[str, int]:
    """Return each function's complexity by its name (1: straight through); of equal names the highest counts."""
    found: dict[str, int] = {}
    for region in regions(source, language):
        for name, value in _of_region(region):
            found[name] = max(value, found.get(name, 0))
    return found


def _of_region(region: Region) -> list[tuple[str, int]]:
    """Count each fork for the innermost named function around it."""
    counted: list[tuple[str, int]] = []
    waiting: list[tuple[Node, Node | None, int | None]] = [(region.root, None, None)]
    while waiting:
        node, parent, inside = waiting.pop()
        named = named_node(node, parent) if node.type in FUNCTIONS else None
        if named is not None:
            inside = len(counted)
            counted.append((named[0], 1))
        if inside is not None and _is_fork(node):
            name, value = counted[inside]
            counted[inside] = (name, value + 1)
        waiting.extend((child, node, inside) for child in node.children)
    return counted


def _is_fork(node: Node) -> bool:
    if node.type in ("boolean_operator", "binary_expression"):
        operator = node.child_by_field_name("operator")
        return operator is not None and text_of(operator) in _JOINED
    return node.type in _FORKS and node.is_named
