"""The page ``docs/blocks.md``: every block, its fields and what it means, written from the catalog itself."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from elisa.spec.problems import CODES, problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from elisa.blocks.catalog import BlockType, Catalog, FieldType

_HEAD = """# Blocks

Written from `blockly_assets/blocks/*.json` by `packaging/blocks_page.py` (a test says so when it is out of date). The
last two columns are tried out: one nugget with every block is built, and a test looks for each trace in the result.
A label shows its fields as `%1`, `%2` … in the order of the table. Texts have a limit in characters; a file with more
still opens, and the block says so.
"""
_PROBLEMS = """
## Problems

What can be wrong with blocks and libraries. An error stops a build, a warning does not.

| code | severity | what a child reads |
|---|---|---|
"""
_PLACES = (
    "limit",
    "length",
    "number",
    "type",
    "name",
    "old",
    "value",
    "used",
    "field",
    "place",
    "portal",
    "text",
    "file",
    "missing",
    "part",
    "id",
    "skill",
    "circle",
    "count",
    "other",
    "nugget",
)


class Effect(NamedTuple):
    """What a block does here, and where that can be seen in the result."""

    does: str
    seen: str


def load_effects(root: Path) -> dict[str, Effect]:
    """Read the effects of all blocks below a resource root (the folder that holds ``blockly_assets``)."""
    place = root / "blockly_assets" / "blocks" / "effects.json"
    loaded: dict[str, dict[str, str]] = json.loads(place.read_text(encoding="utf-8"))["effects"]
    return {name: Effect(**texts) for name, texts in loaded.items()}


def describe(catalog: Catalog, effects: Mapping[str, Effect]) -> str:
    """Return the page as Markdown.

    Raises:
        KeyError: A block has no effect written down.
    """
    return "".join([_HEAD, *_sections(catalog, effects), _PROBLEMS, *_codes()])


def _sections(catalog: Catalog, effects: Mapping[str, Effect]) -> Iterator[str]:
    category = ""
    for kind in sorted(catalog.blocks.values(), key=lambda one: (one.group, one.category)):
        if kind.category != category:
            category = kind.category
            yield f"\n## {category}\n\n| block | label | fields and gaps | what it does | where it shows |\n"
            yield "|---|---|---|---|---|\n"
        effect = effects[kind.type]
        cells = (f"`{kind.type}`{_old_names(kind)}", _label(kind, catalog), _parts(kind), effect.does, effect.seen)
        yield f"| {' | '.join(cells)} |\n"


def _label(kind: BlockType, catalog: Catalog) -> str:
    return f"{catalog.words(kind.definition['message0'])}<br>_{catalog.words(kind.definition['tooltip'])}_"


def _old_names(kind: BlockType) -> str:
    return "".join(f" (once `{old}`)" for old in kind.meaning.get("legacy_types", ()))


def _parts(kind: BlockType) -> str:
    fields = [f"`{field.name}` {_field(field)}" for field in kind.fields.values()]
    gaps = [f"`{name}` gap for {'proofs' if check else 'blocks'}" for name, check in kind.inputs.items()]
    old = [f"`{new}` was once `{name}`" for name, new in kind.legacy_fields.items()]
    return "<br>".join([*fields, *gaps, *old]) or "none"


def _field(field: FieldType) -> str:
    if field.kind == "choice":
        return "one of " + ", ".join(field.choices)
    if field.kind == "number":
        low = field.minimum if field.minimum is not None else f"more than {field.above}"
        return f"number, {field.default} at first, {low} to {field.maximum if field.maximum is not None else 'any'}"
    if field.kind == "check":
        return f"tick, {'on' if field.default else 'off'} at first"
    if field.kind == "library":
        return f"an id from the nugget's {field.library}"
    words = [f"text up to {field.limit}"]
    words += ["needs words"] if field.required else []
    words += ["secret"] if field.secret else []
    return ", ".join(words)


def _codes() -> Iterator[str]:
    blanks = {word: f"{{{word}}}" for word in _PLACES}
    for code, severity in CODES.items():
        yield f"| `{code}` | {severity} | {problem(code, **blanks).message} |\n"
