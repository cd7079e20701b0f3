"""The shipped scripted model: answers from a file, the same in each run, and a loud failure when asked anything else.

It keeps no place of its own in a conversation: the answer follows from the request alone (kind, task, helper, attempt
and how often the model has spoken), so three tasks at once, or a build resumed elsewhere, get what is theirs.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from elisa.core.errors import failure
from elisa.providers.base import (
    Message,
    ModelRequest,
    ProviderError,
    StreamItem,
    Text,
    TextDelta,
    ToolCall,
    ToolResult,
    Turn,
    Usage,
    Waiting,
)
from elisa.providers.estimate import estimate_usage
from elisa.providers.script import Answer, Conversation, Meeting, Script
from elisa.spec.data_block import find_data_block

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class ScriptMismatchError(Exception):
    """The program asked the scripted model for something that its script does not hold, or left an answer unused."""


class CallKey(NamedTuple):
    """Which call it was: ``turn`` counts from 1; ``kind`` is ``none`` for a prompt without a data block."""

    kind: str
    task: str
    agent: str
    attempt: int
    turn: int


class ScriptedProvider:
    """Speaks the provider protocol from a script. ``calls`` counts, by ``CallKey``, what this process asked it."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._used: set[tuple[int, int]] = set()
        self._surprises: list[str] = []
        self._meetings: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._arrived: Counter[str] = Counter()
        self.calls: Counter[CallKey] = Counter()

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """Read the script from a file; raises ``BadInputError`` when it cannot be used."""
        return cls(Script.from_file(path))

    @property
    def name(self) -> str:
        """What ``--provider`` calls it."""
        return "scripted"

    @property
    def model(self) -> str:
        """The model that the script plays."""
        return self._script.model

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamItem]:
        """Answer as the script says.

        Raises:
            ScriptMismatchError: The script has no answer for this call.
            ProviderError: The script says that the call fails.
        """
        key = _key_of(request)
        answer = self._answer(key, request)
        self._note(key)
        await self._keep_appointments(answer)
        for wait in answer.waits:
            yield Waiting(seconds=wait.seconds, reason=wait.reason)
        for piece in answer.pieces:
            yield TextDelta(text=piece)
            await asyncio.sleep(0)
        if answer.error is not None:
            problem = failure(answer.error.code, detail=answer.error.detail)
            raise ProviderError(problem.code, problem.sentence, problem.detail)
        yield _turn(key, request, answer)

    async def close(self) -> None:
        """End it; a surprising call, or an unused answer of a ``strict`` script, raises ``ScriptMismatchError``."""
        if self._surprises:
            raise ScriptMismatchError("; ".join(self._surprises))
        if self._script.strict:
            self.assert_all_used()

    def assert_all_used(self) -> None:
        """Raise ``ScriptMismatchError`` unless each answer was used, here or (with a ledger) in an earlier process."""
        used = set(self._used)
        for key in self.recorded_calls():
            place = self._place(key)
            if place is not None:
                used.add(place)
        unused = [
            f"{conversation.key} turn {turn + 1}"
            for index, conversation in enumerate(self._script.conversations)
            for turn in range(len(conversation.turns))
            if not conversation.optional and (index, turn) not in used
        ]
        if self._surprises or unused:
            raise ScriptMismatchError("; ".join([*self._surprises, *(f"never used: {name}" for name in unused)]))

    def recorded_calls(self) -> Counter[CallKey]:
        """Return how often each call was made, all processes that wrote to the ledger included."""
        ledger = self._script.ledger
        if ledger is None or not Path(ledger).exists():
            return Counter(self.calls)
        lines = Path(ledger).read_text(encoding="utf-8").splitlines()
        return Counter(CallKey(*json.loads(line)) for line in lines)

    def calls_of(self, task: str) -> int:
        """Return how many calls this process made for a task."""
        return sum(count for key, count in self.calls.items() if key.task == task)

    def _answer(self, key: CallKey, request: ModelRequest) -> Answer:
        place = self._place(key)
        if place is None:
            raise self._surprise(f"no answer for {key}")
        self._used.add(place)
        answer = self._script.conversations[place[0]].turns[place[1]]
        newest = _words(request.messages[-1]) if request.messages else ""
        missing = [text for text in answer.sees if text not in newest]
        if missing:
            raise self._surprise(f"{key} does not see {missing} in {newest[:2000]!r}")
        known = {tool.name for tool in request.tools}
        if request.force_tool is not None and request.force_tool not in known:
            raise self._surprise(f"{key} is forced to call {request.force_tool}, which is not among its tools")
        return answer

    def _place(self, key: CallKey) -> tuple[int, int] | None:
        fitting = [
            (conversation.weight, index, conversation)
            for index, conversation in enumerate(self._script.conversations)
            if conversation.fits(key.kind, key.task, key.agent, key.attempt)
        ]
        if not fitting:
            return None
        best = max(weight for weight, _, _ in fitting)
        chosen = [(index, conversation) for weight, index, conversation in fitting if weight == best]
        if len(chosen) > 1:
            raise self._surprise(f"{key} fits {[conversation.key for _, conversation in chosen]} equally well")
        index, conversation = chosen[0]
        return None if (turn := _turn_index(conversation, key.turn)) is None else (index, turn)

    def _surprise(self, text: str) -> ScriptMismatchError:
        self._surprises.append(text)
        return ScriptMismatchError(text)

    def _note(self, key: CallKey) -> None:
        self.calls[key] += 1
        if self._script.ledger is not None:
            with Path(self._script.ledger).open("a", encoding="utf-8") as ledger:
                ledger.write(json.dumps(key, ensure_ascii=False) + "\n")

    async def _keep_appointments(self, answer: Answer) -> None:
        if answer.meet is not None:
            await self._meet(answer.meet)
        if answer.hang:
            await asyncio.Event().wait()

    async def _meet(self, meeting: Meeting) -> None:
        self._arrived[meeting.name] += 1
        if self._arrived[meeting.name] >= meeting.count:
            self._meetings[meeting.name].set()
        await self._meetings[meeting.name].wait()


def _turn_index(conversation: Conversation, turn: int) -> int | None:
    if turn <= len(conversation.turns):
        return turn - 1
    return len(conversation.turns) - 1 if conversation.repeat else None


def _key_of(request: ModelRequest) -> CallKey:
    turn = 1 + request.earlier_turns + sum(message.role == "assistant" for message in request.messages)
    block = find_data_block(request.messages[0].text) if request.messages else None
    if block is None:
        return CallKey("none", "", "", 1, turn)
    task = block.task
    attempt = block.facts.get("attempt", 1)
    names = ("", "") if task is None else (task.id, task.agent_name)
    return CallKey(block.kind, *names, int(attempt), turn)


def _turn(key: CallKey, request: ModelRequest, answer: Answer) -> Turn:
    prefix = f"{key.task or key.kind}-{key.attempt}-{key.turn}"
    texts = [Text(text="".join(answer.pieces))] if any(answer.pieces) else []
    calls = [
        ToolCall(id=f"{prefix}-{number}", name=call.tool, arguments=call.parsed())
        for number, call in enumerate(answer.calls, 1)
    ]
    message = Message(role="assistant", parts=(*texts, *calls))
    if answer.usage is None:
        usage = estimate_usage(request, message)
    else:
        usage = Usage(input_tokens=answer.usage[0], output_tokens=answer.usage[1])
    return Turn(message=message, stop_reason=answer.stop_reason, usage=usage, cut_off=answer.cut_off)


def _words(message: Message) -> str:
    return message.text + "\n".join(part.content for part in message.parts if isinstance(part, ToolResult))
