"""One window for each person: a second start hands its files to the first and leaves."""

from __future__ import annotations

import getpass
import hashlib
import json
import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QEvent, QLockFile, QObject, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from typing_extensions import override

from elisa.core.settings import home

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QApplication

_log = logging.getLogger(__name__)
_MS = 2000
_LONGEST = 1_000_000


class SingleInstance(QObject):
    """Finds out whether this is the first start, and hears of later ones.

    Signals:
        asked: Paths that another start, or the system, wants opened; an empty list means "come forward".
    """

    asked = Signal(list)

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        whose = hashlib.sha256(f"{getpass.getuser()}|{home()}".encode()).hexdigest()[:16]
        self._name = f"elisa-{whose}"
        self._lock = QLockFile(QDir.temp().filePath(f"{self._name}.lock"))
        self._lock.setStaleLockTime(0)
        self.is_first = self._lock.tryLock(100)
        self._server: QLocalServer | None = None
        application.installEventFilter(self)
        if self.is_first:
            self._listen()

    def hand_over(self, files: Sequence[str]) -> bool:
        """Give these files to the first window; tell whether it took them."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_MS):
            return False
        socket.write(json.dumps(list(files)).encode() + b"\n")
        taken = socket.waitForBytesWritten(_MS) and socket.waitForReadyRead(_MS)
        return bool(taken)

    def close(self) -> None:
        """Let another start be the first."""
        if self._server is not None:
            self._server.close()
        if self.is_first:
            self._lock.unlock()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear the files that macOS hands over as events."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.asked.emit([event.file()])
            return True
        return False

    def _listen(self) -> None:
        QLocalServer.removeServer(self._name)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._take)
        if not self._server.listen(self._name):
            _log.info("later starts cannot be heard: %s", self._server.errorString())

    def _take(self) -> None:
        socket = self._server.nextPendingConnection() if self._server is not None else None
        if socket is None:
            return
        socket.readyRead.connect(lambda: self._read(socket))
        socket.disconnected.connect(socket.deleteLater)

    def _read(self, socket: QLocalSocket) -> None:
        if not socket.canReadLine():
            return
        line = bytes(socket.readLine(_LONGEST).data())
        try:
            files = [str(file) for file in json.loads(line)]
        except (ValueError, TypeError):
            files = []
        socket.write(b"ok\n")
        socket.flush()
        self.asked.emit(files)
