"""Shows a nugget's page at an address of this computer: only its own files, and only while somebody looks."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import uvicorn
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response

from elisa.core.errors import failure
from elisa.workspace.files import BlockedPathError, ConfinedFolder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from starlette.types import Receive, Scope, Send

LOOPBACK = "127.0.0.1"
_EVERYWHERE = ""  # the socket's own word for every address of this computer
_SITE_FOLDERS = ("dist", "build", "public", "src", ".")
_LARGEST = 2 * 1024 * 1024 * 1024
_GRACE_SECONDS = 1.0
_HUNG_UP_SECONDS = 4.0  # a guard: an answer that was cut only has to close its file, which a busy disk can hold up

_KINDS = {
    "html": "text/html",
    "htm": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "mjs": "text/javascript",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "txt": "text/plain",
    "md": "text/markdown",
    "csv": "text/csv",
    "xml": "application/xml",
    "svg": "image/svg+xml",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "avif": "image/avif",
    "ico": "image/x-icon",
    "woff": "font/woff",
    "woff2": "font/woff2",
    "ttf": "font/ttf",
    "otf": "font/otf",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "wav": "audio/wav",
    "m4a": "audio/mp4",
    "mp4": "video/mp4",
    "webm": "video/webm",
    "wasm": "application/wasm",
    "pdf": "application/pdf",
}
"""The system's own table is not asked: on Windows other programs write nonsense for ``.js`` into it."""


def media_type(name: str) -> str:
    """Return the MIME type of a file name; what is not known is a plain download."""
    return _KINDS.get(PurePosixPath(name).suffix.casefold()[1:], "application/octet-stream")


def find_site(root: Path) -> Path | None:
    """Return the folder to serve: the first of ``dist build public src .`` that holds an ``index.html``.

    A folder that is a link out of the nugget is never taken.
    """
    real = Path(os.path.realpath(root))
    for name in _SITE_FOLDERS:
        folder = Path(os.path.realpath(real / name))
        if folder.is_relative_to(real) and (folder / "index.html").is_file():
            return folder
    return None


class Served:
    """A folder being served, from ``async with`` to its end; ``url`` is an address that really answers.

    A taken port is exchanged for a free one. Never served: anything outside the folder, names that start with a dot,
    what is no ordinary file. Nothing is cached. No signal handler is touched, and the end takes 3 seconds at most.

    Args:
        folder: What to serve; ``find_site`` finds it.
        port: The port to try first; 0 takes any free one.
        lan: Answer the whole network instead of this computer only.
    """

    def __init__(self, folder: Path, *, port: int = 0, lan: bool = False) -> None:
        self._files = ConfinedFolder(folder, largest_file=_LARGEST)
        self._wanted, self._lan = port, lan
        self._hosts = {LOOPBACK, "localhost"}
        self._server: _Server | None = None
        self._task: asyncio.Task[None] | None = None
        self.port = 0
        self.url = ""

    async def __aenter__(self) -> Served:
        host = _own_address() if self._lan else LOOPBACK
        listener = _bind(_EVERYWHERE if self._lan else LOOPBACK, self._wanted)
        self.port = listener.getsockname()[1]
        self.url = f"http://{host}:{self.port}/"
        config = uvicorn.Config(
            self._answer,
            interface="asgi3",
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
        )
        self._server = _Server(config)
        self._task = asyncio.create_task(self._server.serve(sockets=[listener]), name=f"serve {self.port}")
        ready = asyncio.create_task(self._server.ready.wait())
        await asyncio.wait({ready, self._task}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if self._task.done():
            listener.close()
            await self._task
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is None or self._task is None:
            return
        self._server.should_exit = True
        done, _ = await asyncio.wait({self._task}, timeout=_GRACE_SECONDS)
        if not done:
            self._server.cut_off()
            done, _ = await asyncio.wait({self._task}, timeout=_HUNG_UP_SECONDS)
        if not done:
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=_GRACE_SECONDS)
        await self._server.answers_end()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._response(scope)(scope, receive, send)

    def _response(self, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD"):
            return PlainTextResponse("Only GET and HEAD are answered.", 405)
        if not self._lan and not self._is_ours(scope):
            return PlainTextResponse("This address is not served here.", 421)
        path: str = scope["path"]
        is_folder = path.endswith("/")
        place = self._place(path + "index.html" if is_folder else path)
        if place is not None and place.is_dir() and not is_folder:
            return RedirectResponse(path.rpartition("/")[2] + "/", 302)
        if place is None or not place.is_file():
            return PlainTextResponse("Not found.", 404, {"Cache-Control": "no-store"})
        headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        return FileResponse(place, headers=headers, media_type=media_type(place.name))

    def _place(self, path: str) -> Path | None:
        if any(part.startswith(".") for part in path.split("/")):
            return None
        try:
            return self._files.resolve(path.removeprefix("/"))
        except BlockedPathError:
            return None

    def _is_ours(self, scope: Scope) -> bool:
        """Refuse foreign host names: a web page could give our address a name of its own (DNS rebinding)."""
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        return all(host.rpartition(":")[0] in self._hosts or host in self._hosts for host in hosts)


def serve(folder: Path, port: int = 0, *, lan: bool = False) -> Served:
    """Give a server of ``folder`` that runs between the two ends of an ``async with``."""
    return Served(folder, port=port, lan=lan)


class _Server(uvicorn.Server):
    """The server, without its signal handlers, and telling when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def cut_off(self) -> None:
        """Hang up on those who are still reading; their answers end by themselves then, and are waited for."""
        for connection in list(self.server_state.connections):
            transport = connection.transport
            if isinstance(transport, asyncio.Transport):
                transport.abort()

    async def answers_end(self) -> None:
        """Wait for answers whose reader was cut off; each ends as soon as it hears of that."""
        if self.server_state.tasks:
            await asyncio.wait(set(self.server_state.tasks), timeout=_GRACE_SECONDS)


def _bind(host: str, port: int) -> socket.socket:
    for candidate in (port, 0):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if sys.platform == "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, candidate))
            listener.listen(100)
        except (OSError, OverflowError) as error:
            listener.close()
            if candidate == 0:
                raise failure("serve.no_port", str(error)) from error
        else:
            return listener
    raise failure("serve.no_port")


def _own_address() -> str:
    """Ask the system which of its addresses leads out; no packet is sent (the address is for documentation only)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])
