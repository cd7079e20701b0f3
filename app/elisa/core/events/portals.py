"""Events of portals: ways out of the nugget that blocks use."""

from __future__ import annotations

from typing import Literal

from elisa.core.events.base import Event


class PortalUsed(Event):
    """A block told or asked a portal something. ``output`` is a stranger's data, shortened."""

    kind: Literal["portal_used"] = "portal_used"
    portal_id: str
    name: str
    capability: str
    interaction: Literal["tell", "ask", "when"]
    ok: bool
    output: str
    block_id: str | None = None
