"""Complaints of chat completion servers that a plainer, or shorter, request answers."""

from __future__ import annotations

import json
import re

_NONE_LOADED = re.compile(
    r"no models? (?:is |are |were |currently )*loaded|model (?:is |was )?(?:unloaded|not loaded)|failed to load model",
    re.IGNORECASE,
)
# vLLM and OpenAI, each with the whole context or only the longest answer in their texts.
_ROOM = (
    re.compile(r"supports at most (?P<most>\d+) (?:completion|output) tokens"),
    re.compile(r"maximum context length is (?P<holds>\d+).{0,160}?has (?P<used>\d+) input tokens", re.DOTALL),
    re.compile(r"maximum context length is (?P<holds>\d+).{0,160}?\((?P<used>\d+) in the messages", re.DOTALL),
)
SHORTEST_ANSWER = 256
"""Tokens; with less room an answer is cut before it says anything, so the prompt counts as too long."""


def words_of(body: object) -> str:
    """Return an error of any shape as one text, codes and names of parameters included."""
    return body if isinstance(body, str) else json.dumps(body, ensure_ascii=False, default=str)


def room_in(complaint: str) -> int | None:
    """Return the tokens an answer may have, where its upper bound is the complaint and a shorter one would fit."""
    for pattern in _ROOM:
        found = pattern.search(complaint)
        if found is None:
            continue
        sizes = found.groupdict()
        room = int(sizes["most"]) if "most" in sizes else int(sizes["holds"]) - int(sizes["used"])
        return room if room >= SHORTEST_ANSWER else None
    return None


def is_none_loaded(complaint: str) -> bool:
    """Tell whether a local server has no model in memory."""
    return bool(_NONE_LOADED.search(complaint))
