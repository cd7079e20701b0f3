"""The loop with the scripted model and real tools in a real folder."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import pytest

from elisa.agents.job import AgentJob, AgentOutcome, ResultTool
from elisa.agents.limits import AgentLimits, Budget, Ceilings
from elisa.agents.loop import run_agent
from elisa.core.events import AgentSpoke, AgentStuck, ProviderWaited, ToolCalled, ToolFinished, UsageReported
from elisa.core.ids import SystemClock
from elisa.providers.base import Message, ProviderError, ToolDefinition, ToolResult
from elisa.providers.script import Script
from elisa.providers.scripted import ScriptedProvider
from support.helpers_at_work import Helper, helper

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from elisa.core.ids import Clock

ANIMALS = [
    *("ant", "bird", "crab", "deer", "eel", "fish", "gnu", "hare", "ibis"),
    *("jay", "kiwi", "lamb", "mole", "newt", "owl", "pig", "ram", "swan"),
]
VERDICT = ToolDefinition(name="submit_verdict", description="", parameters={"type": "object", "properties": {}})


def write(path: str, content: str) -> dict[str, Any]:
    return {"tool": "write_file", "arguments": {"path": path, "content": content}}


class Changed(TypedDict, total=False):
    """What a test wants otherwise in the job."""

    limits: AgentLimits
    budget: Budget
    result: ResultTool
    clock: Clock


@dataclass
class Stage:
    """A helper, a script, and what came of a job."""

    pixel: Helper
    provider: ScriptedProvider
    kept: list[Message] = field(default_factory=list)

    async def run(self, *, alone: bool = False, **changed: Unpack[Changed]) -> AgentOutcome:
        job = AgentJob(task_id="task-1", agent_name="Pixel", system="You build.", prompt="Build it.", keep=self.keep)
        toolbox = None if alone else self.pixel.toolbox
        return await run_agent(replace(job, **changed), self.provider, toolbox, self.pixel.events.append)

    def keep(self, messages: Sequence[Message]) -> None:
        self.kept = list(messages)


def stage(folder: Path, *turns: dict[str, Any], repeat: bool = False) -> Stage:
    script = Script.model_validate({"conversations": [{"turns": list(turns), "repeat": repeat}]})
    return Stage(helper(folder), ScriptedProvider(script))


def results(message: Message) -> list[ToolResult]:
    return [part for part in message.parts if isinstance(part, ToolResult)]


async def test_it_runs_the_calls_of_a_turn_in_order_and_hands_back_their_results(tmp_path: Path) -> None:
    work = stage(
        tmp_path,
        {
            "say": ["I be", "gin."],
            "calls": [write("a.txt", "one"), {"tool": "read_file", "arguments": {"path": "a.txt"}}],
        },
        {"say": "Done: a.txt.", "sees": ["Wrote a.txt", "1| one"]},
    )
    outcome = await work.run()
    assert (outcome.status, outcome.summary, outcome.turns, outcome.files) == ("done", "Done: a.txt.", 2, ("a.txt",))
    spoken = [event.text for event in work.pixel.of(AgentSpoke)]
    assert spoken == ["I be", "gin.", "Done: a.txt."]
    assert [message.role for message in work.kept] == ["user", "assistant", "user", "assistant"]
    work.provider.assert_all_used()


async def test_usage_is_reported_for_each_call_and_summed(tmp_path: Path) -> None:
    work = stage(tmp_path, {"calls": [write("a", "b")], "usage": [100, 20]}, {"say": "x", "usage": [200, 30]})
    outcome = await work.run()
    assert [event.input_tokens for event in work.pixel.of(UsageReported)] == [100, 200]
    assert (outcome.usage.input_tokens, outcome.usage.output_tokens, outcome.usage.estimated) == (300, 50, False)


async def test_a_model_that_costs_nothing_reports_nothing_and_still_has_turns(tmp_path: Path) -> None:
    work = stage(tmp_path, {"calls": [write("a", "b")], "usage": [0, 0]}, {"say": "x", "usage": [0, 0]})
    budget = Budget(work.pixel.events.append, Ceilings(tokens=1))
    outcome = await work.run(budget=budget)
    assert (outcome.status, outcome.turns, budget.used.tokens) == ("done", 2, 0)
    assert not work.pixel.of(UsageReported)


async def test_report_P053_the_same_call_again_and_again_is_stopped_by_the_sixth(tmp_path: Path) -> None:
    call = {"tool": "read_file", "arguments": {"path": "nowhere.js"}}
    work = stage(tmp_path, {"calls": [call]}, repeat=True)
    outcome = await work.run(limits=AgentLimits(turns=50))
    assert outcome.status == "stuck"
    assert len(work.pixel.of(ToolCalled)) == 6
    assert len(work.pixel.of(AgentStuck)) == 1
    assert outcome.tried == ("read_file nowhere.js",) * 6


async def test_report_P053_fifty_equal_calls_in_one_turn_are_stopped_too(tmp_path: Path) -> None:
    work = stage(tmp_path, {"calls": [{"tool": "list_files"}] * 50})
    assert (await work.run()).status == "stuck"
    assert len(work.pixel.of(ToolCalled)) == 6


async def test_report_P053_two_steps_in_turn_are_noticed_by_the_twelfth(tmp_path: Path) -> None:
    steps = [{"calls": [write("a.js", "x")]}, {"calls": [{"tool": "list_files"}]}] * 25
    work = stage(tmp_path, *steps)
    assert (await work.run(limits=AgentLimits(turns=50))).status == "stuck"
    assert len(work.pixel.of(ToolCalled)) <= 12


async def test_nearly_equal_steps_are_stopped_by_the_twelfth(tmp_path: Path) -> None:
    text = "let speed = {}; // the hedgehog runs over the meadow and picks up stars"
    work = stage(tmp_path, *({"calls": [write("a.js", text.format(n))]} for n in range(40)))
    assert (await work.run(limits=AgentLimits(turns=50))).status == "stuck"
    assert len(work.pixel.of(ToolCalled)) == 12


async def test_steady_work_is_not_taken_for_going_in_circles(tmp_path: Path) -> None:
    words = ANIMALS
    turns = [{"calls": [write(f"{word}.js", f"{word} {word[::-1]} " * 5)]} for word in words]
    work = stage(tmp_path, *turns, {"say": "done"})
    assert (await work.run(limits=AgentLimits(turns=50))).status == "done"


async def test_after_three_equal_steps_the_model_is_told(tmp_path: Path) -> None:
    call = {"calls": [{"tool": "list_files"}]}
    work = stage(
        tmp_path, call, call, call, {"say": "Then I stop.", "sees": ["Try another way", "the same thing 3 times"]}
    )
    assert (await work.run()).status == "done"


async def test_report_P055_after_being_stuck_a_second_try_works(tmp_path: Path) -> None:
    assert (await stage(tmp_path, {"calls": [{"tool": "list_files"}]}, repeat=True).run()).status == "stuck"
    again = stage(tmp_path, {"calls": [write("a.txt", "x")]}, {"say": "Done."})
    assert (await again.run()).status == "done"


async def test_report_P063_out_of_turns_what_was_written_stays(tmp_path: Path) -> None:
    turns = [{"calls": [write(f"{word}.txt", word)]} for word in ANIMALS[:8]]
    work = stage(tmp_path, *turns)
    outcome = await work.run(limits=AgentLimits(turns=8))
    assert (outcome.status, outcome.turns) == ("turns", 8)
    assert len(outcome.files) == 8
    assert (work.pixel.root / "hare.txt").read_text() == "hare"


async def test_report_P071_nothing_of_a_cut_answer_is_run_and_smaller_parts_are_asked_for(tmp_path: Path) -> None:
    work = stage(
        tmp_path,
        {"say": "All at once.", "calls": [write("b.js", "complete call of a cut answer")], "cut_off": "write_file"},
        {"calls": [write("game.js", "a good whole file " * 500)], "sees": ["not run", "smaller parts", "write_file"]},
        {"say": "Done."},
    )
    before = work.pixel.write("game.js", "x" * 10_000)
    outcome = await work.run()
    assert outcome.status == "done"
    assert not (work.pixel.root / "b.js").exists()
    assert before.read_text().startswith("a good whole file")
    assert results(work.kept[2])[0].ok is False


async def test_pitfall_33_a_plan_that_is_cut_off_is_never_read_and_a_shorter_one_is_asked_for(tmp_path: Path) -> None:
    work = stage(
        tmp_path,
        {"say": "The plan:", "cut_off": "submit_verdict"},
        {"calls": [{"tool": "submit_verdict", "arguments": {"tasks": []}}], "sees": ["call again, shorter"]},
    )
    outcome = await work.run(result=ResultTool(VERDICT, lambda _: None), alone=True)
    assert (outcome.status, outcome.result) == ("done", {"tasks": []})


async def test_an_answer_that_is_cut_again_and_again_ends_as_stuck(tmp_path: Path) -> None:
    work = stage(tmp_path, {"cut_off": "write_file"}, repeat=True)
    outcome = await work.run()
    assert (outcome.status, outcome.turns, outcome.files) == ("stuck", 6, ())


async def test_a_refusal_ends_it(tmp_path: Path) -> None:
    work = stage(tmp_path, {"say": "I will not.", "stop": "refused"})
    assert (await work.run()).status == "refused"


async def test_report_P074_a_turn_that_promises_calls_and_has_none_is_a_text_answer(tmp_path: Path) -> None:
    work = stage(tmp_path, {"say": "Done.", "stop": "tool_calls"})
    outcome = await work.run()
    assert (outcome.status, outcome.summary) == ("done", "Done.")


async def test_report_P076_a_stream_that_dies_is_a_failure_and_its_tokens_count(tmp_path: Path) -> None:
    work = stage(tmp_path, {"say": ["half a sen"], "error": {}})
    budget = Budget(work.pixel.events.append, Ceilings(tokens=1_000_000))
    with pytest.raises(ProviderError):
        await work.run(budget=budget)
    assert budget.used.tokens > 0
    assert len(work.kept) == 1


async def test_waiting_reaches_the_screen(tmp_path: Path) -> None:
    work = stage(tmp_path, {"waits": [{"seconds": 7, "reason": "busy"}], "say": "Here."})
    await work.run()
    [waited] = work.pixel.of(ProviderWaited)
    assert waited.seconds == 7


async def test_stop_ends_it_at_once_and_the_conversation_is_kept(tmp_path: Path) -> None:
    work = stage(tmp_path, {"calls": [write("a.txt", "one")]}, {"hang": True})
    running = asyncio.create_task(work.run())
    for _ in range(20):
        await asyncio.sleep(0)
    assert work.pixel.of(ToolFinished)
    running.cancel()
    async with asyncio.timeout(1):
        with pytest.raises(asyncio.CancelledError):
            await running
    assert len(work.kept) == 3
    assert (work.pixel.root / "a.txt").read_text() == "one"


class Hours(SystemClock):
    """A clock on which each look takes a minute."""

    def __init__(self) -> None:
        self._now = 0.0

    def monotonic(self) -> float:
        self._now += 60.0
        return self._now


async def test_each_ceiling_ends_it_before_the_next_call(tmp_path: Path) -> None:
    for limits, status, turns in (
        (AgentLimits(tokens=1500), "tokens", 2),
        (AgentLimits(seconds=150.0), "time", 3),
        (AgentLimits(turns=4), "turns", 4),
    ):
        words = ANIMALS[:6]
        work = stage(tmp_path, *({"calls": [write(word, word)], "usage": [900, 100]} for word in words))
        outcome = await work.run(limits=limits, clock=Hours())
        assert (outcome.status, outcome.turns) == (status, turns)


async def test_report_P064_a_long_build_with_a_slow_model_is_not_cut_short(tmp_path: Path) -> None:
    work = stage(tmp_path, *({"calls": [write(f"{word}.js", word)]} for word in ANIMALS[:12]), {"say": "Done."})
    outcome = await work.run(clock=Hours())
    assert (outcome.status, len(outcome.files)) == ("done", 12)


async def test_a_model_that_never_answers_ends_by_the_time_limit(tmp_path: Path) -> None:
    work = stage(tmp_path, {"hang": True})
    assert (await work.run(limits=AgentLimits(seconds=0.01))).status == "time"


async def test_a_result_call_ends_it_and_its_faults_come_back(tmp_path: Path) -> None:
    def accept(arguments: dict[str, Any]) -> str | None:
        return None if arguments.get("verdict") == "approved" else "`verdict` is missing"

    work = stage(
        tmp_path,
        {"calls": [{"tool": "submit_verdict"}]},
        {
            "calls": [{"tool": "submit_verdict", "arguments": {"verdict": "approved"}}, write("a", "too late")],
            "sees": ["missing"],
        },
    )
    outcome = await work.run(result=ResultTool(VERDICT, accept))
    assert (outcome.status, outcome.result) == ("done", {"verdict": "approved"})
    assert not (work.pixel.root / "a").exists()


async def test_a_plan_that_stays_wrong_is_sent_back_twice_and_then_given_up(tmp_path: Path) -> None:
    call = {"calls": [{"tool": "submit_verdict"}]}
    again = {**call, "sees": ["a circle"]}
    work = stage(tmp_path, call, again, again)
    outcome = await work.run(result=ResultTool(VERDICT, lambda _: "a circle"), alone=True)
    assert (outcome.status, outcome.turns, outcome.result) == ("no_result", 3, None)


async def test_a_model_that_only_talks_is_asked_for_the_call(tmp_path: Path) -> None:
    work = stage(
        tmp_path, {"say": "Looks fine."}, {"calls": [{"tool": "submit_verdict"}], "sees": ["Call submit_verdict"]}
    )
    assert (await work.run(result=ResultTool(VERDICT, lambda _: None))).status == "done"
    work = stage(tmp_path, {"say": "Looks fine."}, repeat=True)
    assert (await work.run(result=ResultTool(VERDICT, lambda _: None))).status == "no_result"


async def test_without_tools_a_call_is_answered_in_words(tmp_path: Path) -> None:
    work = stage(tmp_path, {"calls": [write("a", "b")]}, {"say": "Sorry.", "sees": ["no such tool"]})
    assert (await work.run(alone=True)).status == "done"
    assert not (work.pixel.root / "a").exists()


async def test_a_model_that_nearly_repeats_itself_is_told_before_it_is_stopped(tmp_path: Path) -> None:
    text = "let speed = {}; // the hedgehog runs over the meadow and picks up stars"
    steps = [{"calls": [write("a.js", text.format(number))]} for number in range(6)]
    work = stage(tmp_path, *steps, {"say": "Then I stop.", "sees": ["the same thing 6 times", "another way"]})
    assert (await work.run()).status == "done"


async def test_the_hint_comes_also_when_equal_calls_come_several_in_a_turn(tmp_path: Path) -> None:
    twice = {"calls": [{"tool": "list_files"}] * 2}
    work = stage(tmp_path, twice, twice, {"say": "Then I stop.", "sees": ["the same thing 4 times"]})
    assert (await work.run()).status == "done"
