"""Finding text by pattern, and names by their use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import re2
from pydantic import Field

from elisa.code.languages import language_of
from elisa.code.references import references
from elisa.tools.background import Deadline, in_thread
from elisa.tools.base import Tool, ToolContext, ToolFailedError, ToolOutcome
from elisa.tools.schema import Arguments
from elisa.tools.sources import files_under, sources_under

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_HITS = 100
_LONGEST_HIT = 200
_LONGEST_LINE = 4000


class SearchCodeArguments(Arguments):
    """What to look for, and where."""

    pattern: str = Field(min_length=1, max_length=500, description="regular expression (RE2)")
    path: str = "."
    ignore_case: bool = False


class SearchCode(Tool[SearchCodeArguments]):
    """Searches all text files with a regular expression, in linear time whatever the pattern is."""

    name = "search_code"
    description = "Search files line by line with a regular expression."
    arguments = SearchCodeArguments

    async def run(self, arguments: SearchCodeArguments, context: ToolContext) -> ToolOutcome:
        """Search, for five seconds at most."""
        expression = _compiled(arguments)
        files_under(context, arguments.path)
        return await in_thread(lambda deadline: _outcome(_matching(arguments, context, expression, deadline), deadline))


class FindReferencesArguments(Arguments):
    """Which name, and where."""

    name: str = Field(min_length=1, max_length=200)
    path: str = "."


class FindReferences(Tool[FindReferencesArguments]):
    """Finds where a function, class, variable, id or style class is used, by the language's own words."""

    name = "find_references"
    description = "Find where a function, variable, class, element id or style class is used."
    arguments = FindReferencesArguments

    async def run(self, arguments: FindReferencesArguments, context: ToolContext) -> ToolOutcome:
        """Look through all code, for five seconds at most."""
        files_under(context, arguments.path)
        return await in_thread(lambda deadline: _outcome(_using(arguments, context, deadline), deadline))


def _compiled(arguments: SearchCodeArguments) -> re2._Regexp:
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not arguments.ignore_case
    try:
        return re2.compile(arguments.pattern, options)
    except re2.error as error:
        reason = error.args[0] if error.args else "unknown"
        words = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise ToolFailedError(f"The pattern does not work: {words}. Look-around and \\1 are not supported.") from error


def _matching(
    arguments: SearchCodeArguments, context: ToolContext, expression: re2._Regexp, deadline: Deadline
) -> Iterator[str]:
    for path, text in sources_under(context, arguments.path, deadline):
        for number, line in enumerate(text.splitlines(), 1):
            if expression.search(line[:_LONGEST_LINE]):
                yield f"{path}:{number}: {line.strip()[:_LONGEST_HIT]}"


def _using(arguments: FindReferencesArguments, context: ToolContext, deadline: Deadline) -> Iterator[str]:
    for path, text in sources_under(context, arguments.path, deadline):
        language = language_of(path)
        if language is None or arguments.name.lstrip("#") not in text:
            continue
        for found in references(text, language, arguments.name):
            mark = " (defined here)" if found.defines else ""
            yield f"{path}:{found.line}: {found.text[:_LONGEST_HIT]}{mark}"


def _outcome(hits: Iterator[str], deadline: Deadline) -> ToolOutcome:
    shown: list[str] = []
    for hit in hits:
        if len(shown) == MOST_HITS:
            shown.append(f"[more than {MOST_HITS}; be more particular]")
            break
        if not shown or shown[-1] != hit:
            shown.append(hit)
    if deadline.passed:
        shown.append("[time is over; search in one folder]")
    return ToolOutcome("\n".join(shown) or "Nothing found.", summary=f"{len(shown)}")
