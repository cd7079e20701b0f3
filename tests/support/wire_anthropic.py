"""The Messages protocol from the server's side: requests read as strictly as the real one does, answers as events."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from elisa.providers.base import Message, ModelRequest, Text, ToolCall, ToolDefinition, ToolResult

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.providers.base import Part, StopReason, Turn
    from support.wire_answers import Flaws

PATH = "/v1/messages"
_KNOWN = {"model", "max_tokens", "messages", "stream", "system", "tools", "tool_choice", "thinking"}
_FINISH: dict[StopReason, str] = {
    "end": "end_turn", "tool_calls": "tool_use", "length": "max_tokens", "refused": "refusal",
}  # fmt: skip
_MOST_MARKS = 4
PIECE = 12


class RefusedError(Exception):
    """The real server would answer 400."""


def read(body: dict[str, Any]) -> ModelRequest:
    """Return the request in neutral words; raises ``RefusedError`` where the real server would."""
    if set(body) - _KNOWN:
        raise RefusedError(f"unknown: {sorted(set(body) - _KNOWN)}")
    if body.get("stream") is not True:
        raise RefusedError("only streams are played here")
    if json.dumps(body).count('"cache_control"') > _MOST_MARKS:
        raise RefusedError("more than four cache marks")
    choice = body.get("tool_choice", {})
    tools = tuple(
        ToolDefinition(name=tool["name"], description=tool["description"], parameters=tool["input_schema"])
        for tool in body.get("tools", ())
    )
    if choice.get("type") == "tool" and choice["name"] not in {tool.name for tool in tools}:
        raise RefusedError("a tool is forced that is not there")
    system = body.get("system", "")
    return ModelRequest(
        system=system if isinstance(system, str) else "".join(block["text"] for block in system),
        messages=tuple(_messages(body["messages"])),
        tools=tools,
        force_tool=choice["name"] if choice.get("type") == "tool" else None,
        max_output_tokens=body["max_tokens"],
    )


def _messages(raw: list[dict[str, Any]]) -> Iterator[Message]:
    open_calls: set[str] = set()
    for number, message in enumerate(raw):
        wanted = "assistant" if number % 2 else "user"
        if message["role"] != wanted:
            raise RefusedError(f"message {number} is not of the {wanted}")
        blocks = message["content"]
        if isinstance(blocks, str):
            blocks = [{"type": "text", "text": blocks}]
        if not blocks:
            raise RefusedError(f"message {number} is empty")
        answered = {block["tool_use_id"] for block in blocks if block["type"] == "tool_result"}
        if answered != open_calls:
            raise RefusedError(f"message {number} answers {answered} instead of {open_calls}")
        parts = tuple(part for block in blocks for part in _part(block))
        open_calls = {part.id for part in parts if isinstance(part, ToolCall)}
        yield Message(role=message["role"], parts=parts)
    if open_calls or not raw or raw[-1]["role"] != "user":
        raise RefusedError("the conversation does not end with the user")


def _part(block: dict[str, Any]) -> Iterator[Part]:
    if block["type"] == "text":
        if not block["text"]:
            raise RefusedError("a text is empty")
        yield Text(text=block["text"])
    elif block["type"] == "tool_use":
        yield ToolCall(id=block["id"], name=block["name"], arguments=block["input"])
    elif block["type"] == "tool_result":
        yield ToolResult(call_id=block["tool_use_id"], content=block["content"], ok=not block.get("is_error", False))
    elif block["type"] not in ("thinking", "redacted_thinking"):
        raise RefusedError(f"unknown block {block['type']}")


def events(turn: Turn, flaws: Flaws) -> list[bytes]:
    """Return the events of an answer, as bytes."""
    values = list(_events(turn, flaws))
    if flaws.error_after is not None:
        values = [*values[: flaws.error_after], {"type": "error", "error": flaws.error}]
    lines = [b"" if flaws.bare else f"event: {value['type']}\n".encode() for value in values]
    spoken = [
        line + b"data: " + json.dumps(value).encode() + b"\n\n" for line, value in zip(lines, values, strict=True)
    ]
    return [b": a comment\n\n"] * flaws.comments + spoken


def _events(turn: Turn, flaws: Flaws) -> Iterator[dict[str, Any]]:
    usage, parts = turn.usage, turn.message.parts
    cached = usage.cached_input_tokens
    start: dict[str, Any] = {"id": "msg_1", "type": "message", "role": "assistant", "model": "played", "content": []}
    start |= {"stop_reason": None, "stop_sequence": None}
    if not flaws.no_usage:
        counts = {"input_tokens": usage.input_tokens - cached, "cache_read_input_tokens": cached, "output_tokens": 1}
        start["usage"] = {**counts, "cache_creation_input_tokens": 0}
    yield {"type": "message_start", "message": start}
    yield {"type": "ping"}
    for index, part in enumerate(parts):
        last = index == len(parts) - 1
        yield from _block(index, part, flaws.arguments if last else None)
    if flaws.no_finish:
        return
    delta = {"stop_reason": flaws.finish or _FINISH[turn.stop_reason], "stop_sequence": None}
    counted = {} if flaws.no_usage else {"usage": {"output_tokens": usage.output_tokens}}
    yield {"type": "message_delta", "delta": delta, **counted}
    yield {"type": "message_stop"}


def _block(index: int, part: Part, arguments: str | None) -> Iterator[dict[str, Any]]:
    if isinstance(part, Text):
        yield {"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}}
        deltas = [{"type": "text_delta", "text": piece} for piece in _pieces(part.text)]
    else:
        assert isinstance(part, ToolCall)
        block = {"type": "tool_use", "id": part.id, "name": part.name, "input": {}}
        yield {"type": "content_block_start", "index": index, "content_block": block}
        text = json.dumps(part.arguments) if arguments is None else arguments
        deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in ("", *_pieces(text))]
    for delta in deltas:
        yield {"type": "content_block_delta", "index": index, "delta": delta}
    yield {"type": "content_block_stop", "index": index}


def _pieces(text: str) -> list[str]:
    return [text[start : start + PIECE] for start in range(0, len(text), PIECE)]


def refusal(error: dict[str, Any] | str) -> object:
    """Return the body of an answer that is no success."""
    return error if isinstance(error, str) else {"type": "error", "error": error}


def models(names: list[str]) -> dict[str, Any]:
    """Return the answer to ``GET /v1/models``."""
    moment = "2026-01-01T00:00:00Z"
    data = [{"type": "model", "id": name, "display_name": name, "created_at": moment} for name in names]
    return {"data": data, "has_more": False, "first_id": None, "last_id": None}
