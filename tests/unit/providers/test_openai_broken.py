"""Chat completions when the network or the server breaks, at every byte and in every way."""

from __future__ import annotations

import asyncio
import random
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import pytest

from elisa.providers.base import TextDelta
from elisa.providers.openai import OpenAIProvider
from support import wire_openai
from support.asking import LIST, NoTime, ask, request
from support.certificates import school_certificates
from support.wire import serving
from support.wire_answers import OVERLOADED, Call, Flaws, Refusal, Reply, call, in_order, rate_limited, said

if TYPE_CHECKING:
    from pathlib import Path

    from support.asking import Asked
    from support.wire_answers import Answering

GOOD = said("Ready: ", call("read_file", "a", path="é.txt"), call("list", "b"))
WORDS = "The answer broke off and begins anew."


async def asked_of(answering: Answering, *, waits: int = 5) -> tuple[Asked, int, list[float]]:
    """Ask once; return what came, how often the server was asked, and the waits."""
    waiting = NoTime()
    with serving(answering) as wire:
        policy = replace(waiting.policy(), waits=waits)
        provider = OpenAIProvider("openai", "played", base_url=wire.url, retrying=policy)
        try:
            return await ask(provider), len(wire.calls), waiting.slept
        finally:
            await provider.close()


HEAD = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"


def length_of(reply: Reply) -> int:
    """Return the bytes of a whole response; the tests below cut it at each of them."""
    events = wire_openai.events(reply.turn, reply.flaws, usage_asked=True)
    return len(HEAD) + sum(len(f"{len(event):x}\r\n\r\n") + len(event) for event in events) + len("0\r\n\r\n")


async def check_cut(at: int, ending: Literal["close", "reset"]) -> None:
    """A line that ends there costs a wait, or nothing where the answer was whole; what is read is whole or nothing."""
    asked, tries, waits = await asked_of(in_order(Reply(GOOD).cut(at, ending), Reply(GOOD)))
    assert asked.answer.message.tool_calls == GOOD.message.tool_calls, (at, ending)
    assert asked.answer.message.text == "Ready: "
    assert tries == 1 + len(waits)
    assert len(waits) <= 1


@pytest.mark.parametrize("ending", ["close", "reset"])
async def test_a_line_that_is_cut_anywhere_costs_at_most_one_wait(ending: Literal["close", "reset"]) -> None:
    places = random.Random(ending).sample(range(length_of(Reply(GOOD))), 24)
    for at in places:
        await check_cut(at, ending)


@pytest.mark.soak
@pytest.mark.parametrize("ending", ["close", "reset"])
async def test_a_line_that_is_cut_at_each_byte_costs_at_most_one_wait(ending: Literal["close", "reset"]) -> None:
    for at in range(length_of(Reply(GOOD))):
        await check_cut(at, ending)


@pytest.mark.parametrize("piece", [1, 2, 7, 64])
async def test_the_same_arrives_however_the_bytes_are_cut_into_pieces(piece: int) -> None:
    asked, tries, _ = await asked_of(in_order(Reply(GOOD, piece=piece)))
    assert (asked.answer.message, tries) == (GOOD.message, 1)


async def test_a_call_that_was_cut_by_a_broken_line_never_reaches_the_reader() -> None:
    until_reason = len(HEAD) + sum(
        len(event) for event in wire_openai.events(GOOD, Flaws(no_finish=True), usage_asked=False)
    )
    for at in range(until_reason // 2, until_reason, 37):
        asked, _, _ = await asked_of(in_order(Reply(GOOD).cut(at)), waits=0)
        assert (asked.turn, asked.code) == (None, "providers.broke_off")


async def test_report_P077_comments_before_the_first_data_are_passed_over() -> None:
    asked, tries, _ = await asked_of(in_order(Reply(said("Hello"), Flaws(comments=3))))
    assert (asked.text, tries) == ("Hello", 1)


async def test_report_P078_an_overload_inside_a_stream_is_waited_for_and_the_cost_is_kept() -> None:
    cut = Reply(said("I will build the whole game now"), Flaws(error_after=2))
    asked, tries, waits = await asked_of(in_order(OVERLOADED, cut, Reply(said("Built."))))
    assert (asked.answer.message.text, tries, waits) == ("Built.", 3, [1.0, 2.0])
    assert [wait.reason for wait in asked.waits] == ["The AI is busy.", WORDS]
    assert asked.answer.usage.input_tokens > 100
    assert asked.answer.usage.estimated


async def test_report_P078_after_five_waits_it_gives_up_and_says_so() -> None:
    asked, tries, waits = await asked_of(in_order(OVERLOADED))
    assert (asked.code, tries, len(waits)) == ("providers.too_busy", 6, 5)


async def test_report_P080_the_wait_that_the_server_asks_for_is_kept() -> None:
    asked, tries, waits = await asked_of(in_order(rate_limited(retry_after="7"), Reply(said("Hello"))))
    assert (asked.text, tries, waits) == ("Hello", 2, [7.0])
    assert asked.waits[0].seconds == 7.0


@pytest.mark.parametrize(
    "error",
    [
        {"code": 502, "message": "provider_unavailable"},
        {"code": "502", "message": "provider_unavailable"},
        {"message": "Something went wrong", "type": "server_error"},
    ],
)
async def test_report_P076_an_error_inside_a_good_stream_is_tried_again_and_then_said(error: dict[str, object]) -> None:
    asked, tries, _ = await asked_of(in_order(Reply(flaws=Flaws(error_after=0, error=error))))
    assert (asked.turn, asked.code, tries) == (None, "providers.too_busy", 6)


async def test_a_stream_that_holds_nothing_is_no_empty_success() -> None:
    for events in ([b"data: [DONE]\n\n"], [b": hello\n\n"]):
        asked, tries, _ = await asked_of(in_order(Reply(events=events), Reply(said("Hello"))))
        assert (asked.text, tries) == ("Hello", 2)


async def test_report_P074_a_server_that_says_it_is_done_and_keeps_the_line_open_is_not_waited_for() -> None:
    chunk = b'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"tool_calls"}]}\n\n'
    reply = Reply(events=[chunk])
    silent = reply.cut(len(HEAD) + len(f"{len(chunk):x}\r\n") + len(chunk) + 2, "silence")
    async with asyncio.timeout(2):
        asked, _, _ = await asked_of(in_order(silent))
    assert (asked.text, asked.answer.stop_reason) == ("Hi", "end")


@pytest.mark.parametrize("finish", ["", "stop", "tool_calls", "length"])
async def test_report_P075_whatever_reason_is_named_the_words_arrive(finish: str) -> None:
    asked, _, _ = await asked_of(in_order(Reply(said("Hello"), Flaws(finish=finish))))
    assert asked.text == asked.answer.message.text == "Hello"


async def test_report_P059_a_server_that_counts_nothing() -> None:
    asked, _, _ = await asked_of(in_order(Reply(GOOD, Flaws(no_usage=True))))
    assert asked.answer.usage.estimated
    assert asked.answer.usage.output_tokens > 0


async def test_report_P071_a_write_that_was_cut_at_the_length_limit_is_named_and_dropped() -> None:
    write = said("", call("write_file", path="game.js", content="x" * 400), stop="length")
    asked, tries, _ = await asked_of(in_order(Reply(write, Flaws(arguments='{"path": "game.js", "content": "half'))))
    assert (asked.answer.message.tool_calls, asked.answer.cut_off) == ((), "write_file")
    assert (asked.answer.stop_reason, tries) == ("length", 1)


async def test_a_filter_of_the_server_is_a_refusal() -> None:
    asked, tries, _ = await asked_of(in_order(Reply(said("I ", stop="refused"))))
    assert (asked.answer.stop_reason, tries) == ("refused", 1)


async def test_what_the_server_says_first_is_seen_before_it_is_done() -> None:
    reply = Reply(said("Hello, what shall we build today?"))
    with serving(in_order(reply.cut(length_of(reply) // 2, "silence"))) as wire:
        provider = OpenAIProvider("openai", "played", base_url=wire.url)
        heard = asyncio.Event()

        async def listen() -> None:
            async for item in provider.stream(request(tools=(LIST,))):
                assert isinstance(item, TextDelta)
                heard.set()

        work = asyncio.create_task(listen())
        async with asyncio.timeout(10):
            await heard.wait()
        work.cancel()
        await asyncio.wait([work])
        await provider.close()


async def test_stop_ends_a_call_at_once_and_leaves_nothing_open() -> None:
    arrived = threading.Event()

    async def silent(_: Call) -> Reply | Refusal:
        arrived.set()
        return Reply(GOOD).cut(10, "silence")

    with serving(silent) as wire:
        provider = OpenAIProvider("openai", "played", base_url=wire.url)
        work = asyncio.create_task(ask(provider))
        await asyncio.to_thread(arrived.wait)
        work.cancel()
        async with asyncio.timeout(1):
            with pytest.raises(asyncio.CancelledError):
                await work
            await provider.close()


async def test_stop_ends_a_wait_at_once() -> None:
    with serving(in_order(Refusal(503, "no", {"retry-after": "60"}))) as wire:
        provider = OpenAIProvider("openai", "played", base_url=wire.url)
        items = provider.stream(request())
        wait = await anext(items)
        work = asyncio.ensure_future(anext(items))
        await asyncio.sleep(0)
        work.cancel()
        async with asyncio.timeout(1):
            with pytest.raises(asyncio.CancelledError):
                await work
        await provider.close()
    assert getattr(wait, "seconds", None) == 60


async def test_report_P087_a_school_that_looks_into_secure_pages_is_named_and_its_certificate_helps(
    tmp_path: Path,
) -> None:
    authority, context = school_certificates(tmp_path)
    with serving(in_order(Reply(said("Hello"))), tls=context) as wire:
        for certificate, code, text in ((None, "providers.certificate", ""), (authority, "", "Hello")):
            provider = OpenAIProvider("openai", "played", base_url=wire.url, certificate=certificate)
            asked = await ask(provider)
            await provider.close()
            assert (asked.error.code if asked.error else "", asked.text) == (code, text)


async def test_three_helpers_at_once_share_a_provider() -> None:
    with serving(in_order(Reply(GOOD))) as wire:
        provider = OpenAIProvider("openai", "played", base_url=wire.url)
        answers = await asyncio.gather(*(ask(provider) for _ in range(3)))
        await provider.close()
    assert [asked.answer.message for asked in answers] == [GOOD.message] * 3
