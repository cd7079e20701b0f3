"""What a model's server on this computer may answer, and with which flaws; both protocols say the same with it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from elisa.providers.base import Message, ModelRequest, StopReason, Text, TextDelta, ToolCall, Turn, Usage, Waiting
from elisa.providers.script import Script
from elisa.providers.scripted import ScriptedProvider

if TYPE_CHECKING:
    from elisa.providers.base import Part, Provider

Protocol = Literal["anthropic", "openai"]


@dataclass(frozen=True)
class Flaws:
    """How an answer differs from a good one.

    Attributes:
        finish: Sent as the reason for the end, whatever the truth is; ``None`` in ``no_finish`` answers.
        no_finish: The stream ends without any reason.
        no_usage: No token counts.
        arguments: Sent as the text of the last call's arguments.
        error_after: An error of this kind comes after so many events, instead of the rest.
        error: That error.
        comments: Comment lines before the first event.
        bare: Only ``data:`` lines, no event names.
    """

    finish: str | None = None
    no_finish: bool = False
    no_usage: bool = False
    arguments: str | None = None
    error_after: int | None = None
    error: dict[str, Any] = field(default_factory=lambda: {"type": "overloaded_error", "message": "Overloaded"})
    comments: int = 0
    bare: bool = False


@dataclass(frozen=True)
class Reply:
    """A streamed answer, and how its bytes travel.

    Attributes:
        turn: What is said.
        flaws: What is wrong with it.
        cut_at: The connection ends after so many bytes of the whole response, its status line included; negative
            counts from the end.
        ending: How it ends there: an ordinary end, a reset, or silence until the client goes.
        piece: So many bytes at a time.
        events: Whole events instead of ``turn`` (raw bytes of the body).
    """

    turn: Turn = field(default_factory=lambda: said("Fine."))
    flaws: Flaws = field(default_factory=Flaws)
    cut_at: int | None = None
    ending: Literal["close", "reset", "silence"] = "close"
    piece: int | None = None
    events: Sequence[bytes] | None = None

    def cut(self, at: int, ending: Literal["close", "reset", "silence"] = "close") -> Reply:
        """Return it with a connection that ends."""
        return replace(self, cut_at=at, ending=ending)


@dataclass(frozen=True)
class Refusal:
    """An answer that does not stream; ``as_it_is`` sends ``error`` without the protocol's frame around it."""

    status: int
    error: dict[str, Any] | str = "no"
    headers: dict[str, str] = field(default_factory=dict)
    as_it_is: bool = False


@dataclass(frozen=True)
class Call:
    """What a client asked; ``number`` counts all calls from 0."""

    protocol: Protocol
    number: int
    headers: dict[str, str]
    body: dict[str, Any]
    request: ModelRequest


Answering = Callable[[Call], Awaitable[Reply | Refusal]]

OVERLOADED = Refusal(529, {"type": "overloaded_error", "message": "Overloaded"})


def rate_limited(**headers: str) -> Refusal:
    """Return a refusal that asks to wait; a keyword is a header, ``retry_after="7"``."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Refusal(429, {"type": "rate_limit_error", "message": "Slow down"}, named)


def said(text: str = "", *calls: ToolCall, stop: StopReason | None = None, usage: Usage | None = None) -> Turn:
    """Return a turn."""
    parts: tuple[Part, ...] = (*([Text(text=text)] if text else []), *calls)
    return Turn(
        message=Message(role="assistant", parts=parts),
        stop_reason=stop or ("tool_calls" if calls else "end"),
        usage=usage or Usage(input_tokens=100, output_tokens=20),
    )


def call(name: str, call_id: str = "call-1", **arguments: object) -> ToolCall:
    """Return a tool call."""
    return ToolCall(id=call_id, name=name, arguments=arguments)


def in_order(*answers: Reply | Refusal) -> Answering:
    """Answer with one after the other; the last one comes again and again."""

    async def answer(asked: Call) -> Reply | Refusal:
        await asyncio.sleep(0)
        return answers[min(asked.number, len(answers) - 1)]

    return answer


def from_provider(brain: Provider) -> Answering:
    """Answer with what another provider says to the same request."""

    async def answer(asked: Call) -> Reply | Refusal:
        async for item in brain.stream(asked.request):
            if isinstance(item, Turn):
                return Reply(item)
            assert isinstance(item, TextDelta | Waiting)
        raise AssertionError("the brain ended without a turn")

    return answer


def from_script(*conversations: dict[str, Any]) -> Answering:
    """Answer from a scripted model's conversations, as ``--script`` takes them."""
    return from_provider(ScriptedProvider(Script.model_validate({"conversations": conversations})))


def but(answering: Answering, special: Callable[[Call], Reply | Refusal | None]) -> Answering:
    """Answer with ``special`` where it has something to say."""

    async def answer(asked: Call) -> Reply | Refusal:
        return special(asked) or await answering(asked)

    return answer
