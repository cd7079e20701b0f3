"""Portals by command line: one program, its arguments, no shell; held by limits, a short environment and a sandbox.

The program gets the portal's own arguments and then each parameter of the block as ``--name=value``. What is asked
stands as one JSON object on its standard input, too: ``{"portal", "type", "capability", "params"}``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from elisa.core.errors import ElisaError
from elisa.core.text import say
from elisa.process.limits import MEBIBYTE, Limits
from elisa.process.run import run_child
from elisa.process.sandbox import Sandbox
from elisa.tools.portals.answer import LONGEST_ANSWER, LONGEST_COMPLAINT, PortalAnswer, fault_of_command

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.process.run import Finished
    from elisa.spec.nugget import Interaction, PortalUse

LIMITS = Limits(seconds=60.0, memory_bytes=512 * MEBIBYTE, output_bytes=256 * 1024, file_bytes=4 * MEBIBYTE)
"""Sixty seconds as in the predecessor."""


async def use_cli(portal: PortalUse, interaction: Interaction, folder: Path, *, network: bool = False) -> PortalAnswer:
    """Run a portal's program once for one block.

    Args:
        portal: The portal; a person has allowed it.
        interaction: What the block tells or asks.
        folder: Where it runs, which it may read: a copy of the nugget.
        network: Whether a person allowed the network, too.
    """
    config = portal.cli_config
    command = [] if config is None else [config.command.strip(), *(config.args or ())]
    fault = fault_of_command(command)
    if fault:
        return PortalAnswer(fault=fault)
    params = interaction.params or {}
    asked = {
        "portal": portal.id,
        "type": interaction.type,
        "capability": interaction.capability_id,
        "params": params,
    }
    argv = [*command, *(f"--{name}={_as_text(value)}" for name, value in params.items())]
    sandbox = Sandbox(readable=(folder,), network=network)
    stdin = json.dumps(asked, ensure_ascii=False).encode() + b"\n"
    try:
        finished = await run_child(argv, cwd=folder, limits=LIMITS, sandbox=sandbox, stdin=stdin)
    except ElisaError as error:
        hint = config.install_hint if config is not None else None
        return PortalAnswer(fault=say("portals.hint", fault=error.sentence, hint=hint) if hint else error.sentence)
    return _answer(finished)


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).replace("\0", "")


def _answer(finished: Finished) -> PortalAnswer:
    if finished.ended != "exited":
        return PortalAnswer(finished.stdout[:LONGEST_ANSWER], say(f"portals.ended_{finished.ended}"))
    if finished.returncode:
        told = next((line for line in reversed(finished.stderr.splitlines()) if line.strip()), "")
        fault = say("portals.failed", code=finished.returncode, told=told[:LONGEST_COMPLAINT])
        return PortalAnswer(finished.stdout[:LONGEST_ANSWER], fault.strip())
    return PortalAnswer(finished.stdout[:LONGEST_ANSWER])
