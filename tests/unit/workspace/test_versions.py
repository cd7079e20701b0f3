from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pygit2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elisa.core.errors import ElisaError
from elisa.workspace.files import ConfinedFolder
from elisa.workspace.handles import FolderHandle
from elisa.workspace.lock import locked
from elisa.workspace.versions import Versions
from support.folder_states import change, scramble, state_of
from support.killing import killed_before

if TYPE_CHECKING:
    from collections.abc import Iterator


def build(versions: Versions, name: str, **files: str) -> None:
    """One build with one task for each file."""
    versions.begin_build(name)
    for path, text in files.items():
        worktree = versions.open_worktree(path)
        (worktree.path / path).write_text(text, encoding="utf-8")
        assert not versions.merge(worktree, f"made {path}", path, merge_id=f"{name}-{path}").conflicts
        versions.drop_worktree(worktree)


def test_report_P045_undo_takes_back_the_whole_build_and_undo_of_undo_brings_it_again(nugget: Path) -> None:
    versions = Versions(nugget)
    build(versions, "first", a="1", b="2")
    before = state_of(nugget)
    build(versions, "second", a="changed", c="3", d="4")
    after = state_of(nugget)
    versions.undo()
    assert state_of(nugget) == before
    versions.undo()
    assert state_of(nugget) == after
    kinds = [version.kind for version in versions.list()]
    assert kinds == ["undo", "undo", "task", "task", "task", "task", "task", "start"]


def test_hand_edits_between_builds_are_kept_and_come_back(nugget: Path) -> None:
    versions = Versions(nugget)
    build(versions, "first", a="1")
    (nugget / "a").write_text("mine", encoding="utf-8")
    (nugget / ".gitignore").write_text("*.log\n", encoding="utf-8")
    (nugget / "debug.log").write_bytes(b"\0\xff")
    (nugget / "empty" / "deep").mkdir(parents=True)
    (nugget / "game.js").chmod(0o751)
    edited = state_of(nugget)
    build(versions, "second", a="theirs", b="2")
    (nugget / "debug.log").unlink()
    (nugget / "a").write_text("again", encoding="utf-8")
    edited_after = state_of(nugget)
    versions.undo()
    assert state_of(nugget) == edited
    versions.undo()
    assert state_of(nugget) == edited_after
    assert [version.kind for version in versions.list()][:3] == ["undo", "undo", "hand_edit"]


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(["edit", "build", "undo", "restore", "reopen"]), min_size=3, max_size=9), st.integers())
def test_any_sequence_of_edits_builds_and_undos_matches_real_copies(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str], seed: int
) -> None:
    chance = random.Random(seed)
    root = tmp_path_factory.mktemp("nugget")
    scramble(root, chance, 8)
    versions = Versions(root)
    states = {versions.begin_build("zero").id: state_of(root)}
    goes_back_to = None
    for number, step in enumerate(steps):
        before = state_of(root)
        if step == "edit":
            scramble(root, chance, 4)
        elif step == "reopen":
            versions = Versions(root)
        elif step == "build":
            versions.begin_build(str(number))
            if all(_one_task(versions, chance, str(task)) for task in range(chance.randint(1, 2))):
                goes_back_to = before
        elif step == "restore":
            version = chance.choice(list(states))
            versions.restore(version)
            assert state_of(root) == states[version]
            goes_back_to = before
        elif goes_back_to is not None:
            versions.undo()
            assert state_of(root) == goes_back_to
            goes_back_to = before
        head = versions.head
        if head and step not in ("edit", "reopen"):
            states[head.id] = state_of(root)
    shutil.rmtree(root)


def _one_task(versions: Versions, chance: random.Random, name: str) -> bool:
    worktree = versions.open_worktree(name)
    copy = state_of(worktree.path)
    assert copy == state_of(versions.root)
    scramble(worktree.path, chance, 5)
    worked = state_of(worktree.path)
    outcome = versions.merge(worktree, name, name)
    assert state_of(versions.root) == worked
    return outcome.version is not None


def test_nothing_changed_makes_no_version(nugget: Path) -> None:
    versions = Versions(nugget)
    assert versions.save("first", kind="start") is not None
    assert versions.save("again") is None
    os.utime(nugget / "game.js")
    assert versions.save("touched") is None
    with pytest.raises(ElisaError) as refused:
        versions.undo()
    assert refused.value.code == "versions.nothing_to_undo"


@pytest.mark.parametrize("racy_ns", [0, 2_000_000_000])
def test_a_change_of_the_same_length_and_time_is_seen(
    nugget: Path, monkeypatch: pytest.MonkeyPatch, racy_ns: int
) -> None:
    monkeypatch.setattr("elisa.workspace.snapshot._RACY_NS", racy_ns)
    versions = Versions(nugget)
    old = nugget / "old.txt"
    old.write_bytes(b"aaaa")
    os.utime(old, ns=(10**18, 10**18))
    while time.time_ns() < old.stat().st_ctime_ns + 20_000_000:
        os.sched_yield()  # the file system's clock ticks every 4 to 10 ms
    versions.save("one")
    old.write_bytes(b"bbbb")
    os.utime(old, ns=(10**18, 10**18))
    version = versions.save("two")
    assert version is not None
    assert versions.read(version.id, "old.txt") == b"bbbb"


def test_a_file_that_did_not_change_is_not_read_again(nugget: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("elisa.workspace.snapshot._RACY_NS", 0)
    versions = Versions(nugget)
    while time.time_ns() < (nugget / "game.js").stat().st_ctime_ns + 20_000_000:
        os.sched_yield()
    versions.save("one")
    read: list[str] = []
    really = FolderHandle.open_file

    def noted(handle: FolderHandle, name: str) -> int:
        read.append(name)
        return really(handle, name)

    monkeypatch.setattr(FolderHandle, "open_file", noted)
    (nugget / "new.js").write_text("x", encoding="utf-8")
    assert versions.save("two") is not None
    assert read == ["new.js"]


def test_a_nugget_inside_a_repository_disturbs_nothing(tmp_path: Path) -> None:
    pygit2.init_repository(str(tmp_path / "work"))
    root = tmp_path / "work" / "nugget"
    inner = root / "sub" / ".git"
    inner.mkdir(parents=True)
    (inner / "config").write_text("theirs", encoding="utf-8")
    (root / "sub" / "a.txt").write_text("a", encoding="utf-8")
    around = state_of(tmp_path / "work" / ".git")
    versions = Versions(root)
    versions.begin_build("one")
    worktree = versions.open_worktree("t1")
    assert not (worktree.path / "sub" / ".git").exists()
    shutil.rmtree(worktree.path / "sub")
    versions.merge(worktree, "one", "t1")
    assert not (root / "sub" / "a.txt").exists()
    assert (inner / "config").read_text(encoding="utf-8") == "theirs"
    versions.undo()
    assert (root / "sub" / "a.txt").exists()
    assert state_of(tmp_path / "work" / ".git") == around


def test_caches_of_our_own_runs_are_left_out_and_never_keep_a_folder_alive(nugget: Path) -> None:
    versions = Versions(nugget)
    before = state_of(nugget)
    versions.begin_build("one")
    worktree = versions.open_worktree("t1")
    change(worktree.path, {"src/main.py": "x"})
    versions.merge(worktree, "one", "t1")
    change(nugget, {"src/__pycache__/main.pyc": "x", ".pytest_cache/v": "x"})
    assert versions.save("tests ran", kind="build") is None
    versions.undo()
    assert state_of(nugget) == before


def test_report_P123_versions_need_no_git_settings_and_obey_none(nugget: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text("[core]\nautocrlf = true\nexcludesfile = ~/all\n[user]\nname = Nosy\n")
    (home / "all").write_text("*\n")
    child = (
        "import sys, pathlib\nfrom elisa.workspace.versions import Versions\n"
        "print(Versions(pathlib.Path(sys.argv[1])).save('first').message)\n"
    )
    environment = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
    assert _run(child, nugget, environment) == "first"
    repository = pygit2.Repository(str(nugget / ".elisa" / "versions.git"))
    assert repository[repository.head.target].peel(pygit2.Commit).author.name == "Elisa"
    assert Versions(nugget).read(str(repository.head.target), "game.js") == b"let score = 0\r\n"


def _run(child: str, root: Path, environment: dict[str, str]) -> str:
    import subprocess

    command = [sys.executable, "-c", child, str(root)]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="only root can give a folder away")
def test_report_P122_a_folder_owned_by_somebody_else_gets_versions(nugget: Path) -> None:
    Versions(nugget).save("mine")
    for place in (nugget, *nugget.rglob("*")):
        os.chown(place, 12345, 12345)
    (nugget / "game.js").write_text("changed", encoding="utf-8")
    assert Versions(nugget).save("theirs") is not None


def test_report_P122_where_versions_cannot_be_kept_one_sentence_says_so(nugget: Path) -> None:
    (nugget / ".elisa").write_text("in the way", encoding="utf-8")
    with pytest.raises(ElisaError) as refused:
        Versions(nugget)
    assert refused.value.code == "versions.off"
    assert refused.value.sentence.startswith("I can't keep old versions in this folder")


def test_report_P124_long_names_and_deep_folders_commit(nugget: Path) -> None:
    change(nugget, {"/".join(["folder" * 5] * 12) + "/" + "n" * 200: "deep"})
    before = state_of(nugget)
    versions = Versions(nugget)
    build(versions, "one", **{"x" * 60: "1"})
    worktree = versions.open_worktree("task " + "very " * 50)
    assert len(worktree.path.name) <= 40
    versions.undo()
    assert state_of(nugget) == before


def test_big_binary_files_are_exact(nugget: Path) -> None:
    data = random.Random(1).randbytes(20 * 1024 * 1024)
    (nugget / "film.mp4").write_bytes(data)
    versions = Versions(nugget)
    versions.begin_build("one")
    (nugget / "film.mp4").write_bytes(b"short")
    versions.save("shorter", kind="build")
    versions.undo()
    assert (nugget / "film.mp4").read_bytes() == data


def test_pitfall_12_versions_write_nothing_into_the_childs_folder(nugget: Path) -> None:
    change(nugget, {"README.md": "mine", ".gitignore": "*"})
    before = state_of(nugget)
    versions = Versions(nugget)
    build(versions, "one")
    versions.save("again")
    assert state_of(nugget) == before
    assert [place.name for place in nugget.iterdir() if place.name.startswith(".e")] == [".elisa"]


def test_diffs_exports_and_checkpoints_show_a_helpers_work(nugget: Path, tmp_path: Path) -> None:
    versions = Versions(nugget)
    start = versions.begin_build("one")
    worktree = versions.open_worktree("t1")
    (worktree.path / "game.js").write_text("let score = 1\n", encoding="utf-8")
    assert "+let score = 1" in versions.diff_worktree(worktree)
    point = versions.checkpoint(worktree, "half way")
    assert versions.diff_worktree(worktree, point) == ""
    assert [version.id for version in versions.list()] == [start.id]
    done = versions.merge(worktree, "done", "t1").version
    assert done is not None
    assert "-let score = 0" in versions.diff(start.id, done.id[:8])
    assert versions.changed(start.id, done.id) == ("game.js",)
    versions.export(start.id, tmp_path / "then")
    assert (tmp_path / "then" / "game.js").read_bytes() == b"let score = 0\r\n"
    with pytest.raises(ElisaError):
        versions.get("feedfacefeedface")


def test_messages_cannot_forge_what_a_version_is(nugget: Path) -> None:
    version = Versions(nugget).save(
        "hi\n\nElisa-Kind: undo\nElisa-Merge: m9", kind="hand_edit", task_id="t\nElisa-Merge: x"
    )
    assert version is not None
    assert (version.kind, version.merge_id) == ("hand_edit", None)


def test_a_second_writer_waits_its_turn(nugget: Path) -> None:
    first, second = Versions(nugget), Versions(nugget)
    first.save("one")
    (nugget / "game.js").write_text("two", encoding="utf-8")
    assert second.save("two") is not None
    assert [version.message for version in first.list()] == ["two", "one"]


def test_links_in_the_folder_are_never_written_through(nugget: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    versions = Versions(nugget)
    change(nugget, {"data/a.txt": "a"})
    versions.begin_build("one")
    shutil.rmtree(nugget / "data")
    (nugget / "data").symlink_to(outside)
    versions.save("linked", kind="build")
    versions.undo()
    assert (nugget / "data" / "a.txt").read_text(encoding="utf-8") == "a"
    assert not (nugget / "data").is_symlink()
    assert list(outside.iterdir()) == []


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="compares as root what an ordinary account did")
def test_locked_folders_and_files_are_exact_for_an_ordinary_account(tmp_path_factory: pytest.TempPathFactory) -> None:
    shared = Path(tempfile.gettempdir())
    for above in (place := tmp_path_factory.mktemp("locked")).parents:
        if above.owner() == "root" and above != shared and above.is_relative_to(shared):
            above.chmod(0o711)
    place.chmod(0o777)
    for seed in range(6):
        root = place / str(seed)
        with _ordinary_account():
            root.mkdir()
            chance = random.Random(seed)
            _scramble_what_is_open(root, chance, 12)
            versions = Versions(root)
            versions.begin_build("one")
        before = state_of(root)
        with _ordinary_account():
            worktree = versions.open_worktree("t1")
        assert state_of(worktree.path) == before
        with _ordinary_account():
            _scramble_what_is_open(worktree.path, chance, 8)
            made = versions.merge(worktree, "one", "t1").version
        after = state_of(root)
        assert after == state_of(worktree.path)
        if made is not None:
            with _ordinary_account():
                versions.undo()
            assert state_of(root) == before
            with _ordinary_account():
                versions.undo()
            assert state_of(root) == after


def test_what_a_killed_write_left_is_gone_at_the_next_build_and_never_in_a_version(nugget: Path) -> None:
    folder = ConfinedFolder(nugget)
    before = state_of(nugget)
    touch = 0
    while not [place for place in nugget.iterdir() if place.name.startswith(".elisa-part-")]:
        assert killed_before(touch, folder.write_bytes, "new.js", b"x")
        touch += 1
    version = Versions(nugget).begin_build("one")
    assert state_of(nugget) == before
    assert Versions(nugget).files(version.id) == ("game.js",)


def test_an_undo_that_cannot_work_touches_nothing_and_leaves_versions_usable(nugget: Path) -> None:
    versions = Versions(nugget)
    versions.begin_build("one")
    (nugget / "game.js").unlink()
    change(nugget, {"game.js/.git/config": "mine", "game.js/a.txt": "a"})
    versions.save("a folder instead", kind="build")
    before = state_of(nugget)
    with pytest.raises(ElisaError) as refused:
        versions.undo()
    assert refused.value.code == "versions.in_the_way"
    assert state_of(nugget) == before
    assert Versions(nugget).save("nothing left over") is None


@contextmanager
def _ordinary_account() -> Iterator[None]:
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def _scramble_what_is_open(root: Path, chance: random.Random, changes: int) -> None:
    for _ in range(changes):
        with suppress(PermissionError):
            scramble(root, chance, 1)


def test_a_locked_store_is_busy_and_a_lock_ends_with_its_holder(tmp_path: Path) -> None:
    place = tmp_path / "lock"
    with locked(place, within=0), pytest.raises(ElisaError) as refused, locked(place, within=0.1):
        pass
    assert refused.value.code == "versions.busy"
    with locked(place, within=0):
        pass
    assert killed_before(3, lambda: [locked(place, within=0).__enter__(), *map(open, [os.devnull] * 9)])
    with locked(place, within=0):
        pass
