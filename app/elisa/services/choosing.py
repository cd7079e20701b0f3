"""From settings to a model: which provider, at which address, with which key, and what its tokens cost."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from elisa.core.errors import bad_input
from elisa.services.keys import VARIABLES, Keys

if TYPE_CHECKING:
    from elisa.core.settings import Settings
    from elisa.providers.base import Provider
    from elisa.providers.price import Price

SPOKEN = {"claude": "Claude", "openai": "OpenAI", "lmstudio": "LM Studio", "openrouter": "OpenRouter"}
_ELSEWHERE = {"claude": "ANTHROPIC_BASE_URL", "openai": "OPENAI_BASE_URL"}


def provider_for(settings: Settings, script: Path | None = None, keys: Keys | None = None) -> Provider:
    """Return the chosen model; nobody is asked yet.

    Raises:
        BadInputError: ``build.no_script``, ``providers.no_key``, ``providers.wrong_key``, ``providers.no_address``.
    """
    match settings.provider:
        case "workshop":
            from elisa.workshop.provider import WorkshopProvider

            return WorkshopProvider()
        case "scripted":
            from elisa.providers.scripted import ScriptedProvider

            if script is None:
                raise bad_input("build.no_script")
            return ScriptedProvider.from_file(script)
        case _:
            return _online(settings, keys or Keys())


def address_of(settings: Settings) -> str | None:
    """Return the address that a person chose, or ``None`` for the provider's own."""
    return settings.base_url or os.environ.get(_ELSEWHERE.get(settings.provider, "")) or None


def model_of(settings: Settings) -> str | None:
    """Return the chosen model, else the usual one; at a server of somebody's own, the one that it has loaded."""
    from elisa.providers.models import known_models

    usual = None if address_of(settings) else known_models().defaults.get(settings.provider)
    return settings.model or usual


def price_for(settings: Settings) -> Price | None:
    """Return what the chosen model's tokens cost, or ``None`` where nobody knows: also at anybody else's address."""
    from elisa.providers.models import known_models

    name = model_of(settings)
    if name is None or address_of(settings) is not None:
        return None
    facts = known_models().find(settings.provider, name)
    return None if facts is None else facts.price


def context_for(settings: Settings) -> int | None:
    """Return what the chosen model can hold at once, in tokens; ``None`` where only its server knows."""
    from elisa.providers.models import known_models

    name = model_of(settings) if is_online(settings) else None
    if name is None or address_of(settings) is not None:
        return None
    facts = known_models().find(settings.provider, name)
    return None if facts is None else facts.context


def is_online(settings: Settings) -> bool:
    """Tell whether somebody's server answers."""
    return settings.provider in SPOKEN


def _online(settings: Settings, keys: Keys) -> Provider:
    name, address = settings.provider, address_of(settings)
    key = keys.get(name)
    if key is None and name in VARIABLES and address is None:
        raise bad_input("providers.no_key", f"elisa models --provider {name}; {VARIABLES[name]}", name=SPOKEN[name])
    if key is not None and not (key.isascii() and key.isprintable() and " " not in key):
        raise bad_input("providers.wrong_key", "it has characters that no key has", name=SPOKEN[name])
    model = model_of(settings)
    certificate = Path(settings.certificate).expanduser() if settings.certificate else None
    if name == "claude":
        from elisa.providers.anthropic import AnthropicProvider
        from elisa.providers.models import known_models

        chosen = model or known_models().defaults["claude"]
        return AnthropicProvider(chosen, key=key, base_url=address, certificate=certificate)
    from elisa.providers.openai import OpenAIProvider

    return OpenAIProvider(name, model, key=key, base_url=address, certificate=certificate)
