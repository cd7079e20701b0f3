"""What changed since the task began, and keeping it."""

from __future__ import annotations

import re

from pydantic import Field

from elisa.tools.base import Tool, ToolContext, ToolFailedError, ToolOutcome
from elisa.tools.schema import Arguments

_FILE_HEAD = re.compile(r"^(?=diff --git )", re.MULTILINE)


class GitDiffArguments(Arguments):
    """Of which file or folder; all by default."""

    path: str | None = None


class GitDiff(Tool[GitDiffArguments]):
    """Shows the changes that nobody has merged yet."""

    name = "git_diff"
    description = "Show what changed since the task began."
    arguments = GitDiffArguments

    async def run(self, arguments: GitDiffArguments, context: ToolContext) -> ToolOutcome:
        """Show it as a unified diff."""
        if context.diff is None:
            raise ToolFailedError("There are no versions in this folder, so there is nothing to compare with.")
        wanted = "." if arguments.path is None else context.name_of(context.path(arguments.path))
        diff = await context.diff()
        if wanted != ".":
            diff = "".join(part for part in _FILE_HEAD.split(diff) if _is_about(part, wanted))
        return ToolOutcome(diff or "Nothing changed.", summary=arguments.path or "")


class GitCommitArguments(Arguments):
    """What was done, in a few words."""

    message: str = Field(min_length=1, max_length=500)


class GitCommit(Tool[GitCommitArguments]):
    """Keeps the work so far under a message."""

    name = "git_commit"
    description = "Keep your work so far under a message. The end of the task keeps it too."
    arguments = GitCommitArguments

    async def run(self, arguments: GitCommitArguments, context: ToolContext) -> ToolOutcome:
        """Keep it."""
        if context.commit is None:
            raise ToolFailedError("Nothing to do: your work is kept by itself when the task ends.")
        return ToolOutcome(await context.commit(arguments.message), summary=arguments.message[:80])


def _is_about(part: str, wanted: str) -> bool:
    head = part.partition("\n")[0]
    return re.search(rf" [ab]/{re.escape(wanted)}(/| |$)", head) is not None
