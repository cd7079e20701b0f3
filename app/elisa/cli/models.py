"""``elisa models``: what can be used to build, and what it costs where that is known."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from elisa.cli.app import BAD_INPUT, DONE, FAILED, write_line
from elisa.core.text import say

if TYPE_CHECKING:
    from elisa.services.offers import Offer, OfferedModel

_MOST = 12


def command(
    provider: Annotated[str | None, typer.Option(help="Only this one, such as lmstudio.")] = None,
    base_url: Annotated[str | None, typer.Option("--base-url", help="Another address of that provider.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Show which models can be used; servers that can be asked are asked."""
    from elisa import wiring
    from elisa.services.offers import SHOWN

    if provider is not None and provider not in SHOWN:
        write_line(say("cli.no_provider", name=provider), sys.stderr)
        return BAD_INPUT
    found = asyncio.run(wiring.offers(provider, base_url, lambda sentence: write_line(sentence, sys.stderr)))
    if as_json:
        document = {"providers": [offer.model_dump() for offer in found]}
        write_line(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        for offer in found:
            _show(offer)
        if any(model.input_usd is not None for offer in found for model in offer.models):
            write_line(say("models.how"))
    asked_in_vain = provider is not None and not found[0].usable
    return FAILED if asked_in_vain else DONE


def _show(offer: Offer) -> None:
    write_line(f"{'✓' if offer.usable else '–'} {offer.provider:<10} {offer.sentence}")
    if offer.models and not offer.asked:
        write_line(f"  {say('models.known', as_of=offer.as_of)}")
    for model in offer.models[:_MOST]:
        write_line(f"    {model.name:<28} {', '.join(_facts(model, offer))}".rstrip())
    if len(offer.models) > _MOST:
        write_line(f"    {say('models.more', count=len(offer.models) - _MOST)}")


def _facts(model: OfferedModel, offer: Offer) -> list[str]:
    told = [say("models.usual")] if model.usual and len(offer.models) > 1 else []
    if model.input_usd is not None and model.output_usd is not None:
        told.append(say("models.price", input=f"{model.input_usd:g}", output=f"{model.output_usd:g}"))
    elif offer.as_of is not None:
        told.append(say("models.no_price"))
    if model.context is not None:
        told.append(say("models.context", context=f"{model.context:,}"))
    if model.until is not None:
        told.append(say("models.until", until=model.until))
    return told
