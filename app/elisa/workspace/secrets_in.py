"""Finds passwords and keys in what is about to be handed to somebody else."""

from __future__ import annotations

import re
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LEFT_OUT = b"key-left-out"

_NAMES = re.compile(
    r"(^|[_\-.])(pass|password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key)s?($|[_\-.])"
    r"|(password|secret|token|apikey)$",
    re.IGNORECASE,
)
_SHAPES = re.compile(
    rb"(?<![A-Za-z0-9+/_\-])(?:"
    rb"sk-(?:ant|or|proj)-[A-Za-z0-9_\-]{16,}|sk-[A-Za-z0-9]{32,}|gh[pousr]_[A-Za-z0-9]{30,}"
    rb"|github_pat_[A-Za-z0-9_]{30,}|AKIA[0-9A-Z]{16}|AIza[0-9A-Za-z_\-]{35}|xox[bpars]-[A-Za-z0-9\-]{20,}"
    rb")(?![A-Za-z0-9+/_\-])"
)
"""As the vendors print them: Anthropic, OpenRouter, OpenAI, GitHub, AWS, Google, Slack; never inside base64 data."""

_FILES = re.compile(r"\.env(\..+)?|.*\.(pem|key|p12|pfx|keystore)|id_(rsa|dsa|ecdsa|ed25519)|\.netrc|\.npmrc|\.pypirc")
_SHORTEST_KEY = 8
_CHUNK = 1024 * 1024


def blank_secrets(data: object) -> bool:
    """Empty, in place, every text in JSON data whose name says that it is a password, a token or a key.

    Returns whether there was one. Works without recursion: a long stack of blocks is nested a thousand levels deep.
    """
    found = False
    waiting = [data]
    while waiting:
        holder = waiting.pop()
        if isinstance(holder, list):
            waiting.extend(holder)
        elif isinstance(holder, dict):
            secrets = [name for name, value in holder.items() if value and _holds_secret(str(name), value)]
            found = found or bool(secrets)
            holder.update(dict.fromkeys(secrets, ""))
            waiting.extend(holder.values())
    return found


def _holds_secret(name: str, value: object) -> bool:
    return isinstance(value, str) and _NAMES.search(name) is not None


def without_keys(data: bytes, keys: Sequence[str]) -> bytes:
    """Return content with the given keys, and what looks like a key, replaced."""
    for key in _long_enough(keys):
        data = data.replace(key, LEFT_OUT)
    return data if b"\0" in data else _SHAPES.sub(LEFT_OUT, data)


def holds_key(file: IO[bytes], keys: Sequence[str]) -> bool:
    """Tell whether one of the given keys is in a big file; reads it to the end."""
    wanted = _long_enough(keys)
    overlap = max((len(key) for key in wanted), default=1) - 1
    tail = b""
    while wanted and (chunk := file.read(_CHUNK)):
        window = tail + chunk
        if any(key in window for key in wanted):
            return True
        tail = window[len(window) - overlap :]
    return False


def is_secret_file(name: str) -> bool:
    """Tell whether files of this name exist to hold passwords or keys (``.env``, ``id_rsa``, ``*.pem``)."""
    return _FILES.fullmatch(name.casefold()) is not None and name.casefold() not in (".env.example", ".env.sample")


def _long_enough(keys: Sequence[str]) -> list[bytes]:
    return [key.encode() for key in keys if len(key) >= _SHORTEST_KEY]
