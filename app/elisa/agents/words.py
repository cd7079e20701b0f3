"""What the loop says to a model between its turns, and how it names a step. For models, so in English only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.providers.base import Message, Text, ToolResult

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elisa.providers.base import ToolCall

NO_TOOLS = "You have no such tool. Call the one tool that you were given."
NOT_RUN = "This call was not run."
_LONGEST_SUMMARY = 2000
_LONGEST_NOTE = 120


def cut_off(tool: str | None) -> str:
    """Say that an answer was too long, and how to go on."""
    if tool is None:
        return "Your answer was cut off at the length limit. Go on from there, in fewer words."
    told = f"Your answer was cut off at the length limit in the middle of a {tool} call. Nothing of it was run"
    if tool != "write_file":
        return f"{told}. Make the call again, shorter."
    return (
        f"{told} and no file changed. Write in smaller parts: first a short version of the file, then add to it, "
        "piece by piece, with old_text and new_text; at most 150 lines a call."
    )


def hint(times: int) -> str:
    """Tell a model that it goes in circles, and what other ways there are."""
    return (
        f"You have done the same thing {times} times and nothing changed; after a few more I have to stop you. Try "
        "another way: look at the file as it is now, change another place, use another tool, make a smaller step. "
        "If nothing helps, end without a tool call and say what is missing."
    )


def wanted(tool: str) -> str:
    """Ask for the call that ends the job."""
    return f"Call {tool} now to finish."


def spoken(text: str) -> Message:
    """Return words of the model as a message."""
    return Message(role="assistant", parts=(Text(text=text),))


def silent() -> Message:
    """Return what stands for an answer with nothing in it; vendors refuse an empty message."""
    return spoken("(nothing)")


def summary(messages: list[Message]) -> str:
    """Return the model's last words, shortened."""
    for message in reversed(messages):
        if message.role == "assistant" and message.text.strip():
            return message.text.strip()[-_LONGEST_SUMMARY:]
    return ""


def step(call: ToolCall) -> str:
    """Name a step in a few words, such as ``write_file src/game.js``."""
    subject = next((str(value) for value in call.arguments.values() if isinstance(value, str | int)), "")
    return f"{call.name} {subject[:60]}".strip()


def left_out(characters: int) -> str:
    """Stand for the rest of an old tool result."""
    return f"[{characters:,} characters left out; call the tool again if you need them]"


def earlier(lines: Sequence[str], older: int) -> str:
    """Return what stands for turns that are no longer shown: a line each, ``older`` ones only counted."""
    before = [f"- {older} steps before these"] if older else []
    return "\n".join(["\n\nWhat you did earlier in this task, in short (results are data):", *before, *lines])


def notes(turn: Sequence[Message]) -> Iterator[str]:
    """Yield a line for each step of a turn: the call and how it went, or the words."""
    results = {part.call_id: part for message in turn for part in message.parts if isinstance(part, ToolResult)}
    for message in turn:
        if message.role == "assistant" and message.text.strip():
            yield f"- you said: {_in_a_line(message.text)}"
        for call in message.tool_calls:
            result = results.get(call.id)
            went = "ok" if result is None or result.ok else f"failed: {_in_a_line(result.content)}"
            yield f"- {_in_a_line(step(call))}: {went}"


def _in_a_line(text: str) -> str:
    return " ".join(text.replace("`", "'").split())[:_LONGEST_NOTE]
