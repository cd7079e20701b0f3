"""From a request to what a build needs: the nugget read, its blocks understood, the model chosen."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING

from elisa.agents.limits import AgentLimits
from elisa.build.fix_it import checked_complaint
from elisa.build.setting import Grants, Setting
from elisa.core.errors import bad_input
from elisa.core.settings import home, load_settings
from elisa.core.text import say
from elisa.services.choosing import context_for, is_online, model_of, price_for, provider_for

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from elisa.core.ids import Clock
    from elisa.core.settings import Settings
    from elisa.providers.price import Price
    from elisa.services.keys import Keys
    from elisa.services.request import BuildRequest
    from elisa.spec.opened import OpenedNugget


def setting_for(
    request: BuildRequest,
    nugget: OpenedNugget,
    clock: Clock,
    tell: Callable[[str], None] | None = None,
    keys: Keys | None = None,
) -> Setting:
    """Return what the build is given; makes the folder that it is built in. ``tell`` hears what settings have to say.

    ``keys`` are those of a window that keeps some in memory only.

    Raises:
        BadInputError: An argument that cannot be used: the folder, the provider, an ``--allow``; or Elisa's own folder
            cannot be written, so that nothing would be remembered.
    """
    if not nugget.can_build:
        told = "\n".join(problem.message for problem in nugget.problems if problem.severity == "error")
        raise bad_input("build.problems", told)
    _check_home(home())
    settings = load_settings(
        {
            "provider": request.provider,
            "model": request.model,
            "base_url": request.base_url,
            "limits": None if request.budget is None else {"tokens": request.budget},
        },
        tell=tell,
    )
    return Setting(
        nugget=_folder(request.out),
        spec=nugget.spec,
        provider=provider_for(settings, request.script, keys),
        yes=request.yes,
        answers=request.answers,
        own_files=nugget.own_files,
        grants=grants_of(request.allow),
        limits=_limits(settings),
        budget_tokens=settings.limits.tokens,
        budget_usd=settings.limits.usd,
        budget_turns=settings.limits.build_turns,
        budget_seconds=settings.limits.build_seconds,
        price=_price(settings, tell),
        fix=checked_complaint(request.fix),
        single_file=request.single_file,
        language=settings.language,
        clock=clock,
    )


def grants_of(allow: tuple[str, ...]) -> Grants:
    """Return what ``--allow`` grants.

    Raises:
        BadInputError: A word that is none of ``network``, ``install`` and ``portal:ID``.
    """
    portals = frozenset(word.removeprefix("portal:") for word in allow if word.startswith("portal:"))
    for word in allow:
        if word not in ("network", "install") and not (word.startswith("portal:") and word != "portal:"):
            raise bad_input("build.bad_allow", word=word)
    return Grants(network="network" in allow, install="install" in allow, portals=portals)


def _price(settings: Settings, tell: Callable[[str], None] | None) -> Price | None:
    """Return the model's price; says so when there is a money limit and nobody knows what the model costs."""
    price = price_for(settings)
    limits = settings.limits
    has_ceiling = limits.usd is not None or limits.task_usd is not None
    if price is None and has_ceiling and is_online(settings) and tell is not None:
        tell(say("build.no_price", model=model_of(settings) or settings.provider))
    return price


def _check_home(place: Path) -> None:
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        raise bad_input("settings.no_home", str(error)) from error


def _folder(out: Path) -> Path:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise bad_input("build.bad_folder", str(error), name=out.name) from error
    return out.resolve()


def _limits(settings: Settings) -> AgentLimits:
    usual, chosen = AgentLimits(), settings.limits
    return AgentLimits(
        turns=chosen.turns or usual.turns,
        tokens=chosen.task_tokens or usual.tokens,
        usd=chosen.task_usd,
        seconds=chosen.seconds or usual.seconds,
        context_tokens=context_for(settings),
    )
