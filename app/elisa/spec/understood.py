"""What the blocks in the editor ask for by now, as the window shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec
    from elisa.spec.problems import Problem


@dataclass(frozen=True)
class SpokenBlock:
    """A block of the plan, said as one plain sentence, with its group of colours and how many proofs are inside."""

    block_id: str
    group: str
    text: str
    proofs: int


@dataclass(frozen=True)
class Understood:
    """The spec, what is wrong, and the plan read back; nothing of it before the first reading."""

    spec: NuggetSpec | None = None
    problems: tuple[Problem, ...] = ()
    spoken: tuple[SpokenBlock, ...] = ()

    @property
    def first_error(self) -> Problem | None:
        """What stops a build, if anything."""
        return next((one for one in self.problems if one.severity == "error"), None)

    @property
    def sentences(self) -> dict[str, str]:
        """The sentence of each block, by its id."""
        return {one.block_id: one.text for one in self.spoken}
