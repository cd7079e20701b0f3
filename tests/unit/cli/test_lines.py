"""What the command line prints: words of models and nuggets are shown, and steer nothing."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from elisa.cli.app import write_line
from elisa.sessions.history import FILE, History, Past

if TYPE_CHECKING:
    from pathlib import Path


def test_words_of_a_model_do_not_steer_the_terminal() -> None:
    stream = io.StringIO()
    write_line("a\x1b[2J\x1b]0;title\x07b\rc\x9bd\n\te 👨‍👩‍👧", stream)
    assert stream.getvalue() == "a\ufffd[2J\ufffd]0;title\ufffdb\ufffdc\ufffdd\n\te 👨‍👩‍👧\n"


def past(build: str) -> Past:
    """Return a run that is over."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Past(
        id=build, at=now, operation="build", goal="A game", folder="x", provider="workshop", model="m", status="done"
    )


def test_a_line_that_a_crash_tore_takes_no_later_one_with_it(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.add(past("one"))
    with (tmp_path / FILE).open("ab") as file:
        file.write('{"id": "two", "goal": "é'.encode()[:-1])
    history.add(past("three"))
    history.add(past("four"))
    assert [one.id for one in history.search()] == ["four", "three", "one"]
