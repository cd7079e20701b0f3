"""What the loop says to a model between its turns, and how it names a step. For models, so in English only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.providers.base import Message, Text

if TYPE_CHECKING:
    from elisa.providers.base import ToolCall

HINT = "You have done the same thing three times and nothing changed. Try another way, or end with what you have."
NO_TOOLS = "You have no such tool. Call the one tool that you were given."
NOT_RUN = "This call was not run."
_LONGEST_SUMMARY = 2000


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
