"""A page whose words reach Python: console messages, answers by token, dialogs, the end of its process."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile, QWebEngineScript

from elisa.ui.web.children.later import Later
from elisa.ui.web.forgetful import refuse_permission

if TYPE_CHECKING:
    from collections.abc import Callable

CALL_SECONDS = 6.0
_KEPT_ERRORS = 20
_LONGEST_MESSAGE = 1_000_000
Level = QWebEnginePage.JavaScriptConsoleMessageLevel


class StuckError(Exception):
    """The page does not answer: something in it never ends."""


class CrashedError(Exception):
    """The page's process is gone."""


class LeftError(Exception):
    """The document was replaced by another while it was asked something."""


class WebPage(QWebEnginePage):
    """One page.

    Attributes:
        errors: What the page complained about: uncaught errors and ``console.error``, with file and line.
        dialogs: ``(kind, text)`` of each alert, confirm and prompt; all are answered at once.
        on_message: Called with each object that our own scripts sent by the secret word.
    """

    def __init__(self, profile: QWebEngineProfile, word: str) -> None:
        super().__init__(profile)
        self._word = word
        self._pending: set[Later[Any]] = set()
        self.errors: list[str] = []
        self.dialogs: list[tuple[str, str]] = []
        self.gone = False
        self.on_message: Callable[[dict[str, Any]], None] = lambda _message: None
        self.may_go: Callable[[QUrl], bool] = lambda _url: True
        self.permissionRequested.connect(refuse_permission)
        self.renderProcessTerminated.connect(self._process_gone)

    def expect(self, seconds: float) -> Later[Any]:
        """Return a value to wait for that fails at once when the process dies or the document is replaced."""
        later: Later[Any] = Later()
        self._pending = {one for one in self._pending if not one.come}
        self._pending.add(later)
        if self.gone:
            later.fail(CrashedError())
        return later.within(seconds)

    def document_left(self) -> None:
        """Say that whatever was asked of the old document gets no answer."""
        for later in self._pending:
            later.fail(LeftError())

    async def run(self, code: str, world: int, *, seconds: float = CALL_SECONDS) -> object:
        """Run JavaScript and return its value.

        Raises:
            TooLateError: No answer in time.
            CrashedError: The process is gone.
            LeftError: The document was replaced meanwhile.
        """
        later = self.expect(seconds)
        self.runJavaScript(code, world, later.give)
        answer: object = await later
        return answer

    def kill(self) -> None:
        """End the page's process; a page that hangs cannot be ended in another way."""
        pid = self.renderProcessPid()
        if pid > 0 and not self.gone:
            os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def add_script(self, name: str, source: str, world: int, *, in_frames: bool = False) -> None:
        """Put a script into every document before its own, replacing one of the same name."""
        for old in self.scripts().find(name):
            self.scripts().remove(old)
        script = QWebEngineScript()
        script.setName(name)
        script.setSourceCode(source)
        script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentCreation)
        script.setWorldId(world)
        script.setRunsOnSubFrames(in_frames)
        self.scripts().insert(script)

    def javaScriptConsoleMessage(self, level: Level, message: str, line: int, source: str) -> None:
        """Called by Qt for each line on the console."""
        if message.startswith(self._word):
            self.on_message(json.loads(message[len(self._word) :]))
        elif level == Level.ErrorMessageLevel and len(self.errors) < _KEPT_ERRORS:
            self.errors.append(_with_place(message[:_LONGEST_MESSAGE], source, line))

    def javaScriptAlert(self, _origin: QUrl | str, text: str) -> None:
        """Called by Qt; the box is closed at once."""
        self.dialogs.append(("alert", text))

    def javaScriptConfirm(self, _origin: QUrl | str, text: str) -> bool:
        """Called by Qt; the answer is yes."""
        self.dialogs.append(("confirm", text))
        return True

    def javaScriptPrompt(self, _origin: QUrl | str, text: str, default: str) -> tuple[bool, str]:
        """Called by Qt; the answer is what stands there already."""
        self.dialogs.append(("prompt", text))
        return True, default

    def chooseFiles(self, *_arguments: object) -> list[str]:
        """Called by Qt when the page wants a file; it gets none."""
        return []

    def acceptNavigationRequest(self, url: QUrl | str, _kind: QWebEnginePage.NavigationType, is_main: bool) -> bool:
        """Called by Qt before the page goes to another address."""
        target = QUrl(url)
        if self.may_go(target):
            return True
        if is_main:
            self.errors.append(f"The page tried to leave for {target.toString()}")
        return False

    def _process_gone(self, *_arguments: object) -> None:
        self.gone = True
        for later in self._pending:
            later.fail(CrashedError())


def _with_place(message: str, source: str, line: int) -> str:
    name = QUrl(source).path().lstrip("/") or ("index.html" if source else "")
    return f"{message} ({name}:{line})" if name and line else message
