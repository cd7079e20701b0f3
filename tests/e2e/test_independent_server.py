"""Both adapters against a model's server that nobody here wrote: llama.cpp's own, or whatever stands at an address.

``ELISA_TEST_SERVER`` names it: the program ``llama-server`` (build it with ``cmake --build … --target llama-server``;
the model is made here), or an address such as ``http://127.0.0.1:1234`` with a model that can call tools.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from elisa.providers.anthropic import AnthropicProvider
from elisa.providers.base import Message, ModelRequest, ProviderError, TextDelta, ToolResult
from elisa.providers.openai import OpenAIProvider
from support.asking import READ, NoTime, ask, request
from support.building import tree_of
from support.command import elisa
from support.llama_server import LlamaServer, running
from support.nuggets import PAGE, PAGE_TEST, features, write_nugget
from support.toy_llama import Saying, call, write_model

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elisa.providers.base import Provider

SERVER = os.environ.get("ELISA_TEST_SERVER", "")
IS_PROGRAM = bool(SERVER) and "://" not in SERVER
needs_program = pytest.mark.skipif(not IS_PROGRAM, reason="ELISA_TEST_SERVER names no llama-server program")
pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not SERVER, reason="ELISA_TEST_SERVER names no server to test against"),
]
both = pytest.mark.parametrize("protocol", ["claude", "openai"])
STAYS = 20
APPROVED = {"verdict": "approved", "reason": "It counts, and it is red."}


def one(
    name: str, wanted: str, kind: str, helper: str, needs: Sequence[str] = (), wishes: Sequence[str] = ()
) -> object:
    """Return a task of a plan; what a plan must have comes first, since the server holds a model to that order."""
    return {
        "id": name,
        "name": f"The {name}",
        "agent_name": helper,
        "kind": kind,
        "acceptance_criteria": [wanted],
        "dependencies": needs,
        "requirement_ids": wishes,
    }


PLAN = {
    "tasks": [
        one("page", "a click counts", "build", "Builder", wishes=["req_0"]),
        one("style", "it is red", "build", "Builder"),
        one("proof", "the proof runs", "test", "Tester", ["page", "style"], ["req_0"]),
        one("look", "it is looked at", "review", "Reviewer", ["proof"]),
    ],
    "explanation": "First the page, then its proof. 🦔",
}


def task_of(wanted: str) -> str:
    """Return what stands in the prompt of a task, and nowhere else."""
    return f'"task":{{"acceptance_criteria":["{wanted}"]'


def writes(words: str, **files: str) -> str:
    """Return words and the calls that write files."""
    calls = [call("write_file", {"path": path.replace("__", "/"), "content": text}) for path, text in files.items()]
    return "\n".join([words, *calls])


SAYINGS = [
    Saying("", "Hello 🦔!"),
    Saying("TALK-ON", "La la la, and so on and on; ", again=True),
    Saying("READ-IT", "I look.\n" + call("read_file", {"path": "é.txt"})),
    Saying("I look.", "It says hello."),
    # The planner and the reviewer would rather talk, so that their calls come only because they are forced.
    Saying('"kind":"plan"', "I plan.", otherwise=call("submit_plan", PLAN)),
    Saying(task_of("a click counts"), writes("I make the page.", **{"index.html": PAGE})),
    Saying("I make the page.", "The page counts clicks."),
    Saying(task_of("it is red"), writes("I paint it.", **{"style.css": "body {}\n", "notes__red.txt": "Red.\n"})),
    Saying("I paint it.", "All is red now."),
    Saying(task_of("the proof runs"), writes("I prove it.", **{"tests__count.test.js": PAGE_TEST})),
    Saying("I prove it.", "The proof is written."),
    Saying(task_of("it is looked at"), "It looks fine to me."),
    Saying("It looks fine to me.", "I said so already.", otherwise="\n" + call("submit_verdict", APPROVED)),
]


@dataclass(frozen=True)
class Place:
    """Where to ask: an address, and the program behind it where it is ours."""

    url: str
    server: LlamaServer | None = None


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that knows the answers of this page."""
    path = tmp_path_factory.mktemp("model") / "toy.gguf"
    write_model(path, SAYINGS)
    return path


@pytest.fixture(scope="module")
def place(model: Path) -> Iterator[Place]:
    """The server that all tests may share."""
    if not IS_PROGRAM:
        yield Place(SERVER)
        return
    with running(Path(SERVER), model) as server:
        yield Place(server.url, server)


def provider_at(url: str, protocol: str) -> Provider:
    """Return the adapter under test; the name of the model is the server's own, or any where it has only one."""
    name = os.environ.get("ELISA_TEST_MODEL", "toy")
    policy = NoTime().policy()
    if protocol == "claude":
        return AnthropicProvider(name, base_url=url, retrying=policy)
    return OpenAIProvider("openai", name, base_url=url, retrying=policy)


def asks(text: str, *, most: int = 500) -> ModelRequest:
    """Return a first request."""
    return request(text).model_copy(update={"max_output_tokens": most})


@both
async def test_a_chat_is_streamed_and_counted(place: Place, protocol: str) -> None:
    provider = provider_at(place.url, protocol)
    asked = await ask(provider, asks("Say hello."))
    await provider.close()
    assert asked.text
    assert asked.answer.message.text == asked.text
    assert asked.answer.usage.input_tokens > 0
    assert asked.answer.usage.output_tokens > 0
    assert not asked.answer.usage.estimated


@both
async def test_a_tool_is_called_and_its_result_goes_back(place: Place, protocol: str) -> None:
    provider = provider_at(place.url, protocol)
    wanted = asks("READ-IT: read the file é.txt.")
    forced = wanted.model_copy(update={"force_tool": READ.name})
    asked = await ask(provider, forced)
    if not asked.answer.message.tool_calls:  # the server went over the wish once; the adapter has learned from that
        asked = await ask(provider, forced)
    (found,) = asked.answer.message.tool_calls
    assert (found.name, set(found.arguments)) == ("read_file", {"path"})
    assert asked.answer.stop_reason == "tool_calls"

    result = Message(role="user", parts=(ToolResult(call_id=found.id, content="It says: hello 🦔"),))
    messages = (*wanted.messages, asked.answer.message, result)
    answered = await ask(provider, wanted.model_copy(update={"messages": messages}))
    await provider.close()
    assert answered.answer.message.text
    assert answered.answer.stop_reason == "end"


@both
async def test_many_calls_after_another_wait_for_nothing(place: Place, protocol: str) -> None:
    """The server closes its connections without a word; a call that ran into that would be made again."""
    provider = provider_at(place.url, protocol)
    answers = [await ask(provider, asks("Say hello.", most=8)) for _ in range(STAYS)]
    await provider.close()
    assert [asked.waits for asked in answers] == [[]] * STAYS


@both
@needs_program
async def test_a_call_that_is_cut_at_the_length_limit_is_none(place: Place, protocol: str) -> None:
    provider = provider_at(place.url, protocol)
    asked = await ask(provider, asks("READ-IT", most=14))
    await provider.close()
    assert (asked.answer.stop_reason, asked.answer.cut_off) == ("length", "read_file")
    assert asked.answer.message.tool_calls == ()


@both
@needs_program
async def test_a_prompt_that_is_too_long_says_by_how_much(place: Place, protocol: str) -> None:
    provider = provider_at(place.url, protocol)
    asked = await ask(provider, asks("x " * 20_000))
    await provider.close()
    assert (asked.code, asked.waits) == ("providers.local_too_small", [])
    assert asked.error is not None
    assert "32768" in asked.error.sentence


@both
@needs_program
async def test_stop_frees_the_server(place: Place, protocol: str) -> None:
    assert place.server is not None
    provider, has_begun = provider_at(place.url, protocol), asyncio.Event()

    async def listen() -> None:
        async for item in provider.stream(asks("TALK-ON", most=20_000)):
            if isinstance(item, TextDelta):
                has_begun.set()

    talk = asyncio.create_task(listen())
    await has_begun.wait()
    assert await asyncio.to_thread(place.server.is_busy)
    talk.cancel()
    with pytest.raises(asyncio.CancelledError):
        await talk
    async with asyncio.timeout(10):
        while await asyncio.to_thread(place.server.is_busy):
            pass
    await provider.close()


@both
@needs_program
async def test_a_server_that_is_killed_in_mid_answer_is_missed_and_its_cost_is_known(
    model: Path, protocol: str
) -> None:
    with running(Path(SERVER), model) as server:
        provider = provider_at(server.url, protocol)
        kinds: list[str] = []

        async def listen() -> None:
            async for item in provider.stream(asks("TALK-ON", most=20_000)):
                kinds.append(item.kind)
                if isinstance(item, TextDelta):
                    server.process.kill()

        with pytest.raises(ProviderError, match="No AI answers") as caught:
            await listen()
        await provider.close()
    assert kinds[0] == "text_delta"
    assert kinds.count("waiting") == 2
    assert caught.value.spent is not None


@both
@needs_program
def test_a_whole_build_is_planned_made_proven_and_reviewed(
    place: Place, protocol: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nugget = write_nugget(tmp_path / "nugget", features("a button that counts clicks"))
    monkeypatch.setenv("ELISA_HOME", str(tmp_path / "home"))
    chosen = ["--provider", protocol, "--model", "toy", "--base-url", place.url]
    out = tmp_path / "out"
    ran = elisa("build", nugget, "--out", out, "--json", "--yes", *chosen, cwd=tmp_path)
    assert ran.code == 0, ran.err + ran.out[-3000:]

    kinds = [event["kind"] for event in ran.events]
    assert "provider_waited" not in kinds
    assert "answer_cut_off" not in kinds
    assert [event["verdict"] for event in ran.events if event["kind"] == "requirement_judged"] == ["proven"]
    (review,) = (event for event in ran.events if event["kind"] == "review_finished")
    assert review["reason"] == APPROVED["reason"]
    assert not any(event["estimated"] for event in ran.events if event["kind"] == "usage_reported")
    assert {"index.html", "style.css", "notes/red.txt", "tests/count.test.js"} <= set(tree_of(out))
    assert (out / "index.html").read_text(encoding="utf-8") == PAGE
    assert kinds.count("version_saved") == 3
