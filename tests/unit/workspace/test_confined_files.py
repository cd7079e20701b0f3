from __future__ import annotations

import os
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from elisa.core.errors import ElisaError
from elisa.workspace.files import BlockedPathError, ConfinedFolder
from elisa.workspace.handles import FolderHandle
from elisa.workspace.paths import judge

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

HOSTILE = [
    "../keep.txt",
    "a/../../keep.txt",
    "a/..",
    "/etc/passwd",
    "//server/share/x",
    "\\\\server\\share\\x",
    "C:\\x",
    "c:x",
    "C:/x",
    "..\\keep.txt",
    "a\\..\\..\\keep.txt",
    "a\0.txt",
    "a\n.txt",
    "a\x7f",
    "\u202egnp.exe",
    "\ud800.txt",
    "~",
    "~/x",
    ".elisa/journal.jsonl",
    "sub/.elisa/x",
    ".ELISA/x",
    ".elisa ./x",
    ".elisa::$DATA",
    "ELISA~1/x",
    ".git/config",
    "sub/.GIT/hooks/x",
    ".g\u200cit/config",
    "GIT~1/config",
    "\uff0egit/config",
    ".\uff25lisa/x",
    ".eli\u017fa/x",
    "con",
    "src/NUL.txt",
    "com1.js",
    "lpt\u00b9",
    "game.js:secret",
    "game.js.",
    "game.js ",
    "x" * 121,
    "/".join(["deep"] * 60),
]


@pytest.fixture
def folder(tmp_path: Path) -> ConfinedFolder:
    root = tmp_path / "nugget"
    root.mkdir()
    (tmp_path / "keep.txt").write_text("mine", encoding="utf-8")
    return ConfinedFolder(root)


def everything(place: Path) -> dict[str, bytes]:
    return {str(found): found.read_bytes() for found in sorted(place.rglob("*")) if found.is_file()}


@pytest.mark.parametrize("path", HOSTILE)
def test_report_P043_hostile_paths_are_refused_for_every_use(folder: ConfinedFolder, path: str) -> None:
    before = everything(folder.root.parent)
    uses: list[Callable[[str], object]] = [folder.resolve, folder.read_bytes, folder.delete, folder.list]
    uses.append(lambda place: folder.write_bytes(place, b"x"))
    for use in uses:
        with pytest.raises(BlockedPathError) as refused:
            use(path)
        assert refused.value.reason.endswith(".")
    assert everything(folder.root.parent) == before


def test_names_that_only_look_alike_are_fine(folder: ConfinedFolder) -> None:
    for path in (
        ".gitignore",
        "elisa/x.txt",
        "git/x",
        "src/..x",
        "console.js",
        "café/été.js",
        "猫/日本 語.js",
        "👩‍🚀.svg",
    ):
        folder.write_text(path, path)
        assert folder.read_text(path) == path


def test_dot_and_doubled_slashes_mean_the_same_place(folder: ConfinedFolder) -> None:
    folder.write_text("./src//game.js", "a")
    assert folder.read_text("src/./game.js") == "a"
    assert folder.resolve(".") == folder.root
    assert folder.list("src/") == ["src/game.js"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(["..", ".", "a", "b.js", ".elisa", ".git", "", "C:", "\\", "link", "\0", "é"]), max_size=6)
    .map("/".join)
    .flatmap(lambda path: st.sampled_from([path, path.upper(), unicodedata.normalize("NFD", path), "/" + path]))
    | st.text(max_size=30)
)
@example("link/x")
def test_whatever_is_asked_nothing_outside_changes(folder: ConfinedFolder, path: str) -> None:
    link = folder.root / "link"
    if not link.is_symlink():
        link.symlink_to(folder.root.parent)
    try:
        folder.write_bytes(path, b"data")
    except ElisaError:
        pass
    else:
        place = folder.resolve(path)
        assert place.is_relative_to(folder.root)
        assert not {".elisa", ".git"} & {part.casefold() for part in place.relative_to(folder.root).parts}
    outside = [found.name for found in folder.root.parent.iterdir()]
    assert sorted(outside) == ["keep.txt", "nugget"]
    assert (folder.root.parent / "keep.txt").read_text(encoding="utf-8") == "mine"


def test_links_that_lead_out_are_refused_and_links_inside_work(folder: ConfinedFolder) -> None:
    (folder.root / "out.txt").symlink_to(folder.root.parent / "keep.txt")
    (folder.root / "up").symlink_to("..")
    (folder.root / "hidden").symlink_to(".elisa")
    (folder.root / "loop").symlink_to("loop")
    folder.write_text("real/a.txt", "a")
    (folder.root / "inside").symlink_to("real")
    for path in ("out.txt", "up/keep.txt", "hidden/x"):
        for use in (folder.read_bytes, folder.resolve, lambda p: folder.write_bytes(p, b"x")):
            with pytest.raises(BlockedPathError):
                use(path)
    for use in (folder.read_bytes, lambda p: folder.write_bytes(p, b"x")):
        with pytest.raises(ElisaError):
            use("loop")
    folder.write_text("inside/b.txt", "b")
    assert folder.read_text("real/b.txt") == "b"
    assert folder.list() == ["real/a.txt", "real/b.txt"]


def test_deleting_a_link_leaves_what_it_points_at(folder: ConfinedFolder) -> None:
    (folder.root / "out.txt").symlink_to(folder.root.parent / "keep.txt")
    folder.delete("out.txt")
    assert not (folder.root / "out.txt").is_symlink()
    assert (folder.root.parent / "keep.txt").exists()


def test_a_link_swapped_in_after_the_check_leads_nowhere(
    folder: ConfinedFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write_text("src/game.js", "ours")
    outside = folder.root.parent / "outside"
    outside.mkdir()
    (outside / "game.js").write_text("theirs", encoding="utf-8")
    really_open = FolderHandle.at

    def swap_then_open(path: Path) -> FolderHandle:
        (folder.root / "src").rename(folder.root / "moved")
        (folder.root / "src").symlink_to(outside)
        return really_open(path)

    monkeypatch.setattr(FolderHandle, "at", swap_then_open)
    with pytest.raises(BlockedPathError):
        folder.read_bytes("src/game.js")
    monkeypatch.setattr(FolderHandle, "at", really_open)
    assert (outside / "game.js").read_text(encoding="utf-8") == "theirs"


def test_a_hard_link_to_the_outside_is_replaced_not_written_through(folder: ConfinedFolder) -> None:
    os.link(folder.root.parent / "keep.txt", folder.root / "same.txt")
    folder.write_text("same.txt", "changed")
    assert (folder.root.parent / "keep.txt").read_text(encoding="utf-8") == "mine"


def test_twins_by_case_or_unicode_form_are_refused_for_writing(folder: ConfinedFolder) -> None:
    folder.write_text("Src/café.js", "one")
    for twin in ("src/x.js", "Src/CAFÉ.js", unicodedata.normalize("NFD", "Src/café.js")):
        with pytest.raises(BlockedPathError, match=r".*") as refused:
            folder.write_text(twin, "two")
        assert "Use exactly that name" in refused.value.reason
    assert folder.list() == ["Src/café.js"]


def test_writing_keeps_the_mode_and_leaves_no_part_behind(folder: ConfinedFolder) -> None:
    folder.write_text("run.sh", "echo 1")
    folder.resolve("run.sh").chmod(0o750)
    folder.write_text("run.sh", "echo 2")
    assert folder.resolve("run.sh").stat().st_mode & 0o777 == 0o750
    assert [found.name for found in folder.root.iterdir()] == ["run.sh"]


def test_special_files_and_folders_are_no_files(folder: ConfinedFolder) -> None:
    os.mkfifo(folder.root / "pipe")
    (folder.root / "src").mkdir()
    for path in ("pipe", "src"):
        with pytest.raises(ElisaError):
            folder.read_bytes(path)
        with pytest.raises(ElisaError):
            folder.write_bytes(path, b"x")
    with pytest.raises(ElisaError) as missing:
        folder.read_bytes("src/none.js")
    assert missing.value.code == "workspace.missing"


def test_size_limits_hold_for_reading_and_writing(tmp_path: Path) -> None:
    folder = ConfinedFolder(tmp_path, largest_file=1000)
    (tmp_path / "big.bin").write_bytes(b"x" * 1001)
    for use in (lambda: folder.read_bytes("big.bin"), lambda: folder.write_bytes("new.bin", b"x" * 1001)):
        with pytest.raises(ElisaError) as refused:
            use()
        assert refused.value.code == "workspace.too_big"
    assert not (tmp_path / "new.bin").exists()


def test_deleting_takes_files_and_empty_folders_only(folder: ConfinedFolder) -> None:
    folder.write_text("log/a.txt", "a")
    with pytest.raises(ElisaError):
        folder.delete("log")
    folder.delete("log/a.txt")
    folder.delete("log")
    assert list(folder.root.iterdir()) == []
    with pytest.raises(BlockedPathError):
        folder.delete(".")


def test_report_P023_a_folder_below_one_that_cannot_be_listed_opens(tmp_path: Path) -> None:
    share = tmp_path / "share"
    (share / "pupil").mkdir(parents=True)
    share.chmod(0o711)
    folder = ConfinedFolder(share / "pupil")
    folder.write_text("a.txt", "a")
    assert folder.read_text("a.txt") == "a"


def test_judged_parts_never_hold_a_way_up() -> None:
    assert judge("a/./b//c.js") == ("a", "b", "c.js")
    assert judge(".") == ()
