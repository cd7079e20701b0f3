"""The life of a nugget in the window: opened, kept after each change, saved as a file, never lost."""

from __future__ import annotations

import asyncio
import json
import os
import stat
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from elisa import wiring
from elisa.core.errors import BadInputError, ElisaError
from elisa.services.documents import DocumentService
from elisa.services.keys import Keys
from elisa.services.runner import SameLoop

if TYPE_CHECKING:
    from pathlib import Path

IDEA: dict[str, Any] = {
    "blocks": {
        "languageVersion": 0,
        "blocks": [{"type": "nugget_goal", "id": "goal", "x": 1, "y": 2, "fields": {"GOAL_TEXT": "a kite"}}],
    }
}

OPEN = """
import json, sys
from pathlib import Path
from elisa.workspace.bench import open_bench
bench = open_bench(Path(sys.argv[1]), Path(sys.argv[2]))
print(json.dumps({"folder": str(bench.folder), "notes": bench.notes}))
"""


def desk(home: Path) -> DocumentService:
    return DocumentService(SameLoop(), home / "elisa", lambda: home / "nuggets", Keys({}), again=0.01, patience=0.05)


def refuse_writes(folder: Path) -> None:
    """Put something where the blocks should go, so that nobody can write them, the superuser neither."""
    (folder / "workspace.json").unlink()
    (folder / "workspace.json").mkdir()


async def allow_writes(documents: DocumentService, folder: Path) -> None:
    """Take it away again, and wait until the blocks are there."""
    kept = asyncio.Event()
    documents.kept.connect(kept.set)
    (folder / "workspace.json").rmdir()
    await kept.wait()


def folder_of(documents: DocumentService) -> Path:
    assert documents.current is not None
    return documents.current.folder


def blocks_in(folder: Path) -> object:
    return json.loads((folder / "workspace.json").read_text("utf-8"))


async def test_a_sentence_becomes_a_nugget_that_can_be_built(home: Path) -> None:
    documents = desk(home)
    await documents.new("a game with a kite", "game")
    spec, problems = wiring.read_spec(folder_of(documents))
    assert (spec.nugget.goal, spec.nugget.type) == ("a game with a kite", "game")
    assert [one for one in problems if one.severity == "error"] == []
    await documents.close()


async def test_report_P014_blocks_are_kept_without_save_and_two_new_nuggets_have_two_names(home: Path) -> None:
    documents = desk(home)
    await documents.new()
    first = folder_of(documents)
    documents.keep(IDEA)
    await documents.settled()
    assert blocks_in(first) == IDEA
    await documents.new()
    assert folder_of(documents) != first
    assert blocks_in(first) == IDEA
    await documents.close()


async def test_report_P020_new_leaves_the_open_nugget_in_the_list_with_all_blocks(home: Path) -> None:
    documents = desk(home)
    await documents.new("first")
    first = folder_of(documents)
    documents.keep(IDEA)
    await documents.new("second")
    assert [one.folder for one in await documents.recents()] == [str(folder_of(documents)), str(first)]
    assert blocks_in(first) == IDEA
    await documents.close()


async def test_report_P018_what_was_changed_last_is_there_however_fast_the_window_closes(home: Path) -> None:
    documents = desk(home)
    await documents.new()
    folder = folder_of(documents)
    for number in range(50):
        documents.keep({**IDEA, "number": number})
    await documents.close()
    assert blocks_in(folder) == {**IDEA, "number": 49}


async def test_blocks_that_could_not_be_written_wait_for_their_own_folder(home: Path) -> None:
    documents = desk(home)
    await documents.new("first")
    first = folder_of(documents)
    refuse_writes(first)
    documents.keep(IDEA)
    await documents.new("second")
    second = folder_of(documents)
    await allow_writes(documents, first)
    assert blocks_in(first) == IDEA
    assert "second" in (second / "workspace.json").read_text("utf-8")
    await documents.close()


async def test_save_as_says_so_when_the_newest_blocks_are_not_on_the_disk(home: Path) -> None:
    documents = desk(home)
    await documents.new("a kite")
    folder = folder_of(documents)
    refuse_writes(folder)
    documents.keep(IDEA)
    with pytest.raises(ElisaError) as told:
        await documents.save_as(home / "kite")
    assert told.value.code == "document.cannot_keep"
    assert not (home / "kite.elisa").exists()
    await allow_writes(documents, folder)
    assert (await documents.save_as(home / "kite")).is_file()
    await documents.close()


async def test_two_that_are_opened_at_once_come_one_after_the_other(home: Path) -> None:
    documents = desk(home)
    shown: list[Path] = []
    documents.opened.connect(lambda bench: shown.append(bench.folder))
    await asyncio.gather(*(documents.new(name) for name in ("one", "two", "three")))
    assert len(shown) == 3
    assert shown[-1] == folder_of(documents)
    await documents.close()


async def test_report_P025_save_as_into_a_linked_folder_stays_on_the_same_nugget(home: Path) -> None:
    (home / "real").mkdir()
    (home / "desktop").symlink_to(home / "real")
    documents = desk(home)
    await documents.new("a kite")
    documents.keep(IDEA)
    before = folder_of(documents)
    saved = await documents.save_as(home / "desktop" / "cat.v2")
    assert (saved.name, folder_of(documents)) == ("cat.v2.elisa", before)
    assert (home / "real" / "cat.v2.elisa").is_file()
    await documents.new()
    await documents.open(saved)
    assert documents.current is not None
    assert documents.current.workspace == IDEA
    await documents.close()


async def test_a_file_that_is_opened_twice_is_one_nugget_and_a_changed_file_is_another(home: Path) -> None:
    documents = desk(home)
    await documents.new("a kite")
    saved = await documents.save_as(home / "kite.elisa")
    mine = folder_of(documents)
    await documents.open(saved)
    assert folder_of(documents) == mine
    other = desk(home)
    await documents.close()
    await other.new("another")
    await other.save_as(saved)
    await other.open(saved)
    await other.open(saved)
    assert folder_of(other) != mine
    await other.close()


async def test_a_damaged_file_opens_nothing_and_leaves_what_was_open(home: Path) -> None:
    (home / "broken.elisa").write_bytes(b"PK not a zip")
    documents = desk(home)
    await documents.new("a kite")
    before, folders = folder_of(documents), sorted((home / "nuggets").iterdir())
    with pytest.raises(BadInputError):
        await documents.open(home / "broken.elisa")
    assert folder_of(documents) == before
    assert sorted((home / "nuggets").iterdir()) == folders
    await documents.close()


async def test_a_nugget_that_another_window_has_open_comes_as_a_copy(home: Path) -> None:
    first, second = desk(home), desk(home)
    await first.new("a kite")
    first.keep(IDEA)
    await first.settled()
    await second.open(folder_of(first))
    assert folder_of(second) != folder_of(first)
    assert second.current is not None
    assert second.current.workspace == IDEA
    assert second.current.notes
    await first.close()
    await second.close()


def test_report_P023_a_folder_that_is_only_to_look_at_comes_as_a_copy(home: Path) -> None:
    source, projects = home / "shared", home / "nuggets"
    source.mkdir()
    (source / "workspace.json").write_text(json.dumps(IDEA), "utf-8")
    source.chmod(stat.S_IRUSR | stat.S_IXUSR)
    # Nothing is closed to the superuser but a file system that is mounted only to be read.
    walls = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", str(source), str(source)] if os.getuid() == 0 else []
    done = subprocess.run(
        [*walls, sys.executable, "-c", OPEN, str(projects), str(source)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    opened = json.loads(done.stdout)
    assert opened["folder"] == str(projects / "shared")
    assert opened["notes"] == ["This folder is only to look at. You have a copy of your own."]
    assert blocks_in(projects / "shared") == IDEA


async def test_an_example_is_copied_and_the_original_stays(home: Path) -> None:
    documents = desk(home)
    example = wiring.example_folder("hedgehog-dodge")
    before = (example / "workspace.json").read_bytes()
    await documents.open_example(example)
    documents.keep(IDEA)
    await documents.close()
    assert (example / "workspace.json").read_bytes() == before
    assert [(one.title, one.picture) for one in await desk(home).recents()] == [("Hedgehog Dodge", "hedgehog-dodge")]
