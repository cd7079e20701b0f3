"""The nugget's own skills, rules and portals, read with patience: what is usable is kept, what is not is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from elisa.spec.clean import TooDeepError, clean_json
from elisa.spec.problems import Problem, problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Json = dict[str, Any]
_PARAM_TYPES = ("string", "number", "boolean", "choice")


class Item(BaseModel):
    """What skills, rules and portals have in common. Keys that this version does not know are left out."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    id: str
    name: str


class Skill(Item):
    """Something the helpers know how to do; a ``composite`` one has steps, as a workspace of skill-flow blocks."""

    prompt: str
    category: str = "agent"
    description: str | None = None
    workspace: Json | None = None


class Rule(Item):
    """What the helpers keep to: ``always``, ``on_task_complete``, ``on_test_fail`` or ``before_deploy``."""

    prompt: str
    trigger: str = "always"


class Param(BaseModel):
    """One thing that a capability wants to know; blocks show it as the field ``PARAM_`` + name."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    type: Literal["string", "number", "boolean", "choice"] = "string"
    description: str = ""
    default: str | bool | int | float | None = None
    choices: tuple[str, ...] = ()


class PortalCapability(BaseModel):
    """One thing that a portal can do: an ``action``, an ``event`` or a ``query``."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    name: str
    kind: str = "action"
    description: str = ""
    params: tuple[Param, ...] = ()


class Portal(Item):
    """A way out of the nugget. ``mcp_config`` and ``cli_config`` are kept as they stand in the file."""

    mechanism: str
    description: str = ""
    status: str = "unconfigured"
    capabilities: tuple[PortalCapability, ...] = ()
    mcp_config: Json | None = Field(default=None, alias="mcpConfig")
    cli_config: Json | None = Field(default=None, alias="cliConfig")
    template_id: str | None = Field(default=None, alias="templateId")

    def capability(self, capability_id: str) -> PortalCapability | None:
        """Return the capability with this id."""
        return next((one for one in self.capabilities if one.id == capability_id), None)


class Library(BaseModel):
    """All skills, rules and portals of one nugget, in the order of the file, each id once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    skills: tuple[Skill, ...] = ()
    rules: tuple[Rule, ...] = ()
    portals: tuple[Portal, ...] = ()

    def skill(self, skill_id: str) -> Skill | None:
        """Return the skill with this id."""
        return next((one for one in self.skills if one.id == skill_id), None)

    def rule(self, rule_id: str) -> Rule | None:
        """Return the rule with this id."""
        return next((one for one in self.rules if one.id == rule_id), None)

    def portal(self, portal_id: str) -> Portal | None:
        """Return the portal with this id."""
        return next((one for one in self.portals if one.id == portal_id), None)


class LibraryReading(NamedTuple):
    """A library and what was wrong with its files."""

    library: Library
    problems: tuple[Problem, ...]


def read_library(skills: object = None, rules: object = None, portals: object = None) -> LibraryReading:
    """Read the JSON values of ``skills.json``, ``rules.json`` and ``portals.json``; ``None`` stands for no file.

    An item needs the texts that the format names (id, name and prompt; a portal id, name and mechanism). Anything else
    of the wrong type is dropped from the item and reported, too.
    """
    problems: list[Problem] = []
    read_skills = [
        Skill(
            **_texts(item, "id", "name", "prompt", "category", "description"),
            workspace=item.get("workspace"),
        )
        for item in _items("skills.json", skills, ("id", "name", "prompt"), {"workspace": dict}, problems)
    ]
    read_rules = [
        Rule(**_texts(item, "id", "name", "prompt", "trigger"))
        for item in _items("rules.json", rules, ("id", "name", "prompt"), {}, problems)
    ]
    shapes: dict[str, type] = {"capabilities": list, "mcpConfig": dict, "cliConfig": dict}
    read_portals = [
        Portal(
            **_texts(item, "id", "name", "mechanism", "description", "status", "templateId"),
            capabilities=tuple(_capabilities(item["name"], item.get("capabilities", []), problems)),
            mcp_config=item.get("mcpConfig"),
            cli_config=item.get("cliConfig"),
        )
        for item in _items("portals.json", portals, ("id", "name", "mechanism"), shapes, problems)
    ]
    library = Library(skills=tuple(read_skills), rules=tuple(read_rules), portals=tuple(read_portals))
    return LibraryReading(library, tuple(problems))


def _items(
    file: str, raw: object, needed: tuple[str, ...], shapes: dict[str, type], problems: list[Problem]
) -> Iterator[Json]:
    """Yield the usable items of one file, cleaned; report the others by their number."""
    if raw is not None and not isinstance(raw, list):
        problems.append(problem("library_not_a_list", file=file))
        return
    seen: set[str] = set()
    for number, entry in enumerate(raw or [], start=1):
        item = _clean_item(entry, shapes)
        wrong = _what_is_missing(item, needed)
        if item is None or wrong is not None:
            problems.append(problem("bad_item", file=file, number=number, missing=wrong))
            continue
        if item["id"] in seen:
            problems.append(problem("duplicate_item", file=file, number=number, id=item["id"]))
            continue
        seen.add(item["id"])
        for name, shape in shapes.items():
            if item.get(name) is None:
                item.pop(name, None)
            elif not isinstance(item[name], shape):
                problems.append(problem("bad_part", file=file, number=number, part=name))
                del item[name]
        yield item


def _clean_item(entry: object, shapes: dict[str, type]) -> Json | None:
    """Return a safe copy of an item; a part that is nested too deeply becomes text, so that it is reported."""
    if not isinstance(entry, dict):
        return None
    item: Json = {}
    for key, value in entry.items():
        try:
            item[str(key)] = clean_json(value)
        except TooDeepError:
            if key in shapes:
                item[str(key)] = "too deep"
    return item


def _what_is_missing(item: Json | None, needed: tuple[str, ...]) -> str | None:
    if item is None:
        return " + ".join(needed)
    wrong = [name for name in needed if not isinstance(item.get(name), str)]
    return " + ".join(wrong) or None


def _texts(item: Json, *names: str) -> dict[str, Any]:
    return {name: item[name] for name in names if isinstance(item.get(name), str)}


def _capabilities(portal: str, raw: Iterable[object], problems: list[Problem]) -> Iterator[PortalCapability]:
    for number, entry in enumerate(raw, start=1):
        wrong = _what_is_missing(entry if isinstance(entry, dict) else None, ("id", "name"))
        if not isinstance(entry, dict) or wrong is not None:
            problems.append(problem("bad_item", file=f"portals.json, {portal[:40]}", number=number, missing=wrong))
            continue
        params = entry.get("params")
        yield PortalCapability(
            **_texts(entry, "id", "name", "kind", "description"),
            params=tuple(_params(entry["name"], params if isinstance(params, list) else [], problems)),
        )


def _params(capability: str, raw: list[object], problems: list[Problem]) -> Iterator[Param]:
    for number, entry in enumerate(raw, start=1):
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            problems.append(problem("bad_item", file=f"portals.json, {capability[:40]}", number=number, missing="name"))
            continue
        kind = entry.get("type", "string")
        if kind not in _PARAM_TYPES:
            problems.append(problem("bad_part", file=f"portals.json, {capability[:40]}", number=number, part="type"))
            kind = "string"
        choices = entry.get("choices")
        default = entry.get("default")
        yield Param(
            **_texts(entry, "name", "description"),
            type=kind,
            default=default if isinstance(default, str | bool | int | float) else None,
            choices=tuple(one for one in choices if isinstance(one, str)) if isinstance(choices, list) else (),
        )
