"""Which event a lesson or a narrator's sentence is for, written as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from elisa.core.text import say

if TYPE_CHECKING:
    from elisa.core.events import Event


class Match(BaseModel):
    """A kind of event.

    Attributes:
        when: The event's ``kind``.
        where: Values that its fields must have; ``{"least": n}`` wants a number of at least ``n``, a text that begins
            with ``@`` names a sentence.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    when: str
    where: dict[str, Any] = Field(default_factory=dict)

    def fits(self, event: Event) -> bool:
        """Tell whether an event is meant."""
        if getattr(event, "kind", "") != self.when:
            return False
        return all(_equals(getattr(event, name, None), wanted) for name, wanted in self.where.items())


def _equals(value: object, wanted: object) -> bool:
    if isinstance(wanted, dict):
        return isinstance(value, int | float) and value >= wanted["least"]
    if isinstance(wanted, str) and wanted.startswith("@"):
        return value == say(wanted[1:])
    return value == wanted
