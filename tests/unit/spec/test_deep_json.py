"""JSON of any depth, with the results and the errors of the ordinary ``json``."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elisa.spec import deep_json

DEPTH = 30_000
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
SETTINGS = settings(max_examples=100, deadline=None, database=None, derandomize=True)


def test_a_text_deeper_than_json_allows_is_read_and_written_again() -> None:
    text = '{"next": [1, ' * DEPTH + '"deep"' + "]}" * DEPTH
    with pytest.raises(RecursionError):
        json.loads(text)
    value = deep_json.parse(deep_json.write(deep_json.parse(text)))
    for _ in range(DEPTH):
        assert isinstance(value, dict)
        value = value["next"][1]
    assert value == "deep"


@SETTINGS
@given(VALUE)
def test_the_slow_way_reads_and_writes_what_the_ordinary_one_does(value: object) -> None:
    written = deep_json.write_slowly(value)
    assert json.loads(written) == value
    assert deep_json.read_slowly(json.dumps(value)) == value


@SETTINGS
@given(VALUE, st.data())
def test_the_slow_way_refuses_what_the_ordinary_one_refuses(value: object, data: st.DataObject) -> None:
    text = json.dumps(value)
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.sampled_from(["", ",", "}", "[", '"', "x", "1"])) + text[at + 1 :]
    try:
        expected = json.loads(damaged)
    except ValueError:
        with pytest.raises(ValueError, match=r"."):
            deep_json.read_slowly(damaged)
    else:
        assert deep_json.read_slowly(damaged) == expected
