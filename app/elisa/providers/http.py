"""The connection to a model's server: the computer's proxy and certificates are used, and this computer needs neither.

Only ``https`` pages need certificates, and reading the system's costs some 20 ms and 5 MiB, so others do without.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from contextlib import aclosing, suppress
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from elisa.providers.address import host_of, is_on_this_computer
from elisa.providers.faults import problem

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    import httpx2

CONNECT_SECONDS = 10.0
READ_SECONDS = 300.0
"""A local model may read a long prompt for minutes before its first word."""
_PROXY = re.compile(r"https?://[^\s/\[\]]+/?")
_KEPT = 20
_KEPT_SECONDS = 4.0
"""Many servers drop an idle connection after five seconds; it must not be used in that very moment."""
LET_GO_SECONDS = 0.2
"""A good server ends its stream right after its last word; then the connection can be used again."""
AFTER_THE_REASON = 1.0
"""Seconds for what may still come after an answer said that it is over (P074 asks for 2 in all)."""


def http_client(address: str, certificate: Path | None = None) -> httpx2.AsyncClient:
    """Return a client for one server; redirects are not followed, since a key must not go where nobody sent it.

    Args:
        address: The server's address.
        certificate: A file with a school's own certificate, trusted besides the system's.

    Raises:
        ProviderError: ``providers.bad_certificate``: the file cannot be read; ``providers.proxy``: the computer's way
            out is of a kind that cannot be used; ``providers.wrong_address``: no server can have such a name.
    """
    import httpx2

    try:
        httpx2.URL(address)
    except httpx2.InvalidURL as error:
        raise problem("providers.wrong_address", str(error), host=host_of(address)) from None
    is_secure = address.startswith("https:")
    context = _certificates(certificate) if is_secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # llama.cpp's server closes each connection at the end of a stream without having said so, and the next call would
    # run into that. A connection without certificates costs next to nothing, so each call has its own.
    kept = _KEPT if is_secure else 0
    limits = httpx2.Limits(max_keepalive_connections=kept, keepalive_expiry=_KEPT_SECONDS)
    make = partial(
        httpx2.AsyncClient,
        verify=context,
        timeout=httpx2.Timeout(READ_SECONDS, connect=CONNECT_SECONDS, pool=None),
        limits=limits,
        follow_redirects=False,
    )
    if is_on_this_computer(address):
        return make(trust_env=False)
    try:
        return make(trust_env=True)
    except (ImportError, ValueError, httpx2.InvalidURL):
        return make(trust_env=False, proxy=_plain_proxy(address))


def _plain_proxy(address: str) -> str | None:
    """Return the way out for one address where the library takes none of them because one is of a kind it cannot use.

    Raises:
        ProviderError: ``providers.proxy``: there is no other.
    """
    parts = urlsplit(address)
    ways = getproxies()
    way = ways.get(parts.scheme) or ways.get("all") or ""
    way = way if "://" in way else f"http://{way}"
    if proxy_bypass(parts.hostname or ""):
        return None
    if not _PROXY.fullmatch(way):
        kind = way.partition("://")[0][:20]  # what follows may hold a password
        raise problem("providers.proxy", f"a proxy of the kind {kind!r} is not supported", host=host_of(address))
    return way


async def pieces_of(response: httpx2.Response) -> AsyncGenerator[bytes, None]:
    """Give the bytes of a streamed answer as they come; closing it early lets go of the connection, bounded in time.

    The library's own generators are left running when nobody reads them to their end; so the rest is read, for a moment
    at most, and what still comes then is cut off from the inside.
    """
    import httpx2

    pieces = response.aiter_bytes()
    try:
        async for piece in pieces:
            yield piece
    finally:
        with suppress(TimeoutError, httpx2.HTTPError):
            async with asyncio.timeout(LET_GO_SECONDS):
                async for _ in pieces:
                    pass
        await response.aclose()


async def until_silent(
    pieces: AsyncGenerator[bytes, None], patience: Callable[[], float | None]
) -> AsyncGenerator[bytes, None]:
    """Give the pieces until they end or nobody need wait for more, then close them.

    Args:
        pieces: Whatever comes.
        patience: Asked before each piece: how long to wait for it, in seconds; ``None`` for as long as it takes.
    """
    async with aclosing(pieces):
        while True:
            try:
                piece = await asyncio.wait_for(anext(pieces), patience())
            except (StopAsyncIteration, TimeoutError):
                return
            yield piece


def _certificates(certificate: Path | None) -> ssl.SSLContext:
    import httpx2

    context = httpx2.create_ssl_context()
    # Python 3.13 refuses certificates whose form is not quite right, as those of many school networks are; browsers
    # and earlier Pythons take them. Who signed them is checked all the same.
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    if certificate is not None:
        try:
            context.load_verify_locations(cafile=str(certificate))
        except (OSError, ssl.SSLError) as error:
            raise problem("providers.bad_certificate", f"{certificate}: {error}", name=certificate.name) from error
    return context
