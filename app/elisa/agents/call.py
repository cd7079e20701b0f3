"""One call to the model: within what is left of every limit, as long as the model can hold, its words to the screen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from elisa.agents import words
from elisa.agents.limits import Budget, Meter
from elisa.agents.trim import Trimmer
from elisa.core.errors import failure
from elisa.core.events import AgentSpoke, ContextTrimmed, ProviderWaited, UsageReported
from elisa.providers.base import ModelRequest, ProviderError, TextDelta, Turn, Waiting
from elisa.providers.estimate import estimate_usage, most_tokens, request_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elisa.agents.job import AgentJob
    from elisa.agents.limits import Charge
    from elisa.core.events import Emit
    from elisa.providers.base import Message, Provider, ToolDefinition, Usage

BYTES_PER_TOKEN = 3
"""For what must fit: code and most languages come to three to four bytes a token; a model that counts more says so."""
TOO_LONG = ("providers.too_long", "providers.local_too_small")
"""How providers name a request that the model cannot hold."""
_LEAST_ANSWER = 256


class Line:
    """One helper's way to its model; ``meter`` counts what goes over it."""

    def __init__(self, job: AgentJob, provider: Provider, tools: tuple[ToolDefinition, ...], emit: Emit) -> None:
        self._job, self._provider, self._tools, self._emit = job, provider, tools, emit
        self._budget = job.budget or Budget(emit)
        self._most_output = job.max_output_tokens
        self._trimmer = Trimmer(self._room())
        self.meter = Meter()

    async def ask(self, messages: Sequence[Message], forced: str | None) -> Turn:
        """Ask the model; a conversation that it cannot hold is halved and asked again, as long as that leaves less.

        Raises:
            BudgetReachedError: The build's budget is used up; nothing was sent.
            TimeoutError: The helper's time is used up.
            ProviderError: The model cannot be used.
        """
        tightened = False
        while True:
            try:
                return await self._call(self._request(messages, forced, tightened=tightened))
            except ProviderError as error:
                if error.code not in TOO_LONG or not self._trimmer.tighten(messages):
                    raise
            tightened = True

    def _room(self) -> int | None:
        context = self._job.limits.context_tokens
        if context is None:
            return None
        self._most_output = min(self._most_output, max(context // 4, _LEAST_ANSWER))
        around = request_bytes(ModelRequest(system=self._job.system, messages=(), tools=self._tools))
        return max((context - self._most_output) * BYTES_PER_TOKEN - around, 0)

    def _request(self, messages: Sequence[Message], forced: str | None, *, tightened: bool = False) -> ModelRequest:
        trimmed = self._trimmer.view(messages)
        if trimmed.changed or tightened:
            job = self._job
            told = ContextTrimmed(
                task_id=job.task_id, agent_name=job.agent_name, turns=trimmed.turns, results=trimmed.results
            )
            self._emit(told)
        return ModelRequest(
            system=self._job.system,
            messages=trimmed.messages,
            tools=self._tools,
            force_tool=forced,
            max_output_tokens=self._most_output,
            earlier_turns=trimmed.turns,
        )

    async def _call(self, request: ModelRequest) -> Turn:
        clock, meter = self._job.clock, self.meter
        async with self._budget.call(most_tokens(request)) as charge:
            started = clock.monotonic()
            try:
                async with asyncio.timeout(self._job.limits.seconds - meter.seconds):
                    return await self._stream(request, charge)
            finally:
                charge.seconds = clock.monotonic() - started
                meter.seconds += charge.seconds
                if charge.usage is not None:
                    self._report(charge.usage, charge.seconds)

    async def _stream(self, request: ModelRequest, charge: Charge) -> Turn:
        said = ""
        job = self._job
        items = self._provider.stream(request)
        try:
            async for item in items:
                if isinstance(item, Turn):
                    charge.usage = item.usage
                    return item
                if isinstance(item, Waiting):
                    self._emit(ProviderWaited(task_id=job.task_id, seconds=item.seconds, reason=item.reason))
                elif isinstance(item, TextDelta):
                    said += item.text
                    self._emit(AgentSpoke(task_id=job.task_id, agent_name=job.agent_name, text=item.text))
        except ProviderError as error:
            charge.usage = error.spent
            raise
        finally:
            if charge.usage is None and said:
                charge.usage = estimate_usage(request, words.spoken(said))
            close = getattr(items, "aclose", None)
            if close is not None:
                await close()
        problem = failure("providers.broke_off", detail="the stream ended without a finished turn")
        raise ProviderError(problem.code, problem.sentence, problem.detail)

    def _report(self, usage: Usage, seconds: float) -> None:
        cost = self._budget.cost(usage)
        self.meter.add(usage, cost)
        if usage.input_tokens or usage.output_tokens:
            told = UsageReported(
                agent_name=self._job.agent_name,
                task_id=self._job.task_id,
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cost_usd=cost,
                estimated=usage.estimated,
                seconds=round(seconds, 3),
            )
            self._emit(told)
