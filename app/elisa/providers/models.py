"""What is known of online models without asking anybody: names, prices and context sizes, as of a date.

The numbers are data (``models.json``), and each entry says where it is from. A number without a source is not there:
tokens of such a model are counted without a price.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from elisa.providers.price import Price


class ModelFacts(BaseModel):
    """One model of one provider. Prices are US dollars per million tokens.

    Attributes:
        context: Tokens that prompt and answer may have together.
        long_above: A prompt of more tokens is charged by the ``long_…`` prices, as a whole.
        until: The day on which the vendor has said it ends (``YYYY-MM-DD``).
        sources: Names in ``KnownModels.sources``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: str
    name: str
    context: int | None = None
    input_usd: float | None = None
    output_usd: float | None = None
    long_above: int | None = None
    long_input_usd: float | None = None
    long_output_usd: float | None = None
    until: str | None = None
    sources: tuple[str, ...] = Field(alias="from")

    @property
    def price(self) -> Price | None:
        """What its tokens cost, or ``None`` where nobody has said."""
        if self.input_usd is None or self.output_usd is None:
            return None
        return Price(
            self.input_usd,
            self.output_usd,
            long_above=self.long_above,
            long_input_usd=self.long_input_usd,
            long_output_usd=self.long_output_usd,
        )


class KnownModels(BaseModel):
    """Everything in the data file; ``as_of`` is the day on which it was looked up."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    as_of: str
    sources: dict[str, str]
    defaults: dict[str, str]
    models: tuple[ModelFacts, ...]

    def of(self, provider: str) -> tuple[ModelFacts, ...]:
        """Return the models of a provider, newest first."""
        return tuple(model for model in self.models if model.provider == provider)

    def find(self, provider: str, name: str) -> ModelFacts | None:
        """Return what is known of a model, or ``None``."""
        return next((model for model in self.of(provider) if model.name == name), None)


@cache
def known_models() -> KnownModels:
    """Return the data that came with this version."""
    place = files("elisa.providers").joinpath("models.json")
    return KnownModels.model_validate(json.loads(place.read_text(encoding="utf-8")))
