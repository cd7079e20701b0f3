"""Chat completions over a real connection: what is sent, in which dialect, and who is there at all."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from elisa.core.errors import BadInputError
from elisa.providers.address import chat_address, is_on_this_computer
from elisa.providers.base import Message, ModelRequest, ProviderError, Text, ToolResult, Usage
from elisa.providers.openai import ADDRESSES, OpenAIProvider
from support.asking import LIST, READ, NoTime, ask, request
from support.wire import Wire, serving
from support.wire_answers import Call, Refusal, Reply, call, in_order, said

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from elisa.providers.base import Turn
    from support.wire_answers import Answering

KEY = "sk-proj-secret-0123456789"
FORCED = ModelRequest(
    system="You plan.",
    messages=(Message(role="user", parts=(Text(text="Plan"),)),),
    tools=(READ, LIST),
    force_tool="read_file",
)


@asynccontextmanager
async def asking(
    answering: Answering,
    *,
    name: str = "openai",
    model: str | None = "played",
    models: list[str] | None = None,
    strict: bool = True,
) -> AsyncIterator[tuple[OpenAIProvider, Wire]]:
    with serving(answering, models=models, strict=strict) as wire:
        provider = OpenAIProvider(name, model, key=KEY, base_url=wire.url, retrying=NoTime().policy())
        try:
            yield provider, wire
        finally:
            await provider.close()


def picky(*refusals: tuple[str, Refusal], reply: Reply | None = None) -> Answering:
    """Refuse each request that has one of these names in its body, once it has none answer."""

    async def answer(asked: Call) -> Reply | Refusal:
        for name, refusal in refusals:
            if name in json.dumps(asked.body):
                return refusal
        return reply or Reply(said("", call("read_file", path="a")))

    return answer


def bad(message: str, status: int = 400, **more: str) -> Refusal:
    return Refusal(status, {"message": message, "type": "invalid_request_error", **more})


async def test_words_are_streamed_and_the_turn_holds_them_once() -> None:
    async with asking(in_order(Reply(said("Hello, what shall we build today?")))) as (provider, wire):
        asked = await ask(provider)
    assert asked.text == "Hello, what shall we build today?"
    assert asked.answer.message.text == asked.text
    assert asked.answer.stop_reason == "end"
    assert asked.answer.usage == Usage(input_tokens=100, output_tokens=20)
    assert wire.paths == ["POST /v1/chat/completions"]
    assert wire.calls[0].headers["authorization"] == f"Bearer {KEY}"


async def test_several_calls_at_once_arrive_in_order_with_their_arguments() -> None:
    calls = (call("read_file", "a", path="é.txt"), call("list", "b"), call("read_file", "c", path="x" * 500))
    async with asking(in_order(Reply(said("Look:", *calls)))) as (provider, _):
        asked = await ask(provider)
    assert asked.answer.message.tool_calls == calls
    assert asked.answer.stop_reason == "tool_calls"


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
        max_output_tokens=700,
    )
    async with asking(in_order(Reply())) as (provider, wire):
        await ask(provider, conversation)
    read = wire.calls[0].request
    assert read.system == conversation.system
    assert read.tools == conversation.tools
    assert read.messages[:2] == conversation.messages[:2]
    assert read.max_output_tokens == 700
    results = (ToolResult(call_id="a", content="p"), ToolResult(call_id="b", content="Not done: gone"))
    assert read.messages[2].parts == (*results, Text(text="Both done."))


async def test_the_stable_part_of_a_request_is_the_same_in_each_turn_to_the_byte() -> None:
    first = request()
    more = (Message(role="assistant", parts=(Text(text="Yes."),)), Message(role="user", parts=(Text(text="Go on"),)))
    second = first.model_copy(update={"messages": (*first.messages, *more)})
    async with asking(in_order(Reply())) as (provider, wire):
        await ask(provider, first)
        await ask(provider, second)
    one, two = (asked.body for asked in wire.calls)
    assert one["tools"] == two["tools"]
    assert two["messages"][: len(one["messages"])] == one["messages"]


async def test_one_connection_serves_call_after_call() -> None:
    async with asking(in_order(Reply())) as (provider, wire):
        for _ in range(3):
            await ask(provider)
        assert len(wire.calls) == 3


async def test_a_tool_is_forced_by_its_name() -> None:
    async with asking(picky()) as (provider, wire):
        await ask(provider, FORCED)
    assert wire.calls[0].request.force_tool == "read_file"
    assert wire.calls[0].request.tools == (READ, LIST)


@pytest.mark.parametrize(
    "refusal",
    [
        bad("Invalid tool_choice type: 'object'. Supported string values: none, auto, required"),
        bad("No endpoints found that support the provided 'tool_choice' value", 404),
        bad("tool_choice is not supported", 422),
        bad("unsupported", param="tool_choice"),
    ],
)
async def test_a_server_that_refuses_a_named_tool_is_given_only_that_tool(refusal: Refusal) -> None:
    async with asking(picky(('"tool_choice": {', refusal))) as (provider, wire):
        asked = await ask(provider, FORCED)
        await ask(provider, FORCED)
    assert asked.answer.message.tool_calls
    assert [asked_.body.get("tool_choice") for asked_ in wire.calls][1:] == ["required", "required"]
    assert wire.calls[1].request.tools == (READ,)


async def test_a_server_that_refuses_to_be_forced_at_all_is_asked_in_words() -> None:
    async with asking(picky(("tool_choice", bad("unknown field tool_choice")))) as (provider, wire):
        asked = await ask(provider, FORCED)
    assert asked.answer.message.tool_calls
    assert "tool_choice" not in wire.calls[-1].body
    assert "read_file" in wire.calls[-1].request.system


@pytest.mark.parametrize("instead", [said("I would rather talk."), said("", call("list"))])
async def test_a_server_that_goes_over_a_forced_tool_is_asked_more_plainly_the_next_time(instead: Turn) -> None:
    async with asking(in_order(Reply(instead))) as (provider, wire):
        answers = [await ask(provider, FORCED) for _ in range(3)]
    assert {asked.answer.stop_reason for asked in answers} == {instead.stop_reason}
    kinds = [asked_.body.get("tool_choice") for asked_ in wire.calls]
    assert [kind if isinstance(kind, str | None) else "named" for kind in kinds] == ["named", "required", None]


@pytest.mark.parametrize("status", [400, 422])
async def test_report_P059_a_server_that_refuses_to_count_works_without_and_counts_are_estimated(status: int) -> None:
    refusal = bad("Extra inputs are not permitted: stream_options", status)
    async with asking(picky(("stream_options", refusal), reply=Reply(said("Hello")))) as (provider, wire):
        first, second = await ask(provider), await ask(provider)
    assert first.answer.usage.estimated
    assert first.answer.usage.output_tokens > 0
    assert second.answer.message.text == "Hello"
    assert len(wire.calls) == 3


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            '"max_tokens"',
            "Unsupported parameter: 'max_tokens' is not supported here. Use 'max_completion_tokens' instead.",
        ),
        ('"stream_options"', "Invalid request"),
    ],
)
async def test_a_server_that_refuses_a_part_gets_the_request_without_it(name: str, message: str) -> None:
    async with asking(picky((name, bad(message)), reply=Reply(said("Hello")))) as (provider, _):
        assert (await ask(provider)).text == "Hello"


async def test_tools_that_only_work_without_effort_get_none() -> None:
    refusal = bad("Function tools with reasoning_effort are not supported. Set reasoning_effort to 'none'.")

    async def answer(asked: Call) -> Reply | Refusal:
        return Reply(said("Hello")) if asked.body.get("reasoning_effort") == "none" else refusal

    async with asking(answer) as (provider, wire):
        assert (await ask(provider)).text == "Hello"
    assert len(wire.calls) == 2


HOLDS = "maximum context length is"


@pytest.mark.parametrize(
    ("message", "room"),
    [
        ("max_tokens is too large: 8192. This model supports at most 4096 completion tokens", 4096),
        (f"'max_tokens' is too large: 8192. The {HOLDS} 4096 tokens and your request has 1096 input tokens.", 3000),
        (f"The {HOLDS} 8192 tokens. You requested 10247 tokens (2055 in the messages, 8192 in the answer).", 6137),
    ],
)
async def test_an_answer_that_may_be_too_long_is_asked_for_shorter(message: str, room: int) -> None:
    async def answer(asked: Call) -> Reply | Refusal:
        return bad(message) if asked.request.max_output_tokens > room else Reply(said("Hello"))

    async with asking(answer) as (provider, wire):
        assert (await ask(provider)).text == "Hello"
    assert wire.calls[-1].request.max_output_tokens == room


async def test_a_server_that_refuses_whatever_it_is_asked_is_left_alone_after_a_few_ways() -> None:
    async with asking(in_order(bad("stream_options tool_choice max_tokens reasoning_effort"))) as (provider, wire):
        assert (await ask(provider, FORCED)).code == "providers.refused"
    assert len(wire.calls) <= 8


@asynccontextmanager
async def raw(kind: str, body: bytes) -> AsyncIterator[OpenAIProvider]:
    """A server that answers everything with the same bytes."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(f"HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    provider = OpenAIProvider("openai", "played", base_url=address, retrying=NoTime().policy())
    try:
        yield provider
    finally:
        await provider.close()
        server.close()
        await server.wait_closed()


WHOLE = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi"}, "finish_reason": "stop"}]}


async def test_a_server_that_does_not_stream_is_understood() -> None:
    async with raw("application/json", json.dumps(WHOLE).encode()) as provider:
        assert (await ask(provider)).text == "Hi"


async def test_a_stream_that_calls_itself_json_is_understood() -> None:
    chunk = {"choices": [{"index": 0, "delta": {"content": "Hi"}, "finish_reason": "stop"}]}
    async with raw("application/json; charset=utf-8", b"data: " + json.dumps(chunk).encode() + b"\n\n") as provider:
        assert (await ask(provider)).text == "Hi"


async def test_report_P076_an_error_as_a_whole_answer_with_status_200_is_a_failure() -> None:
    error = {"error": {"message": "No endpoints found", "code": 404}}
    async with raw("application/json", json.dumps(error).encode()) as provider:
        assert (await ask(provider)).error is not None


@pytest.mark.parametrize("cut", [1, 20, 60])
async def test_a_whole_answer_that_is_cut_is_no_answer(cut: int) -> None:
    async with raw("application/json", json.dumps(WHOLE).encode()[:-cut]) as provider:
        assert (await ask(provider)).code == "providers.broke_off"


async def test_the_page_of_a_guest_network_is_no_model() -> None:
    async with raw("text/html; charset=utf-8", b"<html>Please log in</html>") as provider:
        assert (await ask(provider)).code == "providers.wrong_address"
        with pytest.raises(ProviderError, match="There is no AI at"):
            await provider.models()


@pytest.mark.parametrize("typed", ["{}", "{}/", "{}/v1", "{}/v1/", "{}/v1/chat/completions", "  {}/v1  "])
async def test_report_P084_an_address_with_and_without_its_version(typed: str) -> None:
    with serving(in_order(Reply(said("Hi")))) as wire:
        provider = OpenAIProvider("lmstudio", "played", base_url=typed.format(wire.url))
        assert (await ask(provider)).text == "Hi"
        assert await provider.models() == ("played",)
        await provider.close()
    assert provider.address == f"{wire.url}/v1"


async def test_report_P085_localhost_reaches_a_server_that_listens_on_ipv4_only() -> None:
    with serving(in_order(Reply(said("Hi")))) as wire:
        provider = OpenAIProvider("lmstudio", "played", base_url=wire.url.replace("127.0.0.1", "localhost"))
        assert (await ask(provider)).text == "Hi"
        await provider.close()


async def test_a_proxy_of_the_school_does_not_stand_before_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    async with asking(in_order(Reply(said("Hi"))), name="lmstudio") as (provider, _):
        assert (await ask(provider)).text == "Hi"


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("https://api.openai.com/v1/", "https://api.openai.com/v1"),
        ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
        ("http://box:8080/openai", "http://box:8080/openai/v1"),
        ("https://x.test/v1beta", "https://x.test/v1beta"),
        ("https://google.test/v1beta/openai/", "https://google.test/v1beta/openai"),
        ("HTTP://user:secret@box/v1?key=secret#part", "http://box/v1"),
    ],
)
def test_one_form_of_an_address(typed: str, address: str) -> None:
    assert chat_address(typed) == address


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://localhost:1234/v1", True),
        ("http://127.0.0.9", True),
        ("http://[::1]:80", True),
        ("http://my.localhost", True),
        ("http://192.168.0.2", False),
        ("https://localhost.example.org", False),
    ],
)
def test_what_is_on_this_computer(address: str, here: bool) -> None:
    assert is_on_this_computer(address) is here


async def test_lm_studio_that_is_closed_is_called_by_its_name() -> None:
    provider = OpenAIProvider("lmstudio", None, base_url="http://127.0.0.1:1", retrying=NoTime().policy())
    asked = await ask(provider)
    assert asked.code == "providers.lmstudio_closed"
    with pytest.raises(ProviderError, match="LM Studio is not running"):
        await provider.models()
    await provider.close()


async def test_report_P086_no_model_loaded_one_and_two() -> None:
    for models, code in (([], "providers.none_loaded"), (["a", "b"], "providers.which_model")):
        async with asking(in_order(Reply()), name="lmstudio", model=None, models=models) as (provider, wire):
            asked = await ask(provider)
            assert asked.code == code
            assert asked.error is not None
            assert all(name in asked.error.detail for name in models)
            assert wire.calls == []
    async with asking(in_order(Reply(said("Hi"))), name="lmstudio", model=None, models=["a", "text-embedding-x"]) as (
        provider,
        wire,
    ):
        assert provider.model == "the loaded model"
        assert (await ask(provider)).text == "Hi"
        assert provider.model == wire.calls[0].body["model"] == "a"


@pytest.mark.parametrize("status", [400, 404, 500])
async def test_a_model_that_was_unloaded_meanwhile_is_asked_for(status: int) -> None:
    refusal = Refusal(status, {"message": "No models loaded. Please load a model first.", "code": "model_not_found"})
    async with asking(in_order(refusal), name="lmstudio") as (provider, wire):
        assert (await ask(provider)).code == "providers.none_loaded"
    assert len(wire.calls) == 1


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        (Refusal(401, {"message": f"Incorrect API key provided: {KEY}"}), "providers.wrong_key"),
        (
            Refusal(404, {"message": "The model `x` does not exist", "code": "model_not_found"}),
            "providers.unknown_model",
        ),
        (
            Refusal(429, {"message": "You exceeded your current quota", "code": "insufficient_quota"}),
            "providers.no_credit",
        ),
        (Refusal(402, {"message": "Insufficient credits"}), "providers.no_credit"),
        (Refusal(404, "<html>"), "providers.wrong_address"),
    ],
)
async def test_what_no_further_try_mends_is_said_at_once(refusal: Refusal, code: str) -> None:
    async with asking(in_order(refusal)) as (provider, wire):
        asked = await ask(provider)
    assert asked.code == code
    assert (asked.waits, len(wire.calls)) == ([], 1)
    assert asked.error is not None
    assert KEY not in asked.error.detail + asked.error.sentence


async def test_report_P081_a_local_model_with_too_little_memory_says_the_number_and_is_not_asked_again() -> None:
    refusal = Refusal(400, "The number of tokens to keep is greater: n_keep: 10247 >= n_ctx: 4096")
    async with asking(in_order(refusal), name="lmstudio") as (provider, wire):
        asked = await ask(provider)
    assert asked.code == "providers.local_too_small"
    assert asked.error is not None
    assert "4096" in asked.error.sentence
    assert "10247" in asked.error.sentence
    assert len(wire.calls) == 1


@pytest.mark.parametrize("name", ["openai", "openrouter"])
async def test_a_vendor_is_not_asked_without_a_key(name: str) -> None:
    provider = OpenAIProvider(name, "x", retrying=NoTime().policy())
    assert (await ask(provider)).code == "providers.no_key"


@pytest.mark.parametrize("key", ["ключ", "sk-a b", "sk-\na", "“sk-a”"])
async def test_a_key_that_no_vendor_gives_out_is_not_sent(key: str) -> None:
    provider = OpenAIProvider("openai", "x", key=key, base_url="http://127.0.0.1:1")
    assert (await ask(provider)).code == "providers.wrong_key"


async def test_a_key_is_sent_without_the_blanks_around_it() -> None:
    with serving(in_order(Reply())) as wire:
        provider = OpenAIProvider("openai", "x", key=f" {KEY}\n", base_url=wire.url)
        await ask(provider)
        await provider.close()
    assert wire.calls[0].headers["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    "typed",
    [
        "http://127.0.0.1:99999",
        "http://",
        "http://exa mple",
        "ftp://x",
        "http://[::1",
        "localhost:1234",
        "",
        "http://x/\x00",
    ],
)
def test_an_address_that_is_none_is_said(typed: str) -> None:
    with pytest.raises(BadInputError) as caught:
        chat_address(typed)
    assert caught.value.code == "providers.no_address"


def test_the_password_of_an_address_is_not_shown() -> None:
    with pytest.raises(BadInputError) as caught:
        chat_address("ftp://me:hush@example.org")
    assert "hush" not in caught.value.sentence


def test_each_provider_has_its_own_address() -> None:
    assert OpenAIProvider("lmstudio", None).address == ADDRESSES["lmstudio"] == "http://localhost:1234/v1"
    assert OpenAIProvider("openrouter", "x").address == "https://openrouter.ai/api/v1"
    assert OpenAIProvider("openai", "x").address == "https://api.openai.com/v1"


async def test_strict_tools_go_only_where_they_are_known() -> None:
    async with asking(in_order(Reply())) as (provider, wire):
        await ask(provider)
    assert "strict" not in json.dumps(wire.calls[0].body)
