"""The one object on the editor's channel: the page calls ``call`` and hears ``message``; both carry JSON."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_log = logging.getLogger(__name__)


class Bridge(QObject):
    """Hands the page's calls to ``answers`` by name; what is sent before the page is ready waits until then."""

    message = Signal(str)

    def __init__(self, answers: Mapping[str, Callable[[dict[str, Any]], Any]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers = answers
        self._ready = False
        self._waiting: list[str] = []

    @Slot(str, result=str)
    def call(self, text: str) -> str:
        """Answer the page at once; a call that makes no sense is noted and answered with an error."""
        try:
            asked = json.loads(text)
            name, values = str(asked["name"]), dict(asked.get("values") or {})
            answer = self._answers[name](values)
        except (ValueError, KeyError, TypeError) as error:
            _log.error("the editor page asked for what is not there: %s", error)
            return json.dumps({"error": str(error)})
        return json.dumps({"value": answer})

    def send(self, kind: str, **values: object) -> None:
        """Send the page a message, in order."""
        text = json.dumps({"kind": kind, **values})
        if self._ready:
            self.message.emit(text)
        else:
            self._waiting.append(text)

    def open(self) -> None:
        """Let through what has waited: the page listens now."""
        self._ready = True
        waiting, self._waiting = self._waiting, []
        for text in waiting:
            self.message.emit(text)

    def shut(self) -> None:
        """The page is gone; what it has not heard is forgotten."""
        self._ready = False
        self._waiting.clear()
