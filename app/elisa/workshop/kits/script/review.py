"""The reviewer's eyes for a script: each file can be read, every module is there, nothing endangers the computer."""

from __future__ import annotations

import ast
import sys

from elisa.core.text import say

_DANGEROUS = frozenset({"eval", "exec", "compile", "__import__"})
_REACHING_OUT = frozenset({"socket", "urllib", "http", "requests", "subprocess", "ctypes", "ftplib", "smtplib"})


def find_faults(files: dict[str, str], known: set[str]) -> list[str]:
    """Return every fault in words.

    Args:
        files: Path → text of the Python files that were read, without tests.
        known: Paths of all files of the nugget.
    """
    faults: list[str] = []
    modules = {path.removesuffix(".py").replace("/", ".") for path in known if path.endswith(".py")}
    for path, text in sorted(files.items()):
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            faults.append(say("script.fault_reads", path=path))
            continue
        faults += _in_tree(path, tree)
        faults += [
            say("script.fault_missing", path=path, name=name) for name in _own_imports(tree) if name not in modules
        ]
    return faults


def _in_tree(path: str, tree: ast.Module) -> list[str]:
    faults = [] if ast.get_docstring(tree) else [say("script.fault_silent", path=path)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _DANGEROUS:
            faults.append(say("script.fault_danger", path=path, name=node.func.id))
        if isinstance(node, ast.ExceptHandler) and node.type is None:
            faults.append(say("script.fault_swallows", path=path))
    return faults + [
        say("script.fault_danger", path=path, name=name) for name in sorted(_imports(tree) & _REACHING_OUT)
    ]


def _imports(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def _own_imports(tree: ast.Module) -> list[str]:
    """Return the modules that are not Python's own: they must lie in the nugget."""
    return sorted(_imports(tree) - sys.stdlib_module_names)
