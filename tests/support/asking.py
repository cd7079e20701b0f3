"""Asks a provider once and keeps what it answered; waits take no time and are written down."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elisa.providers.base import Message, ModelRequest, ProviderError, Text, TextDelta, ToolDefinition, Turn, Waiting
from elisa.providers.retry import Retrying

if TYPE_CHECKING:
    from elisa.providers.base import Provider

READ = ToolDefinition(
    name="read_file",
    description="Reads a file.",
    parameters={"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
)
LIST = ToolDefinition(name="list", description="Lists.", parameters={"type": "object", "properties": {}})


def request(text: str = "Hello", *, tools: tuple[ToolDefinition, ...] = (READ, LIST)) -> ModelRequest:
    """Return a first request."""
    return ModelRequest(
        system="You are a builder.", messages=(Message(role="user", parts=(Text(text=text),)),), tools=tools
    )


@dataclass
class Asked:
    """What came of one call."""

    text: str = ""
    waits: list[Waiting] = field(default_factory=list)
    turn: Turn | None = None
    error: ProviderError | None = None

    @property
    def answer(self) -> Turn:
        """The turn, where there must be one."""
        assert self.turn is not None, self.error and (self.error.code, self.error.detail)
        return self.turn

    @property
    def code(self) -> str:
        """The code of the error, where there must be one."""
        assert self.error is not None, self.turn
        return self.error.code


async def ask(provider: Provider, asked: ModelRequest | None = None) -> Asked:
    """Make a call to its end."""
    found = Asked()
    try:
        async for item in provider.stream(asked or request()):
            assert found.turn is None, "something came after the turn"
            if isinstance(item, TextDelta):
                found.text += item.text
            elif isinstance(item, Waiting):
                found.waits.append(item)
            else:
                found.turn = item
    except ProviderError as error:
        found.error = error
    return found


class NoTime:
    """Waits without any time; ``slept`` are the seconds."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.slept.append(seconds)
        await asyncio.sleep(0)

    def policy(self) -> Retrying:
        """Return the usual policy, waiting here."""
        return Retrying(sleep=self)
