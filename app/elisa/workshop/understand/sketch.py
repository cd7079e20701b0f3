"""The design while it is being made: parts are taken once each, and every wish that needs one is written beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elisa.workshop.understand.design import PartUse, Question, Thing, Value, Wish

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.workshop.understand.lexicon import Lexicon
    from elisa.workshop.understand.roles import Roles
    from elisa.workshop.understand.things import ThingBook

MOST_RULES = 8


@dataclass(frozen=True)
class Action:
    """Something that shall happen; ``amount`` is a number that the action takes, ``words`` what it says or shows."""

    name: str
    amount: float = 1.0
    words: str = ""


@dataclass
class Sketch:
    """What the readers of wishes share: the cast, the parts so far, the words."""

    language: str
    lexicon: Lexicon
    book: ThingBook
    roles: Roles
    parts: dict[str, PartUse] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)

    def use(
        self,
        part: str,
        kind: str,
        *,
        key: str = "",
        thing: Thing | None = None,
        settings: Mapping[str, Value] | None = None,
        **more: Value,
    ) -> Wish:
        """Take a part (or the one already taken) and return the wish that it makes true.

        Settings that were already set stay: the first wish that speaks of a thing decides.
        """
        key = key or part
        use = self.parts.get(key)
        if use is None:
            use = PartUse(key, part, _instance(key), thing=thing)
            self.parts[key] = use
        for name, value in {**(settings or {}), **more}.items():
            use.settings.setdefault(name, value)
        return Wish(kind, key)

    def coming(self, thing: Thing, **settings: Value) -> Wish | None:
        """Let a hazard or a treasure come; ``None`` if the thing has neither role."""
        for role, group in (("hazard", self.roles.hazards), ("treasure", self.roles.treasures)):
            for place, known in enumerate(group, start=1):
                if known.word == thing.word or (known.drawing == thing.drawing and known.drawing != "badge"):
                    wish = self.use(role, f"{role}_comes", key=f"{role}-{place}", thing=known, settings=settings)
                    return Wish(wish.kind, wish.part, {"thing": known.word})
        return None

    def rule(self, event: str, action: Action, name: str) -> Wish | None:
        """Add a when-rule of the child; ``None`` when there are already as many as the kit can hold."""
        number = 1 + sum(use.part == "when" for use in self.parts.values())
        if number > MOST_RULES:
            return None
        key = f"when-{number}"
        values: dict[str, Value] = {
            "event": event,
            "action": action.name,
            "words": action.words,
            "amount": action.amount,
        }
        self.use("when", "rule", key=key, rule=f"{name} {number}", settings=values)
        if action.name == "colour":
            self.parts[key].settings["colour"] = action.words
        return Wish("rule", key, values)


def _instance(key: str) -> int:
    number = key.rpartition("-")[2]
    return int(number) if number.isdigit() else 1
