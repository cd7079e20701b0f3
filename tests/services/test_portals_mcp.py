"""Portals by MCP: a real server of the nugget is asked, odd ones harm nothing, and only a person opens the door."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

import pytest

from elisa.build.setting import Grants
from elisa.core.events import PortalUsed
from elisa.spec.nugget import Capability, Interaction, McpConfig, PortalUse
from elisa.tools.portals import mcp
from support.building import build, finished, planned, task, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import ParamValue

SERVER = """
import os
from mcp.server import MCPServer
from mcp.types import ImageContent

server = MCPServer("Weather")

@server.tool()
def get_weather(city: str, days: int = 1) -> str:
    keys = sorted(name for name in os.environ if "KEY" in name or "TOKEN" in name)
    return f"{city!r} {days!r} {keys}"

@server.tool()
def draw_map() -> ImageContent:
    return ImageContent(type="image", data="AAAA", mime_type="image/png")

@server.tool()
def sulk() -> str:
    raise ValueError("I do not want to")

@server.tool()
def blurt() -> str:
    return "My token is " + os.environ["SKY_TOKEN"]

server.run()
"""
ODD = """
import json, sys
kind = sys.argv[1]
def say(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    method, number = asked.get("method"), asked.get("id")
    if method == "initialize":
        if kind == "dies":
            sys.exit(1)
        if kind == "silent":
            continue
        print("Starting up ...", flush=True)
        print("[" * 100_000, flush=True)
        say(id=77, method="sampling/createMessage", params={})
        say(method="notifications/message", params={"level": "info", "data": "hi"})
        us = {"name": "odd", "version": "1"}
        result = {"protocolVersion": "2024-11-05", "capabilities": {"tools": {}}, "serverInfo": us}
        say(id=number, result=7 if kind == "odd" else result)
    elif method == "tools/list":
        cursor = asked["params"].get("cursor")
        tool = {"name": "tell_me" if cursor else "other", "inputSchema": {"type": "object"}}
        say(id=number, result={"tools": [tool], **({} if cursor else {"nextCursor": "2"})})
    elif method == "tools/call":
        if kind == "refuses":
            say(id=number, error={"code": -1, "message": "not today"})
        elif kind == "dies_later":
            sys.exit(1)
        else:
            say(id=number, result={"content": [{"type": "text", "text": refused * 100_000}]})
    elif number == 77:
        refused = "x" if "error" in asked else ""
"""


def portal(
    capability: str, args: list[str], params: dict[str, ParamValue] | None = None, *,
    kind: Literal["tell", "ask"] = "ask", env: dict[str, str] | None = None,
) -> PortalUse:  # fmt: skip
    return PortalUse(
        id="sky",
        name="The sky",
        mechanism="mcp",
        mcp_config=McpConfig(command=sys.executable, args=args, env=env),
        capabilities=[Capability(id=capability, name=capability, kind="query" if kind == "ask" else "action")],
        interactions=[Interaction(type=kind, capability_id=capability, params=params)],
    )


ALLOWED = Grants(portals=frozenset({"sky"}))


def talk(*sees: str) -> list[dict[str, Any]]:
    plan = planned(task("a", 0))
    plan["turns"][0]["sees"] = list(sees)
    return [plan, writes("a", {"a.txt": "1"})]


def found(folder: Path, name: str) -> list[Path]:
    return list(folder.rglob(name))


def holding(folder: Path, secret: bytes) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and secret in path.read_bytes()]


def with_servers(tmp_path: Path) -> Path:
    folder = tmp_path / "n"
    folder.mkdir()
    (folder / "sky.py").write_text(SERVER, "utf-8")
    (folder / "odd.py").write_text(ODD, "utf-8")
    return folder


async def test_a_real_server_is_asked_and_its_answer_reaches_the_helpers_as_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    params: dict[str, ParamValue] = {"city": "Rome; touch pwned", "days": "3"}
    asked = portal("get weather", ["sky.py"], params, env={"SKY_TOKEN": "tok-1"})
    answer = "'Rome; touch pwned' 3 ['SKY_TOKEN']"
    built = await build(with_servers(tmp_path), wishes(1, portals=[asked]), talk(answer), grants=ALLOWED)
    assert [(event.ok, event.output) for event in built.of(PortalUsed)] == [(True, answer)]
    assert finished(built).left_out == ()
    assert found(tmp_path, "pwned") == []


async def test_pitfall_16_a_portals_token_is_in_no_event_prompt_journal_or_version(tmp_path: Path) -> None:
    folder = with_servers(tmp_path)
    asked = portal("blurt", ["sky.py"], env={"SKY_TOKEN": "tok-very-secret"})
    built = await build(folder, wishes(1, portals=[asked]), talk(), grants=ALLOWED)
    assert [event.output for event in built.of(PortalUsed)] == ["My token is …"]
    assert "tok-very-secret" not in "".join(event.model_dump_json() for event in built.events)
    assert holding(folder, b"tok-very-secret") == []


async def test_without_permission_no_server_is_started(tmp_path: Path) -> None:
    built = await build(with_servers(tmp_path), wishes(1, portals=[portal("sulk", ["sky.py"])]), talk())
    assert built.of(PortalUsed) == []
    assert "--allow portal:sky" in finished(built).left_out[0].reason


@pytest.mark.parametrize(
    ("capability", "args", "told"),
    [
        ("sulk", ["sky.py"], "said no. Error executing tool sulk"),
        ("fly", ["sky.py"], "It cannot do “fly”. It can do: get_weather, draw_map, sulk, blurt"),
        ("tell_me", ["odd.py", "dies"], "Its program was cut off."),
        ("tell_me", ["odd.py", "dies_later"], "Its program was cut off."),
        ("tell_me", ["odd.py", "odd"], "in a way that I do not understand"),
        ("tell_me", ["odd.py", "refuses"], "Its program said no. not today"),
        ("tell_me", ["odd.py", "a|b"], "a sign that is not allowed"),
    ],
)
async def test_a_server_that_does_not_do_it_is_named_and_the_build_goes_on(
    tmp_path: Path, capability: str, args: list[str], told: str
) -> None:
    spec = wishes(1, portals=[portal(capability, args, kind="tell")])
    built = await build(with_servers(tmp_path), spec, talk(), grants=ALLOWED)
    assert [event.ok for event in built.of(PortalUsed)] == [False]
    assert told in finished(built).left_out[0].reason
    assert finished(built).outcome == "not_tested"


async def test_a_server_that_never_answers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mcp, "START_SECONDS", 0.2)
    spec = wishes(1, portals=[portal("tell_me", ["odd.py", "silent"])])
    built = await build(with_servers(tmp_path), spec, talk(), grants=ALLOWED)
    assert finished(built).left_out[0].reason == "Its program took too long."


async def test_junk_old_revisions_pages_and_questions_of_the_server_are_borne_and_long_answers_are_cut(
    tmp_path: Path,
) -> None:
    spec = wishes(1, portals=[portal("tell_me", ["odd.py", "fine"])])
    built = await build(with_servers(tmp_path), spec, talk("x" * 8000), grants=ALLOWED)
    assert [(event.ok, len(event.output)) for event in built.of(PortalUsed)] == [(True, 400)]
    assert finished(built).left_out == ()


async def test_what_is_no_text_is_named(tmp_path: Path) -> None:
    spec = wishes(1, portals=[portal("draw_map", ["sky.py"])])
    built = await build(with_servers(tmp_path), spec, talk(), grants=ALLOWED)
    assert [event.output for event in built.of(PortalUsed)] == ["[no words: image]"]


async def test_a_setting_with_an_impossible_name_is_refused(tmp_path: Path) -> None:
    asked = portal("sulk", ["sky.py"], env={"A=B": "x"})
    built = await build(with_servers(tmp_path), wishes(1, portals=[asked]), talk(), grants=ALLOWED)
    assert finished(built).left_out[0].reason == "Its setting A=B cannot be used."
