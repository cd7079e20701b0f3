"""``elisa versions DIR``: what was built, changed by hand and undone, newest first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from elisa.cli.app import DONE, write_line
from elisa.core.text import say


def command(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="A built nugget.")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON list.")] = False,
) -> int:
    """List the versions of a nugget, newest first."""
    from elisa import wiring

    versions = wiring.versions_of(folder.resolve())
    if as_json:
        listed = [
            {
                "id": version.id,
                "message": version.message,
                "kind": version.kind,
                "at": version.at.isoformat(),
                "task_id": version.task_id,
                "build_id": version.build_id,
            }
            for version in versions
        ]
        write_line(json.dumps(listed, ensure_ascii=False, indent=2))
        return DONE
    for version in versions:
        kind = say(f"versions.kind_{version.kind}")
        write_line(f"{version.id[:8]}  {version.at.astimezone():%Y-%m-%d %H:%M}  {kind:<10} {version.message}")
    if not versions:
        write_line(say("versions.none"))
    return DONE
