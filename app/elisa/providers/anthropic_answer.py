"""Puts the events of a Messages stream together to a turn; trusts nothing that the server says about it.

Source: "Streaming messages" of the Messages API, and what compatible servers send instead.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from elisa.providers.base import Message, StopReason, Text, ToolCall, Turn, Usage
from elisa.providers.chat_calls import arguments_of
from elisa.providers.estimate import estimate_usage
from elisa.providers.json_text import Halves, mended, mended_object

if TYPE_CHECKING:
    from elisa.providers.base import ModelRequest, Part

_LENGTH = {"max_tokens", "model_context_window_exceeded"}


@dataclass(slots=True)
class _Block:
    """One block of an answer while it comes in."""

    raw: dict[str, Any]
    id: str = ""
    text: str = ""
    arguments: str = ""
    is_open: bool = True
    halves: Halves = field(default_factory=Halves)

    @property
    def kind(self) -> object:
        return self.raw.get("type")

    def parsed(self) -> dict[str, Any] | None:
        """Return a call's arguments, ``{}`` for an empty text; ``None`` when they are no JSON object."""
        if not self.arguments.strip():
            given = self.raw.get("input")
            return mended_object(given) if isinstance(given, dict) else {}
        return arguments_of(self.arguments)

    def hear(self, text: str) -> str:
        """Add words; returns those that can be shown."""
        whole = self.halves.feed(text)
        self.text += whole
        return whole

    def close(self) -> str:
        """End the block; returns the words that were held back."""
        self.is_open = False
        rest = self.halves.finish()
        self.text += rest
        return rest

    def as_sent(self) -> dict[str, Any]:
        """Return the block whole, to be handed back to the server."""
        whole = dict(self.raw)
        if self.kind == "text":
            whole["text"] = self.text
        elif self.kind in ("tool_use", "server_tool_use"):
            whole |= {"input": self.parsed() or {}} | ({"id": self.id} if self.kind == "tool_use" else {})
        return mended_object(whole) or {}


@dataclass(slots=True)
class Answer:
    """An answer as far as it has come. ``take`` it event by event; ``turn`` it when it ``is_complete``."""

    request: ModelRequest
    stop: str | None = None
    is_stopped: bool = False
    _blocks: list[_Block] = field(default_factory=list)
    _numbered: dict[object, _Block] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)
    _earlier: Usage | None = None

    def take(self, event: dict[str, Any]) -> str:
        """Take one event in; returns the words in it that can be shown."""
        match event.get("type"):
            case "message_start":
                self._count(_dict(event.get("message")).get("usage"))
            case "content_block_start":
                return self._begin(_index(event), _dict(event.get("content_block")))
            case "content_block_delta":
                return self._add(_index(event), _dict(event.get("delta")))
            case "content_block_stop":
                block = self._numbered.get(_index(event))
                return "" if block is None else block.close()
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
        return self.is_stopped or (self.stop is not None and not any(block.is_open for block in self._blocks))

    @property
    def has_begun(self) -> bool:
        """Something came that the server will want paid."""
        return bool(self._blocks or self._counts)

    @property
    def blocks_as_sent(self) -> list[dict[str, Any]]:
        """The blocks, to be handed back to the server."""
        whole = (block for block in self._blocks if block.kind != "text" or block.text.strip())
        return [block.as_sent() for block in whole]

    def blocks_of(self, message: Message) -> list[dict[str, Any]]:
        """Return the blocks without the calls that did not come whole: nobody will answer those."""
        calls = {call.id for call in message.tool_calls}
        return [block for block in self.blocks_as_sent if block.get("type") != "tool_use" or block.get("id") in calls]

    @property
    def has_thoughts(self) -> bool:
        """Blocks of it must go back to the server as they are."""
        return any(block.kind in ("thinking", "redacted_thinking") for block in self._blocks)

    @property
    def is_paused(self) -> bool:
        """The server waits to be asked to go on."""
        return self.stop == "pause_turn" and not any(block.kind == "tool_use" for block in self._blocks)

    def go_on(self) -> None:
        """Expect the rest of an answer that was paused; its blocks are counted from 0 again."""
        self._earlier = self._usage(Message(role="assistant", parts=self._parts()[0]))
        self._numbered.clear()
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

    def _begin(self, index: object, raw: dict[str, Any]) -> str:
        block = _Block(raw)
        if block.kind == "tool_use":
            block.id = self._free_id(raw.get("id"))
        self._blocks.append(block)
        self._numbered[index] = block  # some servers number each block 0: the newest is meant
        text = raw.get("text")
        return block.hear(text) if block.kind == "text" and isinstance(text, str) else ""

    def _add(self, index: object, delta: dict[str, Any]) -> str:
        if index not in self._numbered and delta.get("type") == "text_delta":
            self._begin(index, {"type": "text"})
        block = self._numbered.get(index)
        if block is None:
            return ""
        match delta:
            case {"type": "text_delta", "text": str(text)}:
                return block.hear(text)
            case {"type": "input_json_delta", "partial_json": str(piece)}:
                block.arguments += piece
            case {"type": "thinking_delta", "thinking": str(piece)}:
                block.raw["thinking"] = f"{block.raw.get('thinking', '')}{piece}"
            case {"type": "signature_delta", "signature": str(signature)}:
                block.raw["signature"] = signature
        return ""

    def _parts(self) -> tuple[tuple[Part, ...], str | None]:
        """Return the words and the whole calls, and the name of the first call that came in pieces."""
        parts: list[Part] = []
        cut_off: str | None = None
        for block in self._blocks:
            if block.kind == "text" and block.text:
                parts.append(Text(text=block.text))
            elif block.kind == "tool_use":
                name, arguments = mended(str(block.raw.get("name") or "")), block.parsed()
                # What the length limit ended is a fragment, even where it happens to be JSON.
                is_fragment = self.stop in _LENGTH and block is self._blocks[-1]
                if arguments is None or is_fragment or not name:
                    cut_off = cut_off or name or "?"
                else:
                    parts.append(ToolCall(id=block.id, name=name, arguments=arguments))
        return tuple(parts), cut_off

    def _free_id(self, given: object) -> str:
        """Return a call's id, or another where it has none or the conversation has used it."""
        taken = {block.id for block in self._blocks}
        taken |= {call.id for message in self.request.messages for call in message.tool_calls}
        if isinstance(given, str) and given and given not in taken:
            return mended(given)
        return f"call_{len(self.request.messages)}_{len(self._blocks)}"

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


def events_of_message(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a whole answer of a server that does not stream as the events of one."""
    events: list[dict[str, Any]] = [{"type": "message_start", "message": message}]
    content = message.get("content")
    for index, block in enumerate(content if isinstance(content, list) else []):
        events.append({"type": "content_block_start", "index": index, "content_block": block})
        events.append({"type": "content_block_stop", "index": index})
    events.append({"type": "message_delta", "delta": {"stop_reason": message.get("stop_reason")}})
    return [*events, {"type": "message_stop"}]


def _index(event: dict[str, Any]) -> object:
    index = event.get("index")
    return index if isinstance(index, int) else 0


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
