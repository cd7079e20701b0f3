"""What a tool is, what it works with, and the one box through which a helper uses any of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pydantic import ValidationError

from elisa.core.errors import ElisaError
from elisa.core.events import ToolBlocked, ToolCalled, ToolFinished
from elisa.core.text import say
from elisa.providers.base import ToolCall, ToolDefinition, ToolResult
from elisa.providers.tool_formats import anthropic_tool, gemini_function, openai_tool
from elisa.tools.schema import Arguments, mistakes_in_words, parameters_of
from elisa.workspace.paths import BlockedPathError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from pathlib import Path

    from elisa.core.events import Emit
    from elisa.tools.packages import Packages
    from elisa.tools.policy import Policy
    from elisa.verify.result import TestReport
    from elisa.workspace.files import ConfinedFolder

MOST_CHARACTERS = 20_000
"""Longest result handed back to a model, about 5,000 tokens; the rest is asked for in parts."""

BACKPACK = "@backpack"
"""What the read-only folder of attached sources is called; no nugget has such a folder by chance."""

ArgumentsT = TypeVar("ArgumentsT", bound=Arguments)


class ToolFailedError(Exception):
    """The tool could not do it; the message tells the model what to do differently."""


class ToolBlockedError(ToolFailedError):
    """The helper may not do this; nothing happened."""


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """What a tool did: the words for the model, a short summary for the screen, and the files that it changed."""

    content: str
    summary: str = ""
    changed: tuple[str, ...] = ()
    ok: bool = True


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What one helper's tools work with. What is ``None`` is not to be had in this build, and the tool says so.

    Attributes:
        folder: The task's worktree; the only door to files.
        policy: What the helper may do.
        emit: Where events go.
        diff: Answers what changed since the task began, as a unified diff.
        commit: Keeps the work so far under a message and answers with what was kept.
        run_tests: Runs the nugget's tests, all or those of some requirement ids.
        packages: The nugget's package folder, outside what a helper may write to otherwise.
        logs: Name of a log (``tests``, ``build`` …) to a function that returns its text.
        ask: Asks the child a question with choices, and answers with the child's words.
        backpack: Attached sources, seen as ``@backpack``; nobody writes there.
    """

    folder: ConfinedFolder
    policy: Policy
    task_id: str
    agent_name: str
    emit: Emit
    diff: Callable[[], Awaitable[str]] | None = None
    commit: Callable[[str], Awaitable[str]] | None = None
    run_tests: Callable[[Sequence[str] | None], Awaitable[TestReport]] | None = None
    packages: Packages | None = None
    logs: Mapping[str, Callable[[], str]] = field(default_factory=dict)
    ask: Callable[[str, tuple[str, ...]], Awaitable[str]] | None = None
    backpack: ConfinedFolder | None = None

    def path(self, relative: str, *, writing: bool = False) -> Path:
        """Return where a path of the model's lies, once the policy has seen its real place.

        Raises:
            BlockedPathError: It leads out of the worktree.
            ToolBlockedError: The policy forbids it.
        """
        inside = self._in_backpack(relative)
        if inside is not None and writing:
            raise ToolBlockedError(f"{BACKPACK} is only for reading.")
        if inside is not None and self.backpack is not None:
            return self.backpack.resolve(inside)
        place = self.folder.resolve(relative)
        refusal = self.policy.refusal_of_writing(self.name_of(place)) if writing else None
        if refusal is not None:
            raise ToolBlockedError(refusal)
        return place

    def name_of(self, place: Path) -> str:
        """Return a place that ``path`` gave as it is called from the worktree's root, with ``/``."""
        if self.backpack is not None and place.is_relative_to(self.backpack.root):
            return f"{BACKPACK}/{place.relative_to(self.backpack.root).as_posix()}".removesuffix("/.")
        return place.relative_to(self.folder.root).as_posix()

    def read(self, relative: str) -> bytes:
        """Return a file's bytes; raises as ``ConfinedFolder.read_bytes``."""
        inside = self._in_backpack(relative)
        if inside is not None and self.backpack is not None:
            return self.backpack.read_bytes(inside)
        return self.folder.read_bytes(relative)

    def files(self, under: str) -> list[str]:
        """List the files below a folder; the backpack belongs to the whole."""
        inside = self._in_backpack(under)
        packed = [] if self.backpack is None else [f"{BACKPACK}/{name}" for name in self.backpack.list(inside or ".")]
        if inside is not None:
            return packed
        return [*self.folder.list(under), *(packed if under in (".", "", "./") else ())]

    def _in_backpack(self, relative: str) -> str | None:
        """Return where a path leads inside the backpack; ``None`` for one that does not, or without a backpack."""
        start, _, rest = relative.removeprefix("./").partition("/")
        return (rest or ".") if start == BACKPACK and self.backpack is not None else None


class Tool(ABC, Generic[ArgumentsT]):
    """One thing that a helper can do. Subclasses set the three class attributes and ``run``."""

    name: ClassVar[str]
    description: ClassVar[str]
    arguments: type[ArgumentsT]

    @abstractmethod
    async def run(self, arguments: ArgumentsT, context: ToolContext) -> ToolOutcome:
        """Do it.

        Raises:
            ToolFailedError: It could not be done; the message is for the model.
            ToolBlockedError, BlockedPathError: The helper may not do it.
        """

    def subject(self, arguments: ArgumentsT) -> str:
        """Return what the call is about, for the screen; never a file's content."""
        for value in arguments.model_dump(exclude_none=True).values():
            return str(value)[:80]
        return ""

    def definition(self) -> ToolDefinition:
        """Return the tool as a model is told about it."""
        return ToolDefinition(name=self.name, description=self.description, parameters=parameters_of(self.arguments))

    def to_anthropic_tool(self) -> dict[str, Any]:
        """Return the tool in Anthropic's shape."""
        return anthropic_tool(self.definition())

    def to_openai_tool(self) -> dict[str, Any]:
        """Return the tool in OpenAI's shape, in strict mode."""
        return openai_tool(self.definition())

    def to_gemini_function(self) -> dict[str, Any]:
        """Return the tool in Gemini's shape."""
        return gemini_function(self.definition())

    async def call(self, raw: dict[str, Any], context: ToolContext) -> ToolOutcome:
        """Check the arguments and run; mistakes and failures become an outcome that the model can act on."""
        try:
            arguments = self.arguments.model_validate(raw)
        except ValidationError as error:
            return ToolOutcome(mistakes_in_words(error, self.arguments), ok=False)
        return await self.run(arguments, context)


class Toolbox:
    """The tools of one helper in one task. Everything that a model asks for goes through ``run``."""

    def __init__(self, tools: Sequence[Tool[Any]], context: ToolContext) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._context = context
        self._changed: dict[str, None] = {}

    @property
    def definitions(self) -> tuple[ToolDefinition, ...]:
        """What the model is offered: the tools that the helper's role has."""
        policy = self._context.policy
        return tuple(tool.definition() for tool in self._tools.values() if policy.offers(tool.name))

    @property
    def changed_files(self) -> tuple[str, ...]:
        """Paths that the helper wrote, in the order of the first writing."""
        return tuple(self._changed)

    async def run(self, call: ToolCall) -> ToolResult:
        """Run one call and tell the screen; the answer is always a result that the model can act on."""
        context = self._context
        tool = self._tools.get(call.name)
        summary = say("tools.unknown") if tool is None else self._subject(tool, call)
        context.emit(
            ToolCalled(
                task_id=context.task_id,
                agent_name=context.agent_name,
                call_id=call.id,
                tool=call.name,
                summary=summary,
            )
        )
        outcome = await self._outcome(tool, call)
        self._changed.update(dict.fromkeys(outcome.changed))
        context.emit(
            ToolFinished(
                task_id=context.task_id,
                call_id=call.id,
                tool=call.name,
                ok=outcome.ok,
                summary=outcome.summary or summary,
            )
        )
        return ToolResult(call_id=call.id, content=_capped(outcome.content), ok=outcome.ok)

    async def _outcome(self, tool: Tool[Any] | None, call: ToolCall) -> ToolOutcome:
        context = self._context
        try:
            return await self._known(tool, call.name).call(call.arguments, context)
        except (BlockedPathError, ToolBlockedError) as blocked:
            return self._blocked(call, blocked)
        except ToolFailedError as failed:
            return ToolOutcome(str(failed), ok=False)
        except ElisaError as failed:
            return ToolOutcome(f"{failed.sentence} {failed.detail}".strip(), ok=False)
        except OSError as failed:
            return ToolOutcome(f"The computer refused: {failed.strerror or type(failed).__name__}.", ok=False)

    def _known(self, tool: Tool[Any] | None, name: str) -> Tool[Any]:
        if tool is None:
            names = ", ".join(definition.name for definition in self.definitions)
            raise ToolFailedError(f"There is no tool {name}. You have: {names}.")
        if not self._context.policy.offers(tool.name):
            raise ToolBlockedError(f"Your role has no {tool.name}.")
        return tool

    def _blocked(self, call: ToolCall, blocked: BlockedPathError | ToolBlockedError) -> ToolOutcome:
        context = self._context
        outside = isinstance(blocked, BlockedPathError)
        reason = say("tools.blocked_outside" if outside else "tools.blocked_policy", name=context.agent_name)
        context.emit(ToolBlocked(task_id=context.task_id, agent_name=context.agent_name, tool=call.name, reason=reason))
        told = blocked.reason if isinstance(blocked, BlockedPathError) else str(blocked)
        return ToolOutcome(f"Blocked, nothing happened. {told}", summary=say("tools.blocked"), ok=False)

    def _subject(self, tool: Tool[Any], call: ToolCall) -> str:
        try:
            return tool.subject(tool.arguments.model_validate(call.arguments))
        except ValidationError:
            return say("tools.unclear")


def _capped(content: str) -> str:
    if len(content) <= MOST_CHARACTERS:
        return content
    return f"{content[:MOST_CHARACTERS]}\n[cut here: {len(content):,} characters in all; ask for a smaller part]"
