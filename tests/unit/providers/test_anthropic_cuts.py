"""A connection that ends at every place: either the whole answer arrives, or it is asked for again; never a part."""

from __future__ import annotations

import random

import pytest

from elisa.providers.anthropic import AnthropicProvider
from support.asking import NoTime, ask
from support.wire import serving
from support.wire_answers import Call, Refusal, Reply, call, said

TURN = said(
    "Ich baue „Igel“.", call("read_file", "a", path="ä.txt"), call("write_file", "b", path="x", content="é" * 40)
)
LENGTH = 2_900
"""More bytes than the answer has on the wire."""
RNG = random.Random(20260101)


async def walk(places: list[int], ending: str) -> None:
    """Cut the first answer to each question at the next place; the second answer is whole."""
    cuts = iter(places)

    async def answer(asked: Call) -> Reply | Refusal:
        whole = Reply(TURN, piece=97)
        if asked.number % 2:
            return whole
        return whole.cut(next(cuts), "reset" if ending == "reset" else "close")

    whole_at_once = 0
    with serving(answer) as wire:
        provider = AnthropicProvider("m", base_url=wire.url, retrying=NoTime().policy())
        for place in places:
            before = len(wire.calls)
            asked = await ask(provider)
            assert asked.answer.message == TURN.message, place
            assert asked.answer.stop_reason == "tool_calls", place
            calls = len(wire.calls) - before
            assert (len(asked.waits), calls) in ((0, 1), (1, 2)), place
            if calls == 1:
                whole_at_once += 1
                wire.calls.append(wire.calls[-1])  # the next question begins with an even number again
        await provider.close()
    # What ends after the last event was complete: no second call is paid for.
    assert whole_at_once < len(places)


@pytest.mark.parametrize("ending", ["close", "reset"])
async def test_an_answer_that_is_cut_is_never_half_taken(ending: str) -> None:
    await walk(sorted(RNG.sample(range(LENGTH), 60)), ending)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ending", ["close", "reset"])
async def test_an_answer_that_is_cut_anywhere_is_never_half_taken(ending: str) -> None:
    await walk(list(range(LENGTH)), ending)


async def test_bytes_may_arrive_one_by_one() -> None:
    async def answer(_: Call) -> Reply | Refusal:
        return Reply(TURN, piece=1)

    with serving(answer) as wire:
        provider = AnthropicProvider("m", base_url=wire.url)
        asked = await ask(provider)
        await provider.close()
    assert asked.answer.message == TURN.message
    assert asked.waits == []
