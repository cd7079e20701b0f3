"""The journal survives any kill: whole lines count, a torn one is cut off, a damaged one is said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elisa.core.errors import ElisaError
from elisa.core.events.build import BuildCancelled
from elisa.sessions.entries import Begun, Ended, TaskBegun
from elisa.sessions.journal import Journal, is_unfinished, journal_of, put_aside, read_journal

if TYPE_CHECKING:
    from pathlib import Path

BEGUN = Begun(build_id="build-1", goal="g", provider="scripted", model="m", source="s")


def test_what_was_written_is_on_the_disk_at_once(tmp_path: Path) -> None:
    path = journal_of(tmp_path)
    with Journal(path) as journal:
        journal.write(BEGUN)
        assert read_journal(path) == [BEGUN]


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_torn_last_line_is_cut_off_and_the_next_one_is_whole(tmp_path: Path, cut: int) -> None:
    path = journal_of(tmp_path)
    with Journal(path) as journal:
        journal.write(BEGUN)
        journal.write(TaskBegun(task_id="a", attempt=1))
    path.write_bytes(path.read_bytes()[:-cut])
    with Journal(path) as journal:
        assert journal.entries == [BEGUN]
        journal.write(TaskBegun(task_id="b", attempt=1))
    assert read_journal(path) == [BEGUN, TaskBegun(task_id="b", attempt=1)]


def test_a_damaged_line_in_the_middle_is_said_in_words(tmp_path: Path) -> None:
    path = journal_of(tmp_path)
    with Journal(path) as journal:
        journal.write(BEGUN)
    path.write_bytes(b"garbage\n" + path.read_bytes())
    with pytest.raises(ElisaError, match="Start a new build"):
        Journal(path)


def test_a_build_without_its_final_event_is_unfinished(tmp_path: Path) -> None:
    path = journal_of(tmp_path)
    assert not is_unfinished(path)
    with Journal(path) as journal:
        journal.write(BEGUN)
        assert is_unfinished(path)
        journal.write(Ended(final=BuildCancelled(build_id="build-1")))
    assert not is_unfinished(path)


def test_earlier_journals_are_kept_beside(tmp_path: Path) -> None:
    path = journal_of(tmp_path)
    for _ in range(2):
        with Journal(path) as journal:
            journal.write(BEGUN)
        put_aside(path)
    assert not path.exists()
    assert [old.name for old in sorted((path.parent / "journals").iterdir())] == ["0001.jsonl", "0002.jsonl"]
