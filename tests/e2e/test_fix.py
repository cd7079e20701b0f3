"""``elisa build … --fix "words"`` as a user starts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.building import planned, task, writes
from support.command import elisa
from support.nuggets import PAGE, PAGE_TEST, features, write_nugget, write_script

if TYPE_CHECKING:
    from pathlib import Path

DOUBLE = PAGE.replace("+ 1", "+ 2")
SHOWS = PAGE_TEST.replace("a click counts", "one click is one").replace("req_0", "fix_0")


def test_report_P065_fix_it_mends_a_built_nugget_and_needs_words_and_something_to_mend(tmp_path: Path) -> None:
    nugget = write_nugget(tmp_path / "nugget", features("a counter that counts"))
    out: list[str | Path] = ["--out", tmp_path / "out", "--provider", "scripted", "--script"]
    first = write_script(tmp_path / "first.json", [planned(task("a", 0)), writes("a", {"index.html": DOUBLE})])
    mend = [writes("show-it", {"tests/one.test.js": SHOWS}), writes("mend-it", {"index.html": PAGE})]
    mending = write_script(tmp_path / "mend.json", mend)
    nothing = elisa("build", nugget, *out, mending, "--fix", "it counts two", cwd=tmp_path)
    assert (nothing.code, "nothing to mend" in nothing.err) == (2, True)
    assert elisa("build", nugget, *out, first, cwd=tmp_path).code == 4
    assert elisa("build", nugget, *out, mending, "--fix", "  ", cwd=tmp_path).code == 2
    ran = elisa("build", nugget, *out, mending, "--fix", "it counts two", cwd=tmp_path)
    assert ran.code == 0, ran
    assert "Proven: “it counts two”." in ran.out
    assert elisa("undo", tmp_path / "out", cwd=tmp_path).code == 0
    assert (tmp_path / "out" / "index.html").read_text("utf-8") == DOUBLE
