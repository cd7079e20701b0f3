"""An event as the outside sees it: with its number, its session and its time."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict, SerializeAsAny

from elisa.core.events import Event


class Stamped(BaseModel):
    """``seq`` counts from 1 without a gap within one session; ``at`` is in UTC."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seq: int
    session: str
    at: datetime
    event: SerializeAsAny[Event]

    def line(self) -> str:
        """Return the event as one line of JSON: its own keys, then ``seq``, ``session`` and ``at``."""
        whole = self.model_dump(mode="json")
        return _compact({**whole.pop("event"), **whole})


def _compact(value: dict[str, object]) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
