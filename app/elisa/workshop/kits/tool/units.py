"""Units of a converter: those that a child names, with the usual rates, or a rate that the child gives."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from elisa.core.text import say
from elisa.workshop.kits.listening import line_of

if TYPE_CHECKING:
    from elisa.workshop.kits.tool.words import Words

_GIVEN = re.compile(
    r"\b(?P<one>1|one|an?|each|every)\s+(?P<unit>[^\W\d_]{1,24}(?: [^\W\d_]{1,24}){0,2}?)\s+"
    r"(?:=|is worth|is|are|costs|makes|gives|equals)\s+"
    r"(?P<count>\d+(?:[.,]\d+)?)\s+(?P<other>[^\W\d_][\w]{0,24}(?: [^\W\d_]\w{0,24})?)",
    re.IGNORECASE,
)
_STOPS = frozenset(["and", "or", "so", "with", "when", "where", "that", "then", "for", "in", "on"])


def add_units(facts: dict[str, Any], texts: list[str], words: Words, notes: list[str]) -> None:
    """Fill in the pairs of units: ``from``, ``to``, ``rate``, ``shift``, and whether the rate can be changed."""
    pairs = _given(texts) or _named(texts, words)
    if not pairs:
        notes.append(say("tool.note_units"))
        pairs = [_pair(*words.general["rates"][0])]
    if any(pair["money"] for pair in pairs):
        notes.append(say("tool.note_rate"))
    changing = any(line_of(text, words.language).hits({"rate": ["rate", "price"]}) for text in texts)
    facts["pairs"] = [{**pair, "changes": bool(pair["money"] or pair["given"] or changing)} for pair in pairs]
    facts["first"] = 10
    first = facts["pairs"][0]
    facts |= {key: first[key] for key in ("from", "to", "rate", "shift")}
    facts["place"] = 0
    if not first["changes"]:
        facts["trouble"] = dict.fromkeys(("new_rate", "kept"), say("tool.left_rate"))


def _given(texts: list[str]) -> list[dict[str, Any]]:
    pairs = []
    for text in texts:
        for found in _GIVEN.finditer(text):
            other = _cut(found["other"])
            rate = float(found["count"].replace(",", "."))
            if rate > 0 and other:
                pairs.append({**_pair(found["unit"].strip(), other, rate), "given": True})
    return pairs


def _cut(words: str) -> str:
    kept: list[str] = []
    for word in words.split():
        if word.casefold() in _STOPS:
            break
        kept.append(word)
    return " ".join(kept)


def _named(texts: list[str], words: Words) -> list[dict[str, Any]]:
    units = {name: unit["say"] for name, unit in words.general["units"].items()}
    rates = [_pair(*rate) for rate in words.general["rates"]]
    money = [{**_pair(*rate), "money": True} for rate in words.general["money"]]
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for text in texts:
        hits = sorted(line_of(text, words.language).hits(units), key=lambda hit: hit.first)
        names = list(dict.fromkeys(hit.name for hit in hits))
        for place, one in enumerate(names):
            for other in names[place + 1 :]:
                for pair in [*rates, *money]:
                    ends = (pair["from"], pair["to"])
                    if ends == (one, other):
                        found.setdefault(ends, pair)
                    elif ends == (other, one):
                        found.setdefault(ends, _turned(pair))
    return list(found.values())


def _pair(one: str, other: str, rate: float, shift: float = 0.0) -> dict[str, Any]:
    return {"from": one, "to": other, "rate": rate, "shift": shift, "money": False, "given": False}


def _turned(pair: dict[str, Any]) -> dict[str, Any]:
    rate = 1 / pair["rate"]
    return {**pair, "from": pair["to"], "to": pair["from"], "rate": rate, "shift": -pair["shift"] * rate}
