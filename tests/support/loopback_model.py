"""A model without a thought, in a process of its own: one tool call, then one sentence, in either protocol.

Its first words are the time at which it sends them, so that a reader in another process can tell how long they took.
``python -m support.loopback_model`` prints its address and serves until its input closes. A prompt with ``together``
is answered once three such calls are there.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ARGUMENTS = json.dumps({"path": "index.html", "content": "<p>hello</p>\n" * 40})
AT_ONCE = 3


@contextmanager
def running() -> Iterator[str]:
    """Run the server and yield its address."""
    with subprocess.Popen(
        [sys.executable, "-m", "support.loopback_model"],
        cwd=Path(__file__).parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        yield process.stdout.readline().strip()
        process.stdin.close()


def _anthropic(*, done: bool) -> list[dict[str, Any]]:
    usage = {"input_tokens": 900, "output_tokens": 1}
    start: dict[str, Any] = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "stop_reason": None,
    }
    block: dict[str, Any] = {"type": "text", "text": ""}
    deltas: list[dict[str, Any]] = [{"type": "text_delta", "text": str(time.monotonic_ns())}]
    if not done:
        block = {"type": "tool_use", "id": "call-1", "name": "write_file", "input": {}}
        deltas = [
            {"type": "input_json_delta", "partial_json": ARGUMENTS[at : at + 60]} for at in range(0, len(ARGUMENTS), 60)
        ]
    return [
        {"type": "message_start", "message": {**start, "stop_sequence": None, "usage": usage}},
        {"type": "content_block_start", "index": 0, "content_block": block},
        *({"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn" if done else "tool_use", "stop_sequence": None},
            "usage": {"output_tokens": 50},
        },
        {"type": "message_stop"},
    ]


def _openai(*, done: bool) -> list[dict[str, Any]]:
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": str(time.monotonic_ns())}]
    if not done:
        function = {"name": "write_file", "arguments": ""}
        deltas = [
            {
                "role": "assistant",
                "tool_calls": [{"index": 0, "id": "call-1", "type": "function", "function": function}],
            }
        ]
        deltas += [
            {"tool_calls": [{"index": 0, "function": {"arguments": ARGUMENTS[at : at + 60]}}]}
            for at in range(0, len(ARGUMENTS), 60)
        ]
    choices: list[dict[str, Any]] = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    choices.append({"index": 0, "delta": {}, "finish_reason": "stop" if done else "tool_calls"})
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    usage = {"prompt_tokens": 900, "completion_tokens": 50, "total_tokens": 950}
    return [*({**head, "choices": [choice]} for choice in choices), {**head, "choices": [], "usage": usage}]


class _Server:
    def __init__(self) -> None:
        self._waiting = 0
        self._all = asyncio.Event()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = next(
                    int(line.split(":")[1]) for line in head.splitlines() if line.lower().startswith("content-l")
                )
                body = json.loads(await reader.readexactly(length))
                await self._answer(head, body, writer)
        except asyncio.IncompleteReadError:
            writer.close()

    async def _answer(self, head: str, body: dict[str, Any], writer: asyncio.StreamWriter) -> None:
        done = len(body["messages"]) > 2 + (body["messages"][0]["role"] == "system")
        if "together" in json.dumps(body["messages"]) and not done:
            await self._meet()
        speaks_claude = "/messages" in head.split()[1]
        events = _anthropic(done=done) if speaks_claude else _openai(done=done)
        lines = [f"event: {event['type']}\n" if speaks_claude else "" for event in events]
        sent = "".join(f"{line}data: {json.dumps(event)}\n\n" for line, event in zip(lines, events, strict=True))
        raw = (sent if speaks_claude else f"{sent}data: [DONE]\n\n").encode()
        writer.write(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
            + f"{len(raw):x}\r\n".encode() + raw + b"\r\n0\r\n\r\n"
        )  # fmt: skip
        await writer.drain()

    async def _meet(self) -> None:
        self._waiting += 1
        if self._waiting % AT_ONCE == 0:
            self._all.set()
            self._all = asyncio.Event()
        else:
            await self._all.wait()


async def _serve() -> None:
    server = await asyncio.start_server(_Server().connected, "127.0.0.1", 0)
    sys.stdout.write(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_serve())
