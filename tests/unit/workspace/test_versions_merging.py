"""What helpers did side by side is put together, and a conflict changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elisa.workspace.versions import Versions
from support.folder_states import change, state_of

if TYPE_CHECKING:
    from pathlib import Path


def test_two_helpers_merge_and_a_conflict_changes_nothing(nugget: Path) -> None:
    text = "".join(f"line {number}\n" for number in range(20))
    (nugget / "game.js").write_text(text, encoding="utf-8")
    versions = Versions(nugget)
    versions.begin_build("one")
    first, second, third = (versions.open_worktree(name) for name in ("t1", "t2", "t3"))
    (first.path / "game.js").write_text(text.replace("line 1\n", "line one\n"), encoding="utf-8")
    (second.path / "game.js").write_text(text.replace("line 18\n", "line last\n"), encoding="utf-8")
    (third.path / "game.js").write_text(text.replace("line 1\n", "line uno\n"), encoding="utf-8")
    (third.path / "more.js").write_text("x", encoding="utf-8")
    assert versions.merge(first, "one", "t1").files == ("game.js",)
    assert versions.merge(second, "two", "t2").files == ("game.js",)
    merged = text.replace("line 1\n", "line one\n").replace("line 18\n", "line last\n")
    assert (nugget / "game.js").read_text(encoding="utf-8") == merged
    before, count = state_of(nugget), len(versions.list())
    outcome = versions.merge(third, "three", "t3")
    assert (outcome.version, outcome.conflicts) == (None, ("game.js",))
    assert (state_of(nugget), len(versions.list())) == (before, count)
    again = versions.open_worktree("t3")
    assert (again.path / "game.js").read_text(encoding="utf-8") == merged


def test_a_hand_edit_during_a_build_takes_part_in_the_merge(nugget: Path) -> None:
    versions = Versions(nugget)
    versions.begin_build("one")
    worktree = versions.open_worktree("t1")
    (worktree.path / "game.js").write_text("theirs", encoding="utf-8")
    (nugget / "notes.txt").write_text("mine", encoding="utf-8")
    assert versions.merge(worktree, "one", "t1").files == ("game.js",)
    assert (nugget / "notes.txt").read_text(encoding="utf-8") == "mine"
    assert [version.kind for version in versions.list()] == ["task", "hand_edit", "start"]
    (worktree.path / "game.js").write_text("theirs, later", encoding="utf-8")
    (nugget / "game.js").write_text("mine", encoding="utf-8")
    assert versions.merge(worktree, "two", "t1").conflicts == ("game.js",)
    assert (nugget / "game.js").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("ours", "theirs", "conflicts"),
    [
        ({"a": None}, {"a": "new"}, ("a",)),
        ({"a": "new"}, {"a": None}, ("a",)),
        ({"n": "1"}, {"n": "2"}, ("n",)),
        ({"n": "1"}, {"n": "1", "o": "2"}, ()),
        ({"a": None, "a/b": "1"}, {"a": "new"}, ("a",)),
        ({"d/x": None}, {"d/y": "1"}, ()),
        ({"new": "1"}, {"new/b": "1"}, ("new",)),
        ({"bin": "\0ours"}, {"bin": "\0theirs"}, ("bin",)),
    ],
)
def test_merges_name_the_paths_in_conflict(
    nugget: Path, ours: dict[str, str | None], theirs: dict[str, str | None], conflicts: tuple[str, ...]
) -> None:
    change(nugget, {"a": "old", "d/x": "x", "bin": "\0old"})
    versions = Versions(nugget)
    versions.begin_build("one")
    worktree = versions.open_worktree("t1")
    change(nugget, ours)
    change(worktree.path, theirs)
    before = state_of(nugget)
    outcome = versions.merge(worktree, "one")
    assert outcome.conflicts == conflicts
    if conflicts:
        assert state_of(nugget) == before


def test_merging_twice_under_one_id_merges_once(nugget: Path) -> None:
    versions = Versions(nugget)
    versions.begin_build("one")
    worktree = versions.open_worktree("t1")
    (worktree.path / "new.js").write_text("x", encoding="utf-8")
    first = versions.merge(worktree, "one", "t1", merge_id="m1")
    (nugget / "new.js").unlink()
    assert Versions(nugget).merge(worktree, "one", "t1", merge_id="m1") == first
    assert not (nugget / "new.js").exists()
    assert versions.find_by_id("m1") == first.version
    assert versions.find_by_id("m2") is None
