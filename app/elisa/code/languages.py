"""Which language a file is written in, and its syntax tree; broken code gives a tree with holes, never an error."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Language as Grammar
    from tree_sitter import Node

Language = Literal["python", "javascript", "typescript", "tsx", "html", "css", "json"]

_BY_ENDING: dict[str, Language] = {
    ".py": "python",
    ".pyi": "python",
    ".js": "javascript",
    ".mjs": "javascript",
    ".cjs": "javascript",
    ".jsx": "javascript",
    ".ts": "typescript",
    ".mts": "typescript",
    ".tsx": "tsx",
    ".html": "html",
    ".htm": "html",
    ".css": "css",
    ".json": "json",
}
_SURELY_QUICK = 10_000
_SECONDS = 1.0
"""Nesting without end makes some grammars quadratic (20,000 open tags: 3 s); such a file counts as empty."""
_INSIDE_HTML: dict[str, Language] = {"script_element": "javascript", "style_element": "css"}


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of one language: a whole file, or a script or style inside a page. ``first_line`` counts from 1."""

    language: Language
    root: Node
    first_line: int = 1

    def line_of(self, node: Node) -> int:
        """Return the file's line on which a node begins."""
        return node.start_point.row + self.first_line

    def last_line_of(self, node: Node) -> int:
        """Return the file's line on which a node ends."""
        return node.end_point.row + self.first_line


def language_of(path: str) -> Language | None:
    """Return the language by the file's ending, or ``None`` for text that is no code."""
    return _BY_ENDING.get(PurePosixPath(path).suffix.lower())


def regions(source: str, language: Language) -> tuple[Region, ...]:
    """Parse a file; a page comes with its scripts and styles as regions of their own."""
    whole = Region(language, _parse(source.encode(), language))
    if language != "html":
        return (whole,)
    return (whole, *_inside(whole))


def walk(node: Node) -> Iterator[tuple[Node, Node | None]]:
    """Yield a node and everything below it in source order, each with its parent.

    No recursion, so no code is nested too deep; and no ``Node.parent``, which searches from the root each time.
    """
    waiting: list[tuple[Node, Node | None]] = [(node, None)]
    while waiting:
        current, parent = waiting.pop()
        yield current, parent
        waiting.extend((child, current) for child in reversed(current.children))


def text_of(node: Node) -> str:
    """Return a node's source text."""
    return (node.text or b"").decode("utf-8", "replace")


def _inside(page: Region) -> Iterator[Region]:
    for node, _ in walk(page.root):
        language = _INSIDE_HTML.get(node.type)
        raw = next((child for child in node.children if child.type == "raw_text"), None)
        if language is not None and raw is not None:
            yield Region(language, _parse(raw.text or b"", language), page.line_of(raw))


def _parse(source: bytes, language: Language) -> Node:
    from tree_sitter import Parser

    parser = Parser(_grammar(language))
    if len(source) > _SURELY_QUICK and not _is_quick(source, language):
        return parser.parse(b"").root_node
    return parser.parse(source).root_node


def _is_quick(source: bytes, language: Language) -> bool:
    """Try it with a time limit, which a parser has only for text that it fetches piece by piece."""
    from tree_sitter import Parser

    whole = memoryview(source)
    end = time.monotonic() + _SECONDS
    try:
        Parser(_grammar(language)).parse(
            lambda offset, _: whole[offset:], encoding="utf8", progress_callback=lambda *_: time.monotonic() > end
        )
    except ValueError:
        return False
    return True


@cache
def _grammar(language: Language) -> Grammar:
    """Import one grammar when it is first needed (about 2 ms each)."""
    from importlib import import_module

    from tree_sitter import Language as Grammar

    if language in ("typescript", "tsx"):
        return Grammar(getattr(import_module("tree_sitter_typescript"), f"language_{language}")())
    return Grammar(import_module(f"tree_sitter_{language}").language())
