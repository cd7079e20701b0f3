"""Brings a page from the internet where a person allowed that; never from this computer or the home network."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from typing_extensions import override

from elisa.core.errors import ElisaError, failure

if TYPE_CHECKING:
    from http.client import HTTPMessage
    from typing import IO
    from urllib.request import Request

SECONDS = 20.0
_AGENT = "Elisa (a page that a person attached)"


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page: its bytes and what its server calls them (``text/html`` …)."""

    data: bytes
    media_type: str


class Fetch(Protocol):
    """Brings a page."""

    async def __call__(self, address: str, largest: int) -> Fetched:
        """Return the page, or raise ``ElisaError`` when it is too big, not there or not to be had."""
        ...


async def fetch_page(address: str, largest: int, *, nearby: bool = False) -> Fetched:
    """Return the page at an ``http`` or ``https`` address.

    Args:
        address: Where.
        largest: Most bytes.
        nearby: Addresses of this computer and of its own network are allowed, too.

    Raises:
        ElisaError: ``backpack.bad_address``, ``backpack.nearby``, ``backpack.too_big``, ``backpack.unreachable``.
    """
    return await asyncio.to_thread(_fetch, address, largest, nearby)


def _fetch(address: str, largest: int, nearby: bool) -> Fetched:
    _check(address, nearby=nearby)
    opener = urllib.request.build_opener(_Redirects(nearby=nearby))
    opener.addheaders = [("User-Agent", _AGENT), ("Accept", "text/html, text/plain, application/pdf")]
    try:
        with opener.open(address, timeout=SECONDS) as answer:
            data: bytes = answer.read(largest + 1)
            media_type = str(answer.headers.get_content_type())
    except ElisaError:
        raise
    except (OSError, HTTPException, ValueError) as error:
        raise failure("backpack.unreachable", str(error)) from error
    if len(data) > largest:
        raise failure("backpack.too_big", address, limit=largest // (1024 * 1024))
    return Fetched(data, media_type)


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Looks at each address that a page sends us on to."""

    def __init__(self, *, nearby: bool) -> None:
        self._nearby = nearby

    @override
    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """Check, then go on as usual."""
        _check(newurl, nearby=self._nearby)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _check(address: str, *, nearby: bool) -> None:
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise failure("backpack.bad_address", str(error)) from error
    if parts.scheme not in ("http", "https") or not host or parts.username is not None:
        raise failure("backpack.bad_address", address)
    if nearby:
        return
    try:
        found = {info[4][0] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    except OSError:  # behind a proxy only the proxy knows names
        found = set()
    if host == "localhost" or any(not ipaddress.ip_address(str(one).partition("%")[0]).is_global for one in found):
        raise failure("backpack.nearby", address)
