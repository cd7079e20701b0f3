"""The design tokens of ``blockly_assets/look/tokens.json``: one file for window, blocks and built-in pages."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Literal, NamedTuple, get_args

from elisa.core import resources

Theme = Literal["light", "dark", "hc"]
THEMES: tuple[Theme, ...] = get_args(Theme)

StatusKey = Literal["waiting", "working", "asks", "done", "made", "stuck", "no_proof", "left_out", "stopped"]


class TypeRole(NamedTuple):
    """How a kind of text is set: which family (``title``, ``text`` or ``code``), size and line in px, weight."""

    family: str
    px: float
    line: int
    weight: int


class Status(NamedTuple):
    """How a state is shown: its icon, and the tokens that fill the shape and draw the icon."""

    icon: str
    fill: str
    icon_colour: str


class BlockGroup(NamedTuple):
    """A group of blocks: the icon of its bin and its colours (``fill``, ``edge``, ``text``) in each theme."""

    icon: str
    colours: dict[Theme, dict[str, str]]


class Tokens(NamedTuple):
    """Every colour, size and duration by name; colours are ``#rrggbb``, sizes px, durations ms."""

    colours: dict[Theme, dict[str, str]]
    groups: dict[str, BlockGroup]
    status: dict[str, Status]
    roles: dict[str, TypeRole]
    families: dict[str, str]
    choices: tuple[str, ...]
    floor_px: int
    text_sizes: tuple[float, ...]
    motion: dict[str, int]
    radius: dict[str, int]
    code_colours: dict[str, str]


@cache
def load_tokens() -> Tokens:
    """Read the token file, once."""
    place = resources.root() / "blockly_assets" / "look" / "tokens.json"
    told: dict[str, Any] = json.loads(place.read_text(encoding="utf-8"))
    kind = told["type"]
    families = {key: name for key, name in kind["families"].items() if isinstance(name, str)}
    return Tokens(
        colours={theme: told["colour"][theme]["tokens"] for theme in THEMES},
        groups={group["key"]: BlockGroup(group["icon"], _group_colours(group)) for group in told["blocks"]["groups"]},
        status={each["key"]: Status(each["icon"], each["fill"], each["icon_colour"]) for each in told["status"]},
        roles={name: TypeRole(**role) for name, role in kind["scale"].items()},
        families=families,
        choices=(families["text"], *kind["families"]["choices"]),
        floor_px=kind["floor_px"],
        text_sizes=tuple(kind["text_size_setting"]),
        motion={name: ms for name, ms in told["motion"].items() if isinstance(ms, int)},
        radius=told["radius"],
        code_colours=told["code"]["background"] | told["code"]["colour"],
    )


def _group_colours(group: dict[str, Any]) -> dict[Theme, dict[str, str]]:
    return {theme: {name: group[theme][name] for name in ("fill", "edge", "text")} for theme in THEMES}
