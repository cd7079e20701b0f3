"""A bundled example through both protocols by the command line, on a day on which everything goes wrong once."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from elisa.providers.base import Message, ToolCall, Turn
from elisa.spec.data_block import find_data_block
from elisa.workshop.provider import WorkshopProvider
from support.building import tree_of
from support.command import Ran
from support.wire import Wire, serving
from support.wire_answers import Call, Flaws, Refusal, Reply, from_provider, rate_limited

if TYPE_CHECKING:
    from support.wire_answers import Answering

EXAMPLE = Path(__file__).parents[2] / "blockly_assets" / "examples" / "hedgehog-dodge"
TOGETHER = ("moves", "acorns", "hearts")
KEY = "sk-ant-test-0123456789"
OVERLOADED = Refusal(529, {"type": "overloaded_error", "message": "Overloaded"}, {"retry-after-ms": "20"})
SECONDS = 400


class Trouble:
    """The workshop behind the wire: it answers well, but for each fault once."""

    def __init__(self) -> None:
        self._good: Answering = from_provider(WorkshopProvider())
        self._seen: set[str] = set()
        self._came: set[str] = set()
        self._all_came = asyncio.Event()
        self.refused_plan = ""

    async def answer(self, call: Call) -> Reply | Refusal:
        """Answer one call."""
        data = find_data_block(call.request.messages[0].text)
        assert data is not None
        name = data.task.id if data.task else data.kind
        if data.kind == "build" and name in TOGETHER:
            await self._meet(name)
        reply = await self._good(without_the_cut_answer(call) if name == "hearts" else call)
        if name == "plan" and len(call.request.messages) > 1:
            self.refused_plan = str(call.request.messages[-1].parts)
        if name in self._seen:
            return reply
        self._seen.add(name)
        assert isinstance(reply, Reply)
        return self._first(name, reply)

    def _first(self, name: str, reply: Reply) -> Reply | Refusal:
        match name:
            case "plan":
                return Reply(circular(reply.turn))
            case "moves":
                return OVERLOADED
            case "acorns":
                return rate_limited(retry_after_ms="30")
            case "hearts":
                return cut_off(reply.turn)
            case "score":
                return reply.cut(-700, "reset")
        return reply

    async def _meet(self, name: str) -> None:
        self._came.add(name)
        if len(self._came) == len(TOGETHER):
            self._all_came.set()
        await self._all_came.wait()


def circular(turn: Turn) -> Turn:
    """Return a plan in which two tasks wait for each other."""
    (call,) = turn.message.tool_calls
    tasks = [dict(task) for task in call.arguments["tasks"]]
    tasks[0]["dependencies"] = [tasks[1]["id"]]
    return changed(turn, call.model_copy(update={"arguments": {**call.arguments, "tasks": tasks}}))


def cut_off(turn: Turn) -> Reply:
    """Return an answer that ends in the middle of writing a file."""
    write = ToolCall(id="half", name="write_file", arguments={})
    half = '{"path": "index.html", "content": "<!doctype html><p>half'
    return Reply(changed(turn, write).model_copy(update={"stop_reason": "length"}), Flaws(arguments=half))


def without_the_cut_answer(call: Call) -> Call:
    """Return the call as if the answer that was cut had never been: the workshop counts what it has said."""
    first, *rest = call.request.messages
    return replace(call, request=call.request.model_copy(update={"messages": (first, *rest[2:])}))


def changed(turn: Turn, call: ToolCall) -> Turn:
    return turn.model_copy(update={"message": Message(role="assistant", parts=(call,))})


def build(out: Path, *arguments: str) -> Ran:
    """Build the example; the key stands in the environment, as in development."""
    command = [sys.executable, "-m", "elisa", "build", str(EXAMPLE), "--out", str(out), "--json", "--yes"]
    home = {"HOME": str(out.parent), "ELISA_HOME": str(out.parent / "elisa")}
    environment = {**os.environ, **home, "ANTHROPIC_API_KEY": KEY, "OPENAI_API_KEY": KEY}
    done = subprocess.run(
        [*command, *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        env=environment,
        encoding="utf-8",
    )
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the workshop itself makes of the example."""
    out = tmp_path_factory.mktemp("offline") / "out"
    ran = build(out, "--provider", "workshop")
    assert ran.code == 0, ran.err + ran.out[-3000:]
    return tree_of(out)


def told(ran: Ran, kind: str) -> list[dict[str, Any]]:
    return [event for event in ran.events if event["kind"] == kind]


@pytest.mark.timeout(3 * SECONDS)
@pytest.mark.parametrize(("provider", "suffix"), [("claude", ""), ("openai", "/v1/")])
def test_an_example_builds_through_every_trouble(
    provider: str, suffix: str, tmp_path: Path, offline: dict[str, str]
) -> None:
    trouble, out = Trouble(), tmp_path / "out"
    with serving(trouble.answer) as wire:
        ran = build(out, "--provider", provider, "--model", "played", "--base-url", wire.url + suffix)
    assert ran.code == 0, ran.err + ran.out[-3000:]

    check_events(ran)
    assert "circle" in trouble.refused_plan
    check_wire(wire, provider)
    transcript = (out / ".elisa" / "comms" / "build.md").read_text(encoding="utf-8")
    for words in (
        "The AI is busy. I try again in 0 seconds.",
        "The AI asks us to slow down. I try again in 0 seconds.",
        "broke off",
        "wait for each other in a circle",
        "cut off at its length limit",
    ):
        assert words in transcript, transcript[:6000]

    assert tree_of(out) == offline
    kept = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    assert KEY.encode() not in kept + ran.out.encode() + ran.err.encode()


def check_events(ran: Ran) -> None:
    """Each trouble was seen, and the tests passed at the end."""
    waits = [(event["task_id"], event["reason"]) for event in told(ran, "provider_waited")]
    assert sorted(waits) == [
        ("acorns", "The AI asks us to slow down."),
        ("moves", "The AI is busy."),
        ("score", "The answer broke off and begins anew."),
    ]
    (refused,) = told(ran, "plan_refused")
    assert "circle" in str(refused)
    assert [(event["task_id"], event["tool"]) for event in told(ran, "answer_cut_off")] == [("hearts", "write_file")]
    (final,) = told(ran, "build_finished")
    assert (final["outcome"], final["failed"], final["left_out"]) == ("done", 0, [])
    assert final["passed"] > 0
    assert {event["verdict"] for event in told(ran, "requirement_judged")} == {"proven"}


def check_wire(wire: Wire, provider: str) -> None:
    """Three helpers asked at once, under the right protocol and with the key where it belongs."""
    assert wire.most_at_once >= len(TOGETHER)
    assert {call.protocol for call in wire.calls} == {"anthropic" if provider == "claude" else "openai"}
    assert {call.headers["authorization"] for call in wire.calls} == {f"Bearer {KEY}"}
    assert all(KEY not in str(call.body) for call in wire.calls)
