"""Device manifests: what a board's plug-in (``device.json``) says about its blocks and how they reach the board."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Json = dict[str, Any]
SECRET_PARTS = ("PASS", "TOKEN", "SECRET", "API_KEY")
"""A device field whose name holds one of these keeps a password."""


class DeviceBlock(BaseModel):
    """One block of a plug-in: Blockly's ``message0`` and ``args0`` under shorter names."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    type: str = Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=60)
    message: str = Field(max_length=500)
    args: tuple[Json, ...] = Field(default=(), max_length=20)
    previous_statement: bool = Field(default=True, alias="previousStatement")
    next_statement: bool = Field(default=True, alias="nextStatement")
    tooltip: str = Field(default="", max_length=300)


class DeviceDeploy(BaseModel):
    """How the program reaches the device. The rest of this part belongs to the boards."""

    model_config = ConfigDict(frozen=True, extra="allow")

    method: Literal["flash", "cloud", "esptool"]


class SpecMapping(BaseModel):
    """Which fields the spec takes over: ``extract_fields`` maps a place such as ``runtime.agent_name`` to a field."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    role: str | None = None
    extract_fields: dict[str, str] = Field(default_factory=dict)


class DeviceManifest(BaseModel):
    """A device plug-in, as far as blocks and spec need it; limits are those of ``device.json`` in the wild."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$", max_length=60)
    name: str = Field(max_length=100)
    blocks: tuple[DeviceBlock, ...] = Field(min_length=1, max_length=10)
    deploy: DeviceDeploy
    spec_mapping: SpecMapping = SpecMapping()

    def definitions(self) -> list[Json]:
        """Return the blocks in the form that ``blockly_assets/blocks`` has."""
        maps = {
            place.removeprefix("runtime."): name
            for place, name in self.spec_mapping.extract_fields.items()
            if place.startswith("runtime.")
        }
        return [self._definition(block, maps) for block in self.blocks]

    def _definition(self, block: DeviceBlock, maps: dict[str, str]) -> Json:
        own = {arg.get("name") for arg in block.args}
        definition: Json = {"type": block.type, "message0": block.message, "args0": [dict(arg) for arg in block.args]}
        if block.previous_statement:
            definition["previousStatement"] = None
        if block.next_statement:
            definition["nextStatement"] = None
        meaning = {
            "effect": "device",
            "place": "chain",
            "plugin": self.id,
            "deploy": self.deploy.method,
            "maps": {key: name for key, name in maps.items() if name in own},
            "fields": {
                arg["name"]: {"limit": "device_text", "secret": is_secret(str(arg["name"]))}
                for arg in block.args
                if arg.get("type") == "field_input" and "name" in arg
            },
        }
        return {**definition, "inputsInline": True, "style": "world", "tooltip": block.tooltip, "elisa": meaning}


def is_secret(name: str) -> bool:
    """Tell whether a device field of this name holds a password or a token."""
    return any(part in name.upper() for part in SECRET_PARTS)
