"""Where the reading of a workspace notes what is wrong, each note tied to its block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say_in
from elisa.spec.problems import Problem, problem

if TYPE_CHECKING:
    from elisa.blocks.tree import Node

_SHOWN = 40
_RECENT = 10
_SHOWN_PROBLEMS = 500


class Findings:
    """Collects problems; ``sorted`` gives them in the order in which the blocks stand."""

    def __init__(self, language: str = "en", file: str = "workspace.json") -> None:
        self._language = language
        self._file = file
        self._found: list[tuple[int, Problem]] = []

    def add(self, code: str, node: Node | None = None, **values: object) -> None:
        """Note a problem; texts of the child or a file are shortened before they go into the sentence."""
        shown = {"file": self._file} | {
            name: shorten(value) if isinstance(value, str) else value for name, value in values.items()
        }
        block_id, block_type = (node.id, node.type or None) if node else (None, None)
        found = (node.number if node else 0, problem(code, block_id, block_type, language=self._language, **shown))
        if found not in self._found[-_RECENT:]:
            self._found.append(found)

    def adopt(self, found: Problem, node: Node, skill: str) -> None:
        """Note a problem of a skill's own workspace on the block that uses the skill."""
        message = found.message
        if found.block_id is not None:
            message = say_in(self._language, "problems.in_skill", skill=shorten(skill), message=message)
        severity = "warning" if found.code == "malformed_workspace" else found.severity
        self._found.append(
            (
                node.number,
                found.model_copy(
                    update={"block_id": node.id, "block_type": node.type, "message": message, "severity": severity}
                ),
            )
        )

    def sorted(self) -> tuple[Problem, ...]:
        """Return all problems: first those of no block, then block by block."""
        found = [one for _, one in sorted(self._found, key=lambda pair: pair[0])]
        if len(found) > _SHOWN_PROBLEMS:
            rest = len(found) - _SHOWN_PROBLEMS
            found = [*found[:_SHOWN_PROBLEMS], problem("more_problems", language=self._language, count=rest)]
        return tuple(found)


def shorten(text: str) -> str:
    """Return the text on one line, cut to what fits into a sentence."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN else f"{flat[: _SHOWN - 1]}…"
