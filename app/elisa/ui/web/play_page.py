"""The page that plays a nugget: strangers' code in a profile of its own, without any bridge into the program."""

from __future__ import annotations

import os
import signal
from contextlib import suppress

from PySide6.QtCore import QObject, QTimer, QUrl, Signal
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineSettings
from typing_extensions import override

from elisa.ui.web.forgetful import OneOrigin, forgetful_profile, refuse_permission

_PING_MS = 1000
STUCK_MS = 3000
"""A page that answers nothing for so long is called stuck."""
_BOXES = 3


class PlayPage(QWebEnginePage):
    """One nugget's page.

    Signals:
        stuck: It answers nothing; True again when it does.
        said: A line of its console: level word, text, line number.
        led_outside: A link that leads out was pressed.
        boxes: It opened the third box in a row.
        crashed: Its process is gone.
    """

    stuck = Signal(bool)
    said = Signal(str, str, int)
    led_outside = Signal()
    boxes = Signal()
    crashed = Signal()

    def __init__(self, address: QUrl, parent: QObject) -> None:
        profile = forgetful_profile(parent)
        super().__init__(profile, parent)
        # The profile goes after its page, else Chromium complains.
        self.destroyed.connect(profile.deleteLater)
        self._guard = OneOrigin(address, profile)
        self._address = address
        self._boxes = 0
        self._asked = 0
        self._answered = 0
        self._is_stuck = False
        profile.setUrlRequestInterceptor(self._guard)
        self.settings().setAttribute(QWebEngineSettings.WebAttribute.PlaybackRequiresUserGesture, False)
        self.permissionRequested.connect(refuse_permission)
        self.renderProcessTerminated.connect(lambda _status, _code: self._gone())
        self._watch = QTimer(self, interval=_PING_MS)
        self._watch.timeout.connect(self._ping)

    @property
    def is_stuck(self) -> bool:
        """Whether it answers nothing at the moment."""
        return self._is_stuck

    def play(self) -> None:
        """Load the served nugget."""
        self.load(self._address)
        self._watch.start()

    def end(self) -> None:
        """Stop whatever runs in it, an endless loop too: its process goes."""
        self._watch.stop()
        pid = self.renderProcessPid()
        if self._is_stuck and pid > 0:
            # Its own process and nobody else's: a page in an endless loop hears nothing any more.
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        self._set_stuck(stuck=False)

    @override
    def acceptNavigationRequest(
        self, url: QUrl | str, kind: QWebEnginePage.NavigationType, is_main_frame: bool
    ) -> bool:
        allowed = self._guard.allows(QUrl(url))
        if not allowed:
            self.led_outside.emit()
        return allowed

    @override
    def createWindow(self, kind: QWebEnginePage.WebWindowType) -> QWebEnginePage | None:  # type: ignore[override]
        self.led_outside.emit()
        return None

    @override
    def javaScriptConsoleMessage(
        self, level: QWebEnginePage.JavaScriptConsoleMessageLevel, message: str, line: int, source: str
    ) -> None:
        word = level.name.removesuffix("MessageLevel").lower()
        self.said.emit(word, message[:500], line)

    @override
    def javaScriptAlert(self, origin: QUrl | str, message: str) -> None:
        self._box(message)

    @override
    def javaScriptConfirm(self, origin: QUrl | str, message: str) -> bool:
        self._box(message)
        return True

    @override
    def javaScriptPrompt(self, origin: QUrl | str, message: str, default: str) -> tuple[bool, str]:
        self._box(message)
        return True, default

    def _box(self, message: str) -> None:
        """A box of the page becomes a line of its console: it can never lock anybody in."""
        self.said.emit("box", message[:500], 0)
        self._boxes += 1
        if self._boxes == _BOXES:
            self.boxes.emit()

    def _ping(self) -> None:
        if self.isLoading() and self._asked == 0:
            return
        behind = (self._asked - self._answered) * _PING_MS
        self._set_stuck(stuck=behind >= STUCK_MS)
        self._asked += 1
        number = self._asked
        self.runJavaScript("1", lambda _answer: self._pong(number))

    def _pong(self, number: int) -> None:
        self._answered = max(self._answered, number)
        self._set_stuck(stuck=False)

    def _set_stuck(self, *, stuck: bool) -> None:
        if stuck != self._is_stuck:
            self._is_stuck = stuck
            self.stuck.emit(stuck)

    def _gone(self) -> None:
        self._watch.stop()
        self.crashed.emit()
