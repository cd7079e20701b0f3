"""The connection to a model's server: the computer's proxy and certificates are used, and this computer needs neither.

Only ``https`` pages need certificates, and reading the system's costs some 20 ms and 5 MiB, so others do without.
"""

from __future__ import annotations

import asyncio
import ssl
from contextlib import suppress
from typing import TYPE_CHECKING

from elisa.providers.address import is_on_this_computer
from elisa.providers.faults import problem

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    import httpx2

CONNECT_SECONDS = 10.0
READ_SECONDS = 300.0
"""A local model may read a long prompt for minutes before its first word."""
_KEPT = 20
_KEPT_SECONDS = 4.0
"""Many servers drop an idle connection after five seconds; it must not be used in that very moment."""
LET_GO_SECONDS = 0.2
"""A good server ends its stream right after its last word; then the connection can be used again."""


def http_client(address: str, certificate: Path | None = None) -> httpx2.AsyncClient:
    """Return a client for one server; redirects are not followed, since a key must not go where nobody sent it.

    Args:
        address: The server's address.
        certificate: A file with a school's own certificate, trusted besides the system's.

    Raises:
        ProviderError: ``providers.bad_certificate``: the file cannot be read.
    """
    import httpx2

    is_secure = address.startswith("https:")
    context = _certificates(certificate) if is_secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    seconds = httpx2.Timeout(READ_SECONDS, connect=CONNECT_SECONDS, pool=None)
    # llama.cpp's server closes each connection at the end of a stream without having said so, and the next call would
    # run into that. A connection without certificates costs next to nothing, so each call has its own.
    kept = _KEPT if is_secure else 0
    limits = httpx2.Limits(max_keepalive_connections=kept, keepalive_expiry=_KEPT_SECONDS)
    return httpx2.AsyncClient(
        verify=context,
        timeout=seconds,
        limits=limits,
        follow_redirects=False,
        trust_env=not is_on_this_computer(address),
    )


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
