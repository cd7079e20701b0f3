"""Addresses of model servers as people type them: with or without ``/v1``, with a slash too many, or a whole path."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import SplitResult, urlsplit, urlunsplit

from elisa.core.errors import bad_input

_VERSION = re.compile(r"/v\d+[a-z0-9]*(?:/|$)")
"""Mostly at the end; Google's compatible address goes on after it (``/v1beta/openai``)."""
_VENDORS = {"api.anthropic.com", "api.openai.com", "openrouter.ai"}
_ENDPOINTS = ("/chat/completions", "/completions", "/responses", "/models", "/messages")


def chat_address(typed: str) -> str:
    """Return the one form of an address that compatible servers are asked under: it holds its version.

    A path without a version gets ``/v1``; an endpoint's name at the end is taken away; user names and passwords that
    stand in the address are dropped, since addresses are shown and logged.

    Raises:
        BadInputError: ``providers.no_address``: there is no server's name in it, or no such port.
    """
    typed = typed.strip()
    parts = _parts(typed)
    if parts is None:
        raise bad_input("providers.no_address", address=typed.rpartition("@")[2][:80])
    path = parts.path.rstrip("/")
    for endpoint in _ENDPOINTS:
        path = path.removesuffix(endpoint).rstrip("/")
    if not _VERSION.search(path):
        path = f"{path}/v1"
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], path, "", ""))


def _parts(typed: str) -> SplitResult | None:
    try:
        parts = urlsplit(typed)
        usable = bool(parts.hostname) and parts.port != 0  # asking for the port checks its range
    except ValueError:
        return None
    is_plain = typed.isprintable() and " " not in typed
    return parts if usable and parts.scheme in {"http", "https"} and is_plain else None


def is_on_this_computer(address: str) -> bool:
    """Tell whether an address is this computer's own, where no proxy must stand in between."""
    host = urlsplit(address).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_vendors_own(address: str) -> bool:
    """Tell whether an address is one that nobody typed; a stranger who answers there stands in the network between."""
    return urlsplit(address).hostname in _VENDORS


def host_of(address: str) -> str:
    """Return the server's name and port, as it is shown to a person."""
    return urlsplit(address).netloc.rpartition("@")[2]
