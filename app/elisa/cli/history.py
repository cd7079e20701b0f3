"""``elisa history``: what was done on this computer, newest first."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from elisa.cli.app import DONE, write_line
from elisa.core.text import say


def command(
    model: Annotated[str | None, typer.Option(help="Only what this model did.")] = None,
    operation: Annotated[str | None, typer.Option(help="Only this operation, such as build.")] = None,
    status: Annotated[str | None, typer.Option(help="Only what ended so: done, failed, stopped …")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
) -> int:
    """List what was done, newest first."""
    from elisa import wiring

    found = wiring.history(model=model, operation=operation, status=status)
    if as_json:
        write_line(json.dumps([past.model_dump(mode="json") for past in found], ensure_ascii=False, indent=2))
        return DONE
    for past in found:
        how = say("history.line", tokens=f"{past.tokens:,}", provider=past.provider, model=past.model)
        write_line(f"{past.at.astimezone():%Y-%m-%d %H:%M}  {past.operation:<8} {past.status:<13} {past.goal}")
        write_line(f"{'':18}{how}  {past.folder}")
    if not found:
        chosen = any(value is not None for value in (model, operation, status))
        write_line(say("history.no_match" if chosen else "history.none"))
    return DONE
