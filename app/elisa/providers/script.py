"""The format of a scripted model's answers; ``docs/scripted-model.md`` explains it with examples."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from elisa.core.errors import bad_input
from elisa.providers.base import StopReason

if TYPE_CHECKING:
    from pathlib import Path


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ScriptedCall(_Part):
    """A tool call. ``arguments_text`` is what a server would send: empty text counts as no arguments."""

    tool: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    arguments_text: str | None = None

    def parsed(self) -> dict[str, Any]:
        """Return the arguments as an adapter would hand them on."""
        if self.arguments_text is None:
            return self.arguments
        parsed: dict[str, Any] = json.loads(self.arguments_text or "{}")
        return parsed


class ScriptedWait(_Part):
    """The provider says that it waits (it does not really: tests never wait a length of time)."""

    seconds: float
    reason: str = "The AI is busy."


class ScriptedError(_Part):
    """The call fails with this ``ProviderError``; ``code`` is a key of ``core.text``."""

    code: str = "providers.broke_off"
    detail: str = ""


class Meeting(_Part):
    """The answer waits until ``count`` calls have come to the meeting of this name: so many run at once."""

    name: str
    count: int = Field(ge=2)


class Answer(_Part):
    """One turn of the model. Everything is optional; an empty answer ends the conversation without a word.

    Attributes:
        say: Text; a list is streamed piece by piece.
        calls: Tool calls, in order.
        cut_off: Name of a tool whose call was cut at the length limit; it never reaches the reader.
        stop: Why the turn ended, if not what follows from the rest.
        usage: ``[input, output]`` tokens; left out, the counts are estimated as for a server that names none.
        waits: The provider waits before it answers.
        error: The call fails, after the text in ``say`` has been streamed ("died in the middle").
        hang: Never answers; only Stop ends it.
        meet: Waits for other conversations first.
        sees: Texts that must stand in the newest message, else the script does not fit what happened.
    """

    say: str | tuple[str, ...] = ()
    calls: tuple[ScriptedCall, ...] = ()
    cut_off: str | None = None
    stop: StopReason | None = None
    usage: tuple[int, int] | None = None
    waits: tuple[ScriptedWait, ...] = ()
    error: ScriptedError | None = None
    hang: bool = False
    meet: Meeting | None = None
    sees: tuple[str, ...] = ()

    @property
    def pieces(self) -> tuple[str, ...]:
        """The text as it is streamed."""
        return (self.say,) if isinstance(self.say, str) else self.say

    @property
    def stop_reason(self) -> StopReason:
        """Why the turn ended."""
        if self.stop is not None:
            return self.stop
        if self.cut_off is not None:
            return "length"
        return "tool_calls" if self.calls else "end"


class Conversation(_Part):
    """What the model says in one conversation, turn by turn.

    Attributes:
        kind: The data block's kind (``build``, ``plan`` …), or ``none`` for a prompt without one; ``None`` fits all.
        task: The task's id; ``None`` fits all.
        agent: The name of the task's helper; ``None`` fits all.
        attempt: The data block's ``facts.attempt`` (1 where it names none); ``None`` fits all.
        turns: Answers in order.
        repeat: The last answer comes again and again.
        optional: Not missed when it is never used.
    """

    kind: str | None = None
    task: str | None = None
    agent: str | None = None
    attempt: int | None = None
    turns: tuple[Answer, ...] = Field(min_length=1)
    repeat: bool = False
    optional: bool = False

    @property
    def key(self) -> tuple[str | None, str | None, str | None, int | None]:
        """What it is chosen by."""
        return (self.kind, self.task, self.agent, self.attempt)

    @property
    def weight(self) -> int:
        """How many of the four it names; the most particular conversation wins."""
        return sum(part is not None for part in self.key)

    def fits(self, kind: str, task: str, agent: str, attempt: int) -> bool:
        """Tell whether it is meant for such a call."""
        asked = (kind, task, agent, attempt)
        return all(mine is None or mine == theirs for mine, theirs in zip(self.key, asked, strict=True))


class Script(_Part):
    """All conversations. ``strict``: closing the provider fails when an answer was never used.

    ``ledger`` is the path of a file that gets one JSON line a call, so that calls are counted across processes.
    """

    conversations: tuple[Conversation, ...]
    model: str = "scripted"
    strict: bool = False
    ledger: str | None = None

    @field_validator("conversations")
    @classmethod
    def _told_apart(cls, conversations: tuple[Conversation, ...]) -> tuple[Conversation, ...]:
        seen = set()
        for conversation in conversations:
            if conversation.key in seen:
                raise ValueError(f"two conversations for {conversation.key}")
            seen.add(conversation.key)
        return conversations

    @model_validator(mode="before")
    @classmethod
    def _list_alone(cls, value: object) -> object:
        return {"conversations": value} if isinstance(value, list) else value

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """Read a script: JSON (an object, or the list of conversations alone) or one conversation a line (``.jsonl``).

        Raises:
            BadInputError: ``providers.script_unreadable``, with the place of the fault in ``detail``.
        """
        try:
            text = path.read_text(encoding="utf-8")
            if path.suffix == ".jsonl":
                text = "[" + ",".join(line for line in text.splitlines() if line.strip()) + "]"
            script = cls.model_validate_json(text)
        except (OSError, UnicodeDecodeError, ValidationError) as problem:
            raise bad_input("providers.script_unreadable", detail=str(problem), name=path.name) from problem
        if script.ledger is None:
            return script
        return script.model_copy(update={"ledger": str(path.parent / script.ledger)})
