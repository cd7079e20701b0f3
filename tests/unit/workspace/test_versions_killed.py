from __future__ import annotations

import os
import random
import shutil
from typing import TYPE_CHECKING

import pytest

from elisa.core.errors import ElisaError
from elisa.workspace.versions import Versions, Worktree
from support.folder_states import scramble, state_of
from support.killing import killed_before

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kills by signal")

SAMPLE = sorted(random.Random(20).sample(range(220), 14))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A nugget after one build whose undo touches many files, with a finished worktree waiting to be merged."""
    root = tmp_path_factory.mktemp("built") / "nugget"
    root.mkdir()
    chance = random.Random(7)
    scramble(root, chance, 25)
    versions = Versions(root)
    versions.begin_build("one")
    worktree = versions.open_worktree("t1")
    scramble(worktree.path, chance, 25)
    versions.merge(worktree, "one", "t1")
    worktree = versions.open_worktree("t2")
    scramble(worktree.path, chance, 25)
    return root


def copy_of(built: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "nugget"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(built, copy, symlinks=True)
    return copy


def undo_is_whole(built: Path, tmp_path: Path, touches: Iterable[int]) -> bool:
    before = state_of(built)
    whole = copy_of(built, tmp_path)
    Versions(whole).undo()
    after = state_of(whole)
    assert before != after
    for touch in touches:
        copy = copy_of(built, tmp_path)
        if not killed_before(touch, undo, copy):
            return True
        versions = Versions(copy)
        assert state_of(copy) in (before, after), f"killed before touch {touch}"
        assert versions.save("nothing is left over", kind="hand_edit") is None
        if state_of(copy) == before:
            versions.undo()
        assert state_of(copy) == after
        versions.undo()
        assert state_of(copy) == before
    return False


def merge_is_whole(built: Path, tmp_path: Path, touches: Iterable[int]) -> bool:
    before = state_of(built)
    whole = copy_of(built, tmp_path)
    merge(whole)
    after = state_of(whole)
    for touch in touches:
        copy = copy_of(built, tmp_path)
        if not killed_before(touch, merge, copy):
            return True
        versions = Versions(copy)
        done = versions.find_by_id("m2") is not None
        assert state_of(copy) == (after if done else before), f"killed before touch {touch}"
        merge(copy)
        assert state_of(copy) == after
        assert [version.merge_id for version in Versions(copy).list()].count("m2") == 1
    return False


def undo(root: Path) -> None:
    Versions(root).undo()


def begin(root: Path) -> None:
    Versions(root).begin_build("one")


def merge(root: Path) -> None:
    versions = Versions(root)
    base = next(version for version in versions.list() if version.task_id == "t1").id
    worktree = Worktree("t2", root / ".elisa" / "worktrees" / "t2", base)
    assert not versions.merge(worktree, "two", "t2", merge_id="m2").conflicts


def test_an_undo_killed_anywhere_is_finished_or_never_happened(built: Path, tmp_path: Path) -> None:
    undo_is_whole(built, tmp_path, SAMPLE)


def test_a_merge_killed_anywhere_happens_exactly_once(built: Path, tmp_path: Path) -> None:
    merge_is_whole(built, tmp_path, SAMPLE)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_every_single_moment_of_undo_and_merge(built: Path, tmp_path: Path) -> None:
    assert undo_is_whole(built, tmp_path, range(5000))
    assert merge_is_whole(built, tmp_path, range(5000))


def test_the_first_version_killed_anywhere_leaves_a_folder_that_works(tmp_path: Path) -> None:
    for touch in (0, 1, 2, 3, 5, 8, 13, 21, 34):
        root = tmp_path / str(touch)
        root.mkdir()
        (root / "a.txt").write_text("a", encoding="utf-8")
        before = state_of(root)
        killed_before(touch, begin, root)
        versions = Versions(root)
        versions.begin_build("one")
        assert [version.kind for version in versions.list()] == ["start"]
        assert state_of(root) == before


def test_a_hand_edit_after_the_kill_is_not_overwritten(built: Path, tmp_path: Path) -> None:
    before = state_of(built)
    copy = copy_of(built, tmp_path)
    touch = 0
    while True:
        touch += 5
        copy = copy_of(built, tmp_path)
        assert killed_before(touch, undo, copy)
        if state_of(copy) != before:
            break
    (copy / "mine.txt").write_text("typed after the crash", encoding="utf-8")
    versions = Versions(copy)
    assert (copy / "mine.txt").read_text(encoding="utf-8") == "typed after the crash"
    (copy / "mine.txt").unlink()
    assert state_of(copy) == before
    assert versions.list()[0].kind == "hand_edit"


def test_objects_that_a_power_cut_emptied_are_written_again(built: Path, tmp_path: Path) -> None:
    copy = copy_of(built, tmp_path)
    (copy / "new.txt").write_text("not on the disk yet", encoding="utf-8")
    killed = False
    store = copy / ".elisa" / "versions.git"
    for touch in range(500):
        killed = killed_before(touch, Versions(copy).save, "cut off")
        if (store / "elisa-unflushed").exists() or not killed:
            break
    assert killed
    fresh = [place for place in store.glob("objects/??/*") if place.stat().st_mtime > copy.stat().st_mtime]
    assert fresh
    for place in fresh:
        place.chmod(0o600)
        place.write_bytes(b"")
    version = Versions(copy).save("again", kind="hand_edit")
    assert version is not None
    assert Versions(copy).read(version.id, "new.txt") == b"not on the disk yet"


def test_a_damaged_store_says_so_and_never_claims_success(built: Path, tmp_path: Path) -> None:
    copy = copy_of(built, tmp_path)
    versions = Versions(copy)
    target = versions.list()[-1].id
    for place in (copy / ".elisa" / "versions.git" / "objects").rglob("*"):
        if place.is_file() and place.parent.name + place.name != target:
            place.chmod(0o600)
            place.write_bytes(b"")
    before = state_of(copy)
    with pytest.raises(ElisaError) as refused:
        Versions(copy).restore(target)
    assert refused.value.code in ("versions.damaged", "versions.off")
    assert state_of(copy) == before
