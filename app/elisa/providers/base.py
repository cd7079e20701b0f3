"""The provider protocol: neutral messages in, a stream of text and one finished turn out.

Adapters translate to a vendor's wire format; the workshop and the scripted model speak this protocol directly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from elisa.core.errors import ElisaError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

StopReason = Literal["end", "tool_calls", "length", "refused"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Text(_Frozen):
    """Words, of either side."""

    kind: Literal["text"] = "text"
    text: str


class ToolCall(_Frozen):
    """The model wants a tool run. ``arguments`` is parsed JSON; an empty text from a server counts as ``{}``."""

    kind: Literal["tool_call"] = "tool_call"
    id: str
    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class ToolResult(_Frozen):
    """What the tool answered; ``ok`` false is a failure that the model can act on."""

    kind: Literal["tool_result"] = "tool_result"
    call_id: str
    content: str
    ok: bool = True


Part = Annotated[Text | ToolCall | ToolResult, Field(discriminator="kind")]


class Message(_Frozen):
    """One turn of the conversation. Tool results travel in a ``user`` message."""

    role: Literal["user", "assistant"]
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """All words of the message, joined."""
        return "".join(part.text for part in self.parts if isinstance(part, Text))

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """All tool calls of the message, in order."""
        return tuple(part for part in self.parts if isinstance(part, ToolCall))


class ToolDefinition(_Frozen):
    """A tool that the model may call; ``parameters`` is a JSON schema of an object."""

    name: str
    description: str
    parameters: dict[str, Any]


class Usage(_Frozen):
    """Tokens of one call; ``estimated`` where the server named none ("about")."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_input_tokens: int = 0
    estimated: bool = False

    def plus(self, other: Usage | None) -> Usage:
        """Return both together; a part that is a guess makes the sum one."""
        if other is None:
            return self
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cached_input_tokens=self.cached_input_tokens + other.cached_input_tokens,
            estimated=self.estimated or other.estimated,
        )


class ModelRequest(_Frozen):
    """One call. The stable part (``system`` and ``tools``) comes first, so that it can be cached.

    Attributes:
        system: Role prompt; the same text for each turn of a task.
        messages: The conversation so far; the first is a user message that carries the data block.
        tools: What the model may call.
        force_tool: Name of the one tool that must be called, or ``None``.
        max_output_tokens: Upper bound of the answer.
        earlier_turns: How many answers of the model are not in ``messages`` any more, because they were too long.
    """

    system: str
    messages: tuple[Message, ...]
    tools: tuple[ToolDefinition, ...] = ()
    force_tool: str | None = None
    max_output_tokens: int = 8192
    earlier_turns: int = 0


class TextDelta(_Frozen):
    """A piece of text, as it comes."""

    kind: Literal["text_delta"] = "text_delta"
    text: str


class Waiting(_Frozen):
    """The provider waits before it tries again (seconds); ``reason`` is a whole sentence."""

    kind: Literal["waiting"] = "waiting"
    seconds: float
    reason: str


class Turn(_Frozen):
    """The finished answer; always the last item of a stream, exactly once.

    A call that was cut off (``stop_reason == "length"``) never stands in ``message``; ``cut_off`` names its tool.
    """

    kind: Literal["turn"] = "turn"
    message: Message
    stop_reason: StopReason
    usage: Usage = Field(default_factory=Usage)
    cut_off: str | None = None


StreamItem = TextDelta | Waiting | Turn


def went_over_the_wish(request: ModelRequest, turn: Turn) -> bool:
    """Tell whether a whole answer lacks the call that was forced: the server does not know how to force one so."""
    wish = request.force_tool
    is_whole = turn.stop_reason in ("end", "tool_calls")
    return wish is not None and is_whole and wish not in {call.name for call in turn.message.tool_calls}


class ProviderError(ElisaError):
    """The model cannot be used right now; the sentence says what to do next. ``spent`` is what the call cost anyway."""

    spent: Usage | None = None


class Provider(Protocol):
    """A language model, or something that answers like one."""

    @property
    def name(self) -> str:
        """The name that ``--provider`` takes."""
        ...

    @property
    def model(self) -> str:
        """The model's own name."""
        ...

    def stream(self, request: ModelRequest) -> AsyncIterator[StreamItem]:
        """Ask the model. Ends with one ``Turn``, or raises ``ProviderError``; cancelling the task stops it at once."""
        ...

    async def close(self) -> None:
        """Release connections; bounded in time."""
        ...
