"""``elisa undo DIR``: takes the last build back; once more, and it is there again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from elisa.cli.app import DONE, write_line
from elisa.core.text import say


def command(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="A built nugget.")],
) -> int:
    """Take the last build back, byte for byte, with what you changed by hand."""
    return asyncio.run(_undo(folder.resolve()))


async def _undo(folder: Path) -> int:
    from elisa import wiring
    from elisa.services.runner import SameLoop

    version = await wiring.studio(SameLoop(), folder).git.undo(folder).result()
    write_line(version.message)
    write_line(say("versions.undo_again"))
    return DONE
