"""Short ways to write a workspace in a test."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def block(kind: str, fields: Json | None = None, block_id: str | None = None, **inputs: list[Json]) -> Json:
    """Return one block; each input holds a list of blocks."""
    made: Json = {"type": kind}
    if block_id is not None:
        made["id"] = block_id
    if fields is not None:
        made["fields"] = fields
    if inputs:
        made["inputs"] = {name: {"block": chain(*blocks)} for name, blocks in inputs.items()}
    return made


def chain(*blocks: Json) -> Json:
    """Hook blocks onto each other and return the first."""
    first: Json | None = None
    for one in reversed(blocks):
        first = {**one, "next": {"block": first}} if first is not None else dict(one)
    return first or {}


def goal(text: str = "a game with a cat") -> Json:
    """Return an idea block."""
    return block("nugget_goal", {"GOAL_TEXT": text}, "goal")


def feature(text: str, block_id: str | None = None, **inputs: list[Json]) -> Json:
    """Return a wish."""
    return block("feature", {"FEATURE_TEXT": text}, block_id, **inputs)


def proof(when: str = "jump", then: str = "it is up", block_id: str | None = None) -> Json:
    """Return a proof."""
    return block("behavioral_test", {"GIVEN_WHEN": when, "THEN": then}, block_id)


def workspace(*tops: Json) -> Json:
    """Return a workspace with these stacks."""
    return {"blocks": {"languageVersion": 0, "blocks": list(tops)}}
