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
            ElisaError: ``build.no_page``, or why it cannot be served.
        """
        return self.runner.start(self._serve(nugget, port, lan=lan))

    async def _serve(self, nugget: Path, port: int, *, lan: bool) -> None:
        from elisa.workspace.serve import find_site, serve

        site = find_site(nugget)
        if site is None:
            raise failure("build.no_page")
        async with serve(site, port=port, lan=lan) as served:
            self.runner.emitter(self.publish)(PageServed(url=served.url))
            await asyncio.Event().wait()
