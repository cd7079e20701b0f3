"""Clock and identifiers, passed in as arguments so that tests and resumed builds can repeat them."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time: ``now`` for people and records, ``monotonic`` in seconds for measuring."""

    def now(self) -> datetime: ...

    def monotonic(self) -> float: ...


class SystemClock:
    """The computer's own clock, in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        import time

        return time.monotonic()


def new_id(prefix: str) -> str:
    """Return a short unguessable identifier such as ``build-3f9a01c2``."""
    return f"{prefix}-{secrets.token_hex(4)}"
