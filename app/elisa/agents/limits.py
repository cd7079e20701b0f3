"""Ceilings that hold before a call is made: one helper's own, and the budget that all helpers of a build share."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from elisa.core.events import BudgetWarned
from elisa.providers.base import Usage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from elisa.core.events import Emit
    from elisa.providers.price import Price

WARN_AT = 0.8

Ceiling = Literal["turns", "tokens", "money", "time"]


class BudgetReachedError(Exception):
    """The build's tokens or money are used up; no call starts any more, what is finished stays."""


@dataclass(frozen=True, slots=True)
class AgentLimits:
    """One helper's ceilings in one task. ``seconds`` is time waiting for the model, not for tools or the child."""

    turns: int = 25
    tokens: int = 200_000
    usd: float | None = None
    seconds: float = 900.0


@dataclass(slots=True)
class Meter:
    """What one helper has used so far."""

    turns: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False
    usd: float = 0.0
    seconds: float = 0.0

    def add(self, usage: Usage, usd: float | None) -> None:
        """Count one call."""
        self.turns += 1
        self.input_tokens += usage.input_tokens
        self.output_tokens += usage.output_tokens
        self.estimated = self.estimated or usage.estimated
        self.usd += usd or 0.0

    @property
    def usage(self) -> Usage:
        """All calls together."""
        return Usage(input_tokens=self.input_tokens, output_tokens=self.output_tokens, estimated=self.estimated)

    def reached(self, limits: AgentLimits) -> Ceiling | None:
        """Name the ceiling that forbids a further call, or return ``None``."""
        if self.turns >= limits.turns:
            return "turns"
        if self.input_tokens + self.output_tokens >= limits.tokens:
            return "tokens"
        if limits.usd is not None and self.usd >= limits.usd:
            return "money"
        return "time" if self.seconds >= limits.seconds else None


@dataclass(slots=True)
class Charge:
    """What a call cost in the end, also one that broke off; ``None`` while nothing is known of it."""

    usage: Usage | None = None


class Budget:
    """A build's tokens and money, shared by helpers that work at the same time.

    Calls run side by side while the most that all of them could cost still fits. After that one call at a time goes on
    until the ceiling is reached, so a build passes its budget by one call at most, however its helpers are interleaved.
    """

    def __init__(
        self,
        emit: Emit,
        *,
        tokens: int | None = None,
        usd: float | None = None,
        price: Price | None = None,
        used_tokens: int = 0,
        used_usd: float = 0.0,
    ) -> None:
        self._emit = emit
        self._tokens = tokens
        self._usd = usd
        self._in_flight: list[int] = []
        self._freed = asyncio.Event()
        self.price = price
        self.used_tokens = used_tokens
        self.used_usd = used_usd
        self._warned = self._used_at_least(WARN_AT)

    @property
    def reached(self) -> bool:
        """No further call may start."""
        return self._used_at_least(1.0)

    def cost(self, usage: Usage) -> float | None:
        """Return a call's cost in US dollars, or ``None`` where no price is known."""
        return None if self.price is None else self.price.of(usage)

    @asynccontextmanager
    async def call(self, most_tokens: int) -> AsyncIterator[Charge]:
        """Hold room for one call and count its charge afterwards, whatever happens in between.

        Raises:
            BudgetReachedError: The budget is used up; the call must not be made.
        """
        await self._admit(most_tokens)
        self._in_flight.append(most_tokens)
        charge = Charge()
        try:
            yield charge
        finally:
            self._in_flight.remove(most_tokens)
            if charge.usage is not None:
                self._count(charge.usage)
            self._freed.set()
            self._freed = asyncio.Event()

    async def _admit(self, most_tokens: int) -> None:
        while True:
            if self.reached:
                raise BudgetReachedError
            if not self._in_flight or self._has_room(most_tokens):
                return
            await self._freed.wait()

    def _has_room(self, most_tokens: int) -> bool:
        tokens = sum(self._in_flight) + most_tokens
        if self._tokens is not None and self.used_tokens + tokens > self._tokens:
            return False
        if self._usd is None or self.price is None:
            return True
        return self.used_usd + self.price.most(tokens) <= self._usd

    def _count(self, usage: Usage) -> None:
        self.used_tokens += usage.input_tokens + usage.output_tokens
        self.used_usd += self.cost(usage) or 0.0
        if not self._warned and self._used_at_least(WARN_AT):
            self._warned = True
            self._emit(BudgetWarned(used_tokens=self.used_tokens, budget_tokens=self._tokens or 0))

    def _used_at_least(self, share: float) -> bool:
        by_tokens = self._tokens is not None and self.used_tokens >= share * self._tokens
        return by_tokens or (self._usd is not None and self.used_usd >= share * self._usd)
