"""What a model's tokens cost, where somebody knows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.providers.base import Usage


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens, in and out."""

    input_usd: float
    output_usd: float

    def of(self, usage: Usage) -> float:
        """Return the cost of a call in US dollars; cached input counts in full, so the figure is never too low."""
        return (usage.input_tokens * self.input_usd + usage.output_tokens * self.output_usd) / 1_000_000

    def most(self, tokens: int) -> float:
        """Return the cost of so many tokens if all of them were the dearer kind."""
        return tokens * max(self.input_usd, self.output_usd) / 1_000_000
