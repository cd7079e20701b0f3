"""Bring an old workspace to today's names, so that the editor can load it; nothing else in it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.blocks.catalog import BlockType, Catalog


def upgrade(workspace: object, catalog: Catalog) -> object:
    """Return a copy with today's block types and field names, at any depth.

    An old field keeps its old name where its words are none of the choices that the new one has, since the editor
    would drop them; ``interpret`` reads both.
    """
    copy, todo = _shell(workspace)
    while todo:
        raw, made = todo.pop()
        pairs = raw.items() if isinstance(raw, dict) else enumerate(raw)
        for key, value in pairs:
            inner, more = _shell(value)
            todo += more
            if isinstance(made, dict):
                made[key] = inner
            else:
                made.append(inner)
        if isinstance(made, dict) and isinstance(raw, dict):
            _rename(made, raw, catalog)
    return copy


Pair = tuple["dict[object, object] | list[object]", "dict[object, object] | list[object]"]


def _shell(value: object) -> tuple[object, list[Pair]]:
    """Return an empty copy of an object or list, and the work of filling it."""
    if isinstance(value, dict):
        made: dict[object, object] = {}
        return made, [(value, made)]
    if isinstance(value, list):
        items: list[object] = []
        return items, [(value, items)]
    return value, []


def _rename(block: dict[object, object], raw: dict[object, object], catalog: Catalog) -> None:
    named = raw.get("type")
    kind = catalog.find(named) if isinstance(named, str) else None
    if kind is None:
        return
    block["type"] = kind.type
    fields = raw.get("fields")
    if isinstance(fields, dict) and kind.legacy_fields:
        block["fields"] = {_new_name(str(name), value, fields, kind): value for name, value in fields.items()}


def _new_name(name: str, value: object, fields: dict[object, object], kind: BlockType) -> str:
    new = kind.legacy_fields.get(name)
    if new is None or new in fields:
        return name
    choices = kind.fields[new].choices
    return new if not choices or value in choices else name
