"""Say a block as one plain sentence: its label with the child's words in it, nothing technical."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from elisa.spec.clean import clean_text

if TYPE_CHECKING:
    from elisa.blocks.catalog import Catalog
    from elisa.blocks.tree import Node
    from elisa.spec.library import Library

_PLACE = re.compile(r"%(\d+)")


def read_back(node: Node, catalog: Catalog, library: Library) -> str:
    """Return the sentence of a block whose type is known; gaps and empty bubbles are left out of it."""
    if node.kind is None:
        return ""
    definition = node.kind.definition
    args: list[dict[str, Any]] = definition.get("args0", [])

    def words(place: re.Match[str]) -> str:
        number = int(place[1])
        return _words(node, args[number - 1], catalog, library) if 0 < number <= len(args) else ""

    return " ".join(_PLACE.sub(words, catalog.words(definition["message0"])).replace(" ,", ",").split())


def _words(node: Node, arg: dict[str, Any], catalog: Catalog, library: Library) -> str:
    name = arg.get("name", "")
    kind = node.kind.fields.get(name) if node.kind else None
    if kind is None or kind.secret:
        return ""
    value = node.fields.get(name, kind.default)
    if kind.kind == "choice":
        labels = {held: catalog.words(label) for label, held in arg["options"]}
        return labels.get(str(value), labels[str(kind.default)])
    if kind.kind == "library":
        return _library_name(str(value), kind.library, library)
    return clean_text(str(value)) if isinstance(value, str | int | float) else ""


def _library_name(item_id: str, kind: str, library: Library) -> str:
    """Return the name behind an id, or nothing: an id means nothing to a child."""
    if kind == "capabilities":
        every = (one for portal in library.portals for one in portal.capabilities)
        return next((one.name for one in every if one.id == item_id), "")
    found = {"skills": library.skill, "rules": library.rule, "portals": library.portal}[kind](item_id)
    return found.name if found else ""
