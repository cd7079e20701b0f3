"""Token counts for servers that name none, and upper bounds for calls that have not been made yet."""

from __future__ import annotations

import json

from elisa.providers.base import Message, ModelRequest, Text, ToolCall, Usage

BYTES_PER_TOKEN = 4
"""English text and code come to about four bytes a token with current tokenizers."""
BYTES_PER_TOKEN_AT_WORST = 2
"""Scripts that tokenizers know badly: used only where a bound must hold, never shown."""


def estimate_usage(request: ModelRequest, answer: Message) -> Usage:
    """Return what a call cost, to be shown with "about"; never zero for a call that said something."""
    return Usage(
        input_tokens=_tokens(request_bytes(request)),
        output_tokens=_tokens(sum(_part_bytes(part) for part in answer.parts)),
        estimated=True,
    )


def most_tokens(request: ModelRequest) -> int:
    """Return a bound, in tokens, that a call is not expected to pass: its whole prompt and the longest answer."""
    return request_bytes(request) // BYTES_PER_TOKEN_AT_WORST + request.max_output_tokens


def request_bytes(request: ModelRequest) -> int:
    """Return the size in bytes of everything that a request carries to the model."""
    tools = json.dumps([tool.model_dump() for tool in request.tools], ensure_ascii=False) if request.tools else ""
    return len(request.system.encode()) + len(tools.encode()) + sum(map(message_bytes, request.messages))


def message_bytes(message: Message) -> int:
    """Return the size in bytes of what a message carries to the model."""
    return sum(_part_bytes(part) for part in message.parts)


def _part_bytes(part: object) -> int:
    if isinstance(part, Text):
        return len(part.text.encode())
    if isinstance(part, ToolCall):
        return len(part.name) + len(json.dumps(part.arguments, ensure_ascii=False).encode())
    return len(str(getattr(part, "content", "")).encode())


def _tokens(size: int) -> int:
    return -(-size // BYTES_PER_TOKEN)
