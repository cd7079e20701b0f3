"""Arguments of a tool: the small JSON schema that a model is given, and its mistakes in words that it can use."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

_KEPT = ("type", "description", "enum", "items")


class Arguments(BaseModel):
    """Base of every tool's arguments. ``null`` counts as left out: strict vendors have no other way to say it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _null_is_left_out(cls, value: object) -> object:
        if isinstance(value, dict):
            return {key: part for key, part in value.items() if part is not None}
        return value


@lru_cache(maxsize=256)
def parameters_of(arguments: type[BaseModel]) -> dict[str, Any]:
    """Return the schema without titles, defaults and bounds: the bytes are sent again with each turn.

    Making it takes 20 ms for all tools, half of what a turn costs the engine, so it is made once; nobody changes it.
    """
    full = arguments.model_json_schema()
    properties = {name: _short(part) for name, part in full.get("properties", {}).items()}
    return {
        "type": "object",
        "properties": properties,
        "required": full.get("required", []),
        "additionalProperties": False,
    }


def mistakes_in_words(error: ValidationError, arguments: type[BaseModel]) -> str:
    """Say what is wrong with a call, name by name, and what the tool takes."""
    told = []
    for problem in error.errors(include_url=False):
        place = ".".join(str(part) for part in problem["loc"])
        match problem["type"]:
            case "missing":
                told.append(f"`{place}` is missing")
            case "extra_forbidden":
                told.append(f"there is no argument `{place}`")
            case _:
                told.append(f"`{place}`: {problem['msg']}" if place else str(problem["msg"]))
    names = ", ".join(
        name if field.is_required() else f"{name} (optional)" for name, field in arguments.model_fields.items()
    )
    return f"{'; '.join(told[:6])}. It takes: {names or 'no arguments'}."


def _short(schema: dict[str, Any]) -> dict[str, Any]:
    choices = [part for part in schema.get("anyOf", ()) if part.get("type") != "null"]
    merged = {**schema, **choices[0]} if choices else schema
    kept = {key: value for key, value in merged.items() if key in _KEPT}
    if "items" in kept:
        kept["items"] = _short(kept["items"])
    return kept
