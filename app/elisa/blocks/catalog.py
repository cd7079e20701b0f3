"""The catalog: every block type, from the declarative JSON in ``blockly_assets/blocks`` that the editor loads, too.

A definition is ordinary Blockly JSON (``message0``, ``args0``, connections). Its texts are references such as
``%{BKY_ELISA_FEATURE}``, filled from ``core.text`` (key ``blocks.feature``), and one more key, ``elisa``, says what the
block means: its effect, its place, and for each field the limit and whether it must be filled.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from elisa.core.text import say_in
from elisa.spec import limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from elisa.spec.devices import DeviceManifest

Definition = dict[str, Any]
FieldKind = Literal["text", "choice", "number", "check", "library"]
Place = Literal["hat", "chain", "socket", "skill_start", "skill_flow", "skill_end"]
_KINDS: Mapping[str, FieldKind] = MappingProxyType(
    {
        "field_input": "text",
        "field_dropdown": "choice",
        "field_number": "number",
        "field_checkbox": "check",
        "field_library": "library",
    }
)
_REFERENCE = "%{BKY_ELISA_"
CANVAS_PLACES: frozenset[Place] = frozenset({"hat", "chain"})
SKILL_PLACES: frozenset[Place] = frozenset({"skill_start", "skill_flow", "skill_end"})


@dataclass(frozen=True, slots=True)
class FieldType:
    """One field of a block.

    Attributes:
        default: What a fresh block holds; for a text the words in the catalog's language.
        limit: The most characters of a text.
        above: A number must be greater than this.
        required: An empty text is worth a question to the child.
        keeps_default: The default words are a fine answer, so an untouched bubble is not.
        secret: Holds a password; never to be shown or sent.
        library: ``skills``, ``rules``, ``portals`` or ``capabilities`` whose ids this field holds.
    """

    name: str
    kind: FieldKind
    default: str | float | bool = ""
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None
    limit: int | None = None
    required: bool = False
    keeps_default: bool = False
    secret: bool = False
    library: str = ""


@dataclass(frozen=True, slots=True)
class BlockType:
    """One kind of block. ``inputs`` maps each gap for other blocks to what fits there (``None``: any canvas block)."""

    type: str
    category: str
    group: str
    effect: str
    place: Place
    fields: Mapping[str, FieldType]
    inputs: Mapping[str, str | None]
    meaning: Mapping[str, Any]
    legacy_fields: Mapping[str, str]
    definition: Definition


@dataclass(frozen=True, slots=True)
class Catalog:
    """All block types by name, and the old names that files in the wild still use."""

    blocks: Mapping[str, BlockType]
    legacy_types: Mapping[str, str]
    language: str = "en"

    def find(self, block_type: str) -> BlockType | None:
        """Return the block type with this name, old names included."""
        return self.blocks.get(self.legacy_types.get(block_type, block_type))

    def words(self, text: str) -> str:
        """Return a text of a definition in the catalog's language."""
        return _words(text, self.language)

    def messages(self) -> dict[str, str]:
        """Return what the editor puts into ``Blockly.Msg``: every text that a definition refers to."""
        keys = sorted({key for block in self.blocks.values() for key in _references(block.definition)})
        return {key: _words(f"%{{BKY_{key}}}", self.language) for key in keys}

    def definitions(self) -> list[Definition]:
        """Return what the editor gives to ``defineBlocksWithJsonArray``."""
        return [block.definition for block in self.blocks.values()]

    def with_devices(self, manifests: Iterable[DeviceManifest]) -> Catalog:
        """Return a catalog that knows the blocks of these device plug-ins, too; a built-in block is never replaced."""
        more = dict(self.blocks)
        for manifest in manifests:
            for definition in manifest.definitions():
                more.setdefault(definition["type"], _block_type(definition, "Devices", "world", self.language))
        return replace(self, blocks=MappingProxyType(more))


def load_catalog(root: Path, language: str = "en") -> Catalog:
    """Read the catalog below a resource root (the folder that holds ``blockly_assets``).

    Raises:
        OSError, ValueError, KeyError: The program's own data is damaged: an installation fault.
    """
    blocks: dict[str, BlockType] = {}
    legacy: dict[str, str] = {}
    folder = root / "blockly_assets" / "blocks"
    for place in sorted(folder.glob("*.json")):
        file = json.loads(place.read_text(encoding="utf-8"))
        for definition in file.get("blocks", ()):
            block = _block_type(definition, file["category"], file["group"], language)
            blocks[block.type] = block
            legacy.update(dict.fromkeys(block.meaning.get("legacy_types", ()), block.type))
    if not blocks:
        raise FileNotFoundError(folder)
    return Catalog(MappingProxyType(blocks), MappingProxyType(legacy), language)


def _block_type(definition: Definition, category: str, group: str, language: str) -> BlockType:
    meaning = definition["elisa"]
    fields: dict[str, FieldType] = {}
    inputs: dict[str, str | None] = {}
    for arg in definition.get("args0", ()):
        if arg["type"] == "input_statement":
            inputs[arg["name"]] = arg.get("check")
        elif arg["type"] in _KINDS:
            fields[arg["name"]] = _field_type(arg, meaning.get("fields", {}).get(arg["name"], {}), language)
    return BlockType(
        type=definition["type"],
        category=category,
        group=group,
        effect=meaning["effect"],
        place=meaning["place"],
        fields=MappingProxyType(fields),
        inputs=MappingProxyType(inputs),
        meaning=MappingProxyType(meaning),
        legacy_fields=MappingProxyType(meaning.get("legacy_fields", {})),
        definition=definition,
    )


def _field_type(arg: Definition, extra: Definition, language: str) -> FieldType:
    kind = _KINDS[arg["type"]]
    choices = tuple(value for _, value in arg.get("options", ()))
    defaults: dict[FieldKind, str | float | bool] = {
        "text": _words(arg.get("text", ""), language),
        "choice": choices[0] if choices else "",
        "number": arg.get("value", 0),
        "check": bool(arg.get("checked", False)),
        "library": "",
    }
    limit = extra.get("limit")
    return FieldType(
        name=arg["name"],
        kind=kind,
        default=defaults[kind],
        choices=choices,
        minimum=arg.get("min"),
        maximum=arg.get("max"),
        above=extra.get("above"),
        limit=getattr(limits, limit.upper()) if limit else None,
        required=extra.get("required", False),
        keeps_default=extra.get("keeps_default", False),
        secret=extra.get("secret", False),
        library=extra.get("library", ""),
    )


def _words(text: str, language: str) -> str:
    if not text.startswith(_REFERENCE):
        return text
    return say_in(language, f"blocks.{text.removeprefix(_REFERENCE).removesuffix('}').lower()}")


def _references(value: object) -> Iterable[str]:
    if isinstance(value, str) and value.startswith(_REFERENCE):
        yield value.removeprefix("%{BKY_").removesuffix("}")
    elif isinstance(value, dict):
        for held in value.values():
            yield from _references(held)
    elif isinstance(value, list):
        for held in value:
            yield from _references(held)
