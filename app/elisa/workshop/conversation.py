"""What has been said and done in a job so far, read from the request, and the workshop's next turn in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from elisa.providers.base import Message, ModelRequest, Text, ToolCall, ToolResult
from elisa.spec.data_block import DataBlock, find_data_block

if TYPE_CHECKING:
    from collections.abc import Iterator

_NUMBERED = "| "


@dataclass(frozen=True)
class Done:
    """One tool call and what came back."""

    call: ToolCall
    result: ToolResult


@dataclass(frozen=True)
class Talk:
    """A job: its data block, the calls so far, and how many turns the workshop has had."""

    data: DataBlock
    done: tuple[Done, ...] = ()
    turns: int = 0

    def failed(self) -> Iterator[Done]:
        """Yield the calls that did not work."""
        return (one for one in self.done if not one.result.ok)

    def of(self, tool: str) -> Iterator[Done]:
        """Yield the calls of one tool."""
        return (one for one in self.done if one.call.name == tool)

    def has_read(self, path: str) -> str | None:
        """Return the text of a file that was read, without line numbers, or ``None``."""
        for one in self.of("read_file"):
            if one.call.arguments.get("path") == path and one.result.ok:
                return unnumbered(one.result.content)
        return None


@dataclass
class Answer:
    """The next turn: words, then tool calls. No calls means that the job is done."""

    text: str
    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def message(self, talk: Talk) -> Message:
        """Return the turn as a message; ids of calls depend only on the job and the turn."""
        task = talk.data.task.id if talk.data.task else talk.data.kind
        calls = [
            ToolCall(id=f"{task}-{talk.turns + 1}-{number}", name=name, arguments=arguments)
            for number, (name, arguments) in enumerate(self.calls, start=1)
        ]
        return Message(role="assistant", parts=(Text(text=self.text), *calls))


def read_talk(request: ModelRequest) -> Talk | None:
    """Read a request; ``None`` where its first message carries no data block.

    Raises:
        pydantic.ValidationError: The block is damaged.
    """
    first = next((message for message in request.messages if message.role == "user"), None)
    data = find_data_block(first.text) if first is not None else None
    if data is None:
        return None
    calls: dict[str, ToolCall] = {}
    done: list[Done] = []
    for message in request.messages:
        calls |= {call.id: call for call in message.tool_calls}
        results = [part for part in message.parts if isinstance(part, ToolResult)]
        done += [Done(calls[result.call_id], result) for result in results if result.call_id in calls]
    turns = sum(message.role == "assistant" for message in request.messages)
    return Talk(data, tuple(done), turns)


def unnumbered(shown: str) -> str:
    """Take the line numbers off what ``read_file`` shows."""
    lines = []
    for line in shown.splitlines():
        number, bar, text = line.partition(_NUMBERED)
        if bar and number.strip().isdigit():
            lines.append(text)
        elif line.endswith("|") and line[:-1].isdigit():
            lines.append("")
    return "\n".join(lines)
