"""What the telling programs tell: an adventure's places and a silly story's lines, about the child's things."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elisa.core.text import say

if TYPE_CHECKING:
    from elisa.workshop.kits.page.contents import Drawn, Eyes
    from elisa.workshop.kits.script.design import Program

_AIM = re.compile(
    r"\b(?:looks? for|looking for|finds?|search(?:es)? for|win|get|reach)\s+(?:an?|the|my|some|her|his|their)?\s*"
    r"(?P<thing>[^.,;:]{2,40}?)(?=\s+(?:and|or|to|in|with|but|that|who|where|from)\b|[.,;:]|$)",
    re.IGNORECASE,
)
_ABOUT = re.compile(r"\babout\s+(?P<what>[^.,;:]{2,60})", re.IGNORECASE)
_PYTHON = re.compile(r"\s+(?:in|with|using) python\b", re.IGNORECASE)
_PLACES = re.compile(
    r"\b(?P<place>(?:in|on|under|inside)\s+(?:an?|the|my)\s+[^.,;:]{2,40}?)(?=\s+(?:and|with|who|that|where)\b|[.,;:]|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class PlaceFacts:
    """A place of an adventure."""

    text: str
    ways: tuple[tuple[str, str], ...] = ()
    things: tuple[str, ...] = ()
    needs: str = ""
    end: str = ""

    def as_python(self, indent: str) -> str:
        """Return the call that makes it."""
        from elisa.workshop.kits.script.facts import literal

        parts = {"text": self.text, "ways": self.ways, "things": self.things, "needs": self.needs, "end": self.end}
        lines = [f"{indent}    {key}={literal(value, indent + '    ')},\n" for key, value in parts.items() if value]
        return "Place(\n" + "".join(lines) + f"{indent})"


def adventure_facts(program: Program, eyes: Eyes, texts: list[str], tale: dict[str, str]) -> None:
    """Fill in an adventure: the child's hero, aim, friend and danger walk in it."""
    things = list({thing.word: thing for text in [texts[-1], *texts[:-1]] for thing in eyes.things(text)}.values())
    aim = next((found["thing"].strip() for text in reversed(texts) if (found := _AIM.search(text))), "")
    place = next((found["place"] for text in reversed(texts) if (found := _PLACES.search(text))), tale["place"])
    others = [thing for thing in things if thing.word.casefold() not in aim.casefold()]
    hero = next((thing for thing in others if thing.alive), None)
    rest = [thing for thing in others if thing is not hero and thing.word.casefold() not in place.casefold()]
    danger = next((thing for thing in rest if thing.good is False), None) or next(
        (one for one in rest if one.alive), None
    )
    left = [thing.word for thing in rest if thing is not danger]
    said = {
        "hero": _with_article(hero.word) if hero else tale["hero"],
        "treasure": f"the {aim}" if aim else tale["treasure"],
        "danger": _with_article(danger.word).capitalize() if danger else tale["threat"].capitalize(),
        "place": place,
    }
    program.facts |= {"START": "crossroads", "PLACES": _places(said, left, tale)}
    own = [*([aim] if aim else []), *(thing.word for thing in (hero, danger) if isinstance(thing, _drawn())), *left]
    program.asked = {"own": own}
    if not own:
        program.trouble["own"] = say("script.left_list")


def _drawn() -> type[Drawn]:
    from elisa.workshop.kits.page.contents import Drawn

    return Drawn


def _places(said: dict[str, str], things: list[str], tale: dict[str, str]) -> dict[str, PlaceFacts]:
    def told(key: str) -> str:
        text = tale[key]
        for name, value in said.items():
            text = text.replace("{" + name + "}", value)
        return text[:1].upper() + text[1:]

    def way(key: str, goal: str) -> tuple[str, str]:
        return tale[key], goal

    return {
        "crossroads": PlaceFacts(
            told("start"), (way("to_path", "path"), way("to_house", "house"), way("to_danger", "danger"))
        ),
        "path": PlaceFacts(told("path"), (way("to_start", "crossroads"),), (tale["key"], *things)),
        "house": PlaceFacts(told("house"), (way("to_gate", "gate"), way("to_start", "crossroads"))),
        "danger": PlaceFacts(told("danger"), (way("run", "crossroads"), way("stay", "caught"))),
        "caught": PlaceFacts(told("caught"), end="lost"),
        "gate": PlaceFacts(told("gate"), (way("reach", "goal"), way("leave", "gone")), needs=tale["key"]),
        "goal": PlaceFacts(told("won"), end="won"),
        "gone": PlaceFacts(told("lone"), end="lost"),
    }


def _with_article(word: str) -> str:
    return f"an {word}" if word[:1].casefold() in "aeiou" else f"a {word}"


def madlibs_facts(program: Program, eyes: Eyes, goal: str, stories: list[str]) -> None:
    """Fill in silly stories about the child's thing."""
    about = _ABOUT.search(_PYTHON.sub("", goal))
    things = [thing.word for text in [goal, *program.texts] for thing in eyes.things(text)]
    thing = about["what"].strip() if about else f"the {things[0]}" if things else "somebody"
    safe = thing.replace("[", "(").replace("]", ")")
    program.facts |= {"STORIES": [story.replace("{thing}", safe) for story in stories]}
    named = dict.fromkeys([*([about["what"].strip()] if about else []), *things[:1]])
    program.asked = {"own": [name for name in named if name.casefold() in safe.casefold()]}
    if not program.asked["own"]:
        program.trouble["own"] = say("script.left_list")
