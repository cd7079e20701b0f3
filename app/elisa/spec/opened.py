"""A nugget that was opened: its blocks understood, its own files as they were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elisa.spec.problems import can_build

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.spec.nugget import NuggetSpec
    from elisa.spec.problems import Problem


@dataclass(frozen=True, slots=True)
class OpenedNugget:
    """What a build begins with.

    Attributes:
        spec: What its blocks ask for.
        problems: What is wrong with blocks or library.
        own_files: ``workspace.json`` and the library, byte for byte as opened: never reduced to what blocks use.
    """

    spec: NuggetSpec
    problems: tuple[Problem, ...]
    own_files: Mapping[str, bytes]

    @property
    def can_build(self) -> bool:
        """False when a problem stops the build."""
        return can_build(self.problems)
