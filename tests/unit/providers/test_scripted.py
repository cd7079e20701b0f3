from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from elisa.core.errors import BadInputError
from elisa.providers.base import Message, ModelRequest, ProviderError, Text, TextDelta, ToolResult, Turn, Waiting
from elisa.providers.script import Script
from elisa.providers.scripted import CallKey, ScriptedProvider, ScriptMismatchError
from elisa.spec.data_block import DataBlock
from elisa.spec.nugget import NuggetSpec
from elisa.spec.plan import Task

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.providers.base import StreamItem
    from elisa.spec.data_block import DataKind


def request(
    kind: DataKind = "build", task: str = "task-1", agent: str = "Pixel", attempt: int = 1, turn: int = 1
) -> ModelRequest:
    """Return a call as the loop makes it, in the given turn of its conversation."""
    block = DataBlock(
        kind=kind,
        spec=NuggetSpec(),
        task=Task(id=task, name="n", description="d", agent_name=agent),
        facts={"attempt": attempt},
    )
    messages = [Message(role="user", parts=(Text(text=f"Go.\n\n{block.fenced()}"),))]
    for _ in range(turn - 1):
        messages.append(Message(role="assistant", parts=(Text(text="a"),)))
        messages.append(Message(role="user", parts=(ToolResult(call_id="1", content="blocked by policy"),)))
    return ModelRequest(system="s", messages=tuple(messages))


async def said(provider: ScriptedProvider, asked: ModelRequest) -> list[StreamItem]:
    return [item async for item in provider.stream(asked)]


async def turn_of(provider: ScriptedProvider, asked: ModelRequest) -> Turn:
    last = (await said(provider, asked))[-1]
    assert isinstance(last, Turn)
    return last


def scripted(*conversations: dict[str, Any], **more: object) -> ScriptedProvider:
    return ScriptedProvider(Script.model_validate({"conversations": list(conversations), **more}))


async def test_the_answer_follows_from_the_request_alone_so_a_resumed_build_gets_the_same() -> None:
    turns = [{"say": "one"}, {"say": "two"}]
    first, second = (scripted({"kind": "build", "task": "task-1", "turns": turns}) for _ in range(2))
    assert (await turn_of(first, request(turn=1))).message.text == "one"
    assert (await turn_of(first, request(turn=2))).message.text == "two"
    assert (await turn_of(second, request(turn=2))).message.text == "two"


async def test_three_tasks_at_once_get_what_is_theirs_and_can_wait_for_each_other() -> None:
    meet = {"name": "together", "count": 3}
    names = ("a", "b", "c")
    provider = scripted(*({"task": name, "turns": [{"say": name, "meet": meet}]} for name in names))
    answers = await asyncio.gather(*(turn_of(provider, request(task=name)) for name in names))
    assert [answer.message.text for answer in answers] == ["a", "b", "c"]


async def test_the_most_particular_conversation_wins() -> None:
    provider = scripted(
        {"turns": [{"say": "any"}], "repeat": True},
        {"kind": "build", "turns": [{"say": "build"}]},
        {"kind": "build", "task": "task-1", "attempt": 2, "turns": [{"say": "second try"}]},
        {"agent": "Robo", "kind": "build", "turns": [{"say": "robo"}]},
    )
    assert (await turn_of(provider, request())).message.text == "build"
    assert (await turn_of(provider, request(attempt=2))).message.text == "second try"
    assert (await turn_of(provider, request(agent="Robo"))).message.text == "robo"
    assert (await turn_of(provider, request(kind="plan"))).message.text == "any"


async def test_pieces_calls_waits_and_usage_arrive() -> None:
    call = {"tool": "write_file", "arguments": {"path": "a"}}
    provider = scripted(
        {"turns": [{"say": ["He", "llo"], "calls": [call], "waits": [{"seconds": 7}], "usage": [10, 5]}]}
    )
    items = await said(provider, request())
    assert [type(item) for item in items] == [Waiting, TextDelta, TextDelta, Turn]
    turn = items[-1]
    assert isinstance(turn, Turn)
    assert turn.message.text == "Hello"
    assert turn.message.tool_calls[0].arguments == {"path": "a"}
    assert (turn.stop_reason, turn.usage.input_tokens, turn.usage.output_tokens) == ("tool_calls", 10, 5)


async def test_report_P059_without_usage_the_count_is_an_estimate_above_zero() -> None:
    turn = await turn_of(scripted({"turns": [{"say": "Hello"}]}), request())
    assert turn.usage.estimated
    assert turn.usage.input_tokens > 0


async def test_report_P069_empty_arguments_are_no_arguments() -> None:
    call = {"tool": "run_tests", "arguments_text": ""}
    turn = await turn_of(scripted({"turns": [{"calls": [call]}]}), request())
    assert turn.message.tool_calls[0].arguments == {}


async def test_a_cut_call_is_named_and_never_handed_on() -> None:
    turn = await turn_of(scripted({"turns": [{"say": "Now", "cut_off": "write_file"}]}), request())
    assert (turn.stop_reason, turn.cut_off, turn.message.tool_calls) == ("length", "write_file", ())


async def test_it_can_die_in_the_middle() -> None:
    provider = scripted({"turns": [{"say": ["Hel"], "error": {"detail": "connection reset"}}]})
    items = provider.stream(request())
    assert await anext(items) == TextDelta(text="Hel")
    with pytest.raises(ProviderError) as caught:
        await anext(items)
    assert caught.value.detail == "connection reset"


@pytest.mark.parametrize(
    ("conversations", "asked"),
    [
        ([{"task": "other", "turns": [{}]}], {}),
        ([{"turns": [{}]}], {"turn": 2}),
        ([{"kind": "build", "turns": [{}]}, {"task": "task-1", "turns": [{}]}], {}),
        ([{"turns": [{}, {"sees": ["something else"]}]}], {"turn": 2}),
    ],
    ids=["no conversation", "no further turn", "two fit equally", "not what it sees"],
)
async def test_a_surprising_call_fails_at_once_and_again_at_the_end(
    conversations: list[dict[str, Any]], asked: dict[str, Any]
) -> None:
    provider = scripted(*conversations)
    with pytest.raises(ScriptMismatchError):
        await said(provider, request(**asked))
    with pytest.raises(ScriptMismatchError):
        await provider.close()


async def test_what_it_should_see_may_stand_in_a_tool_result() -> None:
    provider = scripted({"turns": [{}, {"say": "I see", "sees": ["blocked"]}]})
    assert (await turn_of(provider, request(turn=2))).message.text == "I see"


async def test_an_unused_answer_fails_unless_it_is_optional() -> None:
    provider = scripted({"turns": [{}, {}]}, {"kind": "plan", "turns": [{}], "optional": True}, strict=True)
    await said(provider, request())
    with pytest.raises(ScriptMismatchError, match="turn 2"):
        await provider.close()
    await said(provider, request(turn=2))
    await provider.close()


async def test_calls_are_counted_by_task_and_across_processes(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps({"conversations": [{"turns": [{}, {}]}], "ledger": "calls.jsonl"}))
    before, after = ScriptedProvider.from_file(script), ScriptedProvider.from_file(script)
    await said(before, request())
    with pytest.raises(ScriptMismatchError):
        after.assert_all_used()
    await said(after, request(turn=2))
    assert (before.calls_of("task-1"), after.calls_of("task-1"), after.calls_of("task-2")) == (1, 1, 0)
    assert dict(after.recorded_calls()) == {
        CallKey("build", "task-1", "Pixel", 1, 1): 1,
        CallKey("build", "task-1", "Pixel", 1, 2): 1,
    }
    after.assert_all_used()


def test_a_script_can_be_one_conversation_a_line(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"task": "a", "turns": [{}]}\n\n{"task": "b", "turns": [{}]}\n')
    assert len(Script.from_file(script).conversations) == 2


@pytest.mark.parametrize(
    "text", ["{", '[{"turns": []}]', '[{"turns": [{}]}, {"turns": [{}]}]', '[{"turns": [{"shout": 1}]}]']
)
def test_a_script_that_cannot_be_used_is_bad_input(tmp_path: Path, text: str) -> None:
    script = tmp_path / "script.json"
    script.write_text(text)
    with pytest.raises(BadInputError):
        Script.from_file(script)
    with pytest.raises(BadInputError):
        Script.from_file(tmp_path / "nowhere.json")


async def test_stop_ends_an_answer_that_never_comes() -> None:
    asking = asyncio.create_task(said(scripted({"turns": [{"hang": True}]}), request()))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
