"""Names of the tests of a Python file that cannot be imported, read from its text alone."""

from __future__ import annotations

import ast
from dataclasses import dataclass


@dataclass(frozen=True)
class Declared:
    """A test as it stands in the text: name as pytest gives it, and the two marks."""

    name: str
    requirement: str | None
    proof: str | None


def declared_tests(source: str) -> tuple[Declared, ...]:
    """Return the tests in a file's text, in order; none where even the text cannot be read."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    return tuple(_below(tree, ""))


def _below(parent: ast.Module | ast.ClassDef, prefix: str) -> list[Declared]:
    found: list[Declared] = []
    for node in parent.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            found.append(Declared(prefix + node.name, _mark(node, "requirement"), _mark(node, "proof")))
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            found += _below(node, f"{prefix}{node.name}::")
    return found


def _mark(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> str | None:
    for decorator in node.decorator_list:
        if not isinstance(decorator, ast.Call) or not isinstance(decorator.func, ast.Attribute):
            continue
        first = decorator.args[0] if decorator.args else None
        if decorator.func.attr == name and isinstance(first, ast.Constant) and isinstance(first.value, str):
            return first.value
    return None
