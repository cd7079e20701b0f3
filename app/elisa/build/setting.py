"""What a build is given: the folder, the wish, the model, the people and what they allow."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elisa.agents.limits import AgentLimits, Ceilings
from elisa.core.ids import Clock, SystemClock

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from elisa.build.fetch import Fetch
    from elisa.build.people import People
    from elisa.providers.base import Provider
    from elisa.providers.price import Price
    from elisa.spec.neighbours import Neighbour
    from elisa.spec.nugget import NuggetSpec


@dataclass(frozen=True, slots=True)
class Grants:
    """What a person allowed for this build; a nugget's own ``permissions`` are a request and never stand here."""

    network: bool = False
    install: bool = False
    portals: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything that stays the same during one build.

    Attributes:
        nugget: The folder that is built in; it exists.
        spec: What the blocks ask for.
        own_files: The nugget's own files (``workspace.json`` …) by path, as opened; put in place before any work.
        provider: The model.
        people: Who is there to approve and to answer; ``None`` when nobody is, then the build never waits.
        yes: Gates are approved beforehand; this answers no question.
        answers: Answers given beforehand, one for each question, in order.
        budget_tokens, budget_usd, budget_turns, budget_seconds: Ceilings of all calls together, as in ``Ceilings``.
        fix: What the child wants mended in what is built already; empty for a build of the blocks.
        single_file: Where the one-file page is written, if that is wanted.
        neighbours: Nuggets in the same folder that provide something.
        attached: A folder beside the nugget's own in which attached files may lie; what is opened, not what is built.
        language: Two-letter code of the language that the child reads.
    """

    nugget: Path
    spec: NuggetSpec
    provider: Provider
    people: People | None = None
    yes: bool = False
    answers: tuple[str, ...] = ()
    own_files: Mapping[str, bytes] = field(default_factory=dict)
    grants: Grants = field(default_factory=Grants)
    limits: AgentLimits = field(default_factory=AgentLimits)
    budget_tokens: int | None = None
    budget_usd: float | None = None
    budget_turns: int | None = None
    budget_seconds: float | None = None
    price: Price | None = None
    fix: str = ""
    single_file: Path | None = None
    neighbours: tuple[Neighbour, ...] = ()
    attached: Path | None = None
    fetch: Fetch | None = None
    language: str = "en"
    clock: Clock = field(default_factory=SystemClock)

    @property
    def ceilings(self) -> Ceilings:
        """What the whole build may use."""
        return Ceilings(self.budget_tokens, self.budget_usd, self.budget_turns, self.budget_seconds)
