"""The Messages protocol over a real connection: what is sent, and what an ordinary answer becomes."""

from __future__ import annotations

import json
import logging
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from elisa.providers.anthropic import AnthropicProvider
from elisa.providers.base import Message, ModelRequest, Text, ToolCall, ToolResult, Usage
from support.asking import LIST, READ, NoTime, ask, request
from support.wire import Wire, serving
from support.wire_answers import Flaws, Refusal, Reply, call, in_order, said

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from support.wire_answers import Answering

KEY = "sk-ant-secret-0123456789"


@asynccontextmanager
async def asking(answering: Answering, *, suffix: str = "") -> AsyncIterator[tuple[AnthropicProvider, Wire]]:
    with serving(answering) as wire:
        provider = AnthropicProvider("played", key=KEY, base_url=wire.url + suffix, retrying=NoTime().policy())
        try:
            yield provider, wire
        finally:
            await provider.close()


async def test_words_are_streamed_and_the_turn_holds_them_once() -> None:
    async with asking(in_order(Reply(said("Hello, what shall we build today?")))) as (provider, wire):
        asked = await ask(provider)
    assert asked.text == "Hello, what shall we build today?"
    assert asked.answer.message.text == asked.text
    assert asked.answer.stop_reason == "end"
    assert asked.answer.usage == Usage(input_tokens=100, output_tokens=20)
    assert wire.paths == ["POST /v1/messages"]
    assert wire.calls[0].headers["authorization"] == f"Bearer {KEY}"


async def test_several_calls_at_once_arrive_in_order_with_their_arguments() -> None:
    calls = (call("read_file", "a", path="é.txt"), call("list", "b"), call("read_file", "c", path="x" * 500))
    async with asking(in_order(Reply(said("Look:", *calls)))) as (provider, _):
        asked = await ask(provider)
    assert asked.answer.message.tool_calls == calls
    assert asked.answer.stop_reason == "tool_calls"
    assert asked.answer.cut_off is None


async def test_a_whole_conversation_arrives_as_it_is() -> None:
    conversation = ModelRequest(
        system="You are a builder.",
        messages=(
            Message(role="user", parts=(Text(text="Build"),)),
            Message(
                role="assistant", parts=(Text(text="I look."), call("list", "a"), call("read_file", "b", path="p"))
            ),
            Message(
                role="user",
                parts=(
                    Text(text="Both done."),
                    ToolResult(call_id="a", content="p"),
                    ToolResult(call_id="b", content="gone", ok=False),
                ),
            ),
        ),
        tools=(READ, LIST),
    )
    async with asking(in_order(Reply())) as (provider, wire):
        await ask(provider, conversation)
    read = wire.calls[0].request
    assert read.system == conversation.system
    assert read.tools == conversation.tools
    assert read.messages[:2] == conversation.messages[:2]
    # Results come before words, as the server wants them.
    assert [part.kind for part in read.messages[2].parts] == ["tool_result", "tool_result", "text"]
    assert set(read.messages[2].parts) == set(conversation.messages[2].parts)
    assert "temperature" not in wire.calls[0].body


async def test_a_forced_tool_is_the_only_choice() -> None:
    async with asking(in_order(Reply(said("", call("list"))))) as (provider, wire):
        await ask(provider, request().model_copy(update={"force_tool": "list"}))
        await ask(provider, request())
    assert wire.calls[0].body["tool_choice"] == {"type": "tool", "name": "list"}
    assert "tool_choice" not in wire.calls[1].body


async def test_a_server_that_lets_any_tool_be_called_is_offered_only_the_forced_one_next_time() -> None:
    forced = request().model_copy(update={"force_tool": "list"})
    other, right = Reply(said("", call("read_file", path="a"))), Reply(said("", call("list")))
    async with asking(in_order(other, right, right)) as (provider, wire):
        await ask(provider, forced)
        await ask(provider, forced)
        await ask(provider, request())
    offered = [[tool["name"] for tool in one.body["tools"]] for one in wire.calls]
    assert offered == [["read_file", "list"], ["list"], ["read_file", "list"]]


async def test_a_model_that_thinks_is_not_forced_against_its_thinking() -> None:
    refused = Refusal(
        400,
        {"type": "invalid_request_error", "message": "Thinking may not be enabled when tool_choice forces tool use."},
    )
    forced = request().model_copy(update={"force_tool": "list"})
    async with asking(in_order(refused, refused, Reply(said("", call("list"))))) as (provider, wire):
        assert (await ask(provider, forced)).answer.stop_reason == "tool_calls"
        await ask(provider, forced)
    sent = [(one.body.get("tool_choice", {}).get("name"), one.body.get("thinking")) for one in wire.calls]
    assert sent == [("list", None), ("list", {"type": "disabled"}), (None, None), (None, None)]


async def test_the_stable_part_comes_first_and_is_marked_and_a_mark_moves_with_the_conversation() -> None:
    def turns(count: int) -> ModelRequest:
        messages = [Message(role="user", parts=(Text(text="Build"),))]
        for number in range(count):
            messages.append(Message(role="assistant", parts=(call("list", f"call-{number}"),)))
            messages.append(Message(role="user", parts=(ToolResult(call_id=f"call-{number}", content="x"),)))
        return request().model_copy(update={"messages": tuple(messages)})

    async with asking(in_order(Reply())) as (provider, wire):
        for count in (0, 1, 5):
            await ask(provider, turns(count))
    mark = {"type": "ephemeral"}
    for one in wire.calls:
        assert one.body["system"][-1]["cache_control"] == mark
        assert one.body["tools"][-1]["cache_control"] == mark
        assert one.body["system"], one.body["tools"] == (wire.calls[0].body["system"], wire.calls[0].body["tools"])
    marked = [
        [number for number, message in enumerate(one.body["messages"]) if "cache_control" in message["content"][-1]]
        for one in wire.calls
    ]
    assert marked == [[0], [0, 2], [8, 10]]


async def test_cached_tokens_are_counted_as_part_of_the_input() -> None:
    usage = Usage(input_tokens=1000, output_tokens=9, cached_input_tokens=900)
    async with asking(in_order(Reply(said("Hi", usage=usage)))) as (provider, _):
        assert (await ask(provider)).answer.usage == usage


async def test_report_P059_without_token_counts_they_are_estimated() -> None:
    async with asking(in_order(Reply(said("Hello there"), Flaws(no_usage=True)))) as (provider, _):
        usage = (await ask(provider)).answer.usage
    assert usage.estimated
    assert usage.input_tokens > 0
    assert usage.output_tokens > 0


@pytest.mark.parametrize("suffix", ["", "/", "/v1", "/v1/", "/v1/messages", "//"])
async def test_report_P084_an_address_works_with_and_without_its_version(suffix: str) -> None:
    async with asking(in_order(Reply(said("Hi"))), suffix=suffix) as (provider, wire):
        assert (await ask(provider)).text == "Hi"
    assert wire.paths == ["POST /v1/messages"]
    assert provider.address == wire.url


async def test_report_P085_a_server_that_knows_only_the_old_addresses_is_found_as_localhost() -> None:
    with serving(in_order(Reply(said("Hi")))) as wire:
        provider = AnthropicProvider("played", base_url=f"http://localhost:{wire.port}", retrying=NoTime().policy())
        assert (await ask(provider)).text == "Hi"
        await provider.close()


async def test_the_environment_names_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(in_order(Reply(said("Hi")))) as wire:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", wire.url + "/v1")
        provider = AnthropicProvider("played", key=KEY)
        assert (await ask(provider)).text == "Hi"
        await provider.close()


async def test_an_answer_with_thoughts_goes_back_as_it_came() -> None:
    thought = [
        {"type": "message_start", "message": {"usage": {"input_tokens": 5, "output_tokens": 1}}},
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "thinking", "thinking": "", "signature": ""},
        },
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Hm"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "m."}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "abc"}},
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "t", "name": "list"}},
        {"type": "content_block_stop", "index": 1},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 30}},
        {"type": "message_stop"},
    ]
    events = [f"data: {json.dumps(event)}\n\n".encode() for event in thought]
    first = request()
    async with asking(in_order(Reply(events=events), Reply())) as (provider, wire):
        asked = await ask(provider, first)
        result = Message(role="user", parts=(ToolResult(call_id="t", content="x"),))
        messages = (*first.messages, asked.answer.message, result)
        await ask(provider, first.model_copy(update={"messages": messages}))
    assert asked.text == ""
    assert asked.answer.message.parts == (ToolCall(id="t", name="list"),)
    assert wire.calls[1].body["messages"][1]["content"] == [
        {"type": "thinking", "thinking": "Hmm.", "signature": "abc"},
        {"type": "tool_use", "id": "t", "name": "list", "input": {}},
    ]


async def test_the_key_is_in_no_log_error_or_picture_of_the_provider(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    echo = Refusal(401, {"type": "authentication_error", "message": f"invalid x-api-key: {KEY}"})
    async with asking(in_order(echo)) as (provider, _):
        asked = await ask(provider)
        pictures = [repr(provider), str(vars(provider)), repr(asked.error), str(asked.error)]
    assert asked.code == "providers.wrong_key"
    assert asked.error is not None
    assert asked.error.__cause__ is None
    assert KEY not in "".join([*pictures, asked.error.detail, asked.error.sentence])
    assert KEY not in caplog.text
    assert "invalid x-api-key" in asked.error.detail
