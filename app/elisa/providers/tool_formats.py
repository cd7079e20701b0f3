"""A tool's definition in the shapes that vendors take; each is strict, so unknown or missing arguments are refused.

Sources: Anthropic "tool use", OpenAI "function calling, strict mode" (all properties required, what is optional may be
null, nothing additional), Gemini "function calling" (OpenAPI subset, upper-case types, no ``additionalProperties``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from elisa.providers.base import ToolDefinition

ToolFormat = Literal["anthropic", "openai", "gemini"]


def anthropic_tool(tool: ToolDefinition) -> dict[str, Any]:
    """Return ``{name, description, input_schema}``."""
    return {"name": tool.name, "description": tool.description, "input_schema": tool.parameters}


def openai_tool(tool: ToolDefinition) -> dict[str, Any]:
    """Return ``{type: "function", function: {name, description, strict, parameters}}``.

    A schema with references or free keys, which strict mode cannot say, goes out as it is, with ``strict`` off.
    """
    strict = _can_be_strict(tool.parameters)
    function = {
        "name": tool.name,
        "description": tool.description,
        "strict": strict,
        "parameters": _strict(tool.parameters) if strict else tool.parameters,
    }
    return {"type": "function", "function": function}


def gemini_function(tool: ToolDefinition) -> dict[str, Any]:
    """Return a ``FunctionDeclaration``; without ``parameters`` where the tool takes none, as Gemini wants it."""
    declaration: dict[str, Any] = {"name": tool.name, "description": tool.description}
    if tool.parameters.get("properties"):
        declaration["parameters"] = _open_api(tool.parameters)
    return declaration


def format_tool(tool: ToolDefinition, vendor: ToolFormat) -> dict[str, Any]:
    """Return the tool in a vendor's shape."""
    shapes = {"anthropic": anthropic_tool, "openai": openai_tool, "gemini": gemini_function}
    return shapes[vendor](tool)


def _can_be_strict(schema: dict[str, Any]) -> bool:
    if "type" not in schema or isinstance(schema.get("additionalProperties"), dict):
        return False
    parts = [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]
    return all(_can_be_strict(part) for part in parts)


def _strict(schema: dict[str, Any]) -> dict[str, Any]:
    if schema.get("type") == "array":
        return {**schema, "items": _strict(schema["items"])}
    if schema.get("type") != "object":
        return schema
    required = set(schema.get("required", ()))
    properties = {
        name: _strict(part) if name in required else _nullable(_strict(part))
        for name, part in schema.get("properties", {}).items()
    }
    return {**schema, "properties": properties, "required": list(properties), "additionalProperties": False}


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    changed = {**schema, "type": [schema["type"], "null"]}
    if "enum" in schema:
        changed["enum"] = [*schema["enum"], None]
    return changed


def _open_api(schema: dict[str, Any]) -> dict[str, Any]:
    changed = {key: value for key, value in schema.items() if key in {"description", "enum", "required"}}
    changed["type"] = schema["type"].upper()
    if "properties" in schema:
        changed["properties"] = {name: _open_api(part) for name, part in schema["properties"].items()}
    if "items" in schema:
        changed["items"] = _open_api(schema["items"])
    return changed
