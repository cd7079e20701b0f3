"""Effects of the blocks about the world outside: where it goes, boards, talking helpers, other nuggets."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from elisa.spec import limits
from elisa.spec.nugget import Composition, DeviceUse, Interface, Runtime

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.blocks.reading import Effect, Reading
    from elisa.blocks.tree import Node
    from elisa.blocks.values import Values

_RUNTIME_FIELDS = {
    "agent_name": "AGENT_NAME",
    "greeting": "GREETING",
    "fallback_response": "FALLBACK_RESPONSE",
    "voice": "VOICE",
    "display_theme": "DISPLAY_THEME",
}


def _meaning(node: Node) -> Mapping[str, Any]:
    return node.kind.meaning if node.kind else {}


def _deploy(reading: Reading, node: Node, values: Values) -> None:
    meaning = _meaning(node)
    reading.web |= "web" in meaning["targets"]
    reading.esp32 |= "esp32" in meaning["targets"]
    if "kind" in meaning:
        reading.spec.nugget.type = meaning["kind"]
    if meaning.get("runtime"):
        reading.spec.deployment.provision_runtime = True
        reading.spec.deployment.runtime_url = values.text("RUNTIME_URL") or None


def _device(reading: Reading, node: Node, values: Values) -> None:
    meaning = _meaning(node)
    kinds = node.kind.fields if node.kind else {}
    fields = {name: values.any(kind) for name, kind in kinds.items() if values.has(name)}
    reading.spec.devices = reading.spec.devices or []
    instance = node.id if node.has_own_id else _numbered(node.type, reading.spec.devices)
    device = DeviceUse(plugin_id=meaning["plugin"], instance_id=instance, fields=fields, block_id=node.id)
    if not reading.keep(reading.spec.devices, device, limits.DEVICES, node):
        return
    reading.web |= meaning["deploy"] == "cloud"
    reading.esp32 |= meaning["deploy"] in {"flash", "esptool"}
    maps: dict[str, str] = meaning.get("maps", {})
    if maps:
        _tell_runtime(reading, {key: str(fields[name]) for key, name in maps.items() if fields.get(name)})


def _numbered(block_type: str, others: list[DeviceUse]) -> str:
    """Return the block type, as the format names a device without an id; with a number from the second one on."""
    taken = {other.instance_id for other in others}
    number, name = 1, block_type
    while name in taken:
        number += 1
        name = f"{block_type}-{number}"
    return name


def _runtime(reading: Reading, node: Node, values: Values) -> None:
    del node
    _tell_runtime(reading, {key: values.text(name) for key, name in _RUNTIME_FIELDS.items() if values.has(name)})


def _tell_runtime(reading: Reading, told: dict[str, str]) -> None:
    runtime = reading.spec.runtime = reading.spec.runtime or Runtime()
    for key, value in told.items():
        if key in _RUNTIME_FIELDS:
            setattr(runtime, key, value)


def _interface(reading: Reading, node: Node, values: Values) -> None:
    composition = reading.spec.composition = reading.spec.composition or Composition()
    side = composition.provides if _meaning(node)["side"] == "provides" else composition.requires
    interface = Interface(name=values.text("INTERFACE_NAME"), type=values.choice("INTERFACE_TYPE"), block_id=node.id)
    reading.keep(side, interface, limits.INTERFACES, node)


EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {"deploy": _deploy, "device": _device, "runtime": _runtime, "interface": _interface}
)
