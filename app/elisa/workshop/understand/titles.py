"""The title: a name that the child gave, else the goal without its "a game where"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.understand.lexicon import Reading
    from elisa.workshop.understand.roles import Roles

_CALLED = re.compile(
    r"(?:called|named|titled?|appelée?|nommée?|titre|title(?: is)?)\s*[:：]?\s*"
    r"(?:[\"“”«»„'‘]\s*(?P<quoted>[^\"”“«»„\n]{1,60}?)\s*[\"“”«»’']|(?P<bare>[A-Z0-9][^.,;\n]{0,40}))"
)
_LEAD = re.compile(
    r"^\s*(?:(?:i (?:want|would like|wish) to (?:make|build|have)|(?:please )?(?:make|build|create)(?: me)?"
    r"|je veux (?:faire |créer )?)\s*)?"
    r"(?:(?:an?|the|un|le|my|mon)\s+)?(?:(?:fun|cool|little|small|simple|great|petit)\s+)?(?:video ?)?(?:game|jeu)?\s*"
    r"(?:(?:where|in which|about|with|that|of|où|dans lequel|avec|sur|:)\s+)(?:you\s+(?:are\s+)?)?(?=\S)",
    re.IGNORECASE,
)
_LONGEST = 44


def title_of(goal: Reading, roles: Roles, spec: NuggetSpec) -> str:
    """Return a title of at most 44 characters, in the child's words."""
    for text in [goal.text, *(need.description[:400] for need in spec.requirements)]:
        called = _CALLED.search(text)
        if called:
            return _cut(called["quoted"] or called["bare"])
    text = re.sub(r"\s+", " ", goal.text).strip()
    short = _LEAD.sub("", text, count=1) or text
    if len(short) > _LONGEST and roles.hero is not None:
        others = [*roles.treasures, *roles.hazards]
        short = " & ".join([roles.hero.word, *(thing.words for thing in others[:1])])
    cut = _cut(short.rstrip(" .!"))
    return cut[:1].upper() + cut[1:] if cut else "My game"


def _cut(text: str) -> str:
    text = text.strip()
    if len(text) <= _LONGEST:
        return text
    head = text[: _LONGEST - 1].rsplit(" ", 1)[0]
    return (head if len(head) > 10 else text[: _LONGEST - 1]) + "…"
