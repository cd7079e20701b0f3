"""Three helpers on one budget by the command line: it ends within one call of it, and says what was not begun."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from support.building import planned, task
from support.command import elisa, events_in
from support.nuggets import features, write_nugget, write_script
from support.wire import serving
from support.wire_answers import Flaws, Reply, from_script

if TYPE_CHECKING:
    from pathlib import Path

    from support.command import Ran
    from support.wire_answers import Answering, Call, Refusal

NAMES = ("a", "b", "c")
LITTLE = {"usage": [90, 10]}
COSTS = {"usage": [800, 100]}


def team(*, plan: dict[str, Any], each: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a team of three that would write twelve files each."""
    talk = planned(*(task(name, number) for number, name in enumerate(NAMES)))
    talk["turns"][0].update(plan)
    helpers = [
        {
            "task": name,
            "turns": [
                {"calls": [{"tool": "write_file", "arguments": {"path": f"{name}{part}.txt", "content": name}}], **each}
                for part in range(12)
            ],
        }
        for name in NAMES
    ]
    return [talk, *helpers]


def without_usage(answering: Answering) -> Answering:
    """Return a server that names no usage at all."""

    async def answer(call: Call) -> Reply | Refusal:
        reply = await answering(call)
        assert isinstance(reply, Reply)
        return replace(reply, flaws=Flaws(no_usage=True))

    return answer


@pytest.fixture
def nugget(tmp_path: Path) -> Path:
    return write_nugget(tmp_path / "nugget", features("red", "green", "blue"))


def check(ran: Ran, events: list[dict[str, Any]], budget: int) -> None:
    """See that the build kept its budget and is marked by the rules."""
    costs = [event["input_tokens"] + event["output_tokens"] for event in events if event["kind"] == "usage_reported"]
    assert budget <= sum(costs) <= budget + max(costs)
    assert sum(costs[:-1]) < budget, "a call began when the budget was used up"
    assert ran.code == 3, ran
    assert len([event for event in events if event["kind"] == "budget_warned"]) == 1
    assert [event["kind"] for event in events if event["kind"] == "task_failed"] == []
    left = {event["task_id"]: event["reason"] for event in events if event["kind"] == "task_not_started"}
    assert set(left.values()) == {"budget"}
    finished = {event["task_id"] for event in events if event["kind"] == "task_finished"}
    final = events[-1]
    assert (final["kind"], final["outcome"]) == ("build_finished", "budget")
    assert finished | set(left) == {
        event["id"] for plan in events if plan["kind"] == "plan_ready" for event in plan["tasks"]
    }
    assert final["tokens"] == sum(costs)
    assert "The AI energy is used up." in ran.out


def test_report_P056_three_helpers_end_within_one_call_of_the_budget(tmp_path: Path, nugget: Path) -> None:
    script = write_script(tmp_path / "script.json", team(plan=LITTLE, each=COSTS))
    out, file = tmp_path / "out", tmp_path / "events.jsonl"
    ran = elisa(
        *("build", nugget, "--out", out, "--provider", "scripted", "--script", script),
        *("--budget", "2000", "--events", file),
        cwd=tmp_path,
    )
    check(ran, events_in(file), 2000)
    assert "It took 2,800 tokens" in ran.out


@pytest.mark.parametrize("budget", [2000, 12000])
@pytest.mark.parametrize("provider", ["lmstudio", "claude"])
def test_report_P059_also_at_a_server_that_names_no_usage(
    tmp_path: Path, nugget: Path, provider: str, budget: int
) -> None:
    out, file = tmp_path / "out", tmp_path / "events.jsonl"
    with serving(without_usage(from_script(*team(plan={}, each={})))) as wire:
        ran = elisa(
            *("build", nugget, "--out", out, "--provider", provider, "--model", "m", "--base-url", wire.url),
            *("--budget", str(budget), "--events", file),
            cwd=tmp_path,
        )
    events = events_in(file)
    check(ran, events, budget)
    assert all(event["estimated"] for event in events if event["kind"] == "usage_reported")
    assert "It took about " in ran.out
    if budget > 2000:
        assert [event["kind"] for event in events].count("task_started") == 3
