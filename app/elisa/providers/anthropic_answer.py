"""Puts the events of a Messages stream together to a turn; trusts nothing that the server says about it.

Source: "Streaming messages" of the Messages API, and what compatible servers send instead.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from elisa.providers.base import Message, StopReason, Text, ToolCall, Turn, Usage
from elisa.providers.estimate import estimate_usage

if TYPE_CHECKING:
    from elisa.providers.base import ModelRequest, Part

_LENGTH = {"max_tokens", "model_context_window_exceeded"}


@dataclass(slots=True)
class _Block:
    """One block of an answer while it comes in."""

    raw: dict[str, Any]
    text: str = ""
    arguments: str = ""
    is_open: bool = True

    @property
    def kind(self) -> object:
        return self.raw.get("type")

    def parsed(self) -> dict[str, Any] | None:
        """Return a call's arguments, ``{}`` for an empty text; ``None`` when they are no JSON object."""
        if not self.arguments.strip():
            given = self.raw.get("input")
            return given if isinstance(given, dict) else {}
        try:
            parsed = json.loads(self.arguments)
        except (ValueError, RecursionError):
            return None
        return parsed if isinstance(parsed, dict) else None

    def as_sent(self) -> dict[str, Any]:
        """Return the block whole, to be handed back to the server."""
        whole = dict(self.raw)
        if self.kind == "text":
            whole["text"] = self.text
        elif self.kind in ("tool_use", "server_tool_use"):
            whole["input"] = self.parsed() or {}
        return whole


@dataclass(slots=True)
class Answer:
    """An answer as far as it has come. ``take`` it event by event; ``turn`` it when it ``is_complete``."""

    request: ModelRequest
    stop: str | None = None
    is_stopped: bool = False
    _blocks: dict[int, _Block] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)
    _begins_at: int = 0
    _earlier: Usage | None = None

    def take(self, event: dict[str, Any]) -> str:
        """Take one event in; returns the words in it that can be shown."""
        match event.get("type"):
            case "message_start":
                self._count(_dict(event.get("message")).get("usage"))
            case "content_block_start":
                return self._begin(self._index(event), _dict(event.get("content_block")))
            case "content_block_delta":
                return self._add(self._index(event), _dict(event.get("delta")))
            case "content_block_stop":
                if self._index(event) in self._blocks:
                    self._blocks[self._index(event)].is_open = False
            case "message_delta":
                reason = _dict(event.get("delta")).get("stop_reason")
                self.stop = reason if isinstance(reason, str) and reason else self.stop
                self._count(event.get("usage"))
            case "message_stop":
                self.is_stopped = True
        return ""

    @property
    def is_complete(self) -> bool:
        """The server has said all of it: an end, or a reason for the end with nothing left open."""
        return self.is_stopped or (self.stop is not None and not any(block.is_open for block in self._blocks.values()))

    @property
    def has_begun(self) -> bool:
        """Something came that the server will want paid."""
        return bool(self._blocks or self._counts)

    @property
    def blocks_as_sent(self) -> list[dict[str, Any]]:
        """The blocks, to be handed back to the server."""
        return [block.as_sent() for _, block in sorted(self._blocks.items())]

    @property
    def has_thoughts(self) -> bool:
        """Blocks of it must go back to the server as they are."""
        return any(block.kind in ("thinking", "redacted_thinking") for block in self._blocks.values())

    @property
    def is_paused(self) -> bool:
        """The server waits to be asked to go on."""
        return self.stop == "pause_turn" and not any(block.kind == "tool_use" for block in self._blocks.values())

    def go_on(self) -> None:
        """Expect the rest of an answer that was paused; its blocks are counted from 0 again."""
        self._earlier = self._usage(Message(role="assistant", parts=self._parts()[0]))
        self._begins_at = max(self._blocks, default=-1) + 1
        self._counts.clear()
        self.stop, self.is_stopped = None, False

    def turn(self) -> Turn:
        """Return the finished turn."""
        parts, cut_off = self._parts()
        message = Message(role="assistant", parts=parts)
        stop = self._stop_reason(message, cut_off)
        if stop == "refused":
            message = Message(role="assistant", parts=tuple(part for part in message.parts if isinstance(part, Text)))
        return Turn(message=message, stop_reason=stop, usage=self._usage(message), cut_off=cut_off)

    def spent(self) -> Usage | None:
        """Return what an answer that broke off has cost, as far as anybody can tell."""
        if not self.has_begun:
            return None
        parts, _ = self._parts()
        return self._usage(Message(role="assistant", parts=parts)).model_copy(update={"estimated": True})

    def _begin(self, index: int, raw: dict[str, Any]) -> str:
        block = self._blocks[index] = _Block(raw)
        if block.kind == "text" and isinstance(raw.get("text"), str):
            block.text = raw["text"]
        return block.text

    def _add(self, index: int, delta: dict[str, Any]) -> str:
        match delta:
            case {"type": "text_delta", "text": str(text)}:
                self._blocks.setdefault(index, _Block({"type": "text"})).text += text
                return text
            case {"type": "input_json_delta", "partial_json": str(piece)} if index in self._blocks:
                self._blocks[index].arguments += piece
            case {"type": "thinking_delta", "thinking": str(piece)} if index in self._blocks:
                raw = self._blocks[index].raw
                raw["thinking"] = f"{raw.get('thinking', '')}{piece}"
            case {"type": "signature_delta", "signature": str(signature)} if index in self._blocks:
                self._blocks[index].raw["signature"] = signature
        return ""

    def _parts(self) -> tuple[tuple[Part, ...], str | None]:
        """Return the words and the whole calls, and the name of the first call that came in pieces."""
        parts: list[Part] = []
        cut_off: str | None = None
        blocks = sorted(self._blocks.items())
        for number, (index, block) in enumerate(blocks):
            if block.kind == "text" and block.text:
                parts.append(Text(text=block.text))
            elif block.kind == "tool_use":
                name, arguments = str(block.raw.get("name") or ""), block.parsed()
                # What the length limit ended is a fragment, even where it happens to be JSON.
                is_fragment = self.stop in _LENGTH and number == len(blocks) - 1
                if arguments is None or is_fragment or not name:
                    cut_off = cut_off or name or "?"
                else:
                    parts.append(ToolCall(id=self._id_of(block, index, parts), name=name, arguments=arguments))
        return tuple(parts), cut_off

    def _id_of(self, block: _Block, index: int, before: list[Part]) -> str:
        given = block.raw.get("id")
        taken = {part.id for part in before if isinstance(part, ToolCall)}
        if isinstance(given, str) and given and given not in taken:
            return given
        return f"call_{len(self.request.messages)}_{index}"

    def _stop_reason(self, message: Message, cut_off: str | None) -> StopReason:
        if self.stop == "refusal":
            return "refused"
        if self.stop in _LENGTH or cut_off is not None:
            return "length"
        # What the server calls the end does not matter: calls are calls, and no call is the end.
        return "tool_calls" if message.tool_calls else "end"

    def _count(self, usage: object) -> None:
        for name, number in _dict(usage).items():
            if isinstance(number, int) and not isinstance(number, bool) and number >= 0:
                self._counts[name] = number

    def _usage(self, message: Message) -> Usage:
        cached = self._counts.get("cache_read_input_tokens", 0)
        given = self._counts.get("input_tokens", 0) + cached + self._counts.get("cache_creation_input_tokens", 0)
        said = self._counts.get("output_tokens", 0)
        if given and (said or not message.parts):
            return Usage(input_tokens=given, output_tokens=said, cached_input_tokens=cached).plus(self._earlier)
        guess = estimate_usage(self.request, message)
        return Usage(
            input_tokens=given or guess.input_tokens,
            output_tokens=said or guess.output_tokens,
            cached_input_tokens=cached,
            estimated=True,
        ).plus(self._earlier)

    def _index(self, event: dict[str, Any]) -> int:
        index = event.get("index")
        return self._begins_at + (index if isinstance(index, int) else 0)


def events_of_message(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a whole answer of a server that does not stream as the events of one."""
    events: list[dict[str, Any]] = [{"type": "message_start", "message": message}]
    content = message.get("content")
    for index, block in enumerate(content if isinstance(content, list) else []):
        events.append({"type": "content_block_start", "index": index, "content_block": block})
        events.append({"type": "content_block_stop", "index": index})
    events.append({"type": "message_delta", "delta": {"stop_reason": message.get("stop_reason")}})
    return [*events, {"type": "message_stop"}]


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
