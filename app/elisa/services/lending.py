"""A model lent to one piece of engine work: whichever way the work ends, its connections are closed after it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from elisa.providers.base import Provider

T = TypeVar("T")
CLOSE_SECONDS = 3.0
"""Longest wait for a provider that closes; each adapter bounds its own close below this."""

_log = logging.getLogger(__name__)


async def lend(provider: Provider, work: Callable[[], Awaitable[T]]) -> T:
    """Do some work with a model, then close the model.

    What ended the work is never replaced by trouble in closing. After work that ended well, such trouble is raised: a
    strict script tells so that an answer was not used.
    """
    try:
        result = await work()
    except BaseException:
        await _close_after_trouble(provider)
        raise
    await _close(provider)
    return result


async def _close_after_trouble(provider: Provider) -> None:
    (trouble,) = await asyncio.gather(_close(provider), return_exceptions=True)
    if trouble is not None:
        _log.info("closing %s after trouble: %s: %s", provider.name, type(trouble).__name__, trouble)


async def _close(provider: Provider) -> None:
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await provider.close()
    except TimeoutError:
        _log.info("%s did not close within %s s", provider.name, CLOSE_SECONDS)
