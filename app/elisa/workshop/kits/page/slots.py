"""Slots of a page: markers at which pieces of work put in their lines, so that two of them never meet."""

from __future__ import annotations


def put_in(page: str, slot: str, lines: list[str]) -> str:
    """Put lines in front of a slot's marker, indented as the marker is."""
    mark = f"<!-- slot: {slot} -->"
    indent = page.partition(mark)[0].rpartition("\n")[2]
    return page.replace(mark, f"\n{indent}".join([*lines, mark]), 1)


def slot_lines(names: list[str], indent: str) -> list[str]:
    """Return markers with a line between them that no piece of work touches."""
    return [line for name in names for line in (f"{indent}<!-- slot: {name} -->", "")]
