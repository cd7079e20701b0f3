"""Keeps a conversation below the size that its model can hold, by rule and never by an error.

What a helper can look up again goes first: old tool results become shorter, then old turns become one line each. The
first message with its data block stays whole, the newest turns stay, and a call is never parted from its result.
Both marks only move forward, and further than needed, so that the beginning stays the same for some turns and a
provider can go on caching it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from elisa.agents import words
from elisa.providers.base import Message, Text, ToolResult
from elisa.providers.estimate import message_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

KEEP = 3
"""Newest turns that are touched last."""
SPARE = 0.7
"""Share of the room that is filled after trimming."""
_SHORT = 400
_NEWEST = (4000, 1000, 200)
_NOTES_SHARE = 4
_HEADING = 120


@dataclass(frozen=True, slots=True)
class Trimmed:
    """A conversation as it is sent: ``turns`` are notes only, ``results`` were shortened since the last time."""

    messages: tuple[Message, ...]
    turns: int = 0
    results: int = 0
    changed: bool = False


class Trimmer:
    """Trims one conversation as it grows. ``room`` is in bytes; ``None`` while no limit is known."""

    def __init__(self, room: int | None = None) -> None:
        self.room = room
        self._noted = 0
        self._shortened = 0
        self._newest: int | None = None

    def view(self, messages: Sequence[Message]) -> Trimmed:
        """Return the conversation as it fits; the first message is its prompt, the rest are whole turns."""
        turns = list(_turns(messages[1:]))
        before = (self._noted, self._shortened, self._newest)
        if self.room is not None and self._size(messages, turns) > self.room:
            self._make_room(messages, turns, int(self.room * SPARE))
        return Trimmed(
            messages=self._made(messages, turns),
            turns=self._noted,
            results=self._shortened,
            changed=(self._noted, self._shortened, self._newest) != before,
        )

    def tighten(self, messages: Sequence[Message]) -> bool:
        """Make do with half the room; false when nothing is left that could be shortened."""
        turns = list(_turns(messages[1:]))
        size = self._size(messages, turns)
        self.room = size // 2
        self._make_room(messages, turns, self.room)
        return self._size(messages, turns) < size

    def _make_room(self, messages: Sequence[Message], turns: list[list[Message]], target: int) -> None:
        for _ in self._measures(len(turns)):
            if self._size(messages, turns) <= target:
                return

    def _measures(self, count: int) -> Iterator[None]:
        """Yield after each further step, the gentlest first."""
        old = max(count - KEEP, 0)
        while self._shortened < old:
            self._shortened += 1
            yield
        while self._noted < old:
            self._noted += 1
            yield
        for most in _NEWEST:
            if self._newest is None or most < self._newest:
                self._newest = most
                yield
        while self._noted < count:
            self._noted += 1
            yield

    def _made(self, messages: Sequence[Message], turns: list[list[Message]]) -> tuple[Message, ...]:
        first = messages[0]
        if self._noted:
            for_notes = min((self.room or 0) // _NOTES_SHARE, (self.room or 0) - message_bytes(first) - _HEADING)
            notes = Text(text=_notes(turns[: self._noted], for_notes))
            first = first.model_copy(update={"parts": (*first.parts, notes)})
        kept = [first]
        for index, turn in enumerate(turns[self._noted :], self._noted):
            most = _SHORT if index < self._shortened else self._newest
            kept += turn if most is None else [_shorter(message, most) for message in turn]
        return tuple(kept)

    def _size(self, messages: Sequence[Message], turns: list[list[Message]]) -> int:
        return sum(map(message_bytes, self._made(messages, turns)))


def _notes(turns: list[list[Message]], most: int) -> str:
    """Return old turns in lines, as many of the newest as fit into ``most`` bytes."""
    lines = [line for turn in turns for line in words.notes(turn)]
    sizes = accumulate(len(line.encode()) + 1 for line in reversed(lines))
    fitting = sum(size <= most for size in sizes)
    return words.earlier(lines[len(lines) - fitting :], len(lines) - fitting)


def _turns(messages: Sequence[Message]) -> Iterator[list[Message]]:
    """Yield what belongs together: an answer of the model and all that was said to it."""
    turn: list[Message] = []
    for message in messages:
        if message.role == "assistant" and turn:
            yield turn
            turn = []
        turn.append(message)
    if turn:
        yield turn


def _shorter(message: Message, most: int) -> Message:
    parts = tuple(_short_result(part, most) if isinstance(part, ToolResult) else part for part in message.parts)
    return message.model_copy(update={"parts": parts})


def _short_result(result: ToolResult, most: int) -> ToolResult:
    if len(result.content) <= most:
        return result
    told = f"{result.content[:most]}\n{words.left_out(len(result.content) - most)}"
    return result if len(told) >= len(result.content) else result.model_copy(update={"content": told})
