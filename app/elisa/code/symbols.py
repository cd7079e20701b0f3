"""Functions, classes and other named places of a file, with their lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from elisa.code.languages import Language, Region, regions, text_of, walk

if TYPE_CHECKING:
    from tree_sitter import Node

SymbolKind = Literal["function", "class", "type", "rule", "element"]

FUNCTIONS = frozenset(
    {
        "function_definition",
        "function_declaration",
        "generator_function_declaration",
        "method_definition",
        "arrow_function",
        "function_expression",
        "generator_function",
    }
)
_CLASSES = frozenset({"class_definition", "class_declaration", "abstract_class_declaration"})
_TYPES = frozenset({"interface_declaration", "type_alias_declaration", "enum_declaration"})
_NAMED_BY = {
    "variable_declarator": "name",
    "assignment_expression": "left",
    "pair": "key",
    "public_field_definition": "name",
    "field_definition": "property",
}
_LONGEST_SIGNATURE = 160


@dataclass(frozen=True, slots=True)
class Symbol:
    """A named place. Lines count from 1, both ends included; ``parent`` is the class or function around it."""

    name: str
    kind: SymbolKind
    first_line: int
    last_line: int
    signature: str
    parent: str = ""

    @property
    def full_name(self) -> str:
        """The name with what it stands in, such as ``Game.start``."""
        return f"{self.parent}.{self.name}" if self.parent else self.name


def symbols(source: str, language: Language) -> tuple[Symbol, ...]:
    """Return a file's symbols in source order."""
    return tuple(found for region in regions(source, language) for found in _of_region(region))


def named_node(node: Node, parent: Node | None) -> tuple[str, SymbolKind, Node] | None:
    """Return name, kind and the node that spans it all, if a node makes a symbol."""
    if node.type in _CLASSES:
        return _with_name(node, parent, "class")
    if node.type in _TYPES:
        return _with_name(node, parent, "type")
    if node.type in FUNCTIONS:
        return _with_name(node, parent, "function") or _by_owner(parent)
    if node.type == "rule_set" and node.children:
        return text_of(node.children[0]), "rule", node
    return _element(node, parent) if node.type in ("start_tag", "self_closing_tag") else None


def _of_region(region: Region) -> list[Symbol]:
    found: list[Symbol] = []
    around: list[tuple[int, str]] = []
    for node, parent in walk(region.root):
        while around and node.start_byte >= around[-1][0]:
            around.pop()
        named = named_node(node, parent)
        if named is None:
            continue
        name, kind, span = named
        found.append(
            Symbol(
                name=name,
                kind=kind,
                first_line=region.line_of(span),
                last_line=region.last_line_of(span),
                signature=_signature(span),
                parent=".".join(outer for _, outer in around),
            )
        )
        if kind in ("class", "function"):
            around.append((node.end_byte, name))
    return found


def _with_name(node: Node, outer: Node | None, kind: SymbolKind) -> tuple[str, SymbolKind, Node] | None:
    name = node.child_by_field_name("name")
    if name is None:
        return None
    span = outer if outer is not None and outer.type in ("decorated_definition", "export_statement") else node
    return text_of(name), kind, span


def _by_owner(owner: Node | None) -> tuple[str, SymbolKind, Node] | None:
    """Name a function without a name by what it is given to: ``const start = () => …``."""
    if owner is None or owner.type not in _NAMED_BY:
        return None
    target = owner.child_by_field_name(_NAMED_BY[owner.type])
    if target is None:
        return None
    name = target.child_by_field_name("property") or target
    return text_of(name), "function", owner


def _element(tag: Node, whole: Node | None) -> tuple[str, SymbolKind, Node] | None:
    for attribute in tag.children:
        parts = [text_of(child) for child in attribute.children if child.type != "="]
        if attribute.type == "attribute" and len(parts) == 2 and parts[0].lower() == "id":
            return f"#{parts[1].strip(chr(34) + chr(39))}", "element", whole or tag
    return None


def _signature(node: Node) -> str:
    lines = text_of(node).splitlines()
    first = next((line for line in lines if not line.lstrip().startswith("@")), "")
    return first.strip()[:_LONGEST_SIGNATURE]
