"""The Messages protocol when things go wrong: each fault has an outcome that a person sees, and no call is half run."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING

import pytest

from elisa.core.text import say
from elisa.providers.anthropic import AnthropicProvider
from elisa.providers.base import ToolCall, Waiting
from elisa.providers.retry import Retrying
from support.asking import Asked, NoTime, ask, request
from support.certificates import school_certificates
from support.wire import serving
from support.wire_answers import OVERLOADED, Flaws, Refusal, Reply, call, in_order, rate_limited, said

if TYPE_CHECKING:
    from pathlib import Path

    from support.wire_answers import Answering

GOOD = Reply(said("Here you are."))
WRITE = call("write_file", path="game.js", content="x" * 200)


async def outcome(answering: Answering, time: NoTime | None = None) -> Asked:
    with serving(answering) as wire:
        policy = (time or NoTime()).policy()
        provider = AnthropicProvider("m", key="sk-ant-1234567", base_url=wire.url, retrying=policy)
        asked = await ask(provider)
        await provider.close()
        return asked


async def test_report_P078_two_overloads_are_waited_for_and_then_it_goes_on() -> None:
    asked = await outcome(in_order(OVERLOADED, OVERLOADED, GOOD))
    assert [wait.reason for wait in asked.waits] == [say("providers.wait_busy")] * 2
    assert asked.text == "Here you are."


async def test_report_P078_an_overload_inside_a_good_stream_is_tried_again() -> None:
    asked = await outcome(in_order(Reply(said("Here you are, dear"), Flaws(error_after=4)), GOOD))
    assert [wait.reason for wait in asked.waits] == [say("providers.wait_begins_anew")]
    assert asked.answer.message.text == "Here you are."
    assert asked.answer.usage.estimated
    assert asked.answer.usage.input_tokens == 200


@pytest.mark.parametrize("bare", [True, False])
async def test_report_P076_an_error_in_a_stream_is_never_an_empty_success(bare: bool) -> None:
    broken = Flaws(error_after=0, error={"type": "invalid_request_error", "message": "no"}, bare=bare)
    assert (await outcome(in_order(Reply(said("Hi"), broken)))).code == "providers.refused"


async def test_report_P080_a_rate_limit_is_waited_for_as_the_server_asks() -> None:
    time = NoTime()
    asked = await outcome(in_order(rate_limited(retry_after="7"), rate_limited(retry_after_ms="1500"), GOOD), time)
    assert time.slept == [7, 1.5]
    assert asked.waits[0] == Waiting(seconds=7, reason=say("providers.wait_rate"))


async def test_five_refusals_in_a_row_end_with_a_kind_sentence() -> None:
    assert (await outcome(in_order(OVERLOADED))).code == "providers.too_busy"


@pytest.mark.parametrize("arguments", ["", " "])
async def test_report_P069_empty_arguments_are_no_arguments(arguments: str) -> None:
    asked = await outcome(in_order(Reply(said("", call("list")), Flaws(arguments=arguments))))
    assert asked.answer.message.tool_calls == (ToolCall(id="call-1", name="list"),)
    assert asked.answer.stop_reason == "tool_calls"


@pytest.mark.parametrize("arguments", ['{"path": "a', "[1]", "nothing", "{" * 100_000])
async def test_arguments_that_cannot_be_read_are_no_call(arguments: str) -> None:
    first = call("read_file", "first", path="a")
    asked = await outcome(in_order(Reply(said("", first, call("write_file", "second")), Flaws(arguments=arguments))))
    assert asked.answer.message.tool_calls == (first,)
    assert asked.answer.cut_off == "write_file"
    assert asked.answer.stop_reason == "length"


@pytest.mark.parametrize("arguments", ['{"path": "game.js", "content": "xx', "{}", None])
async def test_report_P071_a_call_that_the_length_limit_ended_is_dropped(arguments: str | None) -> None:
    turn = said("I write", WRITE, stop="length")
    asked = await outcome(in_order(Reply(turn, Flaws(arguments=arguments))))
    assert asked.answer.message.tool_calls == ()
    assert asked.answer.cut_off == "write_file"
    assert asked.answer.stop_reason == "length"


async def test_report_P074_calls_that_were_promised_and_did_not_come_are_a_text_answer() -> None:
    asked = await outcome(in_order(Reply(said("That is all."), Flaws(finish="tool_use"))))
    assert (asked.answer.stop_reason, asked.text) == ("end", "That is all.")


@pytest.mark.parametrize("finish", ["end_turn", "stop_sequence", "something_new", ""])
async def test_calls_are_run_whatever_the_server_calls_the_end(finish: str) -> None:
    asked = await outcome(in_order(Reply(said("", WRITE), Flaws(finish=finish))))
    assert asked.answer.message.tool_calls == (WRITE,)
    assert asked.answer.stop_reason == "tool_calls"


async def test_a_refusal_says_so_and_runs_nothing() -> None:
    asked = await outcome(in_order(Reply(said("I will not.", WRITE, stop="refused"))))
    assert asked.answer.stop_reason == "refused"
    assert asked.answer.message.tool_calls == ()


async def test_a_full_context_window_is_an_answer_that_was_cut() -> None:
    asked = await outcome(in_order(Reply(said("So", WRITE), Flaws(finish="model_context_window_exceeded"))))
    assert (asked.answer.stop_reason, asked.answer.cut_off) == ("length", "write_file")


async def test_a_pause_is_gone_on_from() -> None:
    pause = Flaws(finish="pause_turn")
    with serving(in_order(Reply(said("One, "), pause), Reply(said("two, "), pause), Reply(said("three.")))) as wire:
        provider = AnthropicProvider("m", base_url=wire.url, retrying=NoTime().policy())
        asked = await ask(provider)
        await provider.close()
    assert asked.text == asked.answer.message.text == "One, two, three."
    assert asked.answer.usage.input_tokens == 300
    texts = [block["text"] for block in wire.calls[2].body["messages"][-1]["content"]]
    assert (wire.calls[2].body["messages"][-1]["role"], texts) == ("assistant", ["One, ", "two, "])
    assert len(wire.calls[2].body["messages"]) == 2


async def test_a_server_that_pauses_for_ever_ends_somewhere() -> None:
    asked = await outcome(in_order(Reply(said("Hm."), Flaws(finish="pause_turn"))))
    assert asked.answer.stop_reason == "end"


async def test_a_stream_that_ends_politely_but_too_early_is_asked_for_again() -> None:
    asked = await outcome(in_order(Reply(said("Half an answ"), Flaws(no_finish=True)), GOOD))
    assert [wait.reason for wait in asked.waits] == [say("providers.wait_begins_anew")]
    assert asked.answer.message.text == "Here you are."


async def test_report_P077_comments_in_the_stream_are_passed_over() -> None:
    asked = await outcome(in_order(Reply(said("Hi"), Flaws(comments=3))))
    assert asked.text == "Hi"


async def test_a_stream_without_event_names_is_read_all_the_same() -> None:
    asked = await outcome(in_order(Reply(said("Hi", WRITE), Flaws(bare=True))))
    assert asked.answer.message.tool_calls == (WRITE,)


async def test_a_server_that_does_not_stream_is_understood() -> None:
    message = {"type": "message", "content": [{"type": "text", "text": "Hi"}], "stop_reason": "end_turn"}
    body = {**message, "usage": {"input_tokens": 3, "output_tokens": 1}}
    asked = await outcome(in_order(Refusal(200, body, as_it_is=True)))
    assert (asked.text, asked.answer.usage.input_tokens) == ("Hi", 3)


async def test_a_page_instead_of_a_model_is_a_wrong_address() -> None:
    assert (await outcome(in_order(Refusal(200, "<html>Welcome</html>")))).code == "providers.wrong_address"


async def test_nobody_there_says_what_to_start() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        provider = AnthropicProvider("m", base_url=address, retrying=NoTime().policy())
        asked = await ask(provider)
        await provider.close()
    assert asked.code == "providers.not_running"
    assert [wait.reason for wait in asked.waits] == [say("providers.wait_unreached")] * 2


async def test_without_a_key_the_vendor_is_not_even_asked() -> None:
    assert (await ask(AnthropicProvider("m"))).code == "providers.no_key"


@pytest.mark.parametrize("key", ["sk-ä", "sk a b", "sk-\x00"])
async def test_a_key_that_can_be_none_is_named(key: str) -> None:
    assert (await ask(AnthropicProvider("m", key=key))).code == "providers.wrong_key"


async def test_a_proxy_that_lets_nothing_out_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(in_order(GOOD)) as wire:
        monkeypatch.setenv("https_proxy", wire.url)
        provider = AnthropicProvider("m", base_url="https://ai.example.test", retrying=NoTime().policy())
        asked = await ask(provider)
        await provider.close()
    assert wire.paths == ["CONNECT ai.example.test:443"]
    assert asked.code == "providers.proxy"


async def test_a_server_on_this_computer_is_asked_without_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{taken.getsockname()[1]}")
        assert (await outcome(in_order(GOOD))).text == "Here you are."


async def test_report_P087_a_school_that_looks_into_secure_pages_is_named_and_its_certificate_helps(
    tmp_path: Path,
) -> None:
    certificate, context = school_certificates(tmp_path)
    damaged = tmp_path / "damaged.pem"
    damaged.write_text("no certificate", encoding="utf-8")
    with serving(in_order(GOOD), tls=context) as wire:
        found = []
        for trusted in (None, certificate, damaged):
            provider = AnthropicProvider("m", base_url=wire.url, certificate=trusted, retrying=NoTime().policy())
            found.append(await ask(provider))
            await provider.close()
    assert found[0].code == "providers.certificate"
    assert found[0].waits == []
    assert found[1].text == "Here you are."
    assert found[2].code == "providers.bad_certificate"


async def test_report_P087_the_systems_certificates_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate, context = school_certificates(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with serving(in_order(GOOD), tls=context) as wire:
        provider = AnthropicProvider("m", base_url=wire.url, retrying=NoTime().policy())
        assert (await ask(provider)).text == "Here you are."
        await provider.close()


async def test_stop_ends_an_answer_that_never_comes_at_once() -> None:
    with serving(in_order(Reply(said("Here you are, dear")).cut(900, "silence"))) as wire:
        provider = AnthropicProvider("m", base_url=wire.url, retrying=Retrying())
        begun = asyncio.Event()

        async def listen() -> None:
            async for _ in provider.stream(request()):
                begun.set()

        task = asyncio.create_task(listen())
        async with asyncio.timeout(30):
            await begun.wait()
        task.cancel()
        async with asyncio.timeout(1):
            with pytest.raises(asyncio.CancelledError):
                await task
            await provider.close()


async def test_three_at_once_share_one_provider() -> None:
    with serving(in_order(GOOD)) as wire:
        provider = AnthropicProvider("m", base_url=wire.url)
        asked = await asyncio.gather(*(ask(provider) for _ in range(3)))
        await provider.close()
    assert [one.text for one in asked] == ["Here you are."] * 3
