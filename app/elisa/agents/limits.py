"""Ceilings that hold before a call is made: one helper's own, and the budget that all helpers of a build share."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import inf
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
    """One helper's ceilings in one task.

    Attributes:
        turns: How often the model may be asked.
        tokens: Of all its calls together, in and out.
        usd: US dollars, where the model's price is known.
        seconds: Time waiting for the model, not for tools or the child.
        context_tokens: What the model can hold at once; a longer conversation is trimmed. ``None`` where unknown.
    """

    turns: int = 25
    tokens: int = 200_000
    usd: float | None = None
    seconds: float = 900.0
    context_tokens: int | None = None


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
    """What a call cost in the end, also one that broke off; ``usage`` is ``None`` while nothing is known of it."""

    usage: Usage | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Ceilings:
    """What a whole build may use, all helpers together; ``None`` for no ceiling.

    Attributes:
        tokens: In and out.
        usd: US dollars, where the model's price is known.
        turns: Calls to the model.
        seconds: Time of all calls together, waiting for the model.
    """

    tokens: int | None = None
    usd: float | None = None
    turns: int | None = None
    seconds: float | None = None


@dataclass(slots=True)
class Used:
    """What a whole build has used; ``estimated`` when a server named no usage of at least one call ("about")."""

    tokens: int = 0
    usd: float = 0.0
    turns: int = 0
    seconds: float = 0.0
    estimated: bool = False

    def share_of(self, ceilings: Ceilings) -> tuple[float, Ceiling]:
        """Return how much of the ceiling that is nearest is used (1.0: all of it), and which one that is."""
        rows: tuple[tuple[Ceiling, float, float | None], ...] = (
            ("tokens", self.tokens, ceilings.tokens),
            ("money", self.usd, ceilings.usd),
            ("turns", self.turns, ceilings.turns),
            ("time", self.seconds, ceilings.seconds),
        )
        shares = [(used / ceiling if ceiling > 0 else inf, name) for name, used, ceiling in rows if ceiling is not None]
        return max(shares, key=lambda share: share[0], default=(0.0, "tokens"))


class Budget:
    """A build's tokens, money, calls and time, shared by helpers that work at the same time.

    Calls run side by side while the most that all of them could cost still fits. After that one call at a time goes on
    until the ceiling is reached, so a build passes its budget by one call at most, however its helpers are interleaved.
    """

    def __init__(
        self, emit: Emit, ceilings: Ceilings | None = None, *, price: Price | None = None, used: Used | None = None
    ) -> None:
        self._emit = emit
        self._in_flight: list[int] = []
        self._freed = asyncio.Event()
        self.ceilings = ceilings or Ceilings()
        self.price = price
        self.used = used or Used()
        self.refused = False
        self._warned = self._share >= WARN_AT

    @property
    def reached(self) -> bool:
        """No further call may start."""
        return self._share >= 1.0

    def may_start(self) -> bool:
        """Tell whether anything new may begin; what is told no is work that the build's end owes (``refused``)."""
        self.refused = self.refused or self.reached
        return not self.reached

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
            self._count(charge)
            self._freed.set()
            self._freed = asyncio.Event()

    @property
    def _share(self) -> float:
        return self.used.share_of(self.ceilings)[0]

    async def _admit(self, most_tokens: int) -> None:
        while True:
            if not self.may_start():
                raise BudgetReachedError
            if not self._in_flight or self._has_room(most_tokens):
                return
            await self._freed.wait()

    def _has_room(self, most_tokens: int) -> bool:
        limits, used = self.ceilings, self.used
        tokens = sum(self._in_flight) + most_tokens
        if limits.tokens is not None and used.tokens + tokens > limits.tokens:
            return False
        if limits.turns is not None and used.turns + len(self._in_flight) >= limits.turns:
            return False
        if limits.usd is None or self.price is None:
            return True
        return used.usd + self.price.most(tokens) <= limits.usd

    def _count(self, charge: Charge) -> None:
        used, usage = self.used, charge.usage
        used.seconds += charge.seconds
        if usage is not None:
            used.turns += 1
            used.tokens += usage.input_tokens + usage.output_tokens
            used.usd += self.cost(usage) or 0.0
            used.estimated = used.estimated or usage.estimated
        share, nearest = used.share_of(self.ceilings)
        if not self._warned and share >= WARN_AT:
            self._warned = True
            self._emit(self._warning(nearest))

    def _warning(self, nearest: Ceiling) -> BudgetWarned:
        return BudgetWarned(
            of=nearest,
            used_tokens=self.used.tokens,
            budget_tokens=self.ceilings.tokens or 0,
            used_usd=self.used.usd,
            budget_usd=self.ceilings.usd,
            estimated=self.used.estimated,
        )
