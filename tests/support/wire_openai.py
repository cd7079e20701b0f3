"""Chat completions from the server's side: requests read strictly, answers as chunks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from elisa.providers.base import Message, ModelRequest, Text, ToolCall, ToolDefinition, ToolResult
from support.wire_anthropic import PIECE, RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.providers.base import Part, StopReason, Turn
    from support.wire_answers import Flaws

PATH = "/v1/chat/completions"
_FINISH: dict[StopReason, str] = {
    "end": "stop", "tool_calls": "tool_calls", "length": "length", "refused": "content_filter",
}  # fmt: skip


def read(body: dict[str, Any]) -> ModelRequest:
    """Return the request in neutral words; raises ``RefusedError`` where a strict server would."""
    if body.get("stream") is not True:
        raise RefusedError("only streams are played here")
    if "temperature" in body:
        raise RefusedError("temperature is not known here")
    tools = tuple(
        ToolDefinition(
            name=tool["function"]["name"],
            description=tool["function"]["description"],
            parameters=tool["function"]["parameters"],
        )
        for tool in body.get("tools", ())
    )
    messages = list(body["messages"])
    system = messages.pop(0)["content"] if messages and messages[0]["role"] in ("system", "developer") else ""
    return ModelRequest(
        system=system,
        messages=tuple(_messages(messages)),
        tools=tools,
        force_tool=_forced(body.get("tool_choice"), tools),
        max_output_tokens=body.get("max_completion_tokens") or body.get("max_tokens") or 8192,
    )


def _forced(choice: object, tools: tuple[ToolDefinition, ...]) -> str | None:
    if choice == "required":
        return tools[0].name
    if not isinstance(choice, dict):
        return None
    name: str = choice["function"]["name"]
    if name not in {tool.name for tool in tools}:
        raise RefusedError("a tool is forced that is not there")
    return name


def _messages(raw: list[dict[str, Any]]) -> Iterator[Message]:
    """Join what stands between two answers of the model into one message, as the neutral form has it."""
    waiting: list[Part] = []
    open_calls: set[str] = set()
    for message in raw:
        if message["role"] == "tool":
            if message["tool_call_id"] not in open_calls:
                raise RefusedError(f"nobody asked for {message['tool_call_id']}")
            open_calls.remove(message["tool_call_id"])
            waiting.append(ToolResult(call_id=message["tool_call_id"], content=message["content"]))
            continue
        if open_calls:
            raise RefusedError(f"calls without an answer: {open_calls}")
        if message["role"] == "user":
            waiting.append(Text(text=message["content"]))
            continue
        if waiting:
            yield Message(role="user", parts=tuple(waiting))
        waiting = []
        answer = _answer(message)
        open_calls = {part.id for part in answer.parts if isinstance(part, ToolCall)}
        yield answer
    if open_calls or not waiting:
        raise RefusedError("the conversation does not end with the user")
    yield Message(role="user", parts=tuple(waiting))


def _answer(message: dict[str, Any]) -> Message:
    text = message.get("content")
    calls = [
        ToolCall(id=call["id"], name=call["function"]["name"], arguments=json.loads(call["function"]["arguments"]))
        for call in message.get("tool_calls") or ()
    ]
    return Message(role="assistant", parts=(*([Text(text=text)] if text else []), *calls))


def events(turn: Turn, flaws: Flaws, *, usage_asked: bool) -> list[bytes]:
    """Return the chunks of an answer, as bytes."""
    values = list(_chunks(turn, flaws))
    usage = {
        "prompt_tokens": turn.usage.input_tokens,
        "completion_tokens": turn.usage.output_tokens,
        "total_tokens": turn.usage.input_tokens + turn.usage.output_tokens,
        "prompt_tokens_details": {"cached_tokens": turn.usage.cached_input_tokens},
    }
    if usage_asked and not flaws.no_usage:
        values.append(_chunk([], usage=usage))
    if flaws.error_after is not None:
        values = [*values[: flaws.error_after], {"error": flaws.error, "choices": []}]
    spoken = [b"data: " + json.dumps(value).encode() + b"\n\n" for value in values]
    done = [] if flaws.error_after is not None or flaws.no_finish else [b"data: [DONE]\n\n"]
    return [b": OPENROUTER PROCESSING\n\n"] * flaws.comments + spoken + done


def _chunk(choices: list[dict[str, Any]], **more: object) -> dict[str, Any]:
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "played"}
    return {**head, "choices": choices, **more}


def _delta(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return _chunk([{"index": 0, "delta": delta, "finish_reason": finish}])


def _chunks(turn: Turn, flaws: Flaws) -> Iterator[dict[str, Any]]:
    yield _delta({"role": "assistant", "content": ""})
    for piece in _pieces(turn.message.text):
        yield _delta({"content": piece})
    calls = turn.message.tool_calls
    for index, call in enumerate(calls):
        function = {"name": call.name, "arguments": ""}
        yield _delta({"tool_calls": [{"index": index, "id": call.id, "type": "function", "function": function}]})
        given = flaws.arguments if index == len(calls) - 1 else None
        for piece in _pieces(json.dumps(call.arguments) if given is None else given):
            yield _delta({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    if not flaws.no_finish:
        yield _delta({}, flaws.finish if flaws.finish is not None else _FINISH[turn.stop_reason])


def _pieces(text: str) -> list[str]:
    return [text[start : start + PIECE] for start in range(0, len(text), PIECE)]


def refusal(error: dict[str, Any] | str) -> object:
    """Return the body of an answer that is no success."""
    return error if isinstance(error, str) else {"error": error}


def models(names: list[str]) -> dict[str, Any]:
    """Return the answer to ``GET /v1/models``."""
    return {"object": "list", "data": [{"id": name, "object": "model", "owned_by": "us"} for name in names]}
