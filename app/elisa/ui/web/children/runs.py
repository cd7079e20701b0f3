"""One test file from its text to its results, and one page checked for whether it stands at all."""

from __future__ import annotations

import base64
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from elisa.core.text import say
from elisa.ui.web.children.acts import Acts
from elisa.ui.web.children.bench import Bench
from elisa.ui.web.children.later import TooLateError
from elisa.ui.web.children.site import Site, WordsError
from elisa.ui.web.children.web_page import CrashedError, StuckError

T = TypeVar("T")
Say = Callable[[dict[str, Any]], None]
_TEST_SECONDS = 60.0
_SILENCE_SECONDS = 8.0
_MANY_DIALOGS = 20
_SHOWN_ERRORS = 3


class PageTests:
    """Runs the tests of one file; each one on a page that was loaded fresh."""

    def __init__(self, job: dict[str, Any], tell: Say) -> None:
        self._url: str | None = job["url"]
        self._source: str = job["source"]
        self._file: str = job["file"]
        self._only: list[str] | None = job.get("only")
        self._pictures: bool = bool(job.get("pictures"))
        self._tell = tell
        self._bench = Bench()

    async def run(self) -> None:
        """Run all and tell each result; the job's end is told by the caller."""
        try:
            declared = await self._bench.load(self._source, self._file)
        except (WordsError, StuckError, CrashedError) as problem:
            self._result({"title": self._file}, problem_words(problem, test=True), 0.0)
            return
        finally:
            if not self._bench.page.renderProcessPid():
                self._bench.close()
        if not declared:
            self._result({"title": self._file}, say("verify.file_declares_nothing"), 0.0)
        for index, test in enumerate(declared):
            if self._only is None or test["requirement"] in self._only:
                await self._run_one(index, test)
        self._bench.close()

    async def _run_one(self, index: int, test: dict[str, Any]) -> None:
        self._tell({"event": "started", "title": test["title"]})
        begin = time.monotonic()
        if self._url is None:
            self._result(test, say("verify.no_page"), begin)
            return
        site = Site(self._url)
        try:
            problem = await self._on_page(site, index)
            picture = await _picture(site) if problem and self._pictures else None
        finally:
            site.close()
        self._result(test, problem, begin, picture)

    async def _on_page(self, site: Site, index: int) -> str:
        try:
            await site.open()
        except (WordsError, StuckError, CrashedError) as problem:
            site.page.kill()
            return problem_words(problem)
        try:
            failed = await self._follow(site, index)
        except (StuckError, CrashedError) as problem:
            site.page.kill()
            return problem_words(problem)
        except BenchLostError as problem:
            await self._new_bench()
            return str(problem)
        return failed or await _complaints(site)

    async def _follow(self, site: Site, index: int) -> str:
        """Do what the test asks until it ends; return why it failed, or nothing."""
        acts = Acts(site)
        deadline = time.monotonic() + _TEST_SECONDS
        await self._at_bench(self._bench.start(index))
        while time.monotonic() < deadline:
            message = await self._at_bench(self._bench.next_message(_SILENCE_SECONDS))
            if message.get("done"):
                return "" if message["ok"] else str(message["error"])
            try:
                value, ok = await acts.perform(str(message["call"]), list(message["args"])), True
            except WordsError as words:
                value, ok = str(words), False
            await self._at_bench(self._bench.answer(int(message["id"]), ok=ok, value=value))
        raise BenchLostError(say("verify.test_too_long", seconds=round(_TEST_SECONDS)))

    async def _at_bench(self, work: Awaitable[T]) -> T:
        try:
            return await work
        except (TooLateError, StuckError) as problem:
            raise BenchLostError(say("verify.test_never_ends")) from problem
        except CrashedError as problem:
            raise BenchLostError(say("verify.test_crashed")) from problem

    async def _new_bench(self) -> None:
        self._bench.close()
        self._bench = Bench()
        await self._bench.load(self._source, self._file)

    def _result(self, test: dict[str, Any], problem: str, begin: float, picture: str | None = None) -> None:
        self._tell(
            {
                "event": "test",
                "title": test["title"],
                "requirement": test.get("requirement"),
                "proof": test.get("proof"),
                "ok": not problem,
                "message": problem,
                "ms": (time.monotonic() - begin) * 1000 if begin else 0.0,
                "picture": picture,
            }
        )


class BenchLostError(Exception):
    """The test's own code hangs or crashed; the text says so in words."""


def problem_words(problem: Exception, *, test: bool = False) -> str:
    """Return the sentence for what ended a page (or, with ``test``, a test file)."""
    if isinstance(problem, StuckError):
        return say("verify.test_never_ends" if test else "verify.page_stuck")
    if isinstance(problem, CrashedError):
        return say("verify.test_crashed" if test else "verify.page_crashed")
    return str(problem)


async def check_page(url: str) -> dict[str, Any]:
    """Open a page, look at it, and tell ``{event, loaded, errors, title, picture}``."""
    site = Site(url)
    try:
        return {"event": "checked", "loaded": True, **await _seen(site)}
    except (WordsError, StuckError, CrashedError) as problem:
        site.page.kill()
        errors = [*site.page.errors, problem_words(problem)]
        return {"event": "checked", "loaded": False, "errors": errors, "title": "", "picture": None}
    finally:
        site.close()


async def _seen(site: Site) -> dict[str, Any]:
    await site.open()
    await site.advance(1000)
    title = await site.look("title")
    picture = base64.b64encode(await site.png()).decode()
    errors = [*await site.complaints(), *filter(None, [_many_dialogs(site)])]
    return {"errors": errors, "title": title, "picture": picture}


async def _picture(site: Site) -> str | None:
    try:
        return base64.b64encode(await site.png()).decode()
    except (WordsError, StuckError, CrashedError):
        return None


async def _complaints(site: Site) -> str:
    try:
        errors = await site.complaints()
    except (WordsError, StuckError, CrashedError) as problem:
        site.page.kill()
        return problem_words(problem)
    if errors:
        return say("verify.page_complained", errors=" · ".join(errors[:_SHOWN_ERRORS]))
    return _many_dialogs(site)


def _many_dialogs(site: Site) -> str:
    count = len(site.page.dialogs)
    return say("verify.many_dialogs", count=count) if count > _MANY_DIALOGS else ""
