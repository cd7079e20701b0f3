"""What the block editor is given before it can load a nugget: plain data, in one language."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


class EditorData(BaseModel):
    """Everything of the catalog that the editor page needs.

    Attributes:
        language: Two letters; Blockly's own words exist for it, or English is taken.
        definitions: Ordinary Blockly JSON, for ``defineBlocksWithJsonArray``.
        messages: What goes into ``Blockly.Msg``.
        groups: The bins of the rack: key, name, icon, and the categories with their blocks and help lines.
        library_fields: For each block type and field: which list of the library fills it, and the kind of capability.
    """

    model_config = ConfigDict(frozen=True)

    language: str
    definitions: list[dict[str, Any]]
    messages: dict[str, str]
    groups: list[dict[str, Any]]
    library_fields: dict[str, dict[str, dict[str, str]]]
