"""What every event has in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Event(BaseModel):
    """Something that happened, in the past tense; plain values only, never changed afterwards.

    Each subclass sets ``kind`` to a literal, by which the union is told apart in JSON.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
