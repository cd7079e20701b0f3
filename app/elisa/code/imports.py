"""What a file needs from elsewhere: modules, scripts, styles, pictures."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elisa.code.languages import Language, Region, regions, text_of, walk

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tree_sitter import Node

_PYTHON_ENDINGS = (".py", "/__init__.py")
_JAVASCRIPT_ENDINGS = ("", ".js", ".mjs", ".ts", ".tsx", ".jsx", "/index.js", "/index.ts")


@dataclass(frozen=True, slots=True)
class Import:
    """One thing that a file needs. ``target`` as it is written: ``./game.js``, ``os.path``, ``..models``."""

    target: str
    line: int


def imports(source: str, language: Language) -> tuple[Import, ...]:
    """Return what a file needs, in source order, each target once."""
    found: dict[str, Import] = {}
    for region in regions(source, language):
        for node, parent in walk(region.root):
            for target in _targets(node, parent, region):
                found.setdefault(target, Import(target, region.line_of(node)))
    return tuple(sorted(found.values(), key=lambda one: one.line))


def resolve_import(target: str, importer: str, language: Language, files: Collection[str]) -> str | None:
    """Return which of the project's files a target means, or ``None`` for something from outside.

    Args:
        target: As in ``Import``.
        importer: Path of the file that has the import, relative to the project, with ``/``.
        language: The importer's language.
        files: Paths of the project's files.
    """
    if language == "python":
        return _resolve_python(target, importer, files)
    if ":" in target or target.startswith("//"):
        return None
    plain = target.partition("?")[0].partition("#")[0]
    place = posixpath.normpath(posixpath.join(posixpath.dirname(importer), plain.lstrip("/")))
    return next((place + ending for ending in _JAVASCRIPT_ENDINGS if place + ending in files), None)


def _resolve_python(target: str, importer: str, files: Collection[str]) -> str | None:
    name = target.lstrip(".")
    dots = len(target) - len(name)
    folder = posixpath.dirname(importer)
    starts = [folder, "", "src"]
    if dots:
        starts = [posixpath.normpath(posixpath.join(folder, *[".."] * (dots - 1)))]
    for start in starts:
        parts = name.split(".") if name else []
        place = posixpath.normpath(posixpath.join(start, *parts))
        for ending in _PYTHON_ENDINGS:
            if place + ending in files:
                return place + ending
    return None


def _targets(node: Node, parent: Node | None, region: Region) -> Iterator[str]:
    match region.language:
        case "python":
            yield from _python(node)
        case "javascript" | "typescript" | "tsx":
            yield from _javascript(node)
        case "html":
            yield from _html(node, parent)
        case "css":
            yield from _css(node)


def _python(node: Node) -> Iterator[str]:
    if node.type == "import_from_statement":
        module = node.child_by_field_name("module_name")
        if module is None:
            return
        if text_of(module).strip("."):
            yield text_of(module)
            return
        yield from (text_of(module) + text_of(name) for name in node.children_by_field_name("name"))
    elif node.type == "import_statement":
        for child in node.children_by_field_name("name"):
            name = child.child_by_field_name("name") if child.type == "aliased_import" else child
            if name is not None:
                yield text_of(name)


def _javascript(node: Node) -> Iterator[str]:
    if node.type in ("import_statement", "export_statement"):
        source = node.child_by_field_name("source")
        if source is not None:
            yield text_of(source).strip("\"'`")
    elif node.type == "call_expression":
        called = node.child_by_field_name("function")
        arguments = node.child_by_field_name("arguments")
        if called is None or arguments is None or text_of(called) not in ("require", "import", "importScripts"):
            return
        yield from (text_of(child).strip("\"'`") for child in arguments.children if child.type == "string")


def _html(node: Node, tag: Node | None) -> Iterator[str]:
    if node.type != "attribute":
        return
    tag_name = tag.child(1) if tag is not None else None
    name, _, value = text_of(node).partition("=")
    wanted = "href" if tag_name is not None and text_of(tag_name).lower() == "link" else "src"
    if name.strip().lower() == wanted and value:
        yield value.strip("\"' ")


def _css(node: Node) -> Iterator[str]:
    if node.type == "import_statement":
        yield from (text_of(child).strip("\"'") for child in node.children if child.type == "string_value")
    elif node.type == "call_expression" and text_of(node).startswith("url("):
        yield text_of(node)[4:-1].strip("\"' ")
