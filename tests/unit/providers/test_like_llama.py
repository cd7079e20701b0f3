"""What llama.cpp's server (build 11434) sends, byte for byte in all that is read, and how it treats its connections."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from elisa.providers.anthropic import AnthropicProvider
from elisa.providers.base import Message, Text, ToolCall, ToolResult, Usage
from elisa.providers.openai import OpenAIProvider
from support.asking import NoTime, ask, request
from support.wire import serving
from support.wire_answers import Call, Refusal, Reply, call, said

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from elisa.providers.base import Provider

CALL = ToolCall(id="QATFUin5", name="write_file", arguments={"path": "a.txt", "content": '"é🦔"\n'})
_PIECES = ("{", '"', "path", '": "a', ".txt", '", "', "cont", 'ent"', ': "', '\\"é🦔', '\\"\\n"', "}")
_CHUNK = {"created": 1796102274, "id": "chatcmpl-70LlSJ", "model": "toy.gguf", "object": "chat.completion.chunk"}


def chat(delta: dict[str, object], finish: str | None = None) -> bytes:
    return data({"choices": [{"finish_reason": finish, "index": 0, "delta": delta}], **_CHUNK})


def data(value: object) -> bytes:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n".encode()


def named(event: str, value: object) -> bytes:
    return f"event: {event}\n".encode() + data(value)


def message(value: dict[str, object]) -> bytes:
    return named(str(value["type"]), value)


def part_of(index: int, delta: dict[str, object]) -> bytes:
    return message({"type": "content_block_delta", "index": index, "delta": delta})


BEGIN = chat({"role": "assistant", "content": None})
COUNTED = {
    "completion_tokens": 29,
    "prompt_tokens": 353,
    "total_tokens": 382,
    "prompt_tokens_details": {"cached_tokens": 352},
}
CHAT_CALL = [
    BEGIN,
    chat({"content": "Look"}),
    chat({"content": ": "}),
    chat(
        {
            "tool_calls": [
                {
                    "index": 0,
                    "id": CALL.id,
                    "type": "function",
                    "function": {"name": CALL.name, "arguments": _PIECES[0]},
                }
            ]
        }
    ),
    *(chat({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}) for piece in _PIECES[1:]),
    chat({}, "tool_calls"),
    data({"choices": [], **_CHUNK, "usage": COUNTED, "timings": {"cache_n": 352}}),
    b"data: [DONE]\n\n",
]
START = message(
    {
        "type": "message_start",
        "message": {
            "id": "chatcmpl-6hk3bw",
            "type": "message",
            "role": "assistant",
            "content": [],
            "model": "toy.gguf",
            "stop_reason": None,
            "stop_sequence": None,
            "usage": {"cache_read_input_tokens": 352, "input_tokens": 1, "output_tokens": 0},
        },
    }
)
WORDS = message({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})
MESSAGES_CALL = [
    START,
    WORDS,
    part_of(0, {"type": "text_delta", "text": "Look"}),
    part_of(0, {"type": "text_delta", "text": ": "}),
    # No block is closed before the end, and a call has no "input" at its beginning.
    message(
        {
            "type": "content_block_start",
            "index": 1,
            "content_block": {"type": "tool_use", "id": CALL.id, "name": CALL.name},
        }
    ),
    *(part_of(1, {"type": "input_json_delta", "partial_json": piece}) for piece in _PIECES),
    message({"type": "content_block_stop", "index": 0}),
    message({"type": "content_block_stop", "index": 1}),
    message(
        {
            "type": "message_delta",
            "delta": {"stop_reason": "tool_use", "stop_sequence": None},
            "usage": {"output_tokens": 29},
        }
    ),
    message({"type": "message_stop"}),
]
_FULL = {"code": 500, "message": "Context size has been exceeded.", "type": "server_error"}
CHAT_FULL = [BEGIN, chat({"content": "La l"}), data({"error": _FULL})]
MESSAGES_FULL = [START, WORDS, part_of(0, {"type": "text_delta", "text": "La l"}), named("error", _FULL)]
_HEAD = (
    "HTTP/1.1 200 OK\r\nServer: llama.cpp\r\nAccess-Control-Allow-Origin: \r\nX-Accel-Buffering: no\r\n"
    "Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\nKeep-Alive: timeout=5, max=100\r\n\r\n"
)


def provider_at(protocol: str, url: str) -> Provider:
    if protocol == "claude":
        return AnthropicProvider("m", base_url=url, retrying=NoTime().policy())
    return OpenAIProvider("openai", "m", base_url=url, retrying=NoTime().policy())


@asynccontextmanager
async def llama(protocol: str, events: Sequence[bytes]) -> AsyncIterator[Provider]:
    """A server that says it keeps its connections, and drops each one as soon as a second request comes on it."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        await reader.readexactly(int(head.partition("content-length: ")[2].partition("\r")[0]))
        writer.write(_HEAD.encode())
        for event in events:
            writer.write(f"{len(event):x}\r\n".encode() + event + b"\r\n")
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        await reader.read(1)
        writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    provider = provider_at(protocol, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    try:
        yield provider
    finally:
        await provider.close()
        server.close()
        await server.wait_closed()


@pytest.mark.parametrize(("protocol", "events"), [("claude", MESSAGES_CALL), ("openai", CHAT_CALL)])
async def test_words_a_call_and_the_counts_arrive(protocol: str, events: list[bytes]) -> None:
    async with llama(protocol, events) as provider:
        asked = await ask(provider)
    assert asked.text == "Look: "
    assert asked.answer.message.parts == (Text(text="Look: "), CALL)
    assert asked.answer.stop_reason == "tool_calls"
    assert asked.answer.usage == Usage(input_tokens=353, output_tokens=29, cached_input_tokens=352)


@pytest.mark.parametrize(("protocol", "events"), [("claude", MESSAGES_CALL), ("openai", CHAT_CALL)])
async def test_a_connection_that_the_server_gives_up_without_a_word_costs_no_wait(
    protocol: str, events: list[bytes]
) -> None:
    async with llama(protocol, events) as provider:
        answers = [await ask(provider) for _ in range(3)]
    assert [asked.waits for asked in answers] == [[], [], []]
    assert [asked.answer.message.tool_calls for asked in answers] == [(CALL,)] * 3


TEMPLATE = Refusal(
    400,
    {
        "code": 400,
        "message": "Unable to generate parser for this template. Automatic parser generation failed: \n------------\n"
        'While executing CallExpression at line 52, column 32 in source:\n...== 0) %}↵ {{- raise_exception("After the',
        "type": "invalid_request_error",
    },
)
_BESIDE = (ToolResult(call_id="a", content="One."), ToolResult(call_id="b", content="Two."), Text(text="A hint."))
BESIDE = request().model_copy(
    update={
        "messages": (
            *request().messages,
            Message(role="assistant", parts=(call("list", "a"), call("list", "b"))),
            Message(role="user", parts=_BESIDE),
        )
    }
)


@pytest.mark.parametrize("protocol", ["claude", "openai"])
async def test_a_template_that_takes_no_words_beside_results_gets_them_in_the_last_result(protocol: str) -> None:
    """Mistral's, for one."""

    async def answer(asked: Call) -> Reply | Refusal:
        parts = asked.request.messages[-1].parts
        return TEMPLATE if any(isinstance(part, Text) for part in parts) else Reply(said("Fine."))

    with serving(answer) as wire:
        provider = provider_at(protocol, wire.url)
        answers = [await ask(provider, BESIDE) for _ in range(2)]
        await provider.close()
    assert [(asked.text, asked.waits) for asked in answers] == [("Fine.", [])] * 2
    assert len(wire.calls) == 3
    first, last = wire.calls[-1].request.messages[-1].parts
    assert first == ToolResult(call_id="a", content="One.")
    assert last == ToolResult(call_id="b", content="Two.\n\nA hint.")


@pytest.mark.parametrize("protocol", ["claude", "openai"])
async def test_a_template_that_takes_no_tools_at_all_is_said_once_and_what_the_server_can_is_kept(
    protocol: str,
) -> None:
    async def answer(asked: Call) -> Reply | Refusal:
        return TEMPLATE if len(asked.request.messages) > 1 else Reply(said("Fine."))

    with serving(answer) as wire:
        provider = provider_at(protocol, wire.url)
        refused, fine = await ask(provider, BESIDE), await ask(provider)
        await provider.close()
    assert (refused.code, refused.waits) == ("providers.refused", [])
    assert not fine.answer.usage.estimated


@pytest.mark.parametrize(("protocol", "events"), [("claude", MESSAGES_FULL), ("openai", CHAT_FULL)])
async def test_a_context_that_is_full_in_mid_answer_is_said_at_once(protocol: str, events: list[bytes]) -> None:
    async with llama(protocol, events) as provider:
        asked = await ask(provider)
    assert (asked.code, asked.waits) == ("providers.too_long", [])
    assert asked.error is not None
    assert asked.error.spent is not None
