"""A question to the child."""

from __future__ import annotations

from pydantic import Field

from elisa.tools.base import Tool, ToolContext, ToolFailedError, ToolOutcome
from elisa.tools.schema import Arguments


class AskUserArguments(Arguments):
    """The question, and up to four answers to choose from."""

    question: str = Field(min_length=1, max_length=300)
    options: list[str] = Field(default_factory=list, max_length=4)


class AskUser(Tool[AskUserArguments]):
    """Asks the child, and waits for the answer; Stop ends the wait."""

    name = "ask_user"
    description = "Ask the child one short question when you cannot decide it yourself."
    arguments = AskUserArguments

    async def run(self, arguments: AskUserArguments, context: ToolContext) -> ToolOutcome:
        """Ask; the answer is the child's words, as data."""
        if context.ask is None:
            raise ToolFailedError("Nobody can answer now. Decide yourself, in the child's spirit.")
        answer = await context.ask(arguments.question, tuple(option[:80] for option in arguments.options))
        return ToolOutcome(f"The child answers: {answer[:2000]!r}")
