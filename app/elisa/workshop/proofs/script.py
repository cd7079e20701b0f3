"""Puts a test file together: the helpers that it needs, then its tests."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from elisa.workshop import escaping

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design

_PART = re.compile(r"^//# (?P<name>\w+)\n(?P<code>.*?)(?=^//# |\Z)", re.MULTILINE | re.DOTALL)
_CALLED = re.compile(r"\b(\w+)\(")


class TestCode:
    """The body of one test."""

    __test__ = False

    def __init__(self, title: str, requirement: str | None, proof: str | None, lines: list[str]) -> None:
        self.title, self.requirement, self.proof, self.lines = title, requirement, proof, lines

    def __str__(self) -> str:
        known = {"requirement": self.requirement, "proof": self.proof}
        labels = ", ".join(f"{key}: {escaping.as_js(value)}" for key, value in known.items() if value)
        head = (
            f"test({escaping.as_js(self.title)}, {{ {labels} }}, async (page) => {{"
            if labels
            else (f"test({escaping.as_js(self.title)}, {{}}, async (page) => {{")
        )
        body = "\n".join(f"  {line}" if line else "" for line in self.lines)
        return f"{head}\n{body}\n}});"


def whole_file(design: Design, about: str, tests: list[TestCode]) -> str:
    """Return a whole test file: one comment, the helpers that the tests call, the tests."""
    code = "\n\n".join(map(str, tests))
    helpers = _needed(code)
    head = [f"// {escaping.as_comment(about)}"]
    if "answer" in helpers:
        known = [
            {"question": one.ask.strip(), "right": one.right, "answers": len(one.answers)} for one in design.questions
        ]
        helpers = {"answers": f"// Which answer is right.\nconst answers = {escaping.as_js(known)};\n", **helpers}
    return "\n".join([*head, "", *(part.rstrip() + "\n" for part in helpers.values()), code, ""])


def _needed(code: str) -> dict[str, str]:
    hands = _hands()
    wanted: set[str] = set()
    waiting = [code]
    while waiting:
        for name in set(_CALLED.findall(waiting.pop())) & set(hands):
            if name not in wanted:
                wanted.add(name)
                waiting.append(hands[name])
    return {name: text for name, text in hands.items() if name in wanted}


@cache
def _hands() -> dict[str, str]:
    text = files(__package__).joinpath("hands.js").read_text(encoding="utf-8")
    return {found["name"]: found["code"] for found in _PART.finditer(text)}
