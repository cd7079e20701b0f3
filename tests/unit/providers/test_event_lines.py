"""Server-sent events in every cut."""

from __future__ import annotations

import pytest

from elisa.providers.event_lines import DONE, LONGEST_LINE, EventLines

STREAM = (
    ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\r\n\r\nevent: x\nid: 3\nretry: 10\n"
    'data: {"a": "é\u2028b"}\n\ndata:{"b": 2}\r\n\r\ndata: {"c":\ndata: 3}\n\ndata: {"d": 4}\ndata: [DONE]\n\n'
)
FOUND: list[object] = [{"a": "é\u2028b"}, {"b": 2}, {"c": 3}, {"d": 4}, DONE]


def read(*pieces: bytes) -> list[object]:
    lines = EventLines()
    found = [value for piece in pieces for value in lines.feed(piece)]
    return found + lines.finish()


@pytest.mark.parametrize("size", [1, 2, 3, 5, 1000])
def test_the_same_is_read_however_the_bytes_are_cut(size: int) -> None:
    raw = STREAM.encode()
    assert read(*(raw[at : at + size] for at in range(0, len(raw), size))) == FOUND


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_other_line_ends(end: str) -> None:
    raw = STREAM.replace("\r\n", "\n").replace("\n", end).encode()
    assert read(*(raw[at : at + 1] for at in range(len(raw)))) == FOUND


def test_each_cut_in_two() -> None:
    raw = STREAM.encode()
    assert all(read(raw[:at], raw[at:]) == FOUND for at in range(len(raw)))


def test_the_last_line_may_lack_its_end() -> None:
    assert read(b'data: {"a": 1}') == [{"a": 1}]
    assert read(b"data: [DONE]\r") == [DONE]


def test_a_stream_that_is_cut_gives_only_what_is_whole() -> None:
    raw = b'data: {"a": 1}\n\ndata: {"b": 2}\n\n'
    assert {len(read(raw[:at])) for at in range(len(raw))} == {0, 1, 2}
    assert read(raw[:-4]) == [{"a": 1}]


def test_what_is_no_json_is_passed_over() -> None:
    assert read(b'data: oops\n\ndata: {"a": 1}\n\n') == [{"a": 1}]
    assert read(b"\xff\xfe\n\ndata: 1\n\n") == [1]


def test_a_long_line_in_small_pieces_is_read_once_and_not_again_with_each_piece() -> None:
    """Four megabytes that came a kilobyte at a time once held everything up for minutes."""
    raw = b'data: "' + b"x" * 4_000_000 + b'"\n'
    assert read(*(raw[at : at + 1024] for at in range(0, len(raw), 1024))) == ["x" * 4_000_000]


def test_a_line_without_an_end_is_passed_over_and_what_follows_is_read() -> None:
    piece = b"x" * 2**20
    pieces = [piece] * (LONGEST_LINE // len(piece) + 2)
    assert read(b'data: {"a": 1}\n', b'data: "', *pieces, b'"\r', b'\ndata: {"b": 2}\n') == [{"a": 1}, {"b": 2}]


def test_junk_before_an_answer_does_not_take_the_answer_with_it() -> None:
    assert read(b'data: ping\ndata: {"a": 1}\n', b'data: {"b":\ndata: 2}\n') == [{"a": 1}, {"b": 2}]
