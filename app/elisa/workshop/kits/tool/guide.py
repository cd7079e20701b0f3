"""The README of a tool: what it is, how to use it, what is missing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop import escaping

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.kits.tool.design import ToolDesign

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|!])")


def guide_text(design: ToolDesign, spec: NuggetSpec) -> str:
    """Return the README in markdown; the child's words stand in it as words, never as markup."""
    focus = spec.documentation.focus if spec.documentation else "how_it_works"
    parts = [f"# {plain(design.title)}", plain(design.goal)]
    if focus in ("setup", "all"):
        parts += [f"## {say('tool.guide_setup')}", say("tool.guide_open")]
    if focus in ("how_it_works", "all"):
        titles = (section.title for section in design.sections.values())
        parts += [f"## {say('tool.guide_use')}", bullets([*titles, say("tool.guide_keeps")])]
    if focus in ("parts", "all"):
        parts += [f"## {say('tool.guide_parts')}", bullets(wish.text for wish in design.wishes if not wish.left_out)]
    missing = [f"{wish.text}: {wish.left_out}" for wish in design.wishes if wish.left_out]
    if missing:
        parts += [f"## {say('tool.guide_missing')}", bullets(missing)]
    return "\n\n".join(part for part in [*parts, say("tool.who_made_it")] if part) + "\n"


def bullets(lines: Iterable[str]) -> str:
    """Return a markdown list of the child's words."""
    return "\n".join(f"- {plain(line)}" for line in dict.fromkeys(lines))


def plain(text: str) -> str:
    """Return a text in one line, without anything that markdown would take for a sign."""
    return _MARKS.sub(r"\\\1", " ".join(escaping.printable(text).split()))
