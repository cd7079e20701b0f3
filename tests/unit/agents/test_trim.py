"""Trimming: whatever was said, the conversation fits, begins with its prompt and holds no lonely call or result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elisa.agents.job import AgentJob, AgentOutcome
from elisa.agents.limits import AgentLimits
from elisa.agents.loop import run_agent
from elisa.agents.trim import Trimmer
from elisa.core.events import ContextTrimmed
from elisa.providers.base import Message, ModelRequest, ProviderError, Text, ToolCall, ToolResult, Turn
from elisa.providers.estimate import estimate_usage, message_bytes, request_bytes
from elisa.providers.script import Script
from elisa.providers.scripted import ScriptedProvider
from elisa.spec.data_block import DataBlock, find_data_block
from elisa.spec.nugget import NuggetSpec
from support.helpers_at_work import Helper, helper

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from elisa.providers.base import StreamItem

HEADING = 200


@st.composite
def conversations(draw: st.DrawFn) -> list[Message]:
    """Return a prompt and turns of any length, with calls in any number, each with its result."""
    words = st.text(alphabet="ab é🦔\n`", max_size=30)
    said = [Message(role="user", parts=(Text(text="prompt " * draw(st.integers(1, 20))),))]
    for turn in range(draw(st.integers(0, 12))):
        calls = [
            ToolCall(
                id=f"{turn}-{number}", name="read_file", arguments={"path": draw(words) * draw(st.integers(0, 40))}
            )
            for number in range(draw(st.integers(0, 3)))
        ]
        results = [
            ToolResult(call_id=call.id, content=draw(words) * draw(st.integers(0, 300)), ok=draw(st.booleans()))
            for call in calls
        ]
        said.append(Message(role="assistant", parts=(Text(text=draw(words) or "x"), *calls)))
        said.append(Message(role="user", parts=(*results, Text(text="go on"))))
    return said


def check(view: tuple[Message, ...], whole: list[Message], room: int) -> None:
    first = view[0].parts[0]
    assert first == whole[0].parts[0]
    assert sum(map(message_bytes, view)) <= max(room, message_bytes(whole[0]) + HEADING)
    assert [message.role for message in view] == [("user", "assistant")[place % 2] for place in range(len(view))]
    for asked, answered in zip(view[1::2], view[2::2], strict=True):
        results = [part.call_id for part in answered.parts if isinstance(part, ToolResult)]
        assert results == [call.id for call in asked.tool_calls]


@given(conversations(), st.integers(200, 20_000))
def test_it_always_fits_and_no_call_is_parted_from_its_result(whole: list[Message], room: int) -> None:
    trimmer = Trimmer(room)
    noted = 0
    for end in range(1, len(whole) + 1, 2):
        trimmed = trimmer.view(whole[:end])
        check(trimmed.messages, whole[:end], room)
        assert noted <= trimmed.turns
        assert trimmed.turns + len(trimmed.messages) // 2 == end // 2
        noted = trimmed.turns


@given(conversations())
def test_without_a_known_limit_nothing_is_touched_until_the_server_says_too_long(whole: list[Message]) -> None:
    trimmer = Trimmer()
    assert list(trimmer.view(whole).messages) == whole
    before = sum(map(message_bytes, whole))
    if trimmer.tighten(whole):
        trimmed = trimmer.view(whole).messages
        check(trimmed, whole, before // 2)
        assert sum(map(message_bytes, trimmed)) < before


def steps(count: int, size: int) -> list[Message]:
    said = [Message(role="user", parts=(Text(text="prompt"),))]
    for number in range(count):
        call = ToolCall(id=str(number), name="read_file", arguments={"path": f"f{number}.js"})
        said.append(Message(role="assistant", parts=(call,)))
        said.append(Message(role="user", parts=(ToolResult(call_id=call.id, content=f"{number}" * size),)))
    return said


def test_old_results_become_shorter_first_and_the_newest_stay_whole() -> None:
    whole = steps(8, 1000)
    view = Trimmer(8000).view(whole)
    assert view.turns == 0
    assert view.results > 0
    assert view.messages[-6:] == tuple(whole[-6:])
    assert "characters left out" in str(view.messages[2].parts[0])


def test_then_old_turns_become_one_line_each_that_says_what_was_done() -> None:
    whole = steps(30, 250)
    whole[2] = Message(role="user", parts=(ToolResult(call_id="0", content="no such `file`", ok=False),))
    view = Trimmer(4000).view(whole)
    notes = view.messages[0].text
    assert "- read_file f0.js: failed: no such 'file'" in notes
    assert "- read_file f1.js: ok" in notes
    assert view.messages[-1] == whole[-1]


def test_the_beginning_stays_the_same_for_some_turns_so_that_it_can_be_cached() -> None:
    whole = steps(60, 300)
    trimmer = Trimmer(6000)
    views = [trimmer.view(whole[:end]) for end in range(1, len(whole) + 1, 2)]
    changes = sum(view.changed for view in views)
    assert 0 < changes < len(views) / 3


class SmallModel:
    """A server whose model holds so many bytes, and says so only when it is too late."""

    name = model = "small"

    def __init__(self, holds: int, *answers: dict[str, Any]) -> None:
        self._holds, self._answers = holds, list(answers)
        self.sizes: list[int] = []
        self.requests: list[ModelRequest] = []

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamItem]:
        size = sum(map(message_bytes, request.messages))
        self.sizes.append(size)
        self.requests.append(request)
        if size > self._holds:
            raise ProviderError("providers.too_long", "too much", "n_keep >= n_ctx")
        answer = self._answers.pop(0)
        calls = [ToolCall(id=f"c{len(self.sizes)}", name=name, arguments=rest) for name, rest in answer.items()]
        message = Message(role="assistant", parts=tuple(calls) or (Text(text="Done."),))
        yield Turn(
            message=message, stop_reason="tool_calls" if calls else "end", usage=estimate_usage(request, message)
        )

    async def close(self) -> None:
        return


async def at_work(
    pixel: Helper, model: SmallModel | ScriptedProvider, prompt: str, context: int | None
) -> AgentOutcome:
    limits = AgentLimits(context_tokens=context)
    job = AgentJob(task_id="task-1", agent_name="Pixel", system="You build.", prompt=prompt, limits=limits)
    return await run_agent(job, model, pixel.toolbox, pixel.events.append)


READS = [{"read_file": {"path": f"f{number}.js"}} for number in range(6)]


def with_files(folder: Path) -> Helper:
    pixel = helper(folder)
    for number in range(6):
        pixel.write(f"f{number}.js", f"let thing{number} = 1;\n" * 100)
    return pixel


async def test_a_model_that_says_too_long_is_asked_once_more_with_less_and_the_task_ends_well(tmp_path: Path) -> None:
    pixel = with_files(tmp_path)
    model = SmallModel(7000, *READS, {})
    outcome = await at_work(pixel, model, "prompt", None)
    assert (outcome.status, outcome.turns) == ("done", 7)
    assert max(model.sizes) > 7000
    assert pixel.of(ContextTrimmed)


async def test_one_answer_of_a_tool_that_is_many_times_what_a_model_can_hold_is_halved_until_it_fits(
    tmp_path: Path,
) -> None:
    pixel = helper(tmp_path)
    pixel.write("big.js", "let thing = 1;\n" * 1500)
    model = SmallModel(2500, {"read_file": {"path": "big.js"}}, {})
    outcome = await at_work(pixel, model, "prompt", None)
    assert outcome.status == "done"
    assert sum(size > 2500 for size in model.sizes) > 1, "one halving was not enough"
    last = model.requests[-1].messages
    assert [message.role for message in last] == ["user", "assistant", "user"], "its newest step is still there"


async def test_report_P081_a_prompt_that_is_too_long_by_itself_is_said_at_once_and_not_tried_again(
    tmp_path: Path,
) -> None:
    model = SmallModel(100)
    with pytest.raises(ProviderError, match="too much"):
        await at_work(helper(tmp_path), model, "prompt " * 100, None)
    assert len(model.sizes) == 1


async def test_with_a_known_size_the_model_never_sees_more_than_it_can_hold(tmp_path: Path) -> None:
    pixel = with_files(tmp_path)
    block = DataBlock(kind="build", spec=NuggetSpec(), facts={"note": "kept"})
    model = SmallModel(100_000, *READS, {})
    outcome = await at_work(pixel, model, block.fenced(), 6500)
    assert outcome.status == "done"
    assert max(map(request_bytes, model.requests)) <= (6500 - 6500 // 4) * 3
    last = model.requests[-1]
    assert last.max_output_tokens == 6500 // 4
    assert find_data_block(last.messages[0].text) == block
    assert pixel.of(ContextTrimmed)[-1].results > 0


async def test_the_scripted_model_knows_where_it_is_in_a_trimmed_conversation(tmp_path: Path) -> None:
    pixel = with_files(tmp_path)
    calls = [
        {"calls": [{"tool": "read_file", "arguments": {"path": f"f{n % 6}.js", "start_line": n + 1}}]}
        for n in range(14)
    ]
    script = Script.model_validate({"conversations": [{"turns": [*calls, {"say": "Done."}]}]})
    model = ScriptedProvider(script)
    outcome = await at_work(pixel, model, "prompt", 4600)
    assert (outcome.status, outcome.turns) == ("done", 15)
    assert pixel.of(ContextTrimmed)[-1].turns > 0
    model.assert_all_used()
