"""What a helper is asked to do, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from elisa.agents.limits import AgentLimits, Ceiling
from elisa.core.ids import Clock, SystemClock
from elisa.providers.base import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elisa.agents.limits import Budget
    from elisa.providers.base import Message, ToolDefinition

Status = Literal["done", "stuck", "budget", "refused", "no_result"] | Ceiling


@dataclass(frozen=True, slots=True)
class ResultTool:
    """A call that ends the job, such as a plan or a verdict.

    Attributes:
        definition: The tool, as the model is told about it.
        accept: Looks at the arguments; answers with what is wrong in words for the model, or ``None`` to take them.
        tries: How many calls are looked at before the job ends with ``no_result``.
    """

    definition: ToolDefinition
    accept: Callable[[dict[str, Any]], str | None]
    tries: int = 3


@dataclass(frozen=True, slots=True)
class AgentJob:
    """One conversation with a model.

    Attributes:
        task_id: Named in every event.
        agent_name: The helper's name, as the child gave it.
        system: The role prompt; the same text for each task of a role, so that it can be cached.
        prompt: The first message: data block and context.
        limits: The helper's own ceilings.
        budget: The build's, shared; ``None`` for none.
        result: The call that must end the job; without it, an answer without calls does.
        keep: Gets the whole conversation, whichever way it ended, also when it was stopped.
        max_output_tokens: Upper bound of one answer.
        clock: Measures how long the model takes.
    """

    task_id: str
    agent_name: str
    system: str
    prompt: str
    limits: AgentLimits = field(default_factory=AgentLimits)
    budget: Budget | None = None
    result: ResultTool | None = None
    keep: Callable[[Sequence[Message]], None] | None = None
    max_output_tokens: int = 8192
    clock: Clock = field(default_factory=SystemClock)


@dataclass(frozen=True, slots=True)
class AgentOutcome:
    """How it ended.

    Attributes:
        status: ``done``, or why it ended early; files written before stay in the worktree in any case.
        summary: The helper's last words, shortened.
        usage: Tokens of all calls.
        turns: How many calls were made.
        files: Paths that it wrote.
        tried: For ``stuck``, what it did last, in order.
        result: Arguments of the accepted result call.
    """

    status: Status
    summary: str = ""
    usage: Usage = field(default_factory=Usage)
    turns: int = 0
    files: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    result: dict[str, Any] | None = None
