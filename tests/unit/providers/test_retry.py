"""The policy for calls that fail: how long it waits, how often, when it gives up, and what it costs."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from elisa.core.text import say
from elisa.providers.base import Message, ProviderError, Text, TextDelta, Turn, Usage, Waiting
from elisa.providers.faults import Line, TryAgainError, problem, wait_asked
from elisa.providers.retry import Retrying
from support.asking import NoTime

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from elisa.providers.base import StreamItem

LINE = Line(name="Claude", model="m", address="http://127.0.0.1:1", key="sk-secret-123456")
NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
FINE = Turn(
    message=Message(role="assistant", parts=(Text(text="Fine"),)),
    stop_reason="end",
    usage=Usage(input_tokens=10, output_tokens=2),
)


class Attempts:
    """Fails with each fault in turn, after some words, then succeeds."""

    def __init__(self, *faults: Exception, words: str = "") -> None:
        self.faults, self.words, self.count = list(faults), words, 0

    async def __call__(self) -> AsyncGenerator[StreamItem, None]:
        self.count += 1
        if self.words:
            yield TextDelta(text=self.words)
        if self.faults:
            raise self.faults.pop(0)
        yield FINE


def busy(after: float | None = None, spent: Usage | None = None) -> TryAgainError:
    return TryAgainError("busy", problem("providers.too_busy", "Overloaded"), after=after, spent=spent)


async def run(attempts: Attempts, policy: Retrying) -> list[StreamItem]:
    return [item async for item in policy.stream(attempts)]


async def test_waits_grow_and_are_seen_before_they_pass() -> None:
    time = NoTime()
    items = await run(Attempts(*(busy() for _ in range(5))), time.policy())
    waits = [item for item in items if isinstance(item, Waiting)]
    assert [wait.seconds for wait in waits] == [1, 2, 4, 8, 16] == time.slept
    assert {wait.reason for wait in waits} == {say("providers.wait_busy")}
    assert items[-1] == FINE


async def test_report_P080_the_servers_own_wait_is_obeyed() -> None:
    time = NoTime()
    await run(Attempts(busy(0), busy(7)), time.policy())
    assert time.slept == [0, 7]


async def test_report_P078_after_five_waits_it_gives_up_kindly() -> None:
    time, attempts = NoTime(), Attempts(*(busy(1) for _ in range(9)))
    with pytest.raises(ProviderError) as failed:
        await run(attempts, time.policy())
    assert (len(time.slept), attempts.count) == (5, 6)
    assert failed.value.sentence == "The AI is too busy right now. Your work is saved; press Try again."


async def test_a_server_that_wants_a_long_break_is_not_waited_for() -> None:
    time, attempts = NoTime(), Attempts(busy(3600))
    with pytest.raises(ProviderError) as failed:
        await run(attempts, time.policy())
    assert (time.slept, attempts.count) == ([], 1)
    assert "60 minutes" in failed.value.sentence


async def test_all_waits_together_are_bounded() -> None:
    time = NoTime()
    with pytest.raises(ProviderError):
        await run(Attempts(*(busy(100) for _ in range(5))), time.policy())
    assert sum(time.slept) <= 300


async def test_where_nobody_answers_it_does_not_try_for_long() -> None:
    time = NoTime()
    faults = [TryAgainError("unreached", problem("providers.not_running", host="h")) for _ in range(9)]
    with pytest.raises(ProviderError) as failed:
        await run(Attempts(*faults), time.policy())
    assert failed.value.code == "providers.not_running"
    assert len(time.slept) == 2


async def test_words_that_were_shown_are_said_to_begin_anew() -> None:
    items = await run(Attempts(LINE.broke_off("gone"), words="Once upon"), NoTime().policy())
    assert [item.kind for item in items] == ["text_delta", "waiting", "text_delta", "turn"]
    assert isinstance(items[1], Waiting)
    assert items[1].reason == say("providers.wait_begins_anew")
    silent = await run(Attempts(LINE.broke_off("gone")), NoTime().policy())
    assert isinstance(silent[0], Waiting)
    assert silent[0].reason == say("providers.wait_broke_off")


async def test_what_dead_attempts_cost_is_counted() -> None:
    spent = Usage(input_tokens=100, output_tokens=5, estimated=True)
    items = await run(Attempts(busy(spent=spent), busy(spent=spent)), NoTime().policy())
    assert isinstance(items[-1], Turn)
    assert items[-1].usage == Usage(input_tokens=210, output_tokens=12, estimated=True)
    last = problem("providers.too_long")
    last.spent = spent
    with pytest.raises(ProviderError) as failed:
        await run(Attempts(busy(spent=spent), last), NoTime().policy())
    assert failed.value.spent == Usage(input_tokens=200, output_tokens=10, estimated=True)


async def test_a_wait_is_ended_at_once_by_cancelling() -> None:
    waiting = asyncio.Event()

    async def listen() -> None:
        async for item in Retrying().stream(Attempts(busy(200))):
            assert isinstance(item, Waiting)
            waiting.set()

    task = asyncio.create_task(listen())
    await waiting.wait()
    task.cancel()
    async with asyncio.timeout(5):
        with pytest.raises(asyncio.CancelledError):
            await task


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "9"}, 0.25),
        ({"retry-after": "Thu, 01 Jan 2026 12:00:30 GMT"}, 30),
        ({"retry-after": "Thu, 01 Jan 2026 11:00:00 GMT"}, 0),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-5"}, None),
        ({"retry-after": "nan"}, None),
        ({}, None),
    ],
)
def test_report_P080_a_wait_is_read_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    assert wait_asked(headers, NOW) == seconds


ERROR = "invalid_request_error"


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (401, {"error": {"type": "authentication_error", "message": "no"}}, "wrong_key"),
        (401, "<html>", "wrong_key"),
        (402, {"error": {"message": "pay"}}, "no_credit"),
        (400, {"error": {"type": ERROR, "message": "Your credit balance is too low to access the API"}}, "no_credit"),
        (429, {"error": {"code": "insufficient_quota", "message": "You exceeded your current quota"}}, "no_credit"),
        (403, {"error": {"type": "permission_error", "message": "no"}}, "not_allowed"),
        (404, {"error": {"type": "not_found_error", "message": "model: x"}}, "unknown_model"),
        (400, {"error": {"type": ERROR, "code": 400, "message": "model 'x' not found"}}, "unknown_model"),
        (400, {"error": {"code": 400, "message": "x/y is not a valid model ID"}}, "unknown_model"),
        (404, {"error": {"message": 'model "x" not found, try pulling it first'}}, "unknown_model"),
        (404, "<html>Not Found</html>", "wrong_address"),
        (302, "", "wrong_address"),
        (407, "", "proxy"),
        (400, {"error": {"type": ERROR, "message": "prompt is too long: 210000 > 200000"}}, "too_long"),
        (413, {"error": {"type": "request_too_large", "message": "Request too large"}}, "too_long"),
        (400, {"error": "n_keep: 10247 >= n_ctx: 4096"}, "local_too_small"),
        (400, {"error": {"type": ERROR, "message": "messages: bad"}}, "refused"),
        (200, {"error": {"type": ERROR, "message": "messages: bad"}}, "refused"),
    ],
)
def test_a_refusal_that_waiting_does_not_help_has_a_sentence_of_its_own(status: int, body: object, code: str) -> None:
    found = LINE.refused(status, body, {})
    assert isinstance(found, ProviderError)
    assert found.code == f"providers.{code}"


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (429, {"error": {"type": "rate_limit_error"}}, "rate"),
        (529, {"error": {"type": "overloaded_error"}}, "busy"),
        (503, "<html>", "busy"),
        (500, {"error": {"type": "api_error"}}, "busy"),
        (200, {"error": {"type": "overloaded_error"}}, "busy"),
        (200, {"error": {"code": 502, "message": "provider_unavailable"}}, "busy"),
        (200, {"error": {"code": 429, "message": "slow"}}, "rate"),
    ],
)
def test_a_refusal_that_waiting_helps_is_tried_again(status: int, body: object, reason: str) -> None:
    found = LINE.refused(status, body, {"retry-after": "3"})
    assert isinstance(found, TryAgainError)
    assert (found.reason, found.after) == (reason, 3)


def test_report_P081_a_local_model_that_is_too_small_says_by_how_much() -> None:
    found = LINE.refused(400, {"error": "n_keep: 10247 >= n_ctx: 4096"}, {})
    assert isinstance(found, ProviderError)
    assert "context length" in found.sentence
    assert "10247" in found.sentence


def test_the_key_is_blotted_out_of_what_a_server_says() -> None:
    found = LINE.refused(401, {"error": {"message": "Incorrect key: sk-secret-123456"}}, {})
    assert isinstance(found, ProviderError)
    assert "sk-secret" not in f"{found.detail}{found.sentence}{LINE!r}"


async def test_a_server_that_says_at_once_again_and_again_is_given_time() -> None:
    time = NoTime()
    await run(Attempts(*(busy(0) for _ in range(5))), time.policy())
    assert time.slept == [0, 2, 4, 8, 16]


async def test_a_break_of_a_day_is_not_counted_in_minutes() -> None:
    with pytest.raises(ProviderError) as failed:
        await run(Attempts(busy(999_999_999)), NoTime().policy())
    assert failed.value.code == "providers.told_to_wait_long"


def test_a_wait_until_a_time_goes_by_the_servers_clock() -> None:
    headers = {"date": "Thu, 01 Jan 2026 08:00:00 GMT", "retry-after": "Thu, 01 Jan 2026 08:00:07 GMT"}
    assert wait_asked(headers) == 7


@pytest.mark.parametrize("asked", ["-5", "", "1e9", "Wed", "Wed, 21 Oct 99999999999999999999 07:28:00 GMT", "0x10"])
def test_a_wait_that_cannot_be_read_is_none(asked: str) -> None:
    assert wait_asked({"retry-after": asked, "date": asked}, NOW) is None
