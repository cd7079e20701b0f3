"""Problem codes: each has a sentence that a child can read."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest

from elisa.spec.problems import CODES, can_build, problem

SENTENCES: dict[str, str] = json.loads(
    files("elisa.core.text").joinpath("en", "problems.json").read_text(encoding="utf-8")
)
NAMES = ("limit", "length", "number", "type", "name", "old", "value", "used", "field", "place", "portal", "text")
MORE = ("file", "missing", "part", "id", "skill", "circle", "count", "message", "other", "nugget")


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    assert {f"problems.{code}" for code in CODES} == set(SENTENCES) - {"problems.in_skill"}


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_is_short_and_says_what_to_do_or_what_happened(code: str) -> None:
    message = problem(code, **dict.fromkeys((*NAMES, *MORE), "x")).message
    sentences = [one for one in re.split(r"(?<=[.?!])\s", message) if one]
    assert 1 <= len(sentences) <= 2
    assert max(len(one.split()) for one in sentences) <= 13


def test_only_errors_stop_a_build() -> None:
    assert can_build([problem("detached")])
    assert not can_build([problem("detached"), problem("no_goal")])
