"""The blocks of the editor as a service: read from the program's data once, and a canvas away from the window."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from elisa.blocks.for_editor import editor_data, understand
from elisa.blocks.upgrade import upgrade

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.blocks.catalog import Catalog
    from elisa.blocks.toolbox import Toolbox
    from elisa.services.runner import EngineRunner
    from elisa.spec.editor_data import EditorData
    from elisa.spec.understood import Understood


class EditorBlocks:
    """Knows the blocks in one language."""

    def __init__(self, runner: EngineRunner, catalog: Catalog, toolbox: Toolbox) -> None:
        self._runner, self._catalog, self._toolbox = runner, catalog, toolbox

    def data(self) -> EditorData:
        """Return what the page needs to know before it can load a nugget."""
        return editor_data(self._catalog, self._toolbox)

    def todays_names(self, workspace: dict[str, Any]) -> dict[str, Any]:
        """Return a workspace with today's block types and field names."""
        upgraded = upgrade(workspace, self._catalog)
        return upgraded if isinstance(upgraded, dict) else {}

    async def understand(self, workspace: object, library: Mapping[str, object]) -> Understood:
        """Return what the blocks on the canvas ask for."""
        work = asyncio.to_thread(understand, workspace, library, self._catalog)
        return await self._runner.start(work).result()
