"""Deploying as a service: serves a built nugget on this computer, and re-emits what a build deploys."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from elisa.core.errors import failure
from elisa.core.events import PageServed
from elisa.services.base import Service

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.services.runner import Run


class DeployService(Service):
    """Emits ``ChecklistShown``, ``PageServed`` and ``ProgramReady``."""

    def serve(self, nugget: Path, *, port: int = 0, lan: bool = False) -> Run[None]:
        """Serve a nugget's page until the run is cancelled; port 0 takes a free one. Says the address by an event.

        ``lan`` answers the whole network instead of this computer only.

        Raises:
            ElisaError: ``build.no_page``, ``build.program_not_page``, or why it cannot be served.
        """
        return self.runner.start(self._serve(nugget, port, lan=lan))

    def start_command(self, program: Path) -> str:
        """Return what somebody types to start a program that was built."""
        from elisa.build.program import start_command

        return start_command(program)

    def program(self, nugget: Path) -> Run[str]:
        """Return what somebody types to start the program that is built in a folder; empty where there is none."""
        return self.runner.start(asyncio.to_thread(_command, nugget))

    async def _serve(self, nugget: Path, port: int, *, lan: bool) -> None:
        from elisa.build.program import find_program, start_command
        from elisa.workspace.serve import find_site, serve

        site = find_site(nugget)
        if site is None:
            program = find_program(nugget)
            if program is not None:
                raise failure("build.program_not_page", command=start_command(nugget / program))
            raise failure("build.no_page")
        async with serve(site, port=port, lan=lan) as served:
            self.runner.emitter(self.publish)(PageServed(url=served.url))
            await asyncio.Event().wait()


def _command(nugget: Path) -> str:
    from elisa.build.program import find_program, start_command

    program = find_program(nugget)
    return "" if program is None else start_command(nugget / program)
