"""Our own pages come over ``elisa://studio/…``: files of ``blockly_assets``, with a strict content security policy.

Where the numbers come from: the three flags, the headers and the parent of the buffer were tried one by one on PySide6
6.12; without one of them fetch, fonts or scripts are refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QFile, QIODevice
from PySide6.QtWebEngineCore import QWebEngineUrlRequestJob, QWebEngineUrlScheme, QWebEngineUrlSchemeHandler
from typing_extensions import override

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtCore import QObject

NAME = b"elisa"
HOST = "studio"
_CHANNEL = "qwebchannel.js"
_POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self'; "
    "font-src 'self'; style-src 'self' 'unsafe-inline'; frame-src 'none'; object-src 'none'; base-uri 'none'; "
    "form-action 'none'"
)
_HEADERS = {
    b"Content-Security-Policy": _POLICY.encode(),
    b"Cross-Origin-Opener-Policy": b"same-origin",
    b"Cross-Origin-Resource-Policy": b"same-origin",
    b"X-Content-Type-Options": b"nosniff",
    b"Cache-Control": b"no-store",
}
_KINDS = {
    ".html": b"text/html",
    ".js": b"text/javascript",
    ".css": b"text/css",
    ".json": b"application/json",
    ".svg": b"image/svg+xml",
    ".png": b"image/png",
    ".gif": b"image/gif",
    ".cur": b"image/x-icon",
    ".mp3": b"audio/mpeg",
    ".wav": b"audio/wav",
    ".ogg": b"audio/ogg",
    ".otf": b"font/otf",
    ".woff": b"font/woff",
}


def register_scheme() -> None:
    """Make the scheme known; must run before ``QApplication`` and before any profile."""
    if QWebEngineUrlScheme.schemeByName(NAME).name() == NAME:
        return
    scheme = QWebEngineUrlScheme(NAME)
    scheme.setSyntax(QWebEngineUrlScheme.Syntax.Host)
    flag = QWebEngineUrlScheme.Flag
    scheme.setFlags(flag.SecureScheme | flag.CorsEnabled | flag.FetchApiAllowed)
    QWebEngineUrlScheme.registerScheme(scheme)


class Assets(QWebEngineUrlSchemeHandler):
    """Answers each address with a file below one folder, and with nothing else."""

    def __init__(self, root: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._root = root.resolve()

    @override
    def requestStarted(self, request: QWebEngineUrlRequestJob) -> None:
        """Called by Qt for each request."""
        name = request.requestUrl().path().lstrip("/")
        headers = {QByteArray(key): [QByteArray(value)] for key, value in _HEADERS.items()}
        request.setAdditionalResponseHeaders(headers)  # type: ignore[arg-type]  # it wants lists; its stub says not
        if name == _CHANNEL:
            self._reply(request, b"text/javascript", _channel_script())
            return
        path = (self._root / name).resolve()
        if not path.is_relative_to(self._root) or not path.is_file():
            request.fail(QWebEngineUrlRequestJob.Error.UrlNotFound)
            return
        self._reply(request, _KINDS.get(path.suffix, b"application/octet-stream"), path.read_bytes())

    def _reply(self, request: QWebEngineUrlRequestJob, kind: bytes, data: bytes) -> None:
        buffer = QBuffer(request)
        buffer.setData(data)
        buffer.open(QIODevice.OpenModeFlag.ReadOnly)
        request.reply(kind, buffer)


def _channel_script() -> bytes:
    """Return Qt's own half of the channel; as ``qrc:`` address the policy would stop it."""
    file = QFile(f":/qtwebchannel/{_CHANNEL}")
    file.open(QIODevice.OpenModeFlag.ReadOnly)
    return bytes(file.readAll().data())
