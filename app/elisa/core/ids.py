"""Clock and identifiers, passed in as arguments so that tests and resumed builds can repeat them."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time: ``now`` for people and records, ``monotonic`` in seconds for measuring."""

    def now(self) -> datetime:
        """Return the moment, with its time zone."""
        ...

    def monotonic(self) -> float:
        """Return seconds since some fixed moment; never goes back."""
        ...


class SystemClock:
    """The computer's own clock, in UTC."""

    def now(self) -> datetime:
        """Return the moment in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return seconds since some fixed moment; never goes back."""
        return time.monotonic()


def new_id(prefix: str) -> str:
    """Return a short unguessable identifier such as ``build-3f9a01c2``."""
    return f"{prefix}-{secrets.token_hex(4)}"
