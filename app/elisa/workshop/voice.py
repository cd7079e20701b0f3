"""What a helper says: in character, short, about the child's things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elisa.spec.data_block import DataBlock
    from elisa.workshop.understand.design import Design, PartUse

_LONGEST_PERSONA = 60
_MOST_DOINGS = 3


def begin(data: DataBlock, doings: Iterable[str]) -> str:
    """Return what a helper says before it starts: who it is, what it does now."""
    persona = _persona(data)
    name = data.task.agent_name if data.task else ""
    head = say("workshop.hello_persona", name=name, persona=persona) if persona else say("workshop.hello", name=name)
    return " ".join([head, *list(dict.fromkeys(doings))[:_MOST_DOINGS]])


def doing(use: PartUse, design: Design) -> str:
    """Return the sentence for putting in one part."""
    return say(f"workshop.doing_{use.part}", **_names(use, design))


def made(use: PartUse, design: Design) -> str:
    """Return the sentence for a part that is in."""
    return say(f"workshop.made_{use.part}", **_names(use, design))


def _names(use: PartUse, design: Design) -> dict[str, str]:
    thing = use.thing
    return {
        "hero": design.hero.word if design.hero else "",
        "thing": thing.word if thing else "",
        "things": thing.words if thing else "",
    }


def _persona(data: DataBlock) -> str:
    if data.plan is None or data.task is None:
        return ""
    for agent in data.plan.agents:
        if agent.name == data.task.agent_name:
            persona = " ".join(agent.persona.split())
            return persona if len(persona) <= _LONGEST_PERSONA else persona[: _LONGEST_PERSONA - 1] + "…"
    return ""
