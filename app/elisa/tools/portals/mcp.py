"""Portals by the Model Context Protocol: a server of the nugget's own is started, one of its tools is called, it ends.

The server is a child like any other of ours: no shell, a short environment and beside it only what the portal's own
``env`` names, limits, a sandbox. It is spoken to over its standard input and output, one JSON-RPC message a line
(revision 2025-11-25 of the protocol, its handshake; older servers answer with their own revision). What it asks of us
(a model, files, questions to the child) is refused.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from elisa import __version__
from elisa.core.errors import ElisaError
from elisa.core.text import say
from elisa.process.child import open_child
from elisa.process.limits import MEBIBYTE, Limits
from elisa.process.sandbox import Sandbox
from elisa.tools.portals.answer import LONGEST_ANSWER, LONGEST_COMPLAINT, PortalAnswer, fault_of_command

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mcp_types import CallToolResult, Tool

    from elisa.process.child import Child
    from elisa.spec.nugget import Interaction, ParamValue, PortalUse

LIMITS = Limits(seconds=90.0, memory_bytes=1024 * MEBIBYTE, address_space=False, file_bytes=4 * MEBIBYTE)
"""Many servers run on Node, which reserves more address space than it uses. The time is for start and call together."""
START_SECONDS = 30.0
"""To start, to shake hands and to name its tools."""
CALL_SECONDS = 60.0
"""Sixty seconds as for a program by command line."""
_METHOD_NOT_FOUND = -32601
_MOST_PAGES = 20
_MOST_NAMES = 12
_SHORTEST_SECRET = 6
_KINDS: Mapping[str, tuple[type, ...]] = MappingProxyType(
    {"integer": (int,), "number": (int, float), "boolean": (bool,), "array": (list,), "object": (dict,)}
)
"""What a tool's schema calls the types of its parameters."""

Result = TypeVar("Result", bound=BaseModel)


class _RefusedError(Exception):
    """The server answered with an error; the words are its own."""


async def use_mcp(portal: PortalUse, interaction: Interaction, folder: Path, *, network: bool = False) -> PortalAnswer:
    """Start a portal's server and call the tool that the block names.

    Args:
        portal: The portal; a person has allowed it.
        interaction: What the block tells or asks; its capability is the tool's name, its parameters the arguments.
        folder: Where the server runs, which it may read: a copy of the nugget.
        network: Whether a person allowed the network, too.
    """
    config = portal.mcp_config
    command = [] if config is None else [config.command.strip(), *(config.args or ())]
    env = dict(config.env or {}) if config is not None else {}
    fault = fault_of_command(command) or _fault_of_environment(env)
    if fault:
        return PortalAnswer(fault=fault)
    answer = await _asked(command, env, interaction, folder, network=network)
    return PortalAnswer(_without(env, answer.output), _without(env, answer.fault))


async def _asked(
    command: list[str], env: Mapping[str, str], interaction: Interaction, folder: Path, *, network: bool
) -> PortalAnswer:
    sandbox = Sandbox(readable=(folder,), network=network)
    try:
        async with open_child(command, cwd=folder, limits=LIMITS, sandbox=sandbox, env=env) as child:
            return await _Talk(child).use(interaction)
    except TimeoutError:
        return PortalAnswer(fault=say("portals.ended_timeout"))
    except ElisaError as error:
        known = {"process.child_died": "portals.ended_killed", "process.child_silent": "portals.ended_timeout"}
        return PortalAnswer(fault=say(known[error.code]) if error.code in known else error.sentence)
    except ValidationError:
        return PortalAnswer(fault=say("portals.odd_answer"))
    except _RefusedError as refused:
        return PortalAnswer(fault=say("portals.refused", told=str(refused)[:LONGEST_COMPLAINT]))


@dataclass(slots=True)
class _Talk:
    """One conversation with a server that has just been started."""

    child: Child
    asked: int = 0

    async def use(self, interaction: Interaction) -> PortalAnswer:
        import mcp_types

        async with asyncio.timeout(START_SECONDS):
            await self._shake_hands()
            tools = await self._tools()
        tool = _find(tools, interaction.capability_id)
        if tool is None:
            names = ", ".join(tool.name for tool in tools[:_MOST_NAMES])
            return PortalAnswer(fault=say("portals.no_tool", name=interaction.capability_id, names=names or "–"))
        wanted = {"name": tool.name, "arguments": _typed(interaction.params or {}, tool)}
        async with asyncio.timeout(CALL_SECONDS):
            result = await self._ask("tools/call", wanted, mcp_types.CallToolResult)
        words = _in_words(result)
        if result.is_error:
            return PortalAnswer(fault=say("portals.refused", told=words[:LONGEST_COMPLAINT]))
        return PortalAnswer(words[:LONGEST_ANSWER])

    async def _shake_hands(self) -> None:
        from mcp_types import InitializeResult
        from mcp_types.version import LATEST_HANDSHAKE_VERSION

        us = {"name": "elisa", "version": __version__}
        hello = {"protocolVersion": LATEST_HANDSHAKE_VERSION, "capabilities": {}, "clientInfo": us}
        await self._ask("initialize", hello, InitializeResult)
        await self.child.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    async def _tools(self) -> list[Tool]:
        from mcp_types import ListToolsResult

        tools: list[Tool] = []
        page: dict[str, Any] = {}
        for _ in range(_MOST_PAGES):
            listed = await self._ask("tools/list", page, ListToolsResult)
            tools += listed.tools
            if not listed.next_cursor:
                break
            page = {"cursor": listed.next_cursor}
        return tools

    async def _ask(self, method: str, params: Mapping[str, Any], form: type[Result]) -> Result:
        self.asked += 1
        await self.child.send({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params})
        while True:
            message = await self.child.receive(seconds=CALL_SECONDS)
            if "method" in message:
                await self._answer(message)
            elif message.get("id") == self.asked:
                break
        if "error" in message:
            error = message["error"]
            raise _RefusedError(str(error.get("message", "")) if isinstance(error, dict) else str(error))
        return form.model_validate(message.get("result"), by_name=False)

    async def _answer(self, message: Mapping[str, Any]) -> None:
        """Answer what the server asks of us: a ping, and no to everything else; what it only tells is passed over."""
        if message.get("id") is None:
            return
        said: dict[str, Any] = {"result": {}}
        if message["method"] != "ping":
            said = {"error": {"code": _METHOD_NOT_FOUND, "message": "Elisa does not offer this."}}
        await self.child.send({"jsonrpc": "2.0", "id": message["id"], **said})


def _fault_of_environment(env: Mapping[str, str]) -> str:
    odd = next((name for name, value in env.items() if not name.isidentifier() or "\0" in value), None)
    return say("portals.bad_setting", name=odd) if odd is not None else ""


def _without(env: Mapping[str, str], words: str) -> str:
    """Return words of a server without the portal's tokens, in case that it repeats them."""
    for secret in sorted(env.values(), key=len, reverse=True):
        if len(secret) >= _SHORTEST_SECRET:
            words = words.replace(secret, "…")
    return words


def _find(tools: list[Tool], wanted: str) -> Tool | None:
    """Return the tool of a name; ``create issue`` and ``create-issue`` find ``create_issue`` where no other fits."""
    exact = next((tool for tool in tools if tool.name == wanted), None)
    near = [tool for tool in tools if _plain(tool.name) == _plain(wanted)]
    return exact or (near[0] if len(near) == 1 else None)


def _plain(name: str) -> str:
    return "".join(sign for sign in name.casefold() if sign.isalnum())


def _typed(params: Mapping[str, ParamValue], tool: Tool) -> dict[str, object]:
    """Return the block's parameters in the types that the tool asks for; words that fit no type stay words."""
    known = tool.input_schema.get("properties")
    shapes = known if isinstance(known, dict) else {}
    return {name: _as(value, shapes.get(name)) for name, value in params.items()}


def _as(value: ParamValue, shape: object) -> object:
    kind = str(shape.get("type")) if isinstance(shape, dict) else ""
    if kind == "string" and not isinstance(value, str):
        return json.dumps(value)
    if kind not in _KINDS or not isinstance(value, str):
        return value
    try:
        read = json.loads(value)
    except (ValueError, RecursionError):
        return [part.strip() for part in value.split(",")] if kind == "array" else value
    return read if type(read) in _KINDS[kind] else value


def _in_words(result: CallToolResult) -> str:
    """Return a tool's answer as text; what is no text is named."""
    from mcp_types import TextContent

    parts = [
        block.text if isinstance(block, TextContent) else say("portals.no_words", kind=block.type)
        for block in result.content
    ]
    if not parts and result.structured_content is not None:
        parts = [json.dumps(result.structured_content, ensure_ascii=False)]
    return "\n".join(parts)
