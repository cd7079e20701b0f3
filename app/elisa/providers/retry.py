"""One policy for all online models: when a failed call is made again, how long it waits first, and when it gives up.

What is safe to repeat: a call has no effect before its ``Turn``, because tools run only from a finished turn. So an
attempt that dies anywhere is made again as a whole. Words that were already shown cannot be taken back; the ``Waiting``
item says that the answer begins anew. Nothing of a dead attempt reaches the turn but its cost.
"""

from __future__ import annotations

import asyncio
import math
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.providers.base import ProviderError, TextDelta, Turn, Waiting
from elisa.providers.faults import TryAgainError, problem

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable

    from elisa.providers.base import StreamItem, Usage

MOST_MINUTES = 90
"""A longer break is not counted in minutes: nobody sits and waits for it."""


@dataclass(frozen=True, slots=True)
class Retrying:
    """The policy; ``stream`` runs one call under it. Times are in seconds.

    Attributes:
        waits: Most waits of one call.
        waits_unreached: Most waits when no server was reached: more would only keep a child waiting.
        first: The first wait where the server names none; each next one is twice as long.
        longest: No such wait is longer.
        total: Most time that one call waits; a server that asks for more ends the call at once.
        sleep: Waits; given by tests that look at the times.
    """

    waits: int = 5
    waits_unreached: int = 2
    first: float = 1.0
    longest: float = 30.0
    total: float = 300.0
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep

    async def stream(self, attempt: Callable[[], AsyncGenerator[StreamItem, None]]) -> AsyncIterator[StreamItem]:
        """Make a call until it succeeds; waits are visible items, and cancelling ends a wait at once.

        Args:
            attempt: Makes the call once; raises ``TryAgainError`` when another try may succeed.

        Raises:
            ProviderError: It failed for good; ``spent`` holds what all its attempts cost.
        """
        run = _Run(self)
        while True:
            try:
                async with aclosing(attempt()) as items:
                    async for item in items:
                        yield run.seen(item)
            except TryAgainError as fault:
                wait = run.next_wait(fault)
            except ProviderError as error:
                raise run.for_good(error) from None
            else:
                return
            yield wait
            await self.sleep(wait.seconds)


class _Run:
    """What one call went through so far."""

    def __init__(self, policy: Retrying) -> None:
        self._policy = policy
        self._waits = 0
        self._waited = 0.0
        self._spent: Usage | None = None
        self._has_spoken = False

    def seen(self, item: StreamItem) -> StreamItem:
        """Note what is shown, and put the cost of dead attempts onto the turn."""
        if isinstance(item, TextDelta):
            self._has_spoken = True
        if isinstance(item, Turn) and self._spent is not None:
            return item.model_copy(update={"usage": item.usage.plus(self._spent)})
        return item

    def next_wait(self, fault: TryAgainError) -> Waiting:
        """Return how long to wait and why, or raise for good."""
        self._note_cost(fault.spent)
        policy = self._policy
        most = policy.waits_unreached if fault.reason == "unreached" else policy.waits
        seconds = self._seconds(fault.after)
        if self._waits >= most:
            raise self.for_good(fault.give_up)
        if self._waited + seconds > policy.total:
            raise self.for_good(fault.give_up if fault.after is None else _told_to_wait(seconds, fault.give_up.detail))
        self._waits += 1
        self._waited += seconds
        reason = say("providers.wait_begins_anew") if self._has_spoken else say(f"providers.wait_{fault.reason}")
        self._has_spoken = False
        return Waiting(seconds=seconds, reason=reason)

    def _seconds(self, asked: float | None) -> float:
        """Return what the server asks for; one that says "at once" again and again gets growing time."""
        growing = min(self._policy.first * 2**self._waits, self._policy.longest)
        is_hasty = asked is not None and asked < self._policy.first and self._waits > 0
        return growing if asked is None or is_hasty else asked

    def for_good(self, error: ProviderError) -> ProviderError:
        """Put the cost of all attempts onto the error."""
        self._note_cost(error.spent)
        error.spent = self._spent
        return error

    def _note_cost(self, spent: Usage | None) -> None:
        if spent is not None:
            self._spent = spent.plus(self._spent)


def _told_to_wait(seconds: float, detail: str) -> ProviderError:
    minutes = math.ceil(seconds / 60)
    if minutes > MOST_MINUTES:
        return problem("providers.told_to_wait_long", detail)
    return problem("providers.told_to_wait", detail, minutes=minutes)
