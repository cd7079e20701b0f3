"""One window for each person: a second start hands its files to the first and leaves."""

from __future__ import annotations

import getpass
import hashlib
import json
import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDir, QEvent, QLockFile, QObject, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtNetwork import QLocalServer, QLocalSocket
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from elisa.core.settings import home

if TYPE_CHECKING:
    from collections.abc import Sequence

_log = logging.getLogger(__name__)
_MS = 2000
_LONGEST = 1_000_000


def take_place() -> QLockFile | None:
    """Return the lock of the first start, or ``None`` if another one stands; needs no application yet."""
    lock = QLockFile(QDir.temp().filePath(f"{_name()}.lock"))
    lock.setStaleLockTime(0)
    return lock if lock.tryLock(100) else None


def hand_over(files: Sequence[str]) -> bool:
    """Give these files to the first window; tell whether it took them.

    A plain application is enough for that: one with a web engine would take seconds to come and to go.
    """
    application = QCoreApplication.instance() or QCoreApplication([])
    socket = QLocalSocket(application)
    socket.connectToServer(_name())
    if not socket.waitForConnected(_MS):
        return False
    socket.write(json.dumps(list(files)).encode() + b"\n")
    return bool(socket.waitForBytesWritten(_MS) and socket.waitForReadyRead(_MS))


def _name() -> str:
    whose = hashlib.sha256(f"{getpass.getuser()}|{home()}".encode()).hexdigest()[:16]
    return f"elisa-{whose}"


class StudioApplication(QApplication):
    """The application, which hears of files that macOS hands over as events (``file_asked``).

    Its own events only: a filter over all events of the program crashes PySide 6.12 while widgets come and go.
    """

    file_asked = Signal(str)

    @override
    def event(self, event: QEvent) -> bool:
        """Take a file that the system wants opened."""
        if event.type() == QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent):
            self.file_asked.emit(event.file())
            return True
        return super().event(event)


class SingleInstance(QObject):
    """The first start: hears of later ones.

    Signals:
        asked: Paths that another start, or the system, wants opened; an empty list means "come forward".
    """

    asked = Signal(list)

    def __init__(self, application: StudioApplication, lock: QLockFile) -> None:
        super().__init__(application)
        self._lock = lock
        self._server: QLocalServer | None = None
        self._early: list[list[str]] | None = []
        application.file_asked.connect(lambda file: self._tell([file]))
        self._listen()

    def start_telling(self) -> None:
        """Tell what was asked so far, and from now on at once: before, there was no window that could open it."""
        early, self._early = self._early or [], None
        for files in early:
            self.asked.emit(files)

    def close(self) -> None:
        """Let another start be the first."""
        if self._server is not None:
            self._server.close()
        self._lock.unlock()

    def _listen(self) -> None:
        QLocalServer.removeServer(_name())
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._take)
        if not self._server.listen(_name()):
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
        self._tell(files)

    def _tell(self, files: list[str]) -> None:
        if self._early is None:
            self.asked.emit(files)
        else:
            self._early.append(files)
