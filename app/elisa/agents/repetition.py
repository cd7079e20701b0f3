"""Notices a helper that goes in circles: the same step, or nearly the same, without anything new coming of it."""

from __future__ import annotations

import json
import re
from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.providers.base import ToolCall, ToolResult

EQUAL_STEPS = 6
NEAR_STEPS = 12
HINT_AT = 3
NEAR_HINT_AT = 6
_WINDOW = 40
_ALIKE = 0.8
_READ = 4000
_WORDS = re.compile(r"[^\W\d_]+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class _Step:
    name: str
    exact: str
    words: frozenset[str]

    def is_near(self, other: _Step) -> bool:
        """Tell whether two steps differ in little but numbers and spaces (Jaccard index of word pairs)."""
        if self.name != other.name:
            return False
        together = len(self.words | other.words)
        return together == 0 or len(self.words & other.words) / together >= _ALIKE


@dataclass(slots=True)
class Repetition:
    """Looks at each step with what came of it; a step counts as equal only if its result is equal too."""

    _steps: deque[_Step] = field(default_factory=lambda: deque(maxlen=_WINDOW))
    _told: set[str] = field(default_factory=set)
    equal: int = 0
    near: int = 0

    def note(self, call: ToolCall, result: ToolResult) -> None:
        """Take in a tool call and its result."""
        arguments = json.dumps(call.arguments, sort_keys=True, ensure_ascii=False)
        subject = next((value for value in call.arguments.values() if isinstance(value, str)), "")
        self.note_text(f"{call.name} {subject[:200]}", f"{arguments}\n{result.content}")

    def note_text(self, name: str, text: str) -> None:
        """Take in any other step."""
        words = _WORDS.findall(text[:_READ].lower())
        step = _Step(name, text, frozenset(" ".join(pair) for pair in pairwise(words)))
        self._steps.append(step)
        self.equal = sum(other.name == name and other.exact == text for other in self._steps)
        self.near = sum(step.is_near(other) for other in self._steps)

    @property
    def is_stuck(self) -> bool:
        """The helper should be stopped."""
        return self.equal >= EQUAL_STEPS or self.near >= NEAR_STEPS

    def take_hint(self) -> int:
        """Return how often the helper did the same if it should be told so now, else 0; told once for each step."""
        step = self._steps[-1].name if self._steps else ""
        if step in self._told or not (self.equal >= HINT_AT or self.near >= NEAR_HINT_AT):
            return 0
        self._told.add(step)
        return self.steps

    @property
    def steps(self) -> int:
        """How many alike steps there were."""
        return max(self.equal, self.near)
