"""What can be used to build on this computer: each provider with its models, asked where there is somebody to ask."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from elisa.core.errors import BadInputError, ElisaError
from elisa.core.text import say
from elisa.services.choosing import SPOKEN, address_of, provider_for
from elisa.services.keys import VARIABLES

if TYPE_CHECKING:
    from elisa.core.settings import ProviderName, Settings
    from elisa.services.keys import Keys

SHOWN: tuple[ProviderName, ...] = ("workshop", "claude", "openai", "lmstudio", "openrouter")
"""The scripted model is for tests and needs a script."""


class OfferedModel(BaseModel):
    """A model; numbers are ``None`` where nobody has said them. Prices are US dollars per million tokens."""

    model_config = ConfigDict(frozen=True)

    name: str
    usual: bool = False
    context: int | None = None
    input_usd: float | None = None
    output_usd: float | None = None
    until: str | None = None


class Offer(BaseModel):
    """One provider.

    Attributes:
        usable: A build could begin with it now.
        asked: Its server has answered; else ``models`` is what was known on ``as_of``.
        sentence: How it stands, with one next step.
        code: The code of what is wrong, or nothing.
    """

    model_config = ConfigDict(frozen=True)

    provider: str
    usable: bool
    asked: bool
    sentence: str
    code: str = ""
    as_of: str | None = None
    models: tuple[OfferedModel, ...] = ()


async def offers(settings: Settings, keys: Keys, only: str | None = None) -> tuple[Offer, ...]:
    """Look at every provider, or at one; ``settings`` hold the address that a person chose for their provider."""
    wanted = [name for name in SHOWN if only in (None, name)]
    return tuple(await asyncio.gather(*(_offer(_settings_of(settings, name), keys) for name in wanted)))


def _settings_of(settings: Settings, name: ProviderName) -> Settings:
    if settings.provider == name:
        return settings
    return settings.model_copy(update={"provider": name, "model": None, "base_url": None})


async def _offer(settings: Settings, keys: Keys) -> Offer:
    name = settings.provider
    if name == "workshop":
        model = OfferedModel(name=provider_for(settings).model, usual=True)
        return Offer(provider=name, usable=True, asked=True, sentence=say("models.workshop"), models=(model,))
    try:
        names = await _asked(settings, keys)
    except ElisaError as problem:
        needs_no_asking = isinstance(problem, BadInputError)
        return Offer(
            provider=name,
            usable=False,
            asked=False,
            sentence=problem.sentence if needs_no_asking else say("models.not_reached", problem=problem.sentence),
            code=problem.code,
            as_of=_known(settings)[0],
            models=_known(settings)[1],
        )
    return _found(settings, names)


async def _asked(settings: Settings, keys: Keys) -> tuple[str, ...]:
    from elisa.providers.anthropic import AnthropicProvider
    from elisa.providers.openai import OpenAIProvider

    provider = await asyncio.to_thread(provider_for, settings, None, keys)
    try:
        return await provider.models() if isinstance(provider, AnthropicProvider | OpenAIProvider) else ()
    finally:
        await provider.close()


def _found(settings: Settings, names: tuple[str, ...]) -> Offer:
    name = settings.provider
    as_of, known = _known(settings)
    numbers = {model.name: model for model in known}
    models = tuple(numbers.get(one, OfferedModel(name=one)) for one in names)
    if names or name in VARIABLES:
        told = say("models.ready", name=SPOKEN[name], count=len(names))
        return Offer(provider=name, usable=True, asked=True, sentence=told, as_of=as_of, models=models)
    none = say("models.none_loaded", name=SPOKEN[name])
    return Offer(provider=name, usable=False, asked=True, sentence=none, code="providers.none_loaded")


def _known(settings: Settings) -> tuple[str | None, tuple[OfferedModel, ...]]:
    """Return what came with this version, newest first; nothing for a server of somebody's own."""
    from elisa.providers.models import known_models

    known = known_models()
    facts = () if address_of(settings) else known.of(settings.provider)
    usual = known.defaults.get(settings.provider)
    shown = tuple(
        OfferedModel(
            name=model.name,
            usual=model.name == usual,
            context=model.context,
            input_usd=model.input_usd,
            output_usd=model.output_usd,
            until=model.until,
        )
        for model in facts
    )
    return (known.as_of if facts else None), shown
