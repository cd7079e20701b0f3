"""llama.cpp's own server as a child process, with whatever model a test wrote for it."""

from __future__ import annotations

import json
import socket
import subprocess
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SECONDS = 60
_LISTENS = "listening on http"


@dataclass
class LlamaServer:
    """A server that runs.

    Attributes:
        url: Its address, without a version.
        process: The program.
        lines: What it said.
    """

    url: str
    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)

    def is_busy(self) -> bool:
        """Tell whether it works on an answer."""
        asking = HTTPConnection(self.url.removeprefix("http://"), timeout=SECONDS)
        asking.request("GET", "/slots")
        places: list[dict[str, object]] = json.load(asking.getresponse())
        asking.close()
        return any(place["is_processing"] for place in places)


@contextmanager
def running(program: Path, model: Path, *, helpers: int = 3, context: int = 32768) -> Iterator[LlamaServer]:
    """Run the server until the end of the block.

    Args:
        program: ``llama-server``.
        model: The model's file.
        helpers: How many answers it gives at the same time.
        context: Tokens for each of them.
    """
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port = str(place.getsockname()[1])
    sizes = ["--parallel", str(helpers), "--ctx-size", str(helpers * context), "--threads", "1"]
    command = [str(program), "--model", str(model), "--jinja", "--host", "127.0.0.1", "--port", port, *sizes]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        server = LlamaServer(f"http://127.0.0.1:{port}", process)
        listens = threading.Event()
        reader = threading.Thread(target=_read, args=(server, listens))
        reader.start()
        try:
            assert listens.wait(SECONDS), server.lines
            assert process.poll() is None, server.lines
            yield server
        finally:
            process.kill()
            reader.join()


def _read(server: LlamaServer, listens: threading.Event) -> None:
    assert server.process.stdout is not None
    for line in server.process.stdout:
        server.lines.append(line)
        if _LISTENS in line:
            listens.set()
    listens.set()
