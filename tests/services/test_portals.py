"""Portals by command line: run without a shell, only when a person allows it, and what comes back is data."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Literal

import pytest

from elisa.build.setting import Grants
from elisa.core.events import LeftOut, PortalUsed
from elisa.spec.nugget import Capability, CliConfig, Interaction, PortalUse
from support.building import build, finished, planned, task, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import ParamValue

InteractionType = Literal["tell", "ask", "when"]
KINDS = {"tell": "action", "ask": "query", "when": "event"}
SCRIPT = """import json, os, pathlib, socket, sys
asked = json.loads(sys.stdin.readline())
print(asked["capability"], sys.argv[1:], sorted(name for name in os.environ if "KEY" in name))
pathlib.Path(__file__).with_name("ran").write_text("x") if "--write=true" in sys.argv else None
"""


def portal(kind: InteractionType, args: list[str], params: dict[str, ParamValue] | None = None) -> PortalUse:
    """Return a portal whose one block is told, asked or waited for."""
    return PortalUse(
        id="door",
        name="The door",
        mechanism="cli",
        cli_config=CliConfig(command=sys.executable, args=args),
        capabilities=[Capability(id="knock", name="Knock", kind=KINDS[kind])],
        interactions=[Interaction(type=kind, capability_id="knock", params=params)],
    )


ALLOWED = Grants(portals=frozenset({"door"}))


def talk(*sees: str) -> list[dict[str, Any]]:
    plan = planned(task("a", 0))
    plan["turns"][0]["sees"] = list(sees)
    return [plan, writes("a", {"a.txt": "1"})]


def with_script(tmp_path: Path) -> Path:
    folder = tmp_path / "n"
    folder.mkdir()
    (folder / "door.py").write_text(SCRIPT, "utf-8")
    return folder


def found(folder: Path, name: str) -> list[Path]:
    return list(folder.rglob(name))


async def test_what_is_asked_reaches_the_helpers_as_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    folder = with_script(tmp_path)
    spec = wishes(1, portals=[portal("ask", ["door.py"], {"city": "Rome; touch pwned"})])
    sees = ['"portals":[{"capability":"knock"', "knock ['--city=Rome; touch pwned'] []"]
    built = await build(folder, spec, talk(*sees), grants=ALLOWED)
    assert [(event.ok, event.output) for event in built.of(PortalUsed)] == [
        (True, "knock ['--city=Rome; touch pwned'] []\n")
    ]
    assert finished(built).left_out == ()
    assert found(tmp_path, "pwned") == []


async def test_what_is_told_goes_out_once_after_the_work(tmp_path: Path) -> None:
    folder = with_script(tmp_path)
    spec = wishes(1, portals=[portal("tell", ["door.py"], {"loud": True, "times": 2})])
    built = await build(folder, spec, talk(), grants=ALLOWED)
    kinds = [type(event).__name__ for event in built.events]
    assert kinds.index("PortalUsed") > kinds.index("TaskFinished")
    assert [event.output for event in built.of(PortalUsed)] == ["knock ['--loud=true', '--times=2'] []\n"]


@pytest.mark.parametrize("kind", ["tell", "ask", "when"])
async def test_pitfall_32_without_permission_nothing_is_run_and_it_is_named(
    tmp_path: Path, kind: InteractionType
) -> None:
    folder = with_script(tmp_path)
    spec = wishes(1, portals=[portal(kind, ["door.py"])])
    built = await build(folder, spec, talk(), grants=Grants(portals=frozenset({"other"}), network=True, install=True))
    assert built.of(PortalUsed) == []
    assert [(event.what, event.reason) for event in built.of(LeftOut)][-1] == (
        "The door: Knock", "Nobody allowed it. Use --allow portal:door to allow it."
    )  # fmt: skip


async def test_pitfall_32_one_bad_portal_stops_neither_the_others_nor_the_build(tmp_path: Path) -> None:
    folder = with_script(tmp_path)
    door = portal("tell", ["door.py"])
    lost = CliConfig(command="no-such-program", install_hint="Ask a grown-up.")
    bad = door.model_copy(update={"id": "bad", "name": "Bad", "cli_config": lost})
    wire = door.model_copy(update={"id": "wire", "name": "Wire", "mechanism": "serial", "cli_config": None})
    grants = Grants(portals=frozenset({"bad", "door", "wire"}))
    spec = wishes(1, portals=[bad, wire, door])
    built = await build(folder, spec, talk(), grants=grants)
    assert [(event.portal_id, event.ok) for event in built.of(PortalUsed)] == [("bad", False), ("door", True)]
    told = {event.what: event.reason for event in finished(built).left_out}
    assert told["Bad: Knock"].endswith("Ask a grown-up.")
    assert told["Wire: Knock"] == "This version opens portals by command line and by MCP only."
    assert finished(built).outcome == "not_tested"


@pytest.mark.parametrize("bad", ["x; touch pwned", "$(touch pwned)", "a|b", "`id`", "a\nb", 'say "x"', "a > b"])
async def test_report_P050_arguments_with_signs_of_a_shell_are_refused(tmp_path: Path, bad: str) -> None:
    folder = with_script(tmp_path)
    spec = wishes(1, portals=[portal("tell", ["door.py", bad])])
    built = await build(folder, spec, talk(), grants=ALLOWED)
    assert [event.ok for event in built.of(PortalUsed)] == [False]
    assert "a sign that is not allowed" in finished(built).left_out[0].reason
    assert found(tmp_path, "pwned") == []


async def test_pitfall_7_windows_paths_and_install_hints_are_fine(tmp_path: Path) -> None:
    folder = with_script(tmp_path)
    config = CliConfig(command=sys.executable, args=["door.py", "C:\\Users\\me"], install_hint="get it")
    door = portal("tell", []).model_copy(update={"cli_config": config})
    built = await build(folder, wishes(1, portals=[door]), talk(), grants=ALLOWED)
    assert [event.ok for event in built.of(PortalUsed)] == [True]


async def test_a_portals_program_changes_nothing_in_the_nugget_and_has_no_network(tmp_path: Path) -> None:
    folder = with_script(tmp_path)
    nosy = (
        "import socket, pathlib, sys\n"
        "for act in (lambda: pathlib.Path('index.html').write_text('x'),\n"
        f"            lambda: pathlib.Path({str(tmp_path / 'out')!r}).write_text('x'),\n"
        "            lambda: socket.create_connection(('127.0.0.1', 9), 1)):\n"
        "    try:\n        act()\n        print('did it')\n    except OSError as error:\n"
        "        print('refused')\n"
    )
    (folder / "door.py").write_text(nosy, "utf-8")
    built = await build(folder, wishes(1, portals=[portal("tell", ["door.py"])]), talk(), grants=ALLOWED)
    assert [event.output for event in built.of(PortalUsed)] == ["refused\n" * 3]
    assert not (folder / "index.html").exists()


async def test_a_program_that_fails_is_named_with_what_it_said(tmp_path: Path) -> None:
    folder = with_script(tmp_path)
    (folder / "door.py").write_text("import sys; print('half'); sys.exit('no such city')", "utf-8")
    built = await build(folder, wishes(1, portals=[portal("ask", ["door.py"])]), talk("half"), grants=ALLOWED)
    assert finished(built).left_out[0].reason == "Its program ended with error 1. no such city"


async def test_a_resumed_build_asks_nobody_twice(tmp_path: Path) -> None:
    folder = with_script(tmp_path)
    spec = wishes(1, portals=[portal("ask", ["door.py"])])
    fails = [{"kind": "plan", "turns": [{"error": {"code": "providers.broke_off"}}]}]
    first = await build(folder, spec, fails, grants=ALLOWED)
    again = await build(folder, spec, talk("knock"), grants=ALLOWED, resume=True)
    assert (len(first.of(PortalUsed)), len(again.of(PortalUsed))) == (1, 0)
    assert finished(again).left_out == ()
