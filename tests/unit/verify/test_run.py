"""All tests of a nugget as one report: which files count, in which order, and what is said when nothing can run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.events import Event, TestFinished, TestsFinished
from elisa.verify import page
from elisa.verify.run import nugget_tests, run_tests

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PAGE_TEST = "test('greets', { requirement: 'req_0' }, async (page) => check.equal(await page.text('h1'), 'Hi'));\n"
PYTHON_TEST = "def test_counts(): assert 1 + 1 == 2\n"


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_pitfall_30_tests_are_found_in_folders_below_and_in_order(tmp_path: Path) -> None:
    names = (
        "tests/b.test.js", "tests/a/c.test.js", "tests/test_z.py", "tests/a/test_y.py", "tests/helper.js",
        "tests/helper.py", "tests/__pycache__/test_x.py", "tests/node_modules/x.test.js", "src/test_w.py",
    )  # fmt: skip
    write(tmp_path, dict.fromkeys(names, ""))
    (tmp_path / "tests" / "test_link.py").symlink_to(tmp_path / "src" / "test_w.py")
    assert nugget_tests(tmp_path) == (
        ["tests/a/c.test.js", "tests/b.test.js"],
        ["tests/a/test_y.py", "tests/test_z.py"],
    )


async def test_both_kinds_stand_in_one_report_and_are_told(tmp_path: Path) -> None:
    write(
        tmp_path, {"index.html": "<h1>Hi</h1>", "tests/a.test.js": PAGE_TEST, "tests/test_b.py": PYTHON_TEST}
    )  # fmt: skip
    events: list[Event] = []
    report = await run_tests(tmp_path, emit=events.append)
    assert [(test.file, test.name, test.status) for test in report.tests] == [
        ("tests/a.test.js", "greets", "passed"), ("tests/test_b.py", "test_counts", "passed"),
    ]  # fmt: skip
    assert report.green
    assert [event.name for event in events if isinstance(event, TestFinished)] == ["greets", "test_counts"]
    assert isinstance(events[-1], TestsFinished)
    assert events[-1].passed == 2


async def test_no_page_is_red_under_the_name_of_each_test(tmp_path: Path) -> None:
    report = await run_tests(write(tmp_path, {"tests/a.test.js": PAGE_TEST}))
    assert [(test.name, test.status, test.requirement_id) for test in report.tests] == [("greets", "failed", "req_0")]


async def test_nothing_to_run_is_not_green(tmp_path: Path) -> None:
    report = await run_tests(tmp_path)
    assert report.tests == ()
    assert not report.green


async def test_without_a_web_engine_page_tests_are_unrun_and_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "internal_command", lambda *_words: ["false"])
    write(tmp_path, {"index.html": "<h1>Hi</h1>", "tests/a.test.js": PAGE_TEST, "tests/test_b.py": PYTHON_TEST})
    report = await run_tests(tmp_path)
    assert [(test.name, test.status) for test in report.tests] == [
        ("tests/a.test.js", "skipped"), ("test_counts", "passed"),
    ]  # fmt: skip
    assert report.missing[0].startswith("I can't open pages here")
    assert not report.green
