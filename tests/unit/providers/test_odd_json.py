"""JSON that is no JSON, or says what nothing here can count, write down or send: both protocols outlive it."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from elisa.providers.anthropic import AnthropicProvider
from elisa.providers.base import Message, Text, ToolCall, ToolResult
from elisa.providers.json_text import DEEPEST
from elisa.providers.openai import OpenAIProvider
from support.asking import NoTime, ask, request
from support.wire import serving
from support.wire_answers import Reply, call, in_order, said

if TYPE_CHECKING:
    from elisa.providers.base import ModelRequest, Turn

HALF, OTHER_HALF = "\ud83d", "\ude00"
SENT = b"data: "


def lines(*values: dict[str, Any] | bytes) -> list[bytes]:
    """Return events; a text with half a character travels as an escape, as a server in JavaScript sends it."""
    return [SENT + (value if isinstance(value, bytes) else json.dumps(value).encode()) + b"\n\n" for value in values]


def delta(said_now: dict[str, Any], finish: str | None = None, index: int = 0) -> dict[str, Any]:
    """Return a chunk of a chat completion."""
    return {"choices": [{"index": index, "delta": said_now, "finish_reason": finish}]}


def tool(arguments: object) -> dict[str, Any]:
    """Return a chunk with a whole call."""
    return delta({"tool_calls": [{"index": 0, "id": "a", "function": {"name": "list", "arguments": arguments}}]})


async def chat(*values: dict[str, Any] | bytes) -> Turn:
    """Return what a chat completion of these chunks says; it must be fit to be written down."""
    with serving(in_order(Reply(events=lines(*values, b"[DONE]")))) as wire:
        provider = OpenAIProvider("openai", "played", base_url=wire.url, retrying=NoTime().policy())
        asked = await ask(provider)
        await provider.close()
    asked.answer.model_dump_json()
    asked.text.encode()
    return asked.answer


def block(index: int, kind: dict[str, Any], *deltas: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the events of one block of a Messages stream."""
    return [
        {"type": "content_block_start", "index": index, "content_block": kind},
        *({"type": "content_block_delta", "index": index, "delta": one} for one in deltas),
        {"type": "content_block_stop", "index": index},
    ]


def words(*pieces: str) -> list[dict[str, Any]]:
    """Return deltas of text."""
    return [{"type": "text_delta", "text": piece} for piece in pieces]


def use(call_id: str, arguments: str, index: int = 0) -> list[dict[str, Any]]:
    """Return a block with a call of ``list``."""
    kind = {"type": "tool_use", "id": call_id, "name": "list", "input": {}}
    return block(index, kind, {"type": "input_json_delta", "partial_json": arguments})


def message(*events: dict[str, Any], stop: str = "end_turn") -> Reply:
    """Return a Messages stream of these events."""
    start = {"type": "message_start", "message": {"usage": {"input_tokens": 5, "output_tokens": 1}}}
    end = ({"type": "message_delta", "delta": {"stop_reason": stop}}, {"type": "message_stop"})
    return Reply(events=lines(start, *events, *end))


async def claude(*events: dict[str, Any], stop: str = "end_turn") -> Turn:
    """Return what a Messages stream of these events says; it must be fit to be written down."""
    with serving(in_order(message(*events, stop=stop))) as wire:
        provider = AnthropicProvider("m", key="sk-ant-1234567", base_url=wire.url, retrying=NoTime().policy())
        asked = await ask(provider)
        await provider.close()
    asked.answer.model_dump_json()
    asked.text.encode()
    return asked.answer


async def test_a_character_cut_into_halves_arrives_whole() -> None:
    answer = await chat(delta({"content": f"a{HALF}"}), delta({"content": f"{OTHER_HALF}b"}), delta({}, "stop"))
    assert answer.message.text == "a😀b"
    answer = await claude(*block(0, {"type": "text", "text": ""}, *words(f"a{HALF}", f"{OTHER_HALF}b")))
    assert answer.message.text == "a😀b"


async def test_half_a_character_alone_is_shown_as_a_sign_and_hurts_nothing() -> None:
    assert (
        await chat(delta({"content": f"a{HALF} b"}), delta({"content": HALF}, "stop"))
    ).message.text == "a\ufffd b\ufffd"
    answer = await claude(*block(0, {"type": "text", "text": ""}, *words(f"a{HALF} b", HALF)))
    assert answer.message.text == "a\ufffd b\ufffd"


async def test_half_a_character_in_arguments_hurts_nothing() -> None:
    expected = (ToolCall(id="a", name="list", arguments={"path": "\ufffd"}),)
    assert (await chat(tool('{"path": "\\ud83d"}'), delta({}, "tool_calls"))).message.tool_calls == expected
    assert (await chat(tool({"path": HALF}), delta({}, "tool_calls"))).message.tool_calls == expected
    assert (await claude(*use("a", '{"path": "\\ud83d"}'))).message.tool_calls == expected


@pytest.mark.parametrize("count", ["1e999", "NaN", "-Infinity", "-7", "true", '"many"', "[]", "null"])
async def test_report_P059_counts_that_are_no_numbers_are_estimated(count: str) -> None:
    usage = f'{{"choices": [], "usage": {{"prompt_tokens": {count}, "completion_tokens": {count}}}}}'
    answer = await chat(delta({"content": "Hi"}, "stop"), usage.encode())
    assert answer.message.text == "Hi"
    assert answer.usage.estimated
    assert answer.usage.input_tokens > 0 < answer.usage.output_tokens


async def test_a_number_that_no_json_has_never_goes_back_to_a_server() -> None:
    answer = await chat(tool('{"a": NaN, "b": 1e999}'), delta({}, "tool_calls"))
    assert answer.message.tool_calls[0].arguments == {"a": None, "b": None}


@pytest.mark.parametrize("depth", [DEEPEST + 1, 400, 100_000])
async def test_arguments_nested_without_end_are_no_call(depth: int) -> None:
    arguments = f'{{"a": {"[" * depth}{"]" * depth}}}'
    for answer in (await chat(tool(arguments), delta({}, "tool_calls")), await claude(*use("a", arguments))):
        assert (answer.message.tool_calls, answer.cut_off, answer.stop_reason) == ((), "list", "length")


async def test_a_chunk_nested_without_end_is_passed_over() -> None:
    answer = await chat(b"[" * 200_000, delta({"content": "Hi"}, "stop"))
    assert answer.message.text == "Hi"


async def test_a_reason_that_is_the_word_null_ends_nothing() -> None:
    answer = await chat(delta({"content": "Hel"}, "null"), delta({"content": "lo"}, "None"), delta({}, "length"))
    assert (answer.message.text, answer.stop_reason) == ("Hello", "length")


async def test_of_several_answers_one_is_read_to_its_end() -> None:
    both = {"choices": [delta({"content": text}, index=n)["choices"][0] for n, text in enumerate("ab")]}
    answer = await chat(both, delta({"content": "X"}, index=1), delta({"content": "c"}), delta({}, "stop"))
    assert answer.message.text == "ac"


async def test_a_whole_answer_after_its_pieces_is_not_said_twice() -> None:
    whole = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "Hi"}, "finish_reason": "stop"}]}
    assert (await chat(delta({"content": "Hi"}), whole)).message.text == "Hi"


async def test_line_breaks_in_arguments_and_arguments_packed_twice_are_read() -> None:
    assert (await claude(*use("a", '{"path": "x\ny"}'))).message.tool_calls[0].arguments == {"path": "x\ny"}
    assert (await claude(*use("a", '"{\\"path\\": 1}"'))).message.tool_calls[0].arguments == {"path": 1}


async def test_blocks_that_are_all_numbered_0_are_all_heard() -> None:
    answer = await claude(*block(0, {"type": "text", "text": ""}, *words("One.")), *use("a", "{}"), *use("a", "{}"))
    first, second = answer.message.tool_calls
    assert (answer.message.text, first.id) == ("One.", "a")
    assert first.id != second.id


def after(turn: Turn, text: str) -> ModelRequest:
    """Return the request that answers a turn's calls."""
    results = tuple(ToolResult(call_id=one.id, content="ok") for one in turn.message.tool_calls)
    said_now = Message(role="user", parts=(*results, Text(text=text)))
    first = request()
    return first.model_copy(update={"messages": (*first.messages, turn.message, said_now)})


async def test_thoughts_go_back_without_a_call_that_was_cut_off() -> None:
    thought = {"type": "thinking", "thinking": "", "signature": ""}
    thinking = block(
        0, thought, {"type": "thinking_delta", "thinking": "Hm"}, {"type": "signature_delta", "signature": "s"}
    )
    cut = message(*thinking, *use("whole", "{}", 1), *use("half", '{"path": "x', 2), stop="max_tokens")
    with serving(in_order(cut, Reply(said("Fine.", call("list", "whole"))))) as wire:  # refuses calls without a result
        provider = AnthropicProvider("m", key="sk-ant-1234567", base_url=wire.url, retrying=NoTime().policy())
        turn = (await ask(provider)).answer
        assert (turn.cut_off, [one.id for one in turn.message.tool_calls]) == ("list", ["whole"])
        again = (await ask(provider, after(turn, "Shorter, please."))).answer
        sent = wire.calls[1].body["messages"][1]["content"]
        await provider.close()
    assert [one["type"] for one in sent] == ["thinking", "tool_use"]
    assert sent[0] == {"type": "thinking", "thinking": "Hm", "signature": "s"}
    assert again.message.tool_calls[0].id != "whole", "an id that the conversation has used names another call"


async def test_report_P074_claude_is_not_waited_for_after_it_named_its_reason() -> None:
    """A server that speaks the protocol nearly right sends no ``message_stop`` and keeps the line open."""
    whole = message(*block(0, {"type": "text", "text": ""}, *words("Hi")))
    assert whole.events is not None
    reply = Reply(events=whole.events[:-1]).cut(-len("0\r\n\r\n"), "silence")
    with serving(in_order(reply)) as wire:
        provider = AnthropicProvider("m", key="sk-ant-1234567", base_url=wire.url, retrying=NoTime().policy())
        async with asyncio.timeout(2.5):
            asked = await ask(provider)
        await provider.close()
    assert (asked.answer.message.text, asked.answer.stop_reason, asked.waits) == ("Hi", "end", [])
