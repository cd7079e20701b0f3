"""The machine-wide settings file of a school or a family, named by ``ELISA_POLICY``.

It has the keys of ``settings.json`` and may name some of them in ``locked``: then the command line and the pupil cannot
choose otherwise. Its limits are ceilings. A policy that cannot be read leaves only the workshop: a mistake in the file
must not open what a grown-up meant to close.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ValidationError

from elisa.core.errors import bad_input
from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_log = logging.getLogger(__name__)
_ABOUT_AI = frozenset({"provider", "model", "base_url"})


@dataclass(frozen=True)
class Policy:
    """What is chosen for this machine (``choices``, by the names of ``Settings``) and what of it is ``locked``."""

    choices: dict[str, object] = field(default_factory=dict)
    locked: frozenset[str] = frozenset()

    def refuse_locked(self, said: Mapping[str, object]) -> None:
        """Refuse a choice of the command line that differs from a locked one; a limit may always be lowered.

        Raises:
            BadInputError: ``policy.locked``, with the name of the setting.
        """
        for name in sorted(self.locked & said.keys() - {"limits"}):
            if said[name] != self.choices.get(name):
                raise bad_input("policy.locked", name=name)


def load_policy(named: str | None, shape: type[BaseModel], tell: Callable[[str], None] | None = None) -> Policy:
    """Read the policy file; without one, everything is open.

    Args:
        named: The value of ``ELISA_POLICY``.
        shape: The settings model that checks the values.
        tell: Hears the sentence when the file cannot be used; the log hears it as well.
    """
    if not named:
        return Policy()
    try:
        content = json.loads(Path(named).read_text(encoding="utf-8"))
        locked = frozenset(_names(content.pop("locked", [])))
        return Policy(shape.model_validate(content).model_dump(exclude_unset=True), locked)
    except (OSError, ValueError, ValidationError, AttributeError, TypeError) as error:
        sentence = say("policy.unreadable")
        _log.warning("%s (%s: %s)", sentence, named, type(error).__name__)
        if tell is not None:
            tell(sentence)
        return Policy({"provider": "workshop"}, _ABOUT_AI)


def _names(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        message = "locked is not a list of names"
        raise TypeError(message)
    return value
