"""The workbench of page tests: a page of its own in which the test code runs, with no way out but messages to us."""

from __future__ import annotations

import json
import secrets
from collections import deque
from typing import Any

from PySide6.QtCore import QUrl

from elisa.ui.web.children.later import Later, TooLateError
from elisa.ui.web.children.quiet import quiet_profile
from elisa.ui.web.children.site import MAIN_WORLD, WordsError
from elisa.ui.web.children.sources import bench
from elisa.ui.web.children.web_page import StuckError, WebPage

_ASK_SECONDS = 5.0


class Bench:
    """Test code of one file, and the tests that it declares."""

    def __init__(self) -> None:
        self._word = secrets.token_hex(16)
        self._profile, self._guard = quiet_profile(None)
        self.page = WebPage(self._profile, self._word)
        self.page.on_message = self._heard
        self._inbox: deque[dict[str, Any]] = deque()
        self._next: Later[Any] | None = None
        self._round = 0

    async def load(self, source: str, name: str) -> list[dict[str, Any]]:
        """Run a test file and return the tests it declares: ``{title, requirement, proof}`` each.

        Raises:
            WordsError: The file has an error, with its line.
            StuckError: It never comes to its end.
        """
        self.page.add_script("bench", bench(self._word), MAIN_WORLD)
        loaded: Later[bool] = self.page.expect(_ASK_SECONDS)
        self.page.loadFinished.connect(loaded.give)
        self.page.setHtml("<!doctype html><title>tests</title>", QUrl("about:blank"))
        await self._in_time(loaded)
        ran = await self._run(f"{source}\n;true;\n//# sourceURL={_plain(name)}")
        if self.page.errors or not ran:
            raise WordsError(self.page.errors[0] if self.page.errors else "The test file cannot be read.")
        declared: list[dict[str, Any]] = json.loads(str(await self._run("elisaBench.declared()")))
        return declared

    async def start(self, index: int) -> None:
        """Begin a test; its calls come through ``next_message``."""
        self._round += 1
        self._inbox.clear()
        self.page.errors.clear()
        await self._run(f"elisaBench.start({index}, {self._round}); 1")

    async def next_message(self, seconds: float) -> dict[str, Any]:
        """Return the next call (``{call, args, id}``) or the end (``{done, ok, error}``) of the running test.

        Raises:
            TooLateError: The test said nothing for so long.
            CrashedError: The test's own process died.
        """
        if not self._inbox:
            self._next = self.page.expect(seconds)
            await self._next
        return self._inbox.popleft()

    async def answer(self, call_id: int, *, ok: bool, value: object) -> None:
        """Give the running test the answer to one of its calls."""
        await self._run(f"elisaBench.answer({call_id}, {json.dumps(ok)}, {json.dumps(value)}); 1")

    def close(self) -> None:
        """End it, also if it hangs."""
        self.page.on_message = lambda _message: None
        self.page.kill()
        self.page.deleteLater()
        self._profile.deleteLater()

    async def _run(self, code: str) -> object:
        return await self._in_time(self._begin(code))

    def _begin(self, code: str) -> Later[Any]:
        later = self.page.expect(_ASK_SECONDS)
        self.page.runJavaScript(code, MAIN_WORLD, later.give)
        return later

    async def _in_time(self, later: Later[Any]) -> object:
        try:
            return await later
        except TooLateError as late:
            raise StuckError from late

    def _heard(self, message: dict[str, Any]) -> None:
        if message.get("round") != self._round:
            return
        self._inbox.append(message)
        if self._next is not None:
            self._next.give(None)


def _plain(name: str) -> str:
    return "".join(letter if letter.isprintable() and letter != " " else "_" for letter in name)
