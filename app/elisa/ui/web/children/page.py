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
from typing import Any

from elisa.ui.web.children.quiet import chromium_flags

_log = logging.getLogger(__name__)
_YOUNG_MS = 1000


def run_page_child(arguments: list[str]) -> int:
    """Run until stdin ends; ``--3d`` draws WebGL in software, which is slower. Returns the exit code."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = chromium_flags(software_3d="--3d" in arguments)
    from PySide6.QtWidgets import QApplication

    application = QApplication(["elisa-page"])
    application.setQuitOnLastWindowClosed(False)
    tell = _teller(answers)
    collecting = _collect_here(application)
    office = _office(tell)
    threading.Thread(target=_read_jobs, args=(office,), daemon=True).start()
    tell({"event": "ready"})
    code = application.exec()
    collecting.stop()
    os._exit(code)  # everything worth keeping is told already; Chromium's own way out can take seconds


def _teller(answers: Any) -> Any:  # noqa: ANN401 - a text stream in, a function out
    def tell(message: dict[str, Any]) -> None:
        answers.write(json.dumps(message, separators=(",", ":")) + "\n")
        answers.flush()

    return tell


def _collect_here(application: Any) -> Any:  # noqa: ANN401 - QApplication in, QTimer out; Qt is imported late here
    """Collect garbage on this thread only: from another one it would end Chromium (CalledOnValidBrowserThread)."""
    from PySide6.QtCore import QTimer

    gc.disable()
    timer = QTimer(application)
    timer.timeout.connect(lambda: gc.collect(1))
    timer.start(_YOUNG_MS)
    return timer


def _office(tell: Any) -> Any:  # noqa: ANN401 - the class needs Qt, which is imported late
    from PySide6.QtCore import QObject, Qt, Signal

    from elisa.ui.web.children.later import drive
    from elisa.ui.web.children.runs import PageTests, check_page

    class Office(QObject):
        """Takes jobs one after another."""

        came = Signal(str)
        ended = Signal()

        def __init__(self) -> None:
            super().__init__()
            self._waiting: list[dict[str, Any]] = []
            self._busy = False
            self.came.connect(self._take, Qt.ConnectionType.QueuedConnection)
            self.ended.connect(self._leave, Qt.ConnectionType.QueuedConnection)

        def _take(self, line: str) -> None:
            self._waiting.append(json.loads(line))
            self._begin()

        def _begin(self) -> None:
            if self._busy or not self._waiting:
                return
            self._busy = True
            drive(self._work(self._waiting.pop(0)), self._done)

        async def _work(self, job: dict[str, Any]) -> None:
            if job["do"] == "check":
                tell(await check_page(job["url"]))
            else:
                await PageTests(job, tell).run()

        def _done(self, outcome: Exception | None) -> None:
            if isinstance(outcome, Exception):
                _log.error("a job failed", exc_info=outcome)
                tell({"event": "failed", "message": repr(outcome)})
            tell({"end": True})
            self._busy = False
            self._begin()

        def _leave(self) -> None:
            from PySide6.QtCore import QCoreApplication

            QCoreApplication.quit()

    return Office()


def _read_jobs(office: Any) -> None:  # noqa: ANN401 - the class above
    for line in sys.stdin:
        office.came.emit(line)
    office.ended.emit()
