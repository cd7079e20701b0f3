"""What a nugget holds, read from its four JSON parts as they are found in the wild."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elisa.core.errors import BadInputError, ElisaError, bad_input
from elisa.core.text import say
from elisa.spec import deep_json
from elisa.workspace.files import BlockedPathError, ConfinedFolder

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

WORKSPACE, SKILLS, RULES, PORTALS = "workspace.json", "skills.json", "rules.json", "portals.json"
PARTS = (WORKSPACE, SKILLS, RULES, PORTALS)
FORMAT_VERSION = 1
"""Of ``manifest.json``; nuggets of the predecessor have none."""

LARGEST_PART = 32 * 1024 * 1024
"""Bytes of one JSON part; a thousand blocks need less than one percent of that."""

_LONGEST_INDENTED = 1024 * 1024
_NEEDED = {
    SKILLS: ("id", "name", "prompt"),
    RULES: ("id", "name", "prompt"),
    PORTALS: ("id", "name", "mechanism"),
}

Json = dict[str, object]


@dataclass(frozen=True)
class Note:
    """Something about a nugget that a person should know though it opened. ``part`` names the file or block."""

    code: str
    sentence: str
    part: str


def note(code: str, part: str, **values: object) -> Note:
    """Build a note whose sentence is looked up by its code."""
    return Note(code, say(code, part=part, **values), part)


@dataclass(frozen=True)
class NuggetFile:
    """A nugget as data: nothing in it is trusted, and nothing of it has been run.

    Attributes:
        source: The file or folder that it was read from.
        workspace: The Blockly workspace; ``{}`` is an empty canvas.
        skills, rules, portals: The items that have the keys they need, with all other keys as found.
        files: Generated files, as paths from the nugget's folder, sorted.
        notes: What was left out, renamed or found damaged.
        inner: The name of the nugget that was inside the file, when it was zipped once more.
    """

    source: Path
    workspace: Json
    skills: list[Json]
    rules: list[Json]
    portals: list[Json]
    files: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    inner: str | None = None
    parts: Mapping[str, bytes] = field(default_factory=dict, repr=False)


def parse_parts(
    source: Path, parts: Mapping[str, bytes], *, files: tuple[str, ...] = (), notes: tuple[Note, ...] = ()
) -> NuggetFile:
    """Read the parts of a nugget; a missing library file is an empty list, a bad item is left out and named.

    Raises:
        BadInputError: ``archive.no_workspace``, ``archive.damaged_part``, ``archive.not_an_object``,
            ``archive.not_a_list``.
    """
    if WORKSPACE not in parts:
        raise bad_input("archive.no_workspace", name=source.name)
    workspace = read_json(source, WORKSPACE, parts[WORKSPACE])
    if not isinstance(workspace, dict):
        raise bad_input("archive.not_an_object", part=WORKSPACE)
    found = list(notes)
    libraries = {name: _items(source, name, parts.get(name, b"[]"), found) for name in (SKILLS, RULES, PORTALS)}
    found.extend(_bad_blocks(workspace))
    return NuggetFile(
        source=source,
        workspace=workspace,
        skills=libraries[SKILLS],
        rules=libraries[RULES],
        portals=libraries[PORTALS],
        files=files,
        notes=tuple(found),
        parts={name: parts[name] for name in PARTS if name in parts},
    )


def read_parts(folder: Path) -> dict[str, bytes]:
    """Return the parts that lie in a nugget's folder; a part that is a link out of the folder is refused.

    Raises:
        BadInputError: ``archive.has_link``, ``archive.too_big``.
    """
    files = ConfinedFolder(folder, largest_file=LARGEST_PART)
    parts = {}
    for name in PARTS:
        try:
            if files.resolve(name).is_file():
                parts[name] = files.read_bytes(name)
        except BlockedPathError as error:
            raise bad_input("archive.has_link", error.detail, part=name) from error
        except ElisaError as error:
            raise BadInputError(error.code, error.sentence, error.detail) from error
    return parts


def read_json(source: Path, name: str, data: bytes) -> object:
    """Read one JSON part (UTF-8, a byte order mark is fine).

    Raises:
        BadInputError: ``archive.damaged_part``.
    """
    try:
        loaded = deep_json.parse(data.decode("utf-8-sig"))
    except ValueError as error:
        raise bad_input(
            "archive.damaged_part", f"{type(error).__name__}: {error}", part=name, name=source.name
        ) from error
    return loaded


def as_json(data: object) -> bytes:
    """Write a JSON part as the predecessor does: two spaces, letters as they are.

    A long stack of blocks would be almost nothing but indent (40 MB for 2,000 blocks); it is written without.
    """
    text = deep_json.write(data)
    if len(text) > _LONGEST_INDENTED:
        text = re.sub(r"\n *", " ", text)  # line ends inside texts are escaped, so this is indent only
    return (text + "\n").encode("utf-8", "backslashreplace")


def _items(source: Path, name: str, data: bytes, notes: list[Note]) -> list[Json]:
    loaded = read_json(source, name, data)
    if not isinstance(loaded, list):
        raise bad_input("archive.not_a_list", part=name)
    good: list[Json] = []
    for number, item in enumerate(loaded, start=1):
        if isinstance(item, dict) and all(isinstance(item.get(key), str) for key in _NEEDED[name]):
            good.append(item)
        else:
            notes.append(note("archive.bad_item", name, number=number))
    return good


def _bad_blocks(workspace: Json) -> Iterator[Note]:
    for number, block in enumerate(blocks_of(workspace), start=1):
        if not isinstance(block, dict) or not isinstance(block.get("type"), str) or not block["type"]:
            yield note("archive.bad_block", WORKSPACE, number=number)


def blocks_of(workspace: Json) -> Iterator[object]:
    """Yield every block, top stacks first to last, each followed by its inputs and then by what hangs below it."""
    blocks = workspace.get("blocks", {})
    top = blocks.get("blocks", []) if isinstance(blocks, dict) else blocks
    waiting: list[object] = list(reversed(top)) if isinstance(top, list) else [top]
    while waiting:
        block = waiting.pop()
        yield block
        if isinstance(block, dict):
            inputs = block.get("inputs")
            held = [*inputs.values()] if isinstance(inputs, dict) else []
            holders = (block.get("next"), *reversed(held))
            waiting.extend(holder["block"] for holder in holders if isinstance(holder, dict) and "block" in holder)
