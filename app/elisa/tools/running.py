"""Running the nugget's tests, and reading what ran."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pydantic import Field

from elisa.tools.base import Tool, ToolContext, ToolFailedError, ToolOutcome
from elisa.tools.schema import Arguments
from elisa.tools.sources import source_of

if TYPE_CHECKING:
    from elisa.verify.result import TestReport, TestResult

_LONGEST_MESSAGE = 1500
_TROUBLE = re.compile(r"(error|exception|failed|failure|fatal|traceback|warning)\b", re.IGNORECASE)
_MOST_TROUBLE = 20
_LONGEST_LOG_LINE = 500


class RunTestsArguments(Arguments):
    """Which tests: those of some requirements (``req_0`` …); all by default."""

    requirement_ids: list[str] | None = Field(default=None, max_length=50)


class RunTests(Tool[RunTestsArguments]):
    """Runs pytest and page tests, whatever the nugget has."""

    name = "run_tests"
    description = "Run the tests (pytest and page tests), all or those of some requirement ids."
    arguments = RunTestsArguments

    async def run(self, arguments: RunTestsArguments, context: ToolContext) -> ToolOutcome:
        """Run them and tell what failed and why."""
        if context.run_tests is None:
            raise ToolFailedError("Tests cannot run here. Go on without them and say so at the end.")
        report = await context.run_tests(arguments.requirement_ids)
        counts = ", ".join(f"{report.count(status)} {status}" for status in ("passed", "failed", "skipped"))
        if not report.tests:
            counts = "No tests were found."
        return ToolOutcome("\n".join([counts, *_told(report)]), summary=counts)


class ReadLogsArguments(Arguments):
    """Which log, and how much of it."""

    source: str = Field(default="tests", description="tests, build, or path of a log file")
    lines: int = Field(default=100, ge=1, le=500)


class ReadLogs(Tool[ReadLogsArguments]):
    """Shows the end of a log and the lines in it that look like trouble."""

    name = "read_logs"
    description = "Read the end of a log, and its errors and warnings."
    arguments = ReadLogsArguments

    async def run(self, arguments: ReadLogsArguments, context: ToolContext) -> ToolOutcome:
        """Read it."""
        known = context.logs.get(arguments.source)
        if known is None and arguments.source in ("tests", "build"):
            return ToolOutcome("Nothing has run yet.", summary=arguments.source)
        lines = (source_of(context, arguments.source) if known is None else known()).splitlines()
        if not lines:
            return ToolOutcome("The log is empty.", summary=arguments.source)
        start = max(0, len(lines) - arguments.lines)
        trouble = [(number, line) for number, line in enumerate(lines[:start], 1) if _TROUBLE.search(line)]
        told = [f"{len(lines)} lines; {len(trouble)} earlier ones look like trouble."]
        told += [_numbered(number, line) for number, line in trouble[-_MOST_TROUBLE:]]
        told += ["The end:", *(_numbered(number, line) for number, line in enumerate(lines[start:], start + 1))]
        return ToolOutcome("\n".join(told), summary=arguments.source)


def _told(report: TestReport) -> list[str]:
    told = [_line(test) for test in report.tests if test.status != "passed"]
    told += [f"Could not run: {what}" for what in report.missing]
    if report.coverage is not None:
        told.append(f"Coverage: {report.coverage:.0f} %")
    return told


def _line(test: TestResult) -> str:
    about = f" [{test.requirement_id}]" if test.requirement_id else ""
    return f"{test.status.upper()} {test.file}: {test.name}{about}: {test.message[:_LONGEST_MESSAGE]}"


def _numbered(number: int, line: str) -> str:
    return f"{number}| {line[:_LONGEST_LOG_LINE]}"
