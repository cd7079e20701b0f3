"""Page tests in the real browser child: the whole page API, what fails a test, and pages that mean harm."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from elisa.process.tree import descendants
from elisa.verify.page import PageCheck, PageRunner
from elisa.workspace.serve import serve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elisa.verify.result import TestResult

SITES = Path(__file__).parent / "sites"
FILES = ("playground/good", "hostile/red", "playground/bad", "hostile/hostile")
TITLE = re.compile(r'^test\("((?:[^"\\]|\\.)*)"', re.MULTILINE)


def titles(name: str) -> list[str]:
    text = (SITES / f"{name}.test.js").read_text(encoding="utf-8")
    return [title.replace('\\"', '"') for title in TITLE.findall(text)]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[TestResult]]:
    return asyncio.run(_run_all(tmp_path_factory.mktemp("pictures")))


async def _run_all(pictures: Path) -> dict[str, list[TestResult]]:
    """Two browsers share the files: most of the time goes into waiting for pages that never end."""
    halves = await asyncio.gather(_run_files(FILES[:2], pictures), _run_files(FILES[2:], pictures))
    return {**halves[0], **halves[1]}


async def _run_files(names: Iterable[str], pictures: Path) -> dict[str, list[TestResult]]:
    found = {}
    async with PageRunner(pictures=pictures) as runner:
        for name in names:
            source = (SITES / f"{name}.test.js").read_text(encoding="utf-8")
            async with serve(SITES / name.partition("/")[0]) as served:
                found[name] = await runner.run_file(served.url, f"{name.partition('/')[2]}.test.js", source)
    return found


def result_of(results: dict[str, list[TestResult]], name: str, title: str) -> TestResult:
    (result,) = [result for result in results[name] if result.name == title]
    return result


@pytest.mark.parametrize("title", titles("playground/good"))
def test_the_page_api_does_what_its_page_says(results: dict[str, list[TestResult]], title: str) -> None:
    result = result_of(results, "playground/good", title)
    assert result.message == ""
    assert result.status == "passed"


@pytest.mark.parametrize("title", titles("playground/bad"))
def test_a_fault_fails_the_test_in_words(results: dict[str, list[TestResult]], title: str) -> None:
    result = result_of(results, "playground/bad", title)
    assert result.status == "failed"
    assert title.partition(" (promise)")[0].partition(": expected 1")[0] in result.message or title.startswith("and")


@pytest.mark.parametrize("title", titles("hostile/hostile"))
def test_a_page_that_lies_is_read_truly(results: dict[str, list[TestResult]], title: str) -> None:
    result = result_of(results, "hostile/hostile", title)
    assert (result.status, result.message) == ("passed", "")


@pytest.mark.parametrize("title", titles("hostile/red"))
def test_report_P099_a_page_that_locks_in_or_breaks_is_red_in_time(
    results: dict[str, list[TestResult]], title: str
) -> None:
    result = result_of(results, "hostile/red", title)
    assert result.status == "failed"
    assert title.partition(" (")[0] in result.message
    assert result.duration_ms < 20_000


def test_results_come_in_the_order_of_the_file(results: dict[str, list[TestResult]]) -> None:
    for name in FILES:
        assert [result.name for result in results[name]] == titles(name)


def test_a_test_names_its_wish_and_its_proof(results: dict[str, list[TestResult]]) -> None:
    first = results["playground/good"][0]
    assert (first.requirement_id, first.proof_id, first.file) == ("req_0", "test_0", "good.test.js")


def test_report_P097_an_endless_loop_fails_its_test_and_the_next_one_runs(
    results: dict[str, list[TestResult]],
) -> None:
    loop = result_of(results, "playground/bad", "The page got stuck.")
    assert loop.message == "The page got stuck. Something in it never ends."
    assert loop.duration_ms < 15_000
    assert results["playground/bad"][-1].message == "expected 1, found 2"


def test_a_failed_test_has_a_picture(results: dict[str, list[TestResult]]) -> None:
    failed = result_of(results, "playground/bad", 'the sum: expected "1", found "0"')
    assert failed.picture is not None
    assert Path(failed.picture).read_bytes().startswith(b"\x89PNG")
    assert all(result.picture is None for result in results["playground/good"])


CRASH = """
test("plays", async (page) => { await page.until(() => page.evaluate(() => false), { within: 600000 }); });
test("goes on", async (page) => { check(await page.visible("h1")); });
"""


def page_processes() -> list[int]:
    """Processes of pages below this one, oldest first: Chromium makes them by forking a process that waits for that."""
    browser = [pid for pid in descendants(os.getpid()) if b"QtWebEngineProcess" in _proc(pid, "cmdline")]
    return sorted(pid for pid in browser if int(_proc(pid, "stat").rpartition(b")")[2].split()[1]) in browser)


def _proc(pid: int, name: str) -> bytes:
    return Path("/proc", str(pid), name).read_bytes()


def wait_for_parts(count: int) -> None:
    """A process gives no sign when it is there: look again and again."""
    ends = time.monotonic() + 60
    while len(page_processes()) < count:
        assert time.monotonic() < ends, "the page has no process of its own"
        time.sleep(0.05)


async def test_a_page_whose_process_dies_fails_its_test_and_the_next_one_runs() -> None:
    async with PageRunner() as runner, serve(SITES / "playground") as served:
        task = asyncio.create_task(runner.run_file(served.url, "crash.test.js", CRASH))
        await asyncio.to_thread(wait_for_parts, 2)
        os.kill(page_processes()[-1], signal.SIGKILL)
        first, second = await task
    assert (first.name, first.status, first.message) == ("plays", "failed", "The page crashed.")
    assert (second.name, second.status) == ("goes on", "passed")


async def test_a_browser_that_dies_is_started_again() -> None:
    async with PageRunner() as runner, serve(SITES / "playground") as served:
        task = asyncio.create_task(runner.run_file(served.url, "crash.test.js", CRASH))
        await asyncio.to_thread(wait_for_parts, 1)
        for pid in descendants(os.getpid())[1:2]:
            os.kill(pid, signal.SIGKILL)
        results = await task
        assert [result.status for result in results] == ["failed"]
        assert results[0].message == "The page crashed."
        seen = await runner.check(served.url)
    assert (seen.loaded, seen.title, seen.errors) == (True, "Playground", ())
    assert seen.screenshot is not None
    assert seen.screenshot.startswith(b"\x89PNG")
    assert descendants(os.getpid()) == []


async def test_cancelling_ends_the_browser_with_all_its_parts() -> None:
    async with serve(SITES / "playground") as served, PageRunner() as runner:
        task = asyncio.create_task(runner.run_file(served.url, "crash.test.js", CRASH))
        await asyncio.to_thread(wait_for_parts, 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await runner.check(served.url)).loaded
    assert descendants(os.getpid()) == []


PAGES: list[tuple[str, bool, str]] = [
    ("<title>Fine</title><h1>Hi</h1>", True, ""),
    ("<title>Loop</title><script>for (;;);</script>", False, "The page got stuck."),
    ("<title>Late</title><script>setTimeout(() => { for (;;); }, 500);</script>", False, "The page got stuck."),
    ("<title>Bad</title><script>nothing.there</script>", True, "nothing is not defined (index.html:1)"),
    ("<title>404</title><script src='no.js'></script>", True, "no.js could not be loaded"),
    ("<title>Far</title><img src='http://192.0.2.1/x.png'>", True, "http://192.0.2.1/x.png could not be loaded"),
    ("<title>Far</title><script src='https://example.com/x.js'></script>", True, "https://example.com/x.js could"),
    ("<title>Boxes</title><script>for (let i = 0; i < 50; i++) alert(i);</script>", True, "The page opened 50"),
    ("<title>Gone</title><script>location.href = 'http://127.0.0.1:1/'</script>", False, "The page tried to leave"),
]


@pytest.fixture(scope="module")
def checks(tmp_path_factory: pytest.TempPathFactory) -> list[PageCheck]:
    return asyncio.run(_check_all(tmp_path_factory.mktemp("pages")))


async def _check_all(folder: Path) -> list[PageCheck]:
    found = []
    async with PageRunner() as runner:
        for number, (text, _, _) in enumerate(PAGES):
            place = folder / str(number)
            place.mkdir()
            (place / "index.html").write_text(f"<!doctype html><meta charset=utf-8>{text}", encoding="utf-8")
            async with serve(place) as served:
                found.append(await runner.check(served.url))
    return found


@pytest.mark.parametrize("number", range(len(PAGES)), ids=[page[:40] for page, _, _ in PAGES])
def test_a_page_is_checked_for_whether_it_stands(checks: list[PageCheck], number: int) -> None:
    _, loaded, error = PAGES[number]
    assert checks[number].loaded is loaded
    assert error in " · ".join(checks[number].errors)
    assert bool(error) is bool(checks[number].errors)


async def test_nobody_at_the_address_is_a_page_that_does_not_load() -> None:
    async with PageRunner() as runner:
        seen = await runner.check("http://127.0.0.1:9/")
    assert not seen.loaded
    assert seen.errors == ("The page / could not be loaded.",)


async def test_without_a_page_each_test_fails_under_its_own_name() -> None:
    async with PageRunner() as runner:
        first, second = await runner.run_file(None, "crash.test.js", CRASH)
    assert [first.name, second.name] == ["plays", "goes on"]
    assert first.message == "There is no page yet. An index.html is needed."
    assert second.status == "failed"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("test('x', async (page) => {", "SyntaxError"),
        ("nothing.there;", "nothing is not defined (x.test.js:1)"),
        ("for (;;);", "This test never ends."),
        ("test('x');", "has no function to run"),
        ("", "This file has no test in it."),
    ],
)
async def test_a_test_file_that_cannot_be_read_is_red(source: str, message: str) -> None:
    async with PageRunner() as runner:
        (result,) = await runner.run_file(None, "x.test.js", source)
    assert (result.name, result.status) == ("x.test.js", "failed")
    assert message in result.message


async def test_only_tests_of_the_wanted_wishes_run() -> None:
    source = """
    test("a", { requirement: "req_0" }, () => check(true));
    test("b", { requirement: "req_1" }, () => check(true));
    test("c", () => check(true));
    """
    async with PageRunner() as runner, serve(SITES / "playground") as served:
        results = await runner.run_file(served.url, "x.test.js", source, only=["req_1"])
    assert [(result.name, result.status) for result in results] == [("b", "passed")]


async def test_the_clock_does_not_wait_for_ever_for_what_never_comes() -> None:
    """The server hears and says nothing; the page's own timer still comes, and the first wait is the only one."""
    page = b"<!doctype html><title>Wait</title><p id=sum>0</p>"
    asked = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await reader.readuntil(b"\r\n\r\n")
            if request.startswith(b"GET /never"):
                asked.set()
                await reader.read()
            else:
                head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(page)}\r\n\r\n"
                writer.write(head.encode() + page)
                await writer.drain()
        finally:
            writer.close()

    source = """test("the timer comes", async (page) => {
      await page.evaluate(() => {
        fetch("never");
        setTimeout(() => { document.querySelector("#sum").textContent = "7"; }, 60_000);
      });
      await page.until(async () => (await page.text("#sum")) === "7", { within: 70_000, what: "the timer" });
    });"""
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server, PageRunner() as runner:
        port = server.sockets[0].getsockname()[1]
        (result,) = await runner.run_file(f"http://127.0.0.1:{port}/", "wait.test.js", source)
    assert asked.is_set()
    assert (result.status, result.message) == ("passed", "")
