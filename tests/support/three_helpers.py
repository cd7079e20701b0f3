"""Three helpers at once in a process of their own, which prints the most memory that it had (MiB)."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from elisa.agents.job import AgentJob
from elisa.agents.loop import run_agent
from support.helpers_at_work import helper

if TYPE_CHECKING:
    from elisa.providers.base import Provider


def provider_of(name: str, address: str) -> Provider:
    """Return the adapter; only its own vendor's library is ever loaded."""
    if name == "claude":
        from elisa.providers.anthropic import AnthropicProvider

        return AnthropicProvider("m", key="k", base_url=address)
    from elisa.providers.openai import OpenAIProvider

    return OpenAIProvider("openai", "m", key="k", base_url=address)


async def three(provider: Provider, folder: Path) -> None:
    """Run three jobs; the model answers none of them before all three have asked."""
    places = [folder / str(number) for number in range(3)]
    for place in places:
        place.mkdir(exist_ok=True)
    helpers = [helper(place) for place in places]
    job = AgentJob(task_id="t", agent_name="Pixel", system="You build.", prompt="Write index.html together.")
    async with asyncio.timeout(60):
        outcomes = await asyncio.gather(
            *(run_agent(job, provider, pixel.toolbox, pixel.events.append) for pixel in helpers)
        )
    assert [outcome.files for outcome in outcomes] == [("index.html",)] * 3
    await provider.close()


if __name__ == "__main__":
    asyncio.run(three(provider_of(sys.argv[1], sys.argv[2]), Path(sys.argv[3])))
    # Not getrusage: a child inherits the peak of whoever started it.
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    sys.stdout.write(str(int(status["VmHWM"].split()[0]) // 1024))
