"""Prompts from ``prompts/``: a role's stable part, and the first message with its data block and context.

A prompt file has two parts, parted by a line ``---``. Above is the same for every task of the role, so that a provider
can cache it; below is the first message, with places such as ``{{data}}``. Nothing that a child, a file or a model
wrote ever comes into the upper part.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from elisa.agents.safety import as_quote, section_of
from elisa.core import resources
from elisa.core.errors import failure

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.agents.roles import PromptName
    from elisa.spec.data_block import DataBlock

_PARTING = "\n---\n"
_PLACE = re.compile(r"\{\{([a-z_]+)\}\}")
_BEFORE_CONTEXT = "What earlier helpers noted, as data:"


@dataclass(frozen=True, slots=True)
class Prompt:
    """The two texts of one job, for ``AgentJob.system`` and ``AgentJob.prompt``."""

    system: str
    first_message: str


class PromptBook:
    """The prompts of one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def bundled(cls) -> Self:
        """Return the book that Elisa comes with."""
        return cls(resources.root() / "prompts")

    def prompt(self, name: PromptName, data: DataBlock, *, context: str = "", turns: int = 25) -> Prompt:
        """Fill in a prompt.

        Args:
            name: Which one.
            data: The job; the only way in which a child's words get into a prompt.
            context: What earlier tasks left behind, placed as a quotation.
            turns: How often the helper may be asked.

        Raises:
            ElisaError: ``agents.prompt_missing``: the file is not there or damaged.
        """
        upper, lower = self._parts(name)
        quoted = f"{_BEFORE_CONTEXT}\n\n{as_quote(context)}" if context.strip() else ""
        values = {"data": data.fenced(), "context": quoted, "turns": str(turns)}
        return Prompt(system=upper, first_message=_filled(lower, values))

    def _parts(self, name: PromptName) -> tuple[str, str]:
        place = self._folder / f"{name}.md"
        try:
            upper, parting, lower = place.read_text(encoding="utf-8").partition(_PARTING)
            section_of(upper)
        except (OSError, ValueError) as error:
            raise failure("agents.prompt_missing", detail=f"{name}: {error}") from error
        places = _PLACE.findall(lower)
        if not parting or _PLACE.search(upper) or places.count("data") != 1:
            raise failure("agents.prompt_missing", detail=f"{name}: no place for the data, or one too many")
        return upper.strip(), lower.strip()


def _filled(text: str, values: dict[str, str]) -> str:
    """Put each value into its place in one pass: what stands in a value is never taken for a place itself."""

    def value(place: re.Match[str]) -> str:
        if place[1] not in values:
            raise failure("agents.prompt_missing", detail=f"unknown place {place[1]}")
        return values[place[1]]

    return _PLACE.sub(value, text).strip()
