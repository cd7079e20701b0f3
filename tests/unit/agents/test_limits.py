from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from elisa.agents.job import AgentJob
from elisa.agents.limits import Budget, BudgetReachedError, Ceilings, Used
from elisa.agents.loop import run_agent
from elisa.core.events import BudgetWarned, Event, UsageReported
from elisa.providers.base import ProviderError, TextDelta, Usage
from elisa.providers.price import Price
from elisa.providers.script import Script
from elisa.providers.scripted import ScriptedProvider
from elisa.spec.data_block import DataBlock
from elisa.spec.nugget import NuggetSpec
from elisa.spec.plan import Task
from support.helpers_at_work import helper

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from elisa.providers.base import ModelRequest, StreamItem

WORDS = ["ant", "bee", "cat", "dog", "eel", "fox", "gnu", "hen"]


def job(name: str, budget: Budget, attempt: int = 1) -> AgentJob:
    task = Task(id=name, name=name, description="", agent_name=name)
    block = DataBlock(kind="build", spec=NuggetSpec(), task=task, facts={"attempt": attempt})
    return AgentJob(task_id=name, agent_name=name, system="", prompt=block.fenced(), budget=budget)


def turns(cost: int) -> list[dict[str, Any]]:
    return [
        {"calls": [{"tool": "write_file", "arguments": {"path": word, "content": word}}], "usage": [cost - 100, 100]}
        for word in WORDS
    ]


async def test_report_P056_three_helpers_share_one_ceiling(tmp_path: Path) -> None:
    events: list[Event] = []
    budget = Budget(events.append, Ceilings(tokens=2000))
    names = ("a", "b", "c")
    script = Script.model_validate({"conversations": [{"task": name, "turns": turns(900)} for name in names]})
    provider = ScriptedProvider(script)
    helpers = {name: helper(made(tmp_path / name)) for name in names}
    outcomes = await asyncio.gather(
        *(run_agent(job(name, budget), provider, helpers[name].toolbox, events.append) for name in names)
    )
    assert {outcome.status for outcome in outcomes} == {"budget"}
    assert budget.used.tokens <= 2000 + 900
    assert provider.calls.total() == 3
    assert [event for event in events if isinstance(event, BudgetWarned)] == [
        BudgetWarned(used_tokens=1800, budget_tokens=2000)
    ]
    written = [path for outcome in outcomes for path in outcome.files]
    assert len(written) == 3


def made(folder: Path) -> Path:
    folder.mkdir()
    return folder


async def test_helpers_run_side_by_side_while_there_is_room() -> None:
    budget = Budget(lambda _: None, Ceilings(tokens=100_000))
    inside = 0
    most = 0
    everyone = asyncio.Event()

    async def work() -> None:
        nonlocal inside, most
        async with budget.call(10_000) as charge:
            inside += 1
            most = max(most, inside)
            if inside == 3:
                everyone.set()
            await everyone.wait()
            inside -= 1
            charge.usage = Usage(input_tokens=10)

    async with asyncio.timeout(5):
        await asyncio.gather(*(work() for _ in range(3)))
    assert most == 3


@pytest.mark.parametrize("cost", [1, 333, 900, 2500])
async def test_a_build_passes_its_ceiling_by_one_call_at_most(cost: int) -> None:
    budget = Budget(lambda _: None, Ceilings(tokens=5000))

    async def helper_at_work(pause: int) -> None:
        while True:
            async with budget.call(cost) as charge:
                for _ in range(pause):
                    await asyncio.sleep(0)
                charge.usage = Usage(input_tokens=cost)

    done = await asyncio.gather(*(helper_at_work(pause) for pause in (1, 2, 5)), return_exceptions=True)
    assert all(isinstance(error, BudgetReachedError) for error in done)
    assert 5000 <= budget.used.tokens < 5000 + cost


async def test_money_is_a_ceiling_of_its_own() -> None:
    events: list[Event] = []
    budget = Budget(events.append, Ceilings(usd=0.01), price=Price(input_usd=3.0, output_usd=15.0))
    async with budget.call(1000) as charge:
        charge.usage = Usage(input_tokens=1000, output_tokens=400)
    assert budget.used.usd == pytest.approx(0.009)
    assert len(events) == 1
    async with budget.call(1000) as charge:
        charge.usage = Usage(input_tokens=1000)
    assert budget.reached
    with pytest.raises(BudgetReachedError):
        await budget.call(1).__aenter__()


async def test_stop_while_waiting_for_room_frees_the_others() -> None:
    budget = Budget(lambda _: None, Ceilings(tokens=1000))
    async with budget.call(5000) as charge:
        waiting = asyncio.create_task(budget.call(5000).__aenter__())
        await asyncio.sleep(0)
        assert not waiting.done()
        waiting.cancel()
        charge.usage = Usage(input_tokens=10)
    with pytest.raises(asyncio.CancelledError):
        await waiting
    async with asyncio.timeout(1), budget.call(5000):
        pass
    assert budget.used.tokens == 10


async def test_a_resumed_build_goes_on_counting_and_does_not_warn_twice() -> None:
    events: list[Event] = []
    budget = Budget(events.append, Ceilings(tokens=1000), used=Used(tokens=850))
    async with budget.call(10) as charge:
        charge.usage = Usage(input_tokens=50)
    assert budget.used.tokens == 900
    assert events == []


async def test_pitfall_29_each_attempt_counts_also_one_that_broke_off(tmp_path: Path) -> None:
    events: list[Event] = []
    budget = Budget(events.append, Ceilings(tokens=1_000_000))
    broken = {"calls": [], "say": ["I begin, and then the line is "], "error": {}}
    good = {"say": "Done.", "usage": [500, 50]}
    tries = [{"attempt": 1, "turns": [broken]}, {"attempt": 2, "turns": [good]}]
    provider = ScriptedProvider(Script.model_validate({"conversations": tries}))
    pixel = helper(tmp_path)
    with pytest.raises(ProviderError):
        await run_agent(job("a", budget), provider, pixel.toolbox, events.append)
    first = budget.used.tokens
    await run_agent(job("a", budget, attempt=2), provider, pixel.toolbox, events.append)
    reported = [event for event in events if isinstance(event, UsageReported)]
    assert first > 0
    assert budget.used.tokens == first + 550
    assert sum(event.input_tokens + event.output_tokens for event in reported) == budget.used.tokens


async def test_report_P059_a_server_without_usage_is_held_by_an_estimate(tmp_path: Path) -> None:
    events: list[Event] = []
    budget = Budget(events.append, Ceilings(tokens=600))
    conversation = {"turns": [{key: value for key, value in turn.items() if key != "usage"} for turn in turns(1)]}
    provider = ScriptedProvider(Script.model_validate({"conversations": [conversation]}))
    pixel = helper(tmp_path)
    outcome = await run_agent(job("a", budget), provider, pixel.toolbox, events.append)
    assert outcome.status == "budget"
    assert outcome.usage.estimated


@pytest.mark.parametrize(
    ("ceilings", "of"),
    [(Ceilings(turns=5), "turns"), (Ceilings(seconds=50.0), "time"), (Ceilings(tokens=500), "tokens")],
)
async def test_whichever_ceiling_is_nearest_ends_it_for_all_helpers_and_is_named(ceilings: Ceilings, of: str) -> None:
    events: list[Event] = []
    budget = Budget(events.append, ceilings)

    async def at_work() -> None:
        while True:
            async with budget.call(1) as charge:
                await asyncio.sleep(0)
                charge.usage, charge.seconds = Usage(input_tokens=100, estimated=True), 10.0

    ends = await asyncio.gather(*(at_work() for _ in range(3)), return_exceptions=True)
    assert all(isinstance(end, BudgetReachedError) for end in ends)
    assert 5 <= budget.used.turns <= 7
    assert budget.refused
    [warned] = events
    assert isinstance(warned, BudgetWarned)
    assert (warned.of, warned.estimated) == (of, True)


async def test_calls_at_once_never_pass_the_number_of_calls() -> None:
    budget = Budget(lambda _: None, Ceilings(turns=2))
    async with budget.call(1) as first:
        waiting = [asyncio.create_task(budget.call(1).__aenter__()) for _ in range(2)]
        await asyncio.sleep(0)
        assert sum(task.done() for task in waiting) == 1
        first.usage = Usage(input_tokens=1)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


class Dying:
    """A model that took money before it died."""

    name = model = "dying"

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamItem]:
        error = ProviderError("providers.too_busy", "busy")
        error.spent = Usage(input_tokens=700, output_tokens=30)
        if request.messages:
            raise error
        yield TextDelta(text="")

    async def close(self) -> None:
        return


async def test_what_a_call_that_failed_cost_at_its_server_is_counted(tmp_path: Path) -> None:
    events: list[Event] = []
    budget = Budget(events.append, Ceilings(tokens=700))
    with pytest.raises(ProviderError):
        await run_agent(job("a", budget), Dying(), helper(tmp_path).toolbox, events.append)
    assert budget.reached
    assert [event.input_tokens for event in events if isinstance(event, UsageReported)] == [700]


@pytest.mark.parametrize("ceilings", [Ceilings(tokens=0), Ceilings(usd=0.0), Ceilings(turns=-1), Ceilings(seconds=0.0)])
async def test_a_ceiling_of_nothing_lets_nothing_start(ceilings: Ceilings) -> None:
    events: list[Event] = []
    budget = Budget(events.append, ceilings)
    assert budget.reached
    with pytest.raises(BudgetReachedError):
        async with budget.call(10):
            pass
