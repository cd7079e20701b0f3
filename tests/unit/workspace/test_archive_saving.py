"""A nugget is saved under a name that can be found again, with all that is the child's and without any key."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING

import pytest

from elisa.core.errors import BadInputError
from elisa.workspace.archive import can_open, pack, save_name, unpack, with_ending
from elisa.workspace.load import load_source

if TYPE_CHECKING:
    from pathlib import Path

MCP = {"command": "x", "env": {"GITHUB_TOKEN": "canary-token", "ROOT": "a"}}


def test_pack_leaves_out_what_is_not_the_childs_and_never_a_key(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    for path, text in {
        ".elisa/versions.git/x": "x",
        ".git/config": "x",
        "__pycache__/a.pyc": "x",
        ".env": "KEY=1",
        "cert.pem": "x",
        "app.js": "const key = 'sk-ant-api03-abcdefghijklmnop'; call(key)",
        "canary.js": "sk-test-CANARY-123",
        "nugget.json": "{}",
        "keep/.gitignore": "*.log",
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    (folder / "link").symlink_to("/etc/passwd")
    block = {"type": "heltec_gateway", "fields": {"WIFI_SSID": "school", "WIFI_PASS": "canary-wifi"}}
    (folder / "workspace.json").write_text(json.dumps({"blocks": {"blocks": [block]}}))
    portal = {"id": "p1", "name": "Files", "mechanism": "mcp", "mcpConfig": MCP}
    (folder / "portals.json").write_text(json.dumps([portal]))
    packed = pack(folder, folder / "mine.elisa", keys=["sk-test-CANARY-123"])
    again = pack(folder, folder / "mine.elisa", keys=["sk-test-CANARY-123"])
    assert packed.files == again.files == ("app.js", "canary.js", "keep/.gitignore")
    with zipfile.ZipFile(packed.path) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
    for secret in (b"sk-ant-", b"CANARY", b"canary-wifi", b"canary-token"):
        assert secret not in everything
    assert b'"WIFI_SSID": "school"' in everything
    assert len(packed.notes) == 7
    assert "canary-wifi" in (folder / "workspace.json").read_text()


def test_a_stack_of_two_thousand_blocks_is_packed_and_opened(tmp_path: Path) -> None:
    link, depth = '{"type":"feature","next":{"block":', 2000
    stack = link * depth + '{"type":"heltec_gateway","fields":{"WIFI_PASS":"canary"}}' + "}}" * depth
    (tmp_path / "n").mkdir()
    (tmp_path / "n" / "workspace.json").write_text(f'{{"blocks":{{"blocks":[{stack}]}}}}')
    packed = pack(tmp_path / "n", tmp_path / "x")
    assert [note.code for note in packed.notes] == ["archive.secret_removed"]
    unpack(packed.path, tmp_path / "mine")
    text = (tmp_path / "mine" / "workspace.json").read_text()
    assert (text.count('"feature"'), "canary" in text) == (depth, False)


@pytest.mark.parametrize("name", ["workspace.json", "skills.json"])
def test_a_part_that_is_a_link_to_the_outside_is_neither_read_nor_packed(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.json").write_text("{}" if name == "workspace.json" else "[]")
    folder = tmp_path / "n"
    folder.mkdir()
    (folder / "workspace.json").write_text("{}")
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to("../secret.json")
    for use in (lambda: load_source(folder), lambda: pack(folder, tmp_path / "x.elisa")):
        with pytest.raises(BadInputError) as refused:
            use()
        assert refused.value.code == "archive.has_link"
    assert not (tmp_path / "x.elisa").exists()


def test_base64_that_only_looks_like_a_key_is_kept(tmp_path: Path) -> None:
    (tmp_path / "workspace.json").write_text("{}")
    page = "url(data:font/woff;base64,abcAIzaAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=)"
    (tmp_path / "page.css").write_text(page)
    with zipfile.ZipFile(pack(tmp_path, tmp_path / "x").path) as archive:
        assert archive.read("output/page.css").decode() == page


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("Catch the falling stars!", "Catch-the-falling-stars.elisa"),
        ("A space game where you dodge asteroids and collect stars", "A-space-game-where-you-dodge-asteroids-a.elisa"),
        ("", "nugget.elisa"),
        ("!!!", "nugget.elisa"),
        ("a -- b", "a-b.elisa"),
        ("con", "nugget.elisa"),
        ("猫のゲーム", "猫のゲーム.elisa"),
    ],
)
def test_saved_names_come_from_the_goal(goal: str, name: str) -> None:
    assert save_name(goal) == name


def test_report_P016_the_ending_is_added(tmp_path: Path) -> None:
    assert [with_ending(name) for name in ("my game", "cat.v2", "x.elisa", "X.ELISA")] == [
        "my game.elisa",
        "cat.v2.elisa",
        "x.elisa",
        "X.ELISA",
    ]
    (tmp_path / "workspace.json").write_text("{}")
    assert pack(tmp_path, tmp_path / "cat.v2").path.name == "cat.v2.elisa"


def test_report_P017_the_open_dialog_shows_every_nugget() -> None:
    assert [can_open(name) for name in ("A.ELISA", "b.elisa", "c.zip", "d.txt")] == [True, True, True, False]
