"""A neutral request as the body of a Messages call: what stays the same comes first and is marked for the cache.

The server keeps what stands before a mark (in the order tools, system, messages). Tools and system have marks of their
own, so helpers of different roles share the tools; two marks move with the conversation, so that the newest finds what
the one before it left, also when many tool results lie between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from elisa.providers.base import Text, ToolCall
from elisa.providers.tool_formats import anthropic_tool

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.providers.base import Message, ModelRequest, Part

Forcing = Literal["named", "named_without_thinking", "asked"]
"""How a tool is forced. Models that think by default refuse a forced tool; some let their thinking be switched off."""

_MARK = {"type": "ephemeral"}
_NOTHING = "(nothing)"


def messages_body(
    request: ModelRequest, model: str, remembered: Callable[[Message], list[dict[str, Any]] | None]
) -> dict[str, Any]:
    """Return the arguments of ``messages.create``; there is no ``temperature``, which newer models refuse.

    Args:
        request: The call.
        model: The model's own name.
        remembered: Gives an answer's blocks as the server sent them, where they hold more than the message says.
    """
    messages = [_message(message, remembered(message)) for message in request.messages]
    for message in [message for message in messages if message["role"] == "user"][-2:]:
        message["content"][-1]["cache_control"] = _MARK
    body: dict[str, Any] = {"model": model, "max_tokens": request.max_output_tokens, "messages": messages}
    if request.system:
        body["system"] = [{"type": "text", "text": request.system, "cache_control": _MARK}]
    if request.tools:
        body["tools"] = [anthropic_tool(tool) for tool in request.tools]
        body["tools"][-1]["cache_control"] = _MARK
    return body


def forced(request: ModelRequest, forcing: Forcing) -> dict[str, Any]:
    """Return the arguments that force the request's tool, if it has one."""
    if request.force_tool is None or forcing == "asked":
        return {}
    choice = {"tool_choice": {"type": "tool", "name": request.force_tool}}
    return {**choice, "thinking": {"type": "disabled"}} if forcing == "named_without_thinking" else choice


def _message(message: Message, remembered: list[dict[str, Any]] | None) -> dict[str, Any]:
    # Results must stand before any words in a message.
    parts = sorted(message.parts, key=lambda part: isinstance(part, Text)) if message.role == "user" else message.parts
    blocks = remembered or [_block(part) for part in parts if not isinstance(part, Text) or part.text.strip()]
    return {"role": message.role, "content": blocks or [{"type": "text", "text": _NOTHING}]}


def _block(part: Part) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    if isinstance(part, ToolCall):
        return {"type": "tool_use", "id": part.id, "name": part.name, "input": part.arguments}
    result: dict[str, Any] = {"type": "tool_result", "tool_use_id": part.call_id, "content": part.content}
    return result if part.ok else {**result, "is_error": True}
