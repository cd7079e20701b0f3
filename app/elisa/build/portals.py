"""Portals in a build: what blocks ask is fetched before the plan, as data; what they tell goes out at the end.

Only a portal that a person allowed is used (``--allow portal:ID``); any other is named, and nothing of it is run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from elisa.core.events import PortalUsed
from elisa.core.text import say
from elisa.sessions.entries import PortalAnswered
from elisa.tools.portals.cli import use_cli
from elisa.tools.portals.mcp import use_mcp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elisa.build.record import Record
    from elisa.build.session import Session
    from elisa.spec.nugget import Interaction, NuggetSpec, PortalUse

_SHOWN = 400


class Portals:
    """Uses the portals of one build, each block once, also when the build is resumed."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def ask(self) -> None:
        """Ask what blocks ask, and look once at what blocks wait for."""
        await self._use("ask", "when")

    async def tell(self) -> None:
        """Tell what blocks tell."""
        await self._use("tell")

    async def _use(self, *kinds: str) -> None:
        for key, portal, interaction in uses(self._session.setting.spec):
            if interaction.type not in kinds or self._session.setting.fix:
                continue
            answered = self._session.record.portals.get(key)
            if answered is None:
                await self._once(key, portal, interaction)
            elif answered.fault:
                self._session.leave_out(_what(portal, interaction), answered.fault)

    async def _once(self, key: str, portal: PortalUse, interaction: Interaction) -> None:
        session = self._session
        what = _what(portal, interaction)
        refusal = self._refusal(portal)
        if refusal:
            session.leave_out(what, refusal)
            return
        worktree = await session.repository.open_worktree("portal")
        try:
            use = use_cli if _way(portal) == "cli" else use_mcp
            answer = await use(portal, interaction, worktree.path, network=session.setting.grants.network)
        finally:
            await session.repository.drop_worktree(worktree)
        session.record.write(PortalAnswered(key=key, output=answer.output, fault=answer.fault))
        session.emit(
            PortalUsed(
                portal_id=portal.id,
                name=portal.name,
                capability=_name_of(portal, interaction),
                interaction=interaction.type,
                ok=answer.ok,
                output=answer.output[:_SHOWN],
                block_id=interaction.block_id,
            )
        )
        if not answer.ok:
            session.leave_out(what, answer.fault)

    def _refusal(self, portal: PortalUse) -> str:
        if _way(portal) is None:
            return say("portals.other_kind")
        if portal.id not in self._session.setting.grants.portals:
            return say("portals.not_allowed", id=portal.id)
        return ""


def _way(portal: PortalUse) -> Literal["cli", "mcp"] | None:
    """Return how a portal is opened; with ``auto``, by what it says of itself."""
    if portal.mechanism == "cli" or (portal.mechanism == "auto" and portal.cli_config is not None):
        return "cli"
    if portal.mechanism == "mcp" or (portal.mechanism == "auto" and portal.mcp_config is not None):
        return "mcp"
    return None


def uses(spec: NuggetSpec) -> Iterator[tuple[str, PortalUse, Interaction]]:
    """Yield each portal block with a key that is its own within the build."""
    for portal in spec.portals or ():
        for number, interaction in enumerate(portal.interactions):
            yield f"{portal.id} {number}", portal, interaction


def portal_facts(spec: NuggetSpec, record: Record | None) -> dict[str, Any]:
    """Return what portals answered, for the helpers; nothing where none did."""
    if record is None or not record.portals:
        return {}
    found = [
        {
            "portal": portal.name,
            "interaction": interaction.type,
            "capability": interaction.capability_id,
            "ok": not record.portals[key].fault,
            "output": record.portals[key].output,
        }
        for key, portal, interaction in uses(spec)
        if key in record.portals
    ]
    return {"portals": found}


def _what(portal: PortalUse, interaction: Interaction) -> str:
    return say("portals.what", name=portal.name, capability=_name_of(portal, interaction))


def _name_of(portal: PortalUse, interaction: Interaction) -> str:
    names = {capability.id: capability.name for capability in portal.capabilities}
    return names.get(interaction.capability_id, interaction.capability_id)
