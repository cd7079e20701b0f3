"""The README of a nugget: what it is, how to play, which file does what, with the focus that the block asks for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop import escaping, voice

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.understand.design import Design

_MARKS = re.compile(r"([\\`*_{}\[\]<>#|!])")


def guide_text(design: Design, spec: NuggetSpec) -> str:
    """Return the README in markdown; the child's words stand in it as words, never as markup."""
    focus = spec.documentation.focus if spec.documentation else "how_it_works"
    sections = [f"# {_plain(design.title)}", _plain(design.goal)]
    if focus in ("setup", "all"):
        sections += [f"## {say('workshop.guide_setup')}", say("workshop.guide_open")]
    if focus in ("how_it_works", "all"):
        sections += [f"## {say('workshop.guide_play')}", *_list(voice.made(use, design) for use in design.parts)]
    if focus in ("parts", "all"):
        sections += [f"## {say('workshop.guide_parts')}", *_list(_wishes(design))]
    if design.left_out:
        sections += [f"## {say('workshop.guide_missing')}", *_list(_missing(design))]
    sections += [say("workshop.who_made_it")]
    return "\n\n".join(section for section in sections if section) + "\n"


def _wishes(design: Design) -> list[str]:
    return [item.text for item in design.understood if not item.left_out]


def _missing(design: Design) -> list[str]:
    return [f"{item.text}: {item.left_out}" for item in design.understood if item.left_out]


def _list(lines: object) -> list[str]:
    items = [str(line) for line in lines] if hasattr(lines, "__iter__") else []
    return ["\n".join(f"- {_plain(item)}" for item in dict.fromkeys(items))] if items else []


def _plain(text: str) -> str:
    return _MARKS.sub(r"\\\1", " ".join(escaping.printable(text).split()))
