"""Keys of model vendors: in the computer's key box, else in memory until Elisa closes; never in a file of ours.

They are looked up anew each time, so that a key that was entered counts at once. In development the environment may
hold them (``OPENAI_API_KEY`` …); a key there alone chooses no provider.
"""

from __future__ import annotations

import logging
import os
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, Protocol

from pydantic import BaseModel, ConfigDict

from elisa.core.log import hide_in_logs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_log = logging.getLogger(__name__)
SERVICE = "elisa"
VARIABLES = {"claude": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY", "openrouter": "OPENROUTER_API_KEY"}
BOX_SECONDS = 5.0
"""A key box that asks its owner for a password may never answer; nothing waits longer for it."""
_SHOWN = 3
_LONG_ENOUGH = 12
"""Of a shorter key, its ending would give away too much."""

Place = Literal["box", "memory", "environment"]


class KeyBox(Protocol):
    """What the ``keyring`` package offers."""

    def get_password(self, service: str, username: str) -> str | None:
        """Return a password, or ``None``."""
        ...

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a password."""
        ...

    def delete_password(self, service: str, username: str) -> None:
        """Forget a password."""
        ...


class KeyStatus(BaseModel):
    """Whether there is a key, where it is kept, and how it ends (``…123``); never the key itself."""

    model_config = ConfigDict(frozen=True)

    place: Place | None = None
    ending: str = ""


class BoxLockedError(Exception):
    """The key box did not answer in time, or there is none."""


class Keys:
    """The keys of this computer's owner, by the names of providers.

    Args:
        environ: Where development keys are.
        box: The key box; by default the computer's own.
    """

    def __init__(self, environ: Mapping[str, str] = os.environ, box: KeyBox | None = None) -> None:
        self._environ = environ
        self._box = box
        self._memory: dict[str, str] = {}
        self._asking: threading.Thread | None = None

    def get(self, provider: str) -> str | None:
        """Return a provider's key, or ``None``; logs never show it from then on."""
        return self._found(provider)[1]

    def keep(self, provider: str, key: str) -> Place:
        """Keep a key, and return where: in memory if there is no key box or it is locked."""
        key = key.strip()
        hide_in_logs(key)
        try:
            self._ask(lambda box: box.set_password(SERVICE, provider, key))
        except BoxLockedError:
            self._memory[provider] = key
            return "memory"
        self._memory.pop(provider, None)
        return "box"

    def forget(self, provider: str) -> None:
        """Forget a key that was kept; one in the environment is not ours to forget."""
        self._memory.pop(provider, None)
        try:
            if self._ask(lambda box: box.get_password(SERVICE, provider)) is not None:
                self._ask(lambda box: box.delete_password(SERVICE, provider))
        except BoxLockedError:
            return

    def status(self, provider: str) -> KeyStatus:
        """Say whether there is a key, for a badge."""
        place, key = self._found(provider)
        if key is None:
            return KeyStatus()
        return KeyStatus(place=place, ending=f"…{key[-_SHOWN:]}" if len(key) >= _LONG_ENOUGH else "…")

    def all(self) -> tuple[str, ...]:
        """Return every key there is, so that they can be left out of what is handed on."""
        return tuple(key for provider in VARIABLES if (key := self.get(provider)))

    def _found(self, provider: str) -> tuple[Place | None, str | None]:
        place, key = self._looked_up(provider)
        if key:
            hide_in_logs(key)
        return (place, key) if key else (None, None)

    def _looked_up(self, provider: str) -> tuple[Place, str]:
        if provider in self._memory:
            return "memory", self._memory[provider]
        try:
            kept = self._ask(lambda box: box.get_password(SERVICE, provider))
        except BoxLockedError:
            kept = None
        if kept:
            return "box", kept.strip()
        return "environment", self._environ.get(VARIABLES.get(provider, ""), "").strip()

    def _ask(self, question: Callable[[KeyBox], str | None]) -> str | None:
        """Ask the key box, in a thread that is left behind when it never answers; then nobody waits for it again."""
        if self._asking is not None and self._asking.is_alive():
            raise BoxLockedError
        answers: list[str | None] = []

        def ask() -> None:
            with suppress(Exception):  # each system's box has faults of its own, and none of them stops a build
                answers.append(question(self._box or _computers_box()))

        asking = threading.Thread(target=ask, name="elisa-key-box", daemon=True)
        asking.start()
        asking.join(BOX_SECONDS)
        if not answers:
            self._asking = asking
            raise BoxLockedError
        return answers[0]


def _computers_box() -> KeyBox:
    import keyring

    return keyring.get_keyring()
