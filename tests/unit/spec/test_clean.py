"""Values from a stranger's file, made safe to keep."""

from __future__ import annotations

import pytest

from elisa.spec.clean import DEPTH, TooDeepError, clean_json, clean_text


def test_a_whole_emoji_stays_and_half_of_one_does_not() -> None:
    assert clean_text("ok \U0001f642 \ud83d") == "ok \U0001f642 \ufffd"


def test_numbers_that_json_does_not_know_become_nothing() -> None:
    assert clean_json({"a": [float("nan"), float("inf"), 1.5], "\ud83d": True}) == {
        "a": [None, None, 1.5],
        "\ufffd": True,
    }


def test_a_value_that_is_too_deep_is_refused() -> None:
    deep: list[object] = []
    for _ in range(DEPTH + 1):
        deep = [deep]
    with pytest.raises(TooDeepError):
        clean_json(deep)
