"""What a model's tokens cost, where somebody knows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.providers.base import Usage


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars per million tokens, in and out; a prompt of more than ``long_above`` tokens is dearer as a whole."""

    input_usd: float
    output_usd: float
    long_above: int | None = None
    long_input_usd: float | None = None
    long_output_usd: float | None = None

    def of(self, usage: Usage) -> float:
        """Return the cost of a call in US dollars; cached input counts in full, so the figure is never too low."""
        into, out = self._rates(usage.input_tokens)
        return (usage.input_tokens * into + usage.output_tokens * out) / 1_000_000

    def most(self, tokens: int) -> float:
        """Return the cost of so many tokens if all of them were the dearer kind."""
        return tokens * max(self._rates(tokens)) / 1_000_000

    def _rates(self, prompt_tokens: int) -> tuple[float, float]:
        if self.long_above is None or prompt_tokens <= self.long_above:
            return self.input_usd, self.output_usd
        return self.long_input_usd or self.input_usd, self.long_output_usd or self.output_usd
