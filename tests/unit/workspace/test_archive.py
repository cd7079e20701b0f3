from __future__ import annotations

import io
import json
import stat
import struct
import zipfile
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elisa.core.errors import BadInputError, ElisaError
from elisa.workspace.archive import (
    Limits,
    NuggetFile,
    NuggetInsideError,
    check_nugget,
    pack,
    read_nugget,
    unpack,
)
from elisa.workspace.load import load_source
from support.folder_states import state_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

WORKSPACE = {"blocks": {"languageVersion": 0, "blocks": [{"type": "nugget_goal", "id": "a%b", "x": 20, "y": 31.5}]}}
SKILL = {"id": "s1", "name": "Dance", "prompt": "dance", "category": "feature", "mood": "happy"}
RULE = {"id": "r1", "name": "Kind", "prompt": "be kind", "trigger": "always"}
PORTAL = {"id": "p1", "name": "Files", "mechanism": "mcp", "mcpConfig": {"command": "x", "env": {"HOME_DIR": "a"}}}


def make(path: Path, entries: Mapping[str, object], workspace: object = WORKSPACE) -> Path:
    """A nugget file with a workspace and any entries, by their raw names."""
    with zipfile.ZipFile(path, "w") as archive:
        if workspace is not None:
            archive.writestr("workspace.json", json.dumps(workspace))
        for name, content in entries.items():
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            info = zipfile.ZipInfo("x")
            info.filename = info.orig_filename = name
            archive.writestr(info, data)
    return path


def codes(nugget: NuggetFile) -> list[str]:
    return [note.code for note in nugget.notes]


def refuses(path: Path, folder: Path, limits: Limits | None = None) -> BadInputError:
    around = state_of(folder.parent)
    with pytest.raises(BadInputError) as refused:
        unpack(path, folder, limits=limits or Limits())
    assert state_of(folder.parent) == around, "something was left behind"
    return refused.value


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "nuggets").mkdir()
    return tmp_path / "nuggets" / "mine"


def test_pitfall_10_opening_restores_the_generated_code(tmp_path: Path, target: Path) -> None:
    entries = {
        "skills.json": [SKILL],
        "output/": b"",
        "output/index.html": b"<p>hi",
        "output/src/a.js": b"1",
        "output/empty/": b"",
    }
    nugget = unpack(make(tmp_path / "n.elisa", entries), target)
    assert nugget.workspace == WORKSPACE
    assert nugget.skills == [SKILL]
    assert nugget.files == ("index.html", "src/a.js")
    assert nugget.notes == ()
    assert (target / "src" / "a.js").read_bytes() == b"1"
    assert (target / "empty").is_dir()
    assert json.loads((target / "workspace.json").read_text(encoding="utf-8")) == WORKSPACE
    assert sorted(place.name for place in target.parent.iterdir()) == ["mine"]
    assert load_source(target).skills == [SKILL]


def test_the_older_project_folder_is_accepted_and_gives_way(tmp_path: Path, target: Path) -> None:
    entries = {"project/a.js": b"old", "project/b.js": b"b", "output/a.js": b"new"}
    unpack(make(tmp_path / "n.elisa", entries), target)
    assert (target / "a.js").read_bytes() == b"new"
    assert (target / "b.js").read_bytes() == b"b"


@pytest.mark.parametrize("workspace", [{}, {"blocks": {"blocks": [{"type": "nugget_goal"}]}}, WORKSPACE])
def test_sloppy_workspaces_open(tmp_path: Path, workspace: object) -> None:
    nugget = read_nugget(make(tmp_path / "n.elisa", {}, workspace))
    assert nugget.workspace == workspace
    assert (nugget.skills, nugget.rules, nugget.portals, nugget.notes) == ([], [], [], ())


def test_pitfall_13_bad_items_are_left_out_and_named(tmp_path: Path) -> None:
    entries = {"skills.json": [SKILL, {"id": 1, "name": "x", "prompt": ""}, None], "portals.json": [PORTAL, {}]}
    nugget = read_nugget(make(tmp_path / "n.elisa", entries))
    assert (nugget.skills, nugget.portals) == ([SKILL], [PORTAL])
    assert [note.sentence for note in nugget.notes] == [
        "Item 2 in skills.json is damaged. I left it out.",
        "Item 3 in skills.json is damaged. I left it out.",
        "Item 2 in portals.json is damaged. I left it out.",
    ]


def test_report_P041_extra_keys_of_items_are_kept(tmp_path: Path) -> None:
    assert read_nugget(make(tmp_path / "n.elisa", {"skills.json": [SKILL], "rules.json": [RULE]})).skills == [SKILL]


@pytest.mark.parametrize("bad", [[], None, "text", 5])
def test_a_workspace_that_is_no_object_is_refused_by_name(tmp_path: Path, target: Path, bad: object) -> None:
    path = make(tmp_path / "n.elisa", {"workspace.json": bad}, None)
    assert "workspace.json" in refuses(path, target).sentence


@pytest.mark.parametrize("name", ["skills.json", "rules.json", "portals.json"])
def test_a_library_that_is_no_list_is_refused_by_name(tmp_path: Path, target: Path, name: str) -> None:
    assert name in refuses(make(tmp_path / "n.elisa", {name: {}}), target).sentence
    assert name in refuses(make(tmp_path / "m.elisa", {name: b"[{"}), target).sentence


def test_deeply_nested_or_absurd_json_is_damage_not_a_crash(tmp_path: Path, target: Path) -> None:
    for number, data in enumerate([b"[" * 200_000, b"\xff\xfe{}", b"", b"9" * 10_000]):
        path = make(tmp_path / f"{number}.elisa", {"workspace.json": data}, None)
        assert refuses(path, target).code in ("archive.damaged_part", "archive.not_an_object")


def test_report_P035_a_damaged_block_is_named_by_file_and_number(tmp_path: Path) -> None:
    workspace = {"blocks": {"languageVersion": 0, "blocks": [{"type": None}]}}
    nugget = read_nugget(make(tmp_path / "n.elisa", {}, workspace))
    assert [note.sentence for note in nugget.notes] == [
        "Block 1 in workspace.json is damaged. The other blocks are fine."
    ]
    inner = {"type": "a", "inputs": {"X": {"block": {"type": "b", "next": {"block": 7}}}}, "next": {"block": {}}}
    nested = read_nugget(make(tmp_path / "m.elisa", {}, {"blocks": {"blocks": [inner]}}))
    assert [note.sentence[:8] for note in nested.notes] == ["Block 3 ", "Block 4 "]


def test_report_P037_pitfall_11_export_and_import_keep_everything_unused_items_too(
    tmp_path: Path, target: Path
) -> None:
    blocks = [{"type": "feature", "id": f"b{n}", "x": 100.25 * n, "y": 37 * n} for n in range(10)]
    workspace = {"blocks": {"languageVersion": 0, "blocks": blocks}}
    source = make(
        tmp_path / "n.elisa", {"skills.json": [SKILL], "rules.json": [RULE], "portals.json": [PORTAL]}, workspace
    )
    unpack(source, target)
    (target / "src").mkdir()
    (target / "src" / "猫.js").write_bytes(b"\r\nx\0")
    (target / "run.sh").write_text("echo", encoding="utf-8")
    (target / "run.sh").chmod(0o755)
    (target / "empty").mkdir()
    packed = pack(target, tmp_path / "again")
    assert packed.path.name == "again.elisa"
    again = tmp_path / "again-folder"
    nugget = unpack(packed.path, again)
    assert nugget.workspace == workspace
    assert (nugget.skills, nugget.rules, nugget.portals) == ([SKILL], [RULE], [PORTAL])
    without_parts = [{p: s for p, s in state_of(place).items() if not p.endswith(".json")} for place in (target, again)]
    assert without_parts[0] == without_parts[1]


def test_what_we_write_is_what_the_predecessor_reads(tmp_path: Path) -> None:
    (tmp_path / "n").mkdir()
    (tmp_path / "n" / "workspace.json").write_text("{}")
    (tmp_path / "n" / "index.html").write_text("hi")
    with zipfile.ZipFile(pack(tmp_path / "n", tmp_path / "x.elisa").path) as archive:
        assert archive.testzip() is None
        names = archive.namelist()
        assert {"workspace.json", "skills.json", "rules.json", "portals.json", "output/index.html"} < set(names)
        assert json.loads(archive.read("manifest.json"))["version"] == 1
        assert archive.read("skills.json").strip() == b"[]"
        assert archive.read("workspace.json").startswith(b"{}")


HARMFUL = [
    "../../x",
    "output/../../x",
    "output/../x",
    "/etc/x",
    "C:\\x",
    "output\\..\\..\\x",
    "c:x",
    "\\\\server\\share\\x",
    "output/a\x00b",
    "output/a\nb",
    "..",
]


@pytest.mark.parametrize("name", HARMFUL)
def test_report_P028_an_entry_that_wants_out_is_named_and_nothing_is_written(
    tmp_path: Path, target: Path, name: str
) -> None:
    refused = refuses(make(tmp_path / "n.elisa", {"output/ok.js": b"1", name: b"x"}), target)
    assert refused.code == "archive.goes_outside"
    with pytest.raises(BadInputError):
        read_nugget(tmp_path / "n.elisa")


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO, stat.S_IFSOCK])
def test_report_P028_links_and_devices_are_refused(tmp_path: Path, target: Path, kind: int) -> None:
    path = make(tmp_path / "n.elisa", {})
    with zipfile.ZipFile(path, "a") as archive:
        info = zipfile.ZipInfo("output/link")
        info.external_attr = (kind | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
    assert refuses(path, target).code == "archive.has_link"


def test_awkward_names_are_renamed_and_told(tmp_path: Path, target: Path) -> None:
    names = [
        "con.txt",
        "a.",
        "b ",
        "x:y",
        "q?.js",
        "A.png",
        "a.png",
        "Dir/x",
        "dir/y",
        "n" * 200 + ".js",
        "both",
        "both/in",
    ]
    nugget = unpack(make(tmp_path / "n.elisa", {f"output/{name}": name.encode() for name in names}), target)
    assert len(nugget.files) == len(names)
    assert len({path.casefold() for path in nugget.files}) == len(names)
    assert sorted((target / path).read_bytes().decode() for path in nugget.files) == sorted(names)
    assert {"con_.txt", "A.png", "a (2).png", "Dir/x", "dir (2)/y", "x_y", "q_.js"} <= set(nugget.files)
    assert codes(nugget).count("archive.renamed") == 9


def test_elisas_and_gits_own_folders_in_a_nugget_are_left_out(tmp_path: Path, target: Path) -> None:
    entries = {"output/.git/hooks/post-checkout": b"evil", "output/.ELISA/journal.jsonl": b"x", "output/GIT~1/x": b"x"}
    nugget = unpack(make(tmp_path / "n.elisa", entries), target)
    assert nugget.files == ()
    assert codes(nugget) == ["archive.left_out"] * 3


def test_strange_entries_are_told_and_mac_rubbish_is_not(tmp_path: Path, target: Path) -> None:
    entries = {
        "README.txt": b"hi",
        "__MACOSX/._workspace.json": b"x",
        "output/.DS_Store": b"x",
        "output\\win\\a.js": b"1",
    }
    nugget = unpack(make(tmp_path / "n.elisa", entries), target)
    assert codes(nugget) == ["archive.left_out"]
    assert nugget.files == ("win/a.js",)


def test_a_folder_zipped_by_hand_opens(tmp_path: Path, target: Path) -> None:
    entries = {"my game/": b"", "my game/workspace.json": WORKSPACE, "my game/output/a.js": b"1", "__MACOSX/x": b""}
    assert unpack(make(tmp_path / "n.zip", entries, None), target).files == ("a.js",)


def test_names_without_the_utf8_flag_are_read_as_utf8(tmp_path: Path, target: Path) -> None:
    path = make(tmp_path / "n.elisa", {"output/é猫.js": b"1"})
    data = path.read_bytes()
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = -1
        while (at := data.find(mark, at + 1)) >= 0:
            data = data[: at + offset] + b"\0\0" + data[at + offset + 2 :]
    path.write_bytes(data)
    assert unpack(path, target).files == ("é猫.js",)


def test_report_P034_a_nugget_zipped_once_more_is_offered_and_opened(tmp_path: Path, target: Path) -> None:
    inner = make(tmp_path / "game.elisa", {"output/a.js": b"1"})
    outer = make(tmp_path / "game.zip", {"game.elisa": inner.read_bytes()}, None)
    with pytest.raises(NuggetInsideError) as offered:
        read_nugget(outer)
    assert offered.value.inner == "game.elisa"
    assert "game.elisa" in offered.value.sentence
    assert load_source(outer).inner == "game.elisa"
    assert unpack(outer, target, open_inner=True).files == ("a.js",)


def test_nuggets_inside_each_other_without_end_are_refused(tmp_path: Path, target: Path) -> None:
    path = make(tmp_path / "0.elisa", {})
    for number in range(1, 6):
        path = make(tmp_path / f"{number}.elisa", {"in.elisa": path.read_bytes()}, None)
    with pytest.raises(BadInputError):
        unpack(path, target, open_inner=True)
    assert list(target.parent.iterdir()) == []


def test_report_P031_a_bomb_stops_before_the_limit(tmp_path: Path, target: Path) -> None:
    path = tmp_path / "bomb.elisa"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("workspace.json", "{}")
        with archive.open("output/a.bin", "w") as file:
            for _ in range(100):
                file.write(bytes(1024 * 1024))
    assert path.stat().st_size < 200_000
    small = Limits(total=50 * 1024 * 1024)
    assert refuses(path, target, limits=small).code == "archive.too_big"
    assert refuses(path, target).code == "archive.too_big"


def test_sizes_that_the_zip_lies_about_do_not_help_a_bomb(tmp_path: Path, target: Path) -> None:
    path = tmp_path / "bomb.elisa"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("workspace.json", "{}")
        archive.writestr("output/a.bin", bytes(30_000_000))
    data = path.read_bytes().replace(struct.pack("<I", 30_000_000), struct.pack("<I", 1000))
    path.write_bytes(data)
    assert refuses(path, target).code in ("archive.damaged_part", "archive.too_big")


def test_too_many_entries_are_refused(tmp_path: Path, target: Path) -> None:
    path = make(tmp_path / "n.elisa", {f"output/{n}": b"" for n in range(120)})
    assert refuses(path, target, limits=Limits(entries=100)).code == "archive.too_many"
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 65535, 65535, 300_000_000, 0, 0)
    (tmp_path / "endless.elisa").write_bytes(b"PK\x03\x04" + end)
    assert refuses(tmp_path / "endless.elisa", target).code == "archive.too_many"


def test_a_damaged_or_locked_entry_is_named(tmp_path: Path, target: Path) -> None:
    path = make(tmp_path / "n.elisa", {"output/broken.js": b"AAAAAAAAAAAAAAAAAAAA"})
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"AAAAAAAAAAAAAAAAAAAA", b"AAAAAAAAAABAAAAAAAAA"))
    refused = refuses(path, target)
    assert (refused.code, "output/broken.js" in refused.sentence) == ("archive.damaged_part", True)
    with pytest.raises(BadInputError):
        check_nugget(path)
    assert read_nugget(path).files == ("broken.js",)
    at = whole.rfind(b"PK\x01\x02")
    path.write_bytes(whole[: at + 8] + b"\x01\x00" + whole[at + 10 :])
    assert refuses(path, target).code == "archive.locked_part"


@pytest.mark.parametrize("data", [b"", bytes(5000), b"hello", b"PK\x03\x04 rest is gone", b"{}"])
def test_report_P012_a_file_that_is_no_zip_any_more_gets_a_sentence(tmp_path: Path, target: Path, data: bytes) -> None:
    (tmp_path / "n.elisa").write_bytes(data)
    assert refuses(tmp_path / "n.elisa", target).code in ("archive.damaged", "archive.not_a_nugget")


def test_a_file_twice_is_told_and_the_last_one_counts(tmp_path: Path, target: Path) -> None:
    path = make(tmp_path / "n.elisa", {"output/a.js": b"first"})
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("output/a.js", "last")
    nugget = unpack(path, target)
    assert codes(nugget) == ["archive.twice"]
    assert (target / "a.js").read_text() == "last"


def test_a_newer_format_opens_with_one_message(tmp_path: Path) -> None:
    nugget = read_nugget(make(tmp_path / "n.elisa", {"manifest.json": {"format": "elisa-nugget", "version": 99}}))
    assert codes(nugget) == ["archive.newer"]


def test_nothing_is_unpacked_over_somebodys_files(tmp_path: Path, target: Path) -> None:
    target.mkdir()
    (target / "mine.txt").write_text("mine")
    assert refuses(make(tmp_path / "n.elisa", {}), target).code == "archive.folder_taken"


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=12), max_size=8), st.booleans())
def test_whatever_entries_are_called_nothing_leaves_the_folder(
    tmp_path_factory: pytest.TempPathFactory, names: list[str], under: bool
) -> None:
    place = tmp_path_factory.mktemp("hostile")
    (place / "around").mkdir()
    path = make(place / "n.elisa", {("output/" if under else "") + name: b"x" for name in set(names)})
    try:
        nugget = unpack(path, place / "around" / "mine")
    except BadInputError:
        assert list((place / "around").iterdir()) == []
    else:
        inside = {p for p, found in state_of(place / "around" / "mine").items() if found[0] == "file"}
        assert inside - {"workspace.json", "skills.json", "rules.json", "portals.json"} == set(nugget.files)
    assert sorted(p.name for p in place.iterdir()) == ["around", "n.elisa"]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_random_damage_ends_in_a_sentence(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    place = tmp_path_factory.mktemp("damage")
    buffer = io.BytesIO(make(place / "n.elisa", {"output/a.js": b"abc" * 50, "skills.json": [SKILL]}).read_bytes())
    raw = bytearray(buffer.getvalue())
    for _ in range(data.draw(st.integers(1, 6))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    raw = raw[: data.draw(st.integers(len(raw) // 2, len(raw)))]
    (place / "n.elisa").write_bytes(bytes(raw))
    try:
        unpack(place / "n.elisa", place / "mine")
    except ElisaError:
        assert not (place / "mine").exists()


def test_sources_of_every_kind_load(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    folder.mkdir()
    (folder / "workspace.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(WORKSPACE).encode())
    (folder / "rules.json").write_text(json.dumps([RULE]))
    (tmp_path / "plain.json").write_text(json.dumps(WORKSPACE))
    (tmp_path / "example.json").write_text(json.dumps({"id": "x", "workspace": WORKSPACE, "rules": [RULE]}))
    packed = pack(folder, tmp_path / "n.elisa").path
    for source in (folder, folder / "workspace.json", tmp_path / "example.json", packed):
        assert (load_source(source).workspace, load_source(source).rules) == (WORKSPACE, [RULE])
    assert load_source(tmp_path / "plain.json").rules == []
    for missing in (tmp_path / "none.elisa", tmp_path / "none.json", tmp_path / "none"):
        with pytest.raises(BadInputError):
            load_source(missing)
