"""Answers of chat completion servers, chunk by chunk, in all the odd ways in which servers say them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from elisa.providers.base import Message, ModelRequest, Text, ToolCall, ToolDefinition
from elisa.providers.chat_answer import ChatAnswer, ErrorInStreamError

if TYPE_CHECKING:
    from elisa.providers.base import Turn

PLAN = ToolDefinition(
    name="submit_plan",
    description="",
    parameters={"type": "object", "properties": {"tasks": {"type": "array"}}, "required": ["tasks"]},
)


def request(*tools: ToolDefinition, force_tool: str | None = None) -> ModelRequest:
    hello = Message(role="user", parts=(Text(text="Hello"),))
    return ModelRequest(system="Be kind.", messages=(hello,), tools=tools, force_tool=force_tool)


def delta(finish: str | None = None, **told: object) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": told, "finish_reason": finish}]}


def piece(index: int | None = 0, ident: str | None = None, name: str | None = None, **more: object) -> dict[str, Any]:
    function = {"name": name, **more}
    told: dict[str, Any] = {"function": {key: value for key, value in function.items() if value is not None}}
    if index is not None:
        told["index"] = index
    if ident is not None:
        told["id"] = ident
    return told


def read(*chunks: object, asked: ModelRequest | None = None) -> tuple[str, Turn]:
    """Return what was shown and the turn."""
    answer = ChatAnswer(asked or request())
    shown = "".join(answer.take(chunk) for chunk in chunks)
    return shown + answer.end(), answer.turn()


def calls(*chunks: object, asked: ModelRequest | None = None) -> list[tuple[str, dict[str, Any]]]:
    _, turn = read(*chunks, asked=asked)
    return [(call.name, call.arguments) for call in turn.message.tool_calls]


@pytest.mark.parametrize("finish", ["stop", "tool_calls", "function_call", "", None, "eos", "STOP"])
def test_calls_count_whatever_reason_the_server_names(finish: str | None) -> None:
    _, turn = read(delta(tool_calls=[piece(0, "a", "look", arguments="{}")]), delta(finish))
    assert (turn.stop_reason, [call.name for call in turn.message.tool_calls]) == ("tool_calls", ["look"])


def test_report_P074_tool_calls_as_the_reason_without_any_is_a_text_answer() -> None:
    shown, turn = read(delta(content="Done."), delta("tool_calls"))
    assert (shown, turn.stop_reason, turn.message.tool_calls) == ("Done.", "end", ())


@pytest.mark.parametrize("empty", ["", " ", "null", None, "{}"])
def test_report_P069_a_call_without_arguments(empty: str | None) -> None:
    assert calls(delta(tool_calls=[piece(0, "a", "look", arguments=empty)]), delta("tool_calls")) == [("look", {})]


def test_arguments_as_an_object_and_as_a_string_in_a_string() -> None:
    assert calls(delta(tool_calls=[piece(0, "a", "look", arguments={"at": 1})]), delta("stop")) == [("look", {"at": 1})]
    packed = '"{\\"at\\": 1}"'
    assert calls(delta(tool_calls=[piece(0, "a", "look", arguments=packed)]), delta("stop")) == [("look", {"at": 1})]


def test_raw_line_breaks_inside_of_arguments_are_let_through() -> None:
    raw = '{"text": "one\ntwo"}'
    assert calls(delta(tool_calls=[piece(0, "a", "say", arguments=raw)]), delta("stop")) == [
        ("say", {"text": "one\ntwo"})
    ]


def test_several_calls_whose_pieces_are_mixed() -> None:
    got = calls(
        delta(tool_calls=[piece(0, "a", "one", arguments='{"x"'), piece(1, "b", "two", arguments="")]),
        delta(tool_calls=[piece(1, arguments='{"y": ')]),
        delta(tool_calls=[piece(0, arguments=": 1}"), piece(1, arguments="2}")]),
        delta("tool_calls"),
    )
    assert got == [("one", {"x": 1}), ("two", {"y": 2})]


def test_several_calls_that_are_all_numbered_0_are_told_apart_by_their_ids() -> None:
    got = calls(
        delta(tool_calls=[piece(0, "a", "one", arguments='{"x": 1}')]),
        delta(tool_calls=[piece(0, "b", "one", arguments='{"x": 2}')]),
        delta("stop"),
    )
    assert got == [("one", {"x": 1}), ("one", {"x": 2})]


def test_several_calls_without_number_and_id_are_told_apart_by_their_names() -> None:
    got = calls(
        delta(tool_calls=[piece(None, None, "one", arguments='{"x": 1}')]),
        delta(tool_calls=[piece(None, None, "two", arguments='{"x":')]),
        delta(tool_calls=[piece(None, arguments=" 2}")]),
        delta(tool_calls=[piece(None, None, "two", arguments="{}")]),
        delta("stop"),
    )
    assert got == [("one", {"x": 1}), ("two", {"x": 2}), ("two", {})]


def test_a_name_that_comes_again_with_each_piece_is_one_call() -> None:
    got = calls(
        delta(tool_calls=[piece(0, "a", "write", arguments="")]),
        delta(tool_calls=[piece(0, "a", "write", arguments='{"x": ')]),
        delta(tool_calls=[piece(0, None, "write", arguments="1}")]),
        delta(tool_calls=[piece(0, None, "write", arguments="\n")]),
        delta("stop"),
    )
    assert got == [("write", {"x": 1})]


def test_a_name_that_comes_in_pieces() -> None:
    got = calls(
        delta(tool_calls=[piece(0, "a", "write_")]),
        delta(tool_calls=[piece(0, None, "file")]),
        delta(tool_calls=[piece(0, arguments="{}")]),
        delta("stop"),
    )
    assert got == [("write_file", {})]


def test_missing_and_repeated_ids_become_different_ones_also_from_earlier_answers() -> None:
    before = Message(role="assistant", parts=(ToolCall(id="same", name="look"),))
    asked = request()
    asked = asked.model_copy(update={"messages": (*asked.messages, before)})
    _, turn = read(
        delta(tool_calls=[piece(0, "same", "one", arguments="{}"), piece(1, None, "two", arguments="{}")]),
        delta(tool_calls=[piece(2, "same", "three", arguments="{}"), piece(3, "", "four", arguments="{}")]),
        delta("tool_calls"),
        asked=asked,
    )
    ids = [call.id for call in turn.message.tool_calls]
    assert len({*ids, "same"}) == 5
    assert all(ids)


def test_the_old_form_of_a_call() -> None:
    told = {"name": "look", "arguments": '{"at": 1}'}
    assert calls(delta(function_call=told), delta("function_call")) == [("look", {"at": 1})]


@pytest.mark.parametrize("arguments", ['{"path": "a", "content": "half', "{", "{}", '{"path": "a"}', ""])
def test_report_P071_the_last_call_of_an_answer_that_ended_by_length_never_reaches_the_reader(arguments: str) -> None:
    _, turn = read(
        delta(tool_calls=[piece(0, "a", "look", arguments="{}")]),
        delta(tool_calls=[piece(1, "b", "write_file", arguments=arguments)]),
        delta("length"),
    )
    assert (turn.stop_reason, turn.cut_off) == ("length", "write_file")
    assert [call.name for call in turn.message.tool_calls] == ["look"]


@pytest.mark.parametrize("finish", ["stop", "tool_calls", None, "length"])
@pytest.mark.parametrize("arguments", ['{"path": "a', "[1]", "7", "nonsense"])
def test_a_call_whose_arguments_are_no_object_never_reaches_the_reader(arguments: str, finish: str | None) -> None:
    _, turn = read(delta(tool_calls=[piece(0, "a", "write_file", arguments=arguments)]), delta(finish))
    assert (turn.message.tool_calls, turn.stop_reason, turn.cut_off) == ((), "length", "write_file")


def test_report_P075_an_empty_reason_on_each_chunk() -> None:
    shown, turn = read(delta("", content="One "), delta("", content="two"), delta("stop"))
    assert (shown, turn.stop_reason) == ("One two", "end")


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning", "thinking"])
def test_thoughts_are_no_answer(name: str) -> None:
    shown, turn = read(delta(**{name: "hmm"}), delta(content="Yes", **{name: "more"}), delta("stop"))
    assert (shown, turn.message.text) == ("Yes", "Yes")


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_thoughts_in_the_text_are_no_answer_however_they_are_cut(size: int) -> None:
    text = "\n<think>Is it 4? </thin no</think>\n\nIt is 4 <think>."
    shown, turn = read(*(delta(content=text[at : at + size]) for at in range(0, len(text), size)), delta("stop"))
    assert shown == turn.message.text == "It is 4 <think>."


@pytest.mark.parametrize("text", ["<", "<thin", "<b>bold</b>", " <th"])
def test_what_only_begins_like_thoughts_is_shown(text: str) -> None:
    shown, turn = read(*(delta(content=letter) for letter in text), delta("stop"))
    assert shown == turn.message.text == text


def test_content_in_parts_is_joined_without_its_thoughts() -> None:
    parts = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "So"}, {"type": "text", "text": "!"}]
    assert read(delta(content=parts), delta("stop"))[0] == "So!"


@pytest.mark.parametrize("reason", ["content_filter", "safety"])
def test_a_filter_is_a_refusal(reason: str) -> None:
    assert read(delta(content="I"), delta(reason))[1].stop_reason == "refused"


def test_a_refusal_in_words_is_a_refusal() -> None:
    shown, turn = read(delta(refusal="I can't help with that."), delta("stop"))
    assert (shown, turn.stop_reason) == ("I can't help with that.", "refused")


@pytest.mark.parametrize(
    "chunk",
    [
        {"error": {"code": 502, "message": "provider_unavailable"}, "choices": []},
        {"error": "overloaded"},
        {"object": "error", "message": "no", "code": 400},
        {"detail": "Internal error"},
        {"choices": [{"index": 0, "delta": {}, "error": {"code": 500}, "finish_reason": None}]},
        {"choices": [{"index": 0, "delta": {}, "finish_reason": "error"}]},
    ],
)
def test_an_error_inside_of_a_stream_is_an_error(chunk: dict[str, Any]) -> None:
    with pytest.raises(ErrorInStreamError):
        read(delta(content="I"), chunk)


@pytest.mark.parametrize(
    "odd", [None, [], "text", 7, {}, {"choices": None}, {"choices": []}, {"choices": [None]}, delta(), {"usage": None}]
)
def test_odd_chunks_are_passed_over(odd: object) -> None:
    shown, turn = read(odd, delta(content="Hi"), odd, delta("stop"), odd)
    assert (shown, turn.stop_reason) == ("Hi", "end")


@pytest.mark.parametrize(
    "usage", [None, {}, {"prompt_tokens": 0, "completion_tokens": 0}, {"prompt_tokens": None}, "no"]
)
def test_report_P059_missing_usage_is_estimated_and_marked(usage: object) -> None:
    _, turn = read(delta(content="Hello there"), {**delta("stop"), "usage": usage})
    assert turn.usage.estimated
    assert turn.usage.input_tokens > 0
    assert turn.usage.output_tokens > 0


def test_usage_in_each_chunk_counts_once() -> None:
    counted = {"prompt_tokens": 9, "completion_tokens": 1}
    last = {"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": {"cached_tokens": 4}}
    _, turn = read({**delta(content="a"), "usage": counted}, {**delta("stop"), "usage": last})
    usage = turn.usage
    assert (usage.input_tokens, usage.output_tokens, usage.cached_input_tokens, usage.estimated) == (9, 2, 4, False)


@pytest.mark.parametrize(
    "text",
    [
        '{"tasks": [1]}',
        'Here it is:\n```json\n{"tasks": [1]}\n```\nDone.',
        '{"name": "submit_plan", "arguments": {"tasks": [1]}}',
        '{"name": "submit_plan", "parameters": "{\\"tasks\\": [1]}"}',
    ],
)
def test_a_forced_call_that_a_server_writes_as_text_is_a_call(text: str) -> None:
    asked = request(PLAN, force_tool="submit_plan")
    assert calls(delta(content=text), delta("stop"), asked=asked) == [("submit_plan", {"tasks": [1]})]


def test_a_forced_call_as_text_is_not_shown() -> None:
    asked = request(PLAN, force_tool="submit_plan")
    shown, turn = read(delta(content='{"tasks"'), delta(content=": []}"), delta("stop"), asked=asked)
    assert (shown, turn.message.text) == ("", "")


@pytest.mark.parametrize("text", ['{"other": 1}', "{broken", "I would rather talk {about} it"])
def test_text_that_is_no_forced_call_stays_text(text: str) -> None:
    asked = request(PLAN, force_tool="submit_plan")
    shown, turn = read(delta(content=text), delta("stop"), asked=asked)
    assert (shown, turn.message.text, turn.message.tool_calls) == (text, text, ())


def test_json_text_without_a_forced_tool_stays_text() -> None:
    shown, turn = read(delta(content='{"tasks": []}'), delta("stop"), asked=request(PLAN))
    assert (shown, turn.message.tool_calls) == ('{"tasks": []}', ())


def test_a_forced_call_as_text_that_was_cut_off_is_none() -> None:
    asked = request(PLAN, force_tool="submit_plan")
    _, turn = read(delta(content='{"tasks": []}'), delta("length"), asked=asked)
    assert (turn.message.tool_calls, turn.stop_reason) == ((), "length")


def test_a_whole_answer_of_a_server_that_does_not_stream() -> None:
    function = {"name": "look", "arguments": "{}"}
    told = {"role": "assistant", "content": "Hi", "tool_calls": [{"id": "a", "type": "function", "function": function}]}
    _, turn = read({"choices": [{"index": 0, "message": told, "finish_reason": "tool_calls"}]})
    assert (turn.message.text, [call.name for call in turn.message.tool_calls]) == ("Hi", ["look"])
