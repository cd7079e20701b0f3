"""The loop that every helper runs in: ask the model, run its tools, hand back the results, repeat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.agents import words
from elisa.agents.call import Line
from elisa.agents.job import AgentOutcome
from elisa.agents.limits import BudgetReachedError
from elisa.agents.repetition import Repetition
from elisa.core.events import AgentStuck, AnswerCutOff
from elisa.providers.base import Message, Text, ToolResult

if TYPE_CHECKING:
    from elisa.agents.job import AgentJob, ResultTool, Status
    from elisa.core.events import Emit
    from elisa.providers.base import Provider, ToolCall, Turn
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
        self.job, self.toolbox, self.emit = job, toolbox, emit
        self.messages = [Message(role="user", parts=(Text(text=job.prompt),))]
        self.repetition = Repetition()
        self.tried: list[str] = []
        self.faults = 0
        self.result: dict[str, object] | None = None
        own = toolbox.definitions if toolbox else ()
        tools = (*own, job.result.definition) if job.result else own
        self.forced = job.result.definition.name if job.result and not own else None
        self.line = Line(job, provider, tools, emit)

    async def until_done(self) -> AgentOutcome:
        while True:
            ceiling = self.line.meter.reached(self.job.limits)
            if ceiling is not None:
                return self.outcome(ceiling)
            try:
                turn = await self.line.ask(self.messages, self.forced)
            except BudgetReachedError:
                return self.outcome("budget")
            except TimeoutError:
                return self.outcome("time")
            self.messages.append(turn.message if turn.message.parts else words.silent())
            status = await self.answer(turn)
            if status is not None:
                return self.outcome(status)

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
        hint = self.repetition.take_hint()
        self.say(*results, *([Text(text=words.hint(hint))] if hint else []))
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
            usage=self.line.meter.usage,
            turns=self.line.meter.turns,
            files=self.toolbox.changed_files if self.toolbox else (),
            tried=tuple(self.tried[-12:]),
            result=self.result,
        )
