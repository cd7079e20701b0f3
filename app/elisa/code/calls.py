"""What a stretch of code calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.code.languages import Language, regions, text_of, walk

if TYPE_CHECKING:
    from tree_sitter import Node

_CALLS = {"call_expression": "function", "call": "function", "new_expression": "constructor"}


def calls(source: str, language: Language, first_line: int, last_line: int) -> tuple[str, ...]:
    """Return the names that are called between two lines (from 1, both included), in order, each once.

    ``game.start()`` counts as ``start``; a call of something without a name is left out.
    """
    found: dict[str, None] = {}
    for region in regions(source, language):
        for node, _ in walk(region.root):
            if node.type in _CALLS and first_line <= region.line_of(node) <= last_line:
                name = _name(node.child_by_field_name(_CALLS[node.type]))
                if name:
                    found[name] = None
    return tuple(found)


def _name(called: Node | None) -> str:
    if called is None:
        return ""
    for field in ("property", "attribute"):
        last = called.child_by_field_name(field)
        if last is not None:
            return text_of(last)
    return text_of(called) if called.type == "identifier" else ""
