"""The off-screen browser child: jobs come in as JSON lines on stdin, results leave as JSON lines on stdout.

Jobs: ``{"do": "run", "url", "file", "source", "only", "pictures"}``, ``{"do": "check", "url"}``. Each ends with a line
that has ``"end": true``. What Chromium itself says goes to stderr. The end of stdin is the end of the child.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import sys
import threading
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from elisa.ui.web.children.later import drive
from elisa.ui.web.children.quiet import chromium_arguments
from elisa.ui.web.children.runs import PageTests, check_page

if TYPE_CHECKING:
    from typing import TextIO

_COLLECT_MS = 1000


class Answers:
    """The one place that writes to the real stdout."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def tell(self, message: dict[str, Any]) -> None:
        """Write one line, at once."""
        self._out.write(json.dumps(message, separators=(",", ":")) + "\n")
        self._out.flush()


class Office(QObject):
    """Takes jobs one after another. ``came`` and ``ended`` may be emitted from any thread."""

    came = Signal(str)
    ended = Signal()

    def __init__(self, answers: Answers, application: QApplication) -> None:
        super().__init__()
        self._answers = answers
        self._waiting: list[dict[str, Any]] = []
        self._busy = False
        self.came.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self.ended.connect(application.quit, Qt.ConnectionType.QueuedConnection)

    def _take(self, line: str) -> None:
        self._waiting.append(json.loads(line))
        self._begin()

    def _begin(self) -> None:
        if self._waiting and not self._busy:
            self._busy = True
            drive(self._work(self._waiting.pop(0)), self._done)

    async def _work(self, job: dict[str, Any]) -> None:
        if job["do"] == "check":
            self._answers.tell(await check_page(job["url"]))
        else:
            await PageTests(job, self._answers.tell).run()

    def _done(self, outcome: Exception | None) -> None:
        if outcome is not None:
            self._answers.tell({"event": "failed", "message": repr(outcome)})
        self._answers.tell({"end": True})
        self._busy = False
        self._begin()


def run_page_child(arguments: list[str]) -> int:
    """Run until stdin ends; ``--3d`` draws WebGL in software, which is slower. Returns the exit code."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO)
    answers = Answers(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QApplication(["elisa-page", *chromium_arguments(software_3d="--3d" in arguments)])
    application.setQuitOnLastWindowClosed(False)
    collecting = _collect_here(application)
    office = Office(answers, application)
    threading.Thread(target=_read_jobs, args=(office,), daemon=True).start()
    answers.tell({"event": "ready"})
    code = application.exec()
    collecting.stop()
    os._exit(code)  # everything is told already, and Chromium's own way out can take seconds


def _collect_here(application: QApplication) -> QTimer:
    """Collect garbage on this thread only: from another one it would end Chromium (CalledOnValidBrowserThread)."""
    gc.disable()
    timer = QTimer(application)
    timer.timeout.connect(lambda: gc.collect(1))
    timer.start(_COLLECT_MS)
    return timer


def _read_jobs(office: Office) -> None:
    for line in sys.stdin:
        office.came.emit(line)
    office.ended.emit()
