"""Effects of the three portal blocks: tell, when, ask."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, cast

from elisa.blocks.values import PARAM, as_number
from elisa.spec import limits
from elisa.spec.clean import clean_text
from elisa.spec.nugget import Capability, CliConfig, Interaction, McpConfig, PortalUse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.blocks.reading import Effect, Reading
    from elisa.blocks.tree import Node
    from elisa.blocks.values import Values
    from elisa.spec.library import Param, Portal, PortalCapability
    from elisa.spec.nugget import ParamValue

Json = dict[str, Any]
InteractionType = Literal["tell", "when", "ask"]
_WORDS = {True: True, False: False, "TRUE": True, "true": True, "FALSE": False, "false": False}
_COMMAND = 200
_ARGS = 50
_ARG = 500


def _portal(reading: Reading, node: Node, values: Values) -> None:
    portal_id = values.words("PORTAL_ID")
    portal = reading.library.portal(portal_id)
    if portal is None:
        reading.findings.add("missing_portal" if portal_id else "nothing_chosen", node, name=portal_id)
        return
    used = _use(reading, portal, node, values)
    if used is None:
        return
    capability_id = values.words("CAPABILITY_ID")
    if not capability_id:
        reading.findings.add("nothing_chosen", node)
        return
    meaning: Mapping[str, Any] = node.kind.meaning if node.kind else {}
    capability = portal.capability(capability_id)
    if capability is None:
        reading.findings.add("missing_capability", node, portal=portal.name, name=capability_id)
    elif capability.kind != meaning["capability_kind"]:
        reading.findings.add("capability_kind", node, portal=portal.name, name=capability.name)
    interaction = Interaction(
        type=cast("InteractionType", meaning["interaction"]),
        capability_id=values.cut(capability_id, limits.NAME),
        params=_params(capability, node, values) or None,
        block_id=node.id,
    )
    if reading.keep(used.interactions, interaction, limits.INTERACTIONS, node) and interaction.type == "when":
        reading.events.append((node, interaction))
        if not node.children.get("ACTION_BLOCKS"):
            reading.findings.add("empty_container", node)


def _use(reading: Reading, portal: Portal, node: Node, values: Values) -> PortalUse | None:
    """Return the spec's entry of a portal, made by the first block that uses it."""
    portals = reading.spec.portals = reading.spec.portals or []
    used = next((one for one in portals if one.id == portal.id[: limits.NAME]), None)
    if used is not None:
        return used
    if not (_is_usable(portal.mcp_config) and _is_usable(portal.cli_config)):
        reading.findings.add("portal_config", node, portal=portal.name)
    used = PortalUse(
        id=values.cut(portal.id, limits.NAME),
        name=values.cut(portal.name, limits.NAME),
        description=values.cut(portal.description, 2000),
        mechanism=values.cut(portal.mechanism, 50),
        mcp_config=_mcp(portal.mcp_config, values),
        cli_config=_cli(portal.cli_config, values),
    )
    for one in portal.capabilities:
        capability = Capability(
            id=values.cut(one.id, limits.NAME),
            name=values.cut(one.name, limits.NAME),
            kind=values.cut(one.kind, 50),
            description=values.cut(one.description, 2000),
        )
        if not reading.keep(used.capabilities, capability, limits.CAPABILITIES, node):
            break
    return used if reading.keep(portals, used, limits.PORTALS, node) else None


def _mcp(config: Json | None, values: Values) -> McpConfig | None:
    if config is None:
        return None
    env = config.get("env")
    texts = {name: value for name, value in env.items() if isinstance(value, str)} if isinstance(env, dict) else None
    return McpConfig(
        command=values.cut(_text(config, "command"), _COMMAND),
        args=_args(config, values),
        env=texts,
    )


def _cli(config: Json | None, values: Values) -> CliConfig | None:
    if config is None:
        return None
    return CliConfig(
        command=values.cut(_text(config, "command"), _COMMAND),
        args=_args(config, values),
        install_hint=values.cut(_text(config, "installHint"), 500) or None,
    )


def _is_usable(config: Json | None) -> bool:
    """Tell whether a portal's settings hold a command, texts as arguments and texts as environment."""
    if config is None:
        return True
    args, env = config.get("args", []), config.get("env", {})
    return (
        bool(_text(config, "command").strip())
        and isinstance(args, list)
        and len(args) <= _ARGS
        and all(isinstance(one, str) for one in args)
        and isinstance(env, dict)
        and all(isinstance(one, str) for one in env.values())
    )


def _text(config: Json, name: str) -> str:
    value = config.get(name)
    return value if isinstance(value, str) else ""


def _args(config: Json, values: Values) -> list[str] | None:
    raw = config.get("args")
    if not isinstance(raw, list):
        return None
    return [values.cut(one, _ARG) for one in raw[:_ARGS] if isinstance(one, str)]


def _params(capability: PortalCapability | None, node: Node, values: Values) -> dict[str, ParamValue]:
    """Return what the capability is told, each in the type that it asks for.

    A block of a capability that the portal lacks keeps its texts, so that nothing of it is lost.
    """
    if capability is not None:
        found = {param.name: _param(param, values) for param in capability.params}
        return {name: value for name, value in found.items() if value is not None}
    names = [name for name in node.fields if name.startswith(PARAM) and values.words(name)]
    return {clean_text(name.removeprefix(PARAM)): values.cut(values.words(name), limits.PARAM_TEXT) for name in names}


def _param(param: Param, values: Values) -> ParamValue | None:
    raw = values.raw(PARAM + param.name)
    default = param.default
    if raw is None or raw == "":
        return default
    if param.type == "number":
        number = as_number(raw)
        return number if number is not None else cast("ParamValue", values.mended(raw, default))
    if param.type == "boolean":
        if isinstance(raw, str | bool) and raw in _WORDS:
            return _WORDS[raw]
        values.mended(raw, False)
        return False
    text = values.cut(values.words(PARAM + param.name), limits.PARAM_TEXT)
    if param.type == "choice" and text not in param.choices:
        values.mended(text, default if default is not None else text)
        return default if default is not None else text
    return text


EFFECTS: Mapping[str, Effect] = MappingProxyType({"portal": _portal})
