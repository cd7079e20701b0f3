"""What an agent's turn costs: our loop beside the vendor's bare library in one process, against a model at once there.

The job is the same for both: one call that writes a file, its result, one closing sentence; all 13 tools are offered.
Figures of a run go into ``docs/measurements.md``.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from elisa.agents.job import AgentJob
from elisa.agents.loop import run_agent
from elisa.agents.prompts import PromptBook
from elisa.core.events import AgentSpoke, Event
from elisa.providers.tool_formats import format_tool
from elisa.spec.data_block import DataBlock
from elisa.spec.nugget import Nugget, NuggetSpec, Requirement
from elisa.spec.plan import Task
from support.helpers_at_work import Helper, helper
from support.loopback_model import running
from support.three_helpers import provider_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    import anthropic
    import openai
    from pytest_benchmark.fixture import BenchmarkFixture

    from elisa.providers.base import Provider

    Noted = Callable[[str, object], None]

ROUNDS = 12
AT_MOST_TIMES = 1.6
AT_MOST_MS = 15.0
"""Of a whole task, on top of the bare library: processor time, so that a busy computer does not count."""
AT_MOST_MIB = 100
AT_MOST_BYTES = 8192
SYSTEM = "You build one part of a child's project. End without a tool call."
PROMPT = "Write index.html."


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Yield the model's address."""
    with running() as url:
        yield url


async def ours(provider: Provider, pixel: Helper, prompt: str, system: str = SYSTEM) -> None:
    """One job by our loop."""
    job = AgentJob(task_id="t", agent_name="Pixel", system=system, prompt=prompt)
    outcome = await run_agent(job, provider, pixel.toolbox, pixel.events.append)
    assert (outcome.status, outcome.turns, outcome.files) == ("done", 2, ("index.html",))


async def bare_claude(client: anthropic.AsyncAnthropic, tools: list[dict[str, Any]], folder: Path) -> None:
    """The same job by Anthropic's library alone."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": PROMPT}]
    asked: dict[str, Any] = {"model": "m", "max_tokens": 8192, "system": SYSTEM, "messages": messages, "tools": tools}
    while True:
        async with client.messages.stream(**asked) as stream:
            answer = await stream.get_final_message()
        calls: list[Any] = [block for block in answer.content if block.type == "tool_use"]
        if not calls:
            return
        results = []
        for call in calls:
            (folder / call.input["path"]).write_text(call.input["content"], encoding="utf-8")
            results.append({"type": "tool_result", "tool_use_id": call.id, "content": "Wrote it."})
        messages.append({"role": "assistant", "content": [block.model_dump() for block in answer.content]})
        messages.append({"role": "user", "content": results})


async def bare_openai(client: openai.AsyncOpenAI, tools: list[dict[str, Any]], folder: Path) -> None:
    """The same job by OpenAI's library alone."""
    messages: list[dict[str, Any]] = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": PROMPT}]
    asked: dict[str, Any] = {"model": "m", "messages": messages, "tools": tools}
    while True:
        async with client.chat.completions.stream(**asked, stream_options={"include_usage": True}) as stream:
            answer = (await stream.get_final_completion()).choices[0].message
        calls: list[Any] = answer.tool_calls or []
        if not calls:
            return
        messages.append(answer.model_dump(exclude_none=True, exclude={"parsed"}))
        for call in calls:
            given = json.loads(call.function.arguments)
            (folder / given["path"]).write_text(given["content"], encoding="utf-8")
            messages.append({"role": "tool", "tool_call_id": call.id, "content": "Wrote it."})


async def measured(work: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Return processor and wall time of one job in milliseconds; the model's own is another process's."""
    wall, cpu = time.perf_counter(), time.process_time()
    await work()
    return 1000 * (time.process_time() - cpu), 1000 * (time.perf_counter() - wall)


async def side_by_side(name: str, address: str, folder: Path) -> dict[str, float]:
    """Take turns between the bare loop and ours, and return the figures."""
    import anthropic
    import openai

    pixel = helper(folder)
    vendor = "anthropic" if name == "claude" else "openai"
    tools = [format_tool(tool, "anthropic" if name == "claude" else "openai") for tool in pixel.toolbox.definitions]
    client: Any = (
        anthropic.AsyncAnthropic(api_key="k", base_url=address)
        if vendor == "anthropic"
        else openai.AsyncOpenAI(api_key="k", base_url=f"{address}/v1")
    )
    bare = bare_claude if vendor == "anthropic" else bare_openai
    provider = provider_of(name, address)
    theirs, own = [], []
    for _ in range(ROUNDS):
        theirs.append(await measured(lambda: bare(client, tools, pixel.root)))
        own.append(await measured(lambda: ours(provider, helper(folder), PROMPT)))
    await client.close()
    await provider.close()
    return {
        "times_the_bare_loop": statistics.median(cpu for cpu, _ in own) / statistics.median(cpu for cpu, _ in theirs),
        "cpu_ms": statistics.median(cpu for cpu, _ in own),
        "bare_cpu_ms": statistics.median(cpu for cpu, _ in theirs),
        "wall_ms": min(wall for _, wall in own),
        "bare_wall_ms": min(wall for _, wall in theirs),
    }


@pytest.mark.parametrize("name", ["claude", "openai"])
def test_a_two_turn_task_beside_the_bare_library(
    name: str, address: str, tmp_path: Path, benchmark: BenchmarkFixture
) -> None:
    figures = benchmark(lambda: asyncio.run(side_by_side(name, address, tmp_path)))
    benchmark.extra_info.update({key: round(value, 2) for key, value in figures.items()})
    assert figures["times_the_bare_loop"] <= AT_MOST_TIMES
    assert figures["cpu_ms"] - figures["bare_cpu_ms"] <= AT_MOST_MS


async def first_words(name: str, address: str, folder: Path) -> float:
    """Return how long the first words take from the model's socket to the screen, in milliseconds."""
    provider = provider_of(name, address)
    delays: list[float] = []
    for _ in range(ROUNDS):
        pixel = helper(folder)

        def heard(event: Event) -> None:
            if isinstance(event, AgentSpoke):
                delays.append((time.monotonic_ns() - int(event.text)) / 1e6)

        job = AgentJob(task_id="t", agent_name="Pixel", system=SYSTEM, prompt=PROMPT)
        await run_agent(job, provider, pixel.toolbox, heard)
    await provider.close()
    assert len(delays) == ROUNDS
    return statistics.median(delays)


@pytest.mark.skipif(sys.platform != "linux", reason="two processes share one clock there")
@pytest.mark.parametrize("name", ["claude", "openai"])
def test_the_first_words_are_shown_when_they_arrive(
    name: str, address: str, tmp_path: Path, record_property: Noted
) -> None:
    delay = asyncio.run(first_words(name, address, tmp_path))
    record_property("first_words_ms", round(delay, 2))
    assert delay <= AT_MOST_MS


@pytest.mark.parametrize("name", ["claude", "openai"])
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_three_at_once_in_little_memory(name: str, address: str, tmp_path: Path, record_property: Noted) -> None:
    command = [sys.executable, "-m", "support.three_helpers", name, address, str(tmp_path)]
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    peak = int(done.stdout)
    record_property("peak_mib_three_at_once", peak)
    assert peak <= AT_MOST_MIB


def first_request_bytes(name: str, address: str, folder: Path, system: str, prompt: str) -> int:
    """Return the size of the first request's body, as it goes over the wire."""
    import httpx2

    sizes: list[int] = []
    send = httpx2.AsyncClient.send

    async def counted(client: httpx2.AsyncClient, request: httpx2.Request, *, stream: bool = False) -> httpx2.Response:
        sizes.append(len(request.content))
        return await send(client, request, stream=stream)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(httpx2.AsyncClient, "send", counted)

        async def once() -> None:
            provider = provider_of(name, address)
            await ours(provider, helper(folder), prompt, system)
            await provider.close()

        asyncio.run(once())
    return sizes[0]


@pytest.mark.parametrize("name", ["claude", "openai"])
def test_the_bytes_of_a_request_with_all_tools(name: str, address: str, tmp_path: Path, record_property: Noted) -> None:
    wish = Requirement(type="feature", description="a hedgehog that collects apples", id="req_0")
    spec = NuggetSpec(nugget=Nugget(goal="a game"), requirements=[wish])
    task = Task(id="t", name="Hedgehog", description="The hedgehog collects apples.", agent_name="Pixel")
    prompt = PromptBook.bundled().prompt("builder", DataBlock(kind="build", spec=spec, task=task))
    small = first_request_bytes(name, address, tmp_path, SYSTEM, PROMPT)
    whole = first_request_bytes(name, address, tmp_path, prompt.system, prompt.first_message)
    record_property("request_bytes", small)
    record_property("request_bytes_of_a_builder", whole)
    assert small < whole <= AT_MOST_BYTES
