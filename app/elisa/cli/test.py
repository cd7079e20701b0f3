"""``elisa test DIR``: runs a nugget's tests and says how each one ended."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from elisa.cli.app import DONE, RED, write_line
from elisa.core.errors import bad_input
from elisa.core.events import TestFinished
from elisa.core.text import say

_MARK = {"passed": "✓", "failed": "✗", "skipped": "–"}


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The nugget's folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Run a nugget's tests: pages in an off-screen browser, Python under pytest."""
    from elisa import wiring

    if not folder.is_dir():
        raise bad_input("verify.no_folder", name=folder)
    report = asyncio.run(wiring.run_tests_of(folder.resolve(), None if as_json else _show))
    if as_json:
        write_line(json.dumps(report.as_json(), ensure_ascii=False, indent=2))
    else:
        counts = {status: report.count(status) for status in ("passed", "failed", "skipped")}
        write_line(say("verify.counted", **counts))
        if report.coverage is not None:
            write_line(say("verify.covered", percent=report.coverage))
    for sentence in report.missing:
        write_line(sentence, sys.stderr)
    return DONE if report.green else RED


def _show(event: object) -> None:
    if isinstance(event, TestFinished):
        write_line(f"{_MARK[event.status]} {event.name}")
        for line in event.message.splitlines():
            write_line(f"    {line}")
