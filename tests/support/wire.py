"""A model's server on this computer that speaks both protocols, with every fault that a network or a server has.

It runs in a thread of its own, so that tests in a loop and tests of a child process can talk to it.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from support import wire_anthropic, wire_openai
from support.wire_answers import Call, Refusal, Reply

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator, Sequence

    from support.wire_answers import Answering, Protocol

_RESET = struct.pack("ii", 1, 0)


class Wire:
    """The server; ``calls`` are the requests it understood, ``complaints`` what no real server would have taken."""

    def __init__(self, answering: Answering, *, models: list[str], tls: ssl.SSLContext | None) -> None:
        self._answering, self._models, self._tls = answering, models, tls
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="wire")
        self.calls: list[Call] = []
        self.complaints: list[str] = []
        self.paths: list[str] = []
        self.port = 0
        self._busy = 0
        self._has_paused = False
        self.most_at_once = 0

    @property
    def url(self) -> str:
        """The address without a version."""
        return f"{'https' if self._tls else 'http'}://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """End, whatever is under way."""
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        connections: set[asyncio.Task[None]] = set()

        async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            connections.add(task)
            try:
                await self._talk(reader, writer)
            except (ConnectionError, asyncio.IncompleteReadError):
                pass  # the client went: that is what many tests are about
            except asyncio.CancelledError:
                pass  # the test is over
            finally:
                connections.discard(task)
                writer.transport.abort()

        server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=self._tls, limit=2**24)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in list(connections):
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, path, _ = head[0].split(" ")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
            raw = await reader.readexactly(int(headers.get("content-length", 0)))
            self.paths.append(f"{method} {path}")
            self._busy += 1
            self.most_at_once = max(self.most_at_once, self._busy)
            try:
                sent, reply = await self._response(method, path, headers, raw)
            finally:
                self._busy -= 1
            await self._send(reader, writer, sent, reply)

    async def _response(
        self, method: str, path: str, headers: dict[str, str], raw: bytes
    ) -> tuple[bytes, Reply | Refusal]:
        protocol: Protocol = "anthropic" if "anthropic-version" in headers else "openai"
        dialect = wire_anthropic if protocol == "anthropic" else wire_openai
        if (method, path.partition("?")[0]) == ("GET", "/v1/models"):
            return _plain(200, dialect.models(self._models), {}), Reply()
        if (method, path) != ("POST", dialect.PATH):
            refusal = Refusal(404, "<html>Not Found</html>")
            return _plain(404, refusal.error, {}), refusal
        body: dict[str, Any] = json.loads(raw)
        try:
            # After a pause, and only then, a client hands the model's own words back as the last ones.
            read = {**body, "messages": body["messages"][:-1]} if self._has_paused else body
            call = Call(protocol, len(self.calls), headers, body, dialect.read(read))
        except (wire_anthropic.RefusedError, KeyError, TypeError, ValueError) as error:
            self.complaints.append(f"{type(error).__name__}: {error}")
            refused = Refusal(400, {"type": "invalid_request_error", "message": str(error)})
            return _plain(400, dialect.refusal(refused.error), {}), refused
        self.calls.append(call)
        answer = await self._answering(call)
        self._has_paused = isinstance(answer, Reply) and answer.flaws.finish == "pause_turn"
        if isinstance(answer, Refusal):
            body_sent = answer.error if answer.as_it_is else dialect.refusal(answer.error)
            return _plain(answer.status, body_sent, answer.headers), answer
        return _streamed(answer.events or self._events(answer, call)), answer

    def _events(self, reply: Reply, call: Call) -> list[bytes]:
        if call.protocol == "anthropic":
            return wire_anthropic.events(reply.turn, reply.flaws)
        asked = call.body.get("stream_options") or {}
        return wire_openai.events(reply.turn, reply.flaws, usage_asked=asked.get("include_usage") is True)

    async def _send(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: bytes, reply: Reply | Refusal
    ) -> None:
        cut_at = reply.cut_at if isinstance(reply, Reply) else None
        piece = reply.piece if isinstance(reply, Reply) else None
        sent = sent if cut_at is None else sent[:cut_at]
        step = piece or len(sent) or 1
        for start in range(0, len(sent), step):
            writer.write(sent[start : start + step])
            await writer.drain()
            if piece:
                await asyncio.sleep(0)
        if cut_at is None or not isinstance(reply, Reply):
            return
        if reply.ending == "silence":
            await reader.read(1)
        if reply.ending == "reset":
            raw = writer.get_extra_info("socket")
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        else:
            writer.close()
        raise ConnectionAbortedError


def _plain(status: int, body: object, headers: dict[str, str]) -> bytes:
    data = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    kind = "text/html" if isinstance(body, str) else "application/json"
    lines = [f"HTTP/1.1 {status} X", f"content-type: {kind}", f"content-length: {len(data)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + data


def _streamed(events: Sequence[bytes]) -> bytes:
    head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
    chunks = b"".join(f"{len(event):x}\r\n".encode() + event + b"\r\n" for event in events)
    return head.encode() + chunks + b"0\r\n\r\n"


@contextmanager
def serving(
    answering: Answering, *, models: list[str] | None = None, tls: ssl.SSLContext | None = None, strict: bool = True
) -> Iterator[Wire]:
    """Serve models' answers; with ``strict``, a request that no real server would take fails the test."""
    wire = Wire(answering, models=models if models is not None else ["played"], tls=tls)
    wire.start()
    try:
        yield wire
    finally:
        wire.stop()
    if strict:
        assert wire.complaints == [], wire.complaints
