"""A neutral request as the body of a chat completion, in the dialect that a server understands."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from elisa.providers.base import ToolResult
from elisa.providers.complaints import room_in
from elisa.providers.joined import is_about_the_template, joined
from elisa.providers.tool_formats import openai_tool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from elisa.providers.base import Message, ModelRequest, ToolDefinition

Forcing = Literal["named", "required", "asked"]
MostTokens = Literal["max_completion_tokens", "max_tokens"]
_OTHER_NAME: dict[MostTokens, MostTokens] = {
    "max_tokens": "max_completion_tokens",
    "max_completion_tokens": "max_tokens",
}


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a server takes. Each refusal makes it plainer, so that in the end every server understands it.

    Attributes:
        usage_asked: ``stream_options.include_usage`` is sent.
        forcing: How a tool is forced: by name, by "any tool" with only that one offered, or by words.
        most_tokens: Which of the two names the answer's upper bound has.
        strict: Tools are sent in strict mode.
        effort: ``reasoning_effort``; newer models of OpenAI take tools here only together with ``none``.
        room: The most tokens that an answer may have, where the server has named such a bound.
        joins: Words beside results stand in the last of them: no user comes between a tool and the model.
    """

    usage_asked: bool = True
    forcing: Forcing = "named"
    most_tokens: MostTokens = "max_tokens"
    strict: bool = False
    effort: Literal["none"] | None = None
    room: int | None = None
    joins: bool = False

    def without(self, complaint: str, *, forced: bool) -> Dialect | None:
        """Return a dialect without what a server complained about, or ``None`` when nothing of it is meant.

        Args:
            complaint: What the server said, parameter name included.
            forced: The refused request forced a tool.
        """
        room = room_in(complaint)
        lower = complaint.lower()
        plainer: list[tuple[bool, Callable[[], Dialect]]] = [
            (room not in (None, self.room), lambda: replace(self, room=room)),
            (
                self.usage_asked and _any(lower, "stream_options", "include_usage"),
                lambda: replace(self, usage_asked=False),
            ),
            (forced and self.forcing != "asked" and _any(lower, "tool_choice", "tool choice"), self.forcing_plainer),
            (not self.joins and is_about_the_template(complaint), lambda: replace(self, joins=True)),
            ("reasoning_effort" in lower, lambda: replace(self, effort=None if self.effort else "none")),
            (self.strict and _any(lower, "strict", "schema"), lambda: replace(self, strict=False)),
            (_any(lower, *_OTHER_NAME), lambda: replace(self, most_tokens=_OTHER_NAME[self.most_tokens])),
        ]
        return next((change() for meant, change in plainer if meant), None)

    def forcing_plainer(self) -> Dialect:
        """Return the dialect that forces a tool the next plainer way."""
        return replace(self, forcing="required" if self.forcing == "named" else "asked")

    def plainest(self) -> Dialect:
        """Return the dialect that has only what every server has known for years."""
        return Dialect(usage_asked=False, forcing="asked", most_tokens="max_tokens", room=self.room, joins=True)


def chat_body(request: ModelRequest, model: str, dialect: Dialect) -> dict[str, Any]:
    """Return the JSON body; what stays the same from turn to turn (tools, system) does not depend on the turn."""
    request = joined(request) if dialect.joins else request
    forced = request.force_tool
    tools = request.tools
    system = request.system
    if forced is not None and dialect.forcing != "named":
        tools = tuple(tool for tool in tools if tool.name == forced)
        system = f"{system}\n\nAnswer with one call of the tool {forced} and with nothing else."
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": "system", "content": system}, *_chat_messages(request.messages)],
        "stream": True,
        dialect.most_tokens: min(request.max_output_tokens, dialect.room or request.max_output_tokens),
    }
    if tools:
        body["tools"] = [_tool(tool, strict=dialect.strict) for tool in tools]
    if forced is not None and dialect.forcing == "named":
        body["tool_choice"] = {"type": "function", "function": {"name": forced}}
    elif forced is not None and dialect.forcing == "required":
        body["tool_choice"] = "required"
    if dialect.effort is not None:
        body["reasoning_effort"] = dialect.effort
    if dialect.usage_asked:
        body["stream_options"] = {"include_usage": True}
    return body


def _any(text: str, *signs: str) -> bool:
    return any(sign in text for sign in signs)


def _tool(tool: ToolDefinition, *, strict: bool) -> dict[str, Any]:
    if strict:
        return openai_tool(tool)
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _chat_messages(messages: tuple[Message, ...]) -> Iterator[dict[str, Any]]:
    for message in messages:
        if message.role == "assistant":
            yield _assistant(message)
            continue
        for part in message.parts:
            if isinstance(part, ToolResult):
                yield {"role": "tool", "tool_call_id": part.call_id, "content": _result(part)}
        if message.text or not any(isinstance(part, ToolResult) for part in message.parts):
            yield {"role": "user", "content": message.text}


def _assistant(message: Message) -> dict[str, Any]:
    if not message.tool_calls:
        return {"role": "assistant", "content": message.text}
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(call.arguments, ensure_ascii=False)},
        }
        for call in message.tool_calls
    ]
    return {"role": "assistant", "content": message.text or None, "tool_calls": calls}


def _result(result: ToolResult) -> str:
    """The wire has no place for success or failure, so a failure says so in words."""
    return result.content if result.ok else f"Not done: {result.content}"
