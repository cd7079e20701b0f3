"""The README of a page: what it is, how to open it, what it does, what is missing, with the block's focus."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop import escaping

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|!])")


def guide_of(spec: NuggetSpec, title: str, made: list[str], wishes: list[str], missing: list[str]) -> str:
    """Return the README in markdown; the child's words stand in it as words, never as markup.

    Args:
        spec: The nugget.
        title: What it is called.
        made: Sentences on what was made.
        wishes: What was wished for and is there.
        missing: What is not there, and why.
    """
    focus = spec.documentation.focus if spec.documentation else "how_it_works"
    sections = [f"# {_plain(title)}", _plain(spec.nugget.goal)]
    if focus in ("setup", "all"):
        sections += [f"## {say('workshop.guide_setup')}", say("workshop.guide_open")]
    if focus in ("how_it_works", "all"):
        sections += [f"## {say('workshop.guide_play')}", _list(made)]
    if focus in ("parts", "all"):
        sections += [f"## {say('workshop.guide_parts')}", _list(wishes)]
    if missing:
        sections += [f"## {say('workshop.guide_missing')}", _list(missing)]
    return "\n\n".join(section for section in [*sections, say("workshop.who_made_it")] if section) + "\n"


def _list(lines: list[str]) -> str:
    return "\n".join(f"- {_plain(line)}" for line in dict.fromkeys(lines) if line.strip())


def _plain(text: str) -> str:
    return _MARKS.sub(r"\\\1", " ".join(escaping.printable(text).split()))
