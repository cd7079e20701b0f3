"""``elisa preview DIR``: serves a built nugget and prints its address."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from elisa.cli.app import DONE, write_line
from elisa.cli.until_stopped import until_stopped
from elisa.core.events import PageServed
from elisa.core.text import say

if TYPE_CHECKING:
    from elisa.services.stamped import Stamped


def command(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="A built nugget.")],
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Which port; 0 takes a free one.")] = 0,
    lan: Annotated[bool, typer.Option("--lan", help="Let everyone in this network look.")] = False,
) -> int:
    """Show a built nugget in the browser until you press Ctrl and C."""
    return asyncio.run(_preview(folder.resolve(), port, lan=lan))


async def _preview(folder: Path, port: int, *, lan: bool) -> int:
    from elisa import wiring
    from elisa.services.runner import SameLoop

    def tell(stamped: Stamped) -> None:
        if isinstance(stamped.event, PageServed):
            real = urlsplit(stamped.event.url).port
            write_line(say("serve.running", url=stamped.event.url))
            if port not in (0, real):
                write_line(say("serve.other_port", port=port, real=real))
            write_line(say("serve.lan" if lan else "serve.stop"))

    studio = wiring.studio(SameLoop(), folder)
    studio.hub.happened.connect(tell)
    await until_stopped(studio.deploy.serve(folder, port=port, lan=lan))
    return DONE
