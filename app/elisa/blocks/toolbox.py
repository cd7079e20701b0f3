"""The toolbox as data: six groups, the categories in each, and their blocks in the order in which they are offered."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.blocks.catalog import Catalog

DEVICES = "devices"


class ToolboxCategory(BaseModel):
    """A heading and its blocks; ``category`` is the name of the definition file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    category: str
    name: str
    blocks: tuple[str, ...]


class ToolboxGroup(BaseModel):
    """One bin of the rack; ``colour`` is the light theme's fill, ``icon`` a name of the icon set."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    key: str
    name: str
    icon: str
    colour: str
    categories: tuple[ToolboxCategory, ...]


class Toolbox(BaseModel):
    """All groups of the canvas, and the blocks of the skill editor."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    groups: tuple[ToolboxGroup, ...]
    skill_flow: tuple[str, ...]

    def blockly(self) -> dict[str, Any]:
        """Return the groups as Blockly's own toolbox JSON: a category a group, a label a heading."""
        return {
            "kind": "categoryToolbox",
            "contents": [
                {
                    "kind": "category",
                    "name": group.name,
                    "colour": group.colour,
                    "toolboxitemid": group.key,
                    "contents": [item for category in group.categories for item in _items(category)],
                }
                for group in self.groups
            ],
        }


def load_toolbox(root: Path, catalog: Catalog) -> Toolbox:
    """Read the toolbox below a resource root, in the catalog's language; plug-in blocks join the boards.

    Raises:
        OSError, ValueError: The program's own data is damaged: an installation fault.
    """
    raw = json.loads((root / "blockly_assets" / "blocks" / "toolbox.json").read_text(encoding="utf-8"))
    offered = {block for group in raw["groups"] for category in group["categories"] for block in category["blocks"]}
    for group in raw["groups"]:
        group["name"] = catalog.words(group["name"])
        for category in group["categories"]:
            category["name"] = catalog.words(category["name"])
            if category["category"] == DEVICES:
                plugged = [one.type for one in catalog.blocks.values() if one.effect == "device"]
                category["blocks"] += [block for block in plugged if block not in offered]
    return Toolbox.model_validate(raw)


def _items(category: ToolboxCategory) -> list[dict[str, str]]:
    heading = {"kind": "label", "text": category.name}
    return [heading, *({"kind": "block", "type": block} for block in category.blocks)]
