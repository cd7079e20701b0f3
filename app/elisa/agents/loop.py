"""The loop that every helper runs in: ask the model, run its tools, hand back the results, repeat."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from elisa.agents import words
from elisa.agents.job import AgentOutcome
from elisa.agents.limits import Budget, BudgetReachedError, Meter
from elisa.agents.repetition import Repetition
from elisa.core.errors import failure
from elisa.core.events import AgentSpoke, AgentStuck, AnswerCutOff, ProviderWaited, UsageReported
from elisa.providers.base import Message, ModelRequest, ProviderError, Text, TextDelta, ToolResult, Turn, Waiting
from elisa.providers.estimate import estimate_usage, most_tokens

if TYPE_CHECKING:
    from elisa.agents.job import AgentJob, ResultTool, Status
    from elisa.agents.limits import Charge
    from elisa.core.events import Emit
    from elisa.providers.base import Provider, ToolCall, Usage
    from elisa.tools.base import Toolbox


async def run_agent(job: AgentJob, provider: Provider, toolbox: Toolbox | None, emit: Emit) -> AgentOutcome:
    """Run one job to its end.

    Cancelling the task stops it at once; the conversation so far reaches ``job.keep`` in every case.

    Raises:
        ProviderError: The model cannot be used; what was written before stays.
    """
    run = _Run(job, provider, toolbox, emit)
    try:
        return await run.until_done()
    finally:
        if job.keep is not None:
            job.keep(run.messages)


class _Run:
    def __init__(self, job: AgentJob, provider: Provider, toolbox: Toolbox | None, emit: Emit) -> None:
        self.job, self.provider, self.toolbox, self.emit = job, provider, toolbox, emit
        self.messages = [Message(role="user", parts=(Text(text=job.prompt),))]
        self.meter = Meter()
        self.budget = job.budget or Budget(emit)
        self.repetition = Repetition()
        self.tried: list[str] = []
        self.faults = 0
        self.result: dict[str, object] | None = None
        own = toolbox.definitions if toolbox else ()
        self.tools = (*own, job.result.definition) if job.result else own
        self.forced = job.result.definition.name if job.result and not own else None

    async def until_done(self) -> AgentOutcome:
        while True:
            ceiling = self.meter.reached(self.job.limits)
            if ceiling is not None:
                return self.outcome(ceiling)
            try:
                turn = await self.ask()
            except BudgetReachedError:
                return self.outcome("budget")
            except TimeoutError:
                return self.outcome("time")
            status = await self.answer(turn)
            if status is not None:
                return self.outcome(status)

    async def ask(self) -> Turn:
        """One call to the model, within what is left of every limit; streams its words to the screen."""
        request = ModelRequest(
            system=self.job.system,
            messages=tuple(self.messages),
            tools=self.tools,
            force_tool=self.forced,
            max_output_tokens=self.job.max_output_tokens,
        )
        async with self.budget.call(most_tokens(request)) as charge:
            started = self.job.clock.monotonic()
            try:
                async with asyncio.timeout(self.job.limits.seconds - self.meter.seconds):
                    return await self.stream(request, charge)
            finally:
                self.meter.seconds += self.job.clock.monotonic() - started
                if charge.usage is not None:
                    self.report(charge.usage)

    async def stream(self, request: ModelRequest, charge: Charge) -> Turn:
        said = ""
        items = self.provider.stream(request)
        try:
            async for item in items:
                if isinstance(item, Turn):
                    charge.usage = item.usage
                    self.messages.append(item.message if item.message.parts else words.silent())
                    return item
                if isinstance(item, Waiting):
                    self.emit(ProviderWaited(task_id=self.job.task_id, seconds=item.seconds, reason=item.reason))
                elif isinstance(item, TextDelta):
                    said += item.text
                    self.emit(AgentSpoke(task_id=self.job.task_id, agent_name=self.job.agent_name, text=item.text))
        finally:
            if charge.usage is None and said:
                charge.usage = estimate_usage(request, words.spoken(said))
            close = getattr(items, "aclose", None)
            if close is not None:
                await close()
        problem = failure("providers.broke_off", detail="the stream ended without a finished turn")
        raise ProviderError(problem.code, problem.sentence, problem.detail)

    def report(self, usage: Usage) -> None:
        cost = self.budget.cost(usage)
        self.meter.add(usage, cost)
        if usage.input_tokens or usage.output_tokens:
            told = UsageReported(
                agent_name=self.job.agent_name,
                task_id=self.job.task_id,
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
                cost_usd=cost,
                estimated=usage.estimated,
            )
            self.emit(told)

    async def answer(self, turn: Turn) -> Status | None:
        """Do what the model asked for; a status ends the job, ``None`` means that the model is asked again."""
        if turn.stop_reason == "refused":
            return "refused"
        if turn.stop_reason == "length":
            return self.cut_off(turn)
        if not turn.message.tool_calls:
            return self.without_calls()
        results = [await self.run(call) for call in turn.message.tool_calls]
        if self.result is not None:
            return "done"
        self.say(*results, *([Text(text=words.HINT)] if self.repetition.needs_hint else []))
        return self.going_in_circles()

    async def run(self, call: ToolCall) -> ToolResult:
        ending = self.job.result
        if self.result is not None or self.repetition.is_stuck:
            return ToolResult(call_id=call.id, content=words.NOT_RUN, ok=False)
        if ending is not None and call.name == ending.definition.name:
            result = self.take(call, ending)
        elif self.toolbox is None:
            result = ToolResult(call_id=call.id, content=words.NO_TOOLS, ok=False)
        else:
            result = await self.toolbox.run(call)
        self.repetition.note(call, result)
        self.tried.append(words.step(call))
        return result

    def take(self, call: ToolCall, ending: ResultTool) -> ToolResult:
        fault = ending.accept(call.arguments)
        if fault is None:
            self.result = call.arguments
            return ToolResult(call_id=call.id, content="Taken.")
        self.faults += 1
        return ToolResult(call_id=call.id, content=fault, ok=False)

    def cut_off(self, turn: Turn) -> Status | None:
        """Nothing of an answer that was cut off is run: its last call may be a fragment."""
        self.emit(AnswerCutOff(task_id=self.job.task_id, agent_name=self.job.agent_name, tool=turn.cut_off))
        unrun = [ToolResult(call_id=call.id, content=words.NOT_RUN, ok=False) for call in turn.message.tool_calls]
        self.say(*unrun, Text(text=words.cut_off(turn.cut_off)))
        self.repetition.note_text(f"cut off {turn.cut_off}", turn.message.text)
        self.tried.append("an answer that was too long")
        return self.going_in_circles()

    def without_calls(self) -> Status | None:
        if self.job.result is None:
            return "done"
        self.faults += 1
        self.forced = self.job.result.definition.name
        self.say(Text(text=words.wanted(self.forced)))
        return self.going_in_circles()

    def going_in_circles(self) -> Status | None:
        if self.job.result is not None and self.faults >= self.job.result.tries:
            return "no_result"
        return "stuck" if self.repetition.is_stuck else None

    def say(self, *parts: Text | ToolResult) -> None:
        self.messages.append(Message(role="user", parts=parts))

    def outcome(self, status: Status) -> AgentOutcome:
        job = self.job
        if status == "stuck":
            self.emit(AgentStuck(task_id=job.task_id, agent_name=job.agent_name, steps=self.repetition.steps))
        return AgentOutcome(
            status=status,
            summary=words.summary(self.messages),
            usage=self.meter.usage,
            turns=self.meter.turns,
            files=self.toolbox.changed_files if self.toolbox else (),
            tried=tuple(self.tried[-12:]),
            result=self.result,
        )
