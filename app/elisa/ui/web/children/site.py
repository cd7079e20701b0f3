"""The page under test: loaded fresh, seen and read from beside, its clock moved only by us."""

from __future__ import annotations

import json
import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, TypeAdapter
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QSize, Qt, QUrl
from PySide6.QtGui import QImageWriter
from PySide6.QtWebEngineCore import QWebEngineScript
from PySide6.QtWebEngineWidgets import QWebEngineView

from elisa.ui.web.children.later import Later, TooLateError, pause
from elisa.ui.web.children.quiet import quiet_profile
from elisa.ui.web.children.sources import CLOCK_START_MS, eyes, no_side_doors, page_world
from elisa.ui.web.children.web_page import CALL_SECONDS, LeftError, StuckError, WebPage

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QImage

MAIN_WORLD = QWebEngineScript.ScriptWorldId.MainWorld.value
EYES_WORLD = QWebEngineScript.ScriptWorldId.UserWorld.value + 1
LOAD_SECONDS = 10.0
WINDOW = QSize(1280, 720)
_MARKS = ("#c0ffee", "#facade")
_MARK_FRAMES = 30
_FRAMES_AT_ONCE = 30
_ARRIVE_SECONDS = 2.0


class WordsError(Exception):
    """A step of a test cannot be done; the text says why, for a reader of tests."""


class Spot(BaseModel):
    """A place in the page; ``deaf`` if what stands there takes no input (a disabled button)."""

    x: float
    y: float
    deaf: bool


class Site:
    """One page with storage of its own, in a window that nobody sees. ``close`` it; nothing of it is kept."""

    def __init__(self, url: str) -> None:
        self.url = QUrl(url)
        self._word = secrets.token_hex(16)
        self._name = f"_{secrets.token_hex(8)}"
        self._tokens = 0
        self._given_up = 0
        self._answers: dict[int, Later[Any]] = {}
        self._loading: Later[bool] | None = None
        self._profile, self.guard = quiet_profile(self.url)
        self.page = WebPage(self._profile, self._word)
        self.page.may_go = self.guard.allows
        self.page.on_message = self._heard
        self.page.add_script("doors", no_side_doors(), MAIN_WORLD, in_frames=True)
        self.page.add_script("eyes", eyes(), EYES_WORLD)
        self.page.loadStarted.connect(self._load_started)
        self.page.loadFinished.connect(self._load_finished)
        self._set_clock(CLOCK_START_MS)
        self.view = QWebEngineView()
        self.view.setPage(self.page)
        self.view.resize(WINDOW)
        self.view.show()
        self.view.activateWindow()

    async def open(self, url: QUrl | None = None) -> None:
        """Load a page (the site's first one by default) and wait for it.

        Raises:
            WordsError: It did not load.
            StuckError: It never came to its end.
            CrashedError: Its process died.
        """
        await self._loaded(lambda: self.page.load(url or self.url))

    async def reload(self) -> None:
        """Load the same page again; what it stored stays. Errors as for ``open``."""
        await self._loaded(self.page.triggerAction, self.page.WebAction.Reload)

    async def look(self, name: str, *args: object) -> object:
        """Read something from beside the page.

        Raises:
            WordsError: It is not there, in words.
            StuckError: The page does not answer.
        """
        code = f"elisaLook({json.dumps(name)}, {json.dumps(args)})"
        while True:
            try:
                answer = json.loads(str(await self._patient(code, EYES_WORLD)))
            except LeftError:
                await self.settled()
                continue
            if not answer["ok"]:
                raise WordsError(answer["error"])
            value: object = answer["value"]
            return value

    async def point(self, target: str) -> Spot:
        """Return where a finger would land on a target, after scrolling it into view; errors as for ``look``."""
        found = await self.look("point", target)
        return Spot.model_validate(found)

    async def heard(self) -> dict[str, float]:
        """Return how many events of each kind have reached this document, and ``born``, which tells it from others."""
        counts = await self.look("heard")
        return TypeAdapter(dict[str, float]).validate_python(counts)

    async def complaints(self) -> list[str]:
        """Return everything that the page complained about, and what this document asked for and did not get."""
        missing = TypeAdapter(list[str]).validate_python(await self.look("missing"))
        return [*self.page.errors, *dict.fromkeys(missing)]

    async def advance(self, milliseconds: float) -> None:
        """Move the page's clock; timers, frames and promises run as they fall due, and what they ask for arrives."""
        await self._ask(
            MAIN_WORLD,
            lambda token: f"window[{json.dumps(self._name)}].advance({token}, {float(milliseconds)})",
            seconds=CALL_SECONDS + milliseconds / 1000,
        )
        await self._arrived()

    async def frames(self, reads: Sequence[Sequence[object]], most: int) -> int:
        """Move the clock frame by frame until one of ``reads`` changes, ``most`` frames at last; return how many.

        The clock waits for what the page has asked for: else it would outrun a computer that is slow to bring it.
        """
        passed = 0
        while passed < most:
            await self._arrived()
            wanted = min(_FRAMES_AT_ONCE, most - passed)
            now = await self._frames(reads, wanted)
            passed += now
            if now < wanted:
                break
        return passed

    async def _frames(self, reads: Sequence[Sequence[object]], most: int) -> int:
        word = json.dumps(self._word)
        passed = await self._ask(
            EYES_WORLD,
            lambda token: f"elisaFrames({word}, {token}, {json.dumps(reads)}, {int(most)})",
            seconds=CALL_SECONDS + most / 60,
        )
        return passed if isinstance(passed, int) else 1

    async def _arrived(self) -> None:
        """Wait for what the page has asked for, but for an open stream or what never comes only once."""
        deadline = time.monotonic() + _ARRIVE_SECONDS
        while (missing := self.guard.asked - self._given_up - await self._loaded_count()) > 0:
            if time.monotonic() > deadline:
                self._given_up += missing
                return
            await pause(2)

    async def _loaded_count(self) -> int:
        found = await self.look("loaded")
        return found if isinstance(found, int) else 0

    async def evaluate(self, source: str, args: Sequence[object]) -> object:
        """Run a function in the page's own world; arguments and answer are JSON, a promise is waited for."""
        call = f"({source})(...{json.dumps(list(args))})"
        return await self._ask(
            MAIN_WORLD,
            lambda token: f"window[{json.dumps(self._name)}].run({token}, () => {call}); 1",
            needs_value=True,
        )

    async def picture(self) -> QImage:
        """Return what a person would see now.

        A frame that the page has made may still be on its way to the window, and nobody says when it is there. So a dot
        of a colour that is not in the corner is drawn there and looked for, then taken away and waited for to be gone.
        """
        seen = await self._drawn()
        colour = next(colour for colour in _MARKS if seen.pixelColor(0, 0).name() != colour)
        for shown in (colour, None):
            await self._patient(f"elisaMark({json.dumps(shown)}); 1", EYES_WORLD)
            for _ in range(_MARK_FRAMES):
                seen = await self._drawn()
                if (seen.pixelColor(0, 0).name() == colour) is (shown is not None):
                    break
        return seen

    async def _drawn(self) -> QImage:
        await self._painted()
        return self.view.grab().toImage()

    async def _painted(self) -> None:
        """Wait for two frames; a document that is replaced meanwhile makes none, so not for ever."""
        await self._patient("elisaPaint(); 1", EYES_WORLD)
        deadline = time.monotonic() + CALL_SECONDS
        while not await self._patient("elisaPainted", EYES_WORLD) and time.monotonic() < deadline:
            await pause(5)

    async def png(self) -> bytes:
        """Return the picture as a PNG file."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, QByteArray(b"png")).write(await self.picture())
        return bytes(buffer.data().data())

    async def settled(self) -> None:
        """Wait until a page that is on its way is there."""
        while self._loading is not None:
            await pause(5)

    def screen_point(self, x: float, y: float) -> QPoint:
        """Return the place in the window for a place in the page."""
        return QPoint(round(x), round(y))

    def close(self) -> None:
        """End the page; deleted before its profile, as Qt wants it."""
        self.page.on_message = lambda _message: None
        self.page.may_go = lambda _url: False
        self.view.close()
        self.view.deleteLater()
        self.page.deleteLater()
        self._profile.deleteLater()

    async def _loaded(self, begin: Callable[..., object], *arguments: object) -> None:
        loading: Later[bool] = self.page.expect(LOAD_SECONDS)
        self._loading = loading
        begin(*arguments)
        try:
            came = await loading
        except TooLateError as late:
            raise StuckError from late
        finally:
            self._loading = None
        if not came:
            raise WordsError(f"The page {self.url.path() or '/'} could not be loaded.")
        self._focus()
        with suppress(LeftError):  # a page that goes on at once to another one is never drawn
            await self._painted()  # input before the first frame may be lost

    async def _patient(self, code: str, world: int, seconds: float = CALL_SECONDS) -> object:
        try:
            return await self.page.run(code, world, seconds=seconds)
        except TooLateError as late:
            raise StuckError from late

    async def _ask(
        self, world: int, code: Callable[[int], str], *, seconds: float = CALL_SECONDS, needs_value: bool = False
    ) -> object:
        self._tokens += 1
        token = self._tokens
        answer = self.page.expect(seconds)
        self._answers[token] = answer
        started: Later[Any] = Later()
        self.page.runJavaScript(code(token), world, started.give)
        if needs_value:
            await self._has_started(started, token)
        try:
            message = await answer
        except TooLateError as late:
            raise StuckError from late
        except LeftError:
            await self.settled()
            return None
        finally:
            self._answers.pop(token, None)
        if "error" in message:
            raise WordsError(str(message["error"]))
        value: object = message["value"]
        return value

    async def _has_started(self, started: Later[Any], token: int) -> None:
        """A function that cannot even be read never answers; its syntax error is on the console already."""
        try:
            ran = await started.within(CALL_SECONDS)
        except TooLateError as late:
            raise StuckError from late
        if not ran and token in self._answers:
            raise WordsError(self.page.errors.pop() if self.page.errors else "The function cannot be read.")

    def _heard(self, message: dict[str, Any]) -> None:
        if "now" in message:
            self._set_clock(int(message["now"]))
        answer = self._answers.get(message.get("token", 0))
        if answer is not None:
            answer.give(message)

    def _set_clock(self, now: int) -> None:
        """Where the clock of the next document begins: it goes on, it does not jump back."""
        self.page.add_script("page", page_world(name=self._name, word=self._word, now=now), MAIN_WORLD)

    def _load_started(self) -> None:
        self.guard.asked = self._given_up = 0
        if self._loading is None:
            self._loading = Later()
            self.page.document_left()

    def _load_finished(self, ok: bool) -> None:
        loading, self._loading = self._loading, None
        if loading is not None:
            loading.give(ok)

    def _focus(self) -> None:
        target = self.view.focusProxy()
        if target is not None:
            target.setFocus(Qt.FocusReason.OtherFocusReason)
