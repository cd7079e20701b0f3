"""Judges the spelling of a path, before any disk is touched: one rule for tools, archives and the web server."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from elisa.core.errors import ElisaError
from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_PATH = 180
"""Characters of a relative path; with a folder name of 60 a full path stays below Windows' 240 (libgit2's limit)."""

LONGEST_NAME = 120
"""UTF-8 bytes of one name would be 255 on most disks; temporary names and suffixes need room too."""

PROTECTED_NAMES = (".elisa", ".git")

_RESERVED = re.compile(r"(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])", re.IGNORECASE)
_SHORT_ALIAS = re.compile(r"\.?(git|elisa)~\d+")
_DRIVE = re.compile(r"[A-Za-z]:")
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE = frozenset("\u034f\u115f\u1160\u180b\u180c\u180d\u180e\u3164\uffa0")


class BlockedPathError(ElisaError):
    """A path may not be used. ``reason`` is one plain sentence that tells the model what to do instead."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__("workspace.blocked_path", say("workspace.blocked_path"), f"{path!r}: {reason}")
        self.path = path
        self.reason = reason


def judge(relative: str) -> tuple[str, ...]:
    """Split a relative path with ``/`` into its names; ``.`` and ``""`` are the folder itself (no names).

    Raises:
        BlockedPathError: The spelling could lead outside, into ``.elisa`` or ``.git``, or means different files on
            different systems.
    """
    if len(relative) > LONGEST_PATH:
        raise BlockedPathError(relative[:80] + "…", f"The path is longer than {LONGEST_PATH} characters. Shorten it.")
    reason = _whole(relative)
    if reason is None:
        parts = tuple(part for part in relative.split("/") if part not in ("", "."))
        reason = next((found for found in map(fault_of_name, parts) if found), None)
        if reason is None:
            return parts
    raise BlockedPathError(relative, reason)


def _whole(relative: str) -> str | None:
    if "\\" in relative:
        return "Use / between folder names, not a backslash."
    if relative.startswith("/"):
        return "Use a path relative to the project folder, not an absolute one."
    if _DRIVE.match(relative):
        return "Drive letters are not allowed. Use a path relative to the project folder."
    return None


def fault_of_name(name: str) -> str | None:
    """Say in one sentence why ``name`` cannot be one name of a path, or return None when it can."""
    return next((reason for wrong, reason in _FAULTS if wrong(name)), None)


def is_protected(name: str) -> bool:
    """Tell whether some file system would take ``name`` for ``.elisa`` or ``.git``.

    Case, Unicode look-alikes by compatibility, characters that HFS+ ignores, trailing dots and spaces that Windows
    drops, and 8.3 aliases (``GIT~1``) all count.
    """
    visible = "".join(char for char in name if not _is_invisible(char))
    folded = unicodedata.normalize("NFKC", visible).casefold().partition(":")[0].rstrip(". ")
    return folded in PROTECTED_NAMES or _SHORT_ALIAS.fullmatch(folded) is not None


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char) == "Cf" or char in _INVISIBLE or 0xFE00 <= ord(char) <= 0xFE0F


def is_reserved(name: str) -> bool:
    """Tell whether Windows keeps ``name`` (with any ending) for a device, such as ``con.txt``."""
    return _RESERVED.fullmatch(name.partition(".")[0].rstrip(" ")) is not None


def folded(name: str) -> str:
    """Return the form in which two names are the same file on some system (Unicode form and case ignored)."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _has_controls(name: str) -> bool:
    return any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or char in _BIDI for char in name)


_FAULTS: tuple[tuple[Callable[[str], bool], str], ...] = (
    (lambda name: name == "..", "'..' is not allowed. Stay inside the project folder."),
    (lambda name: name == "~", "'~' is not allowed. Use a path relative to the project folder."),
    (_has_controls, "The name holds invisible control characters. Use plain letters."),
    (is_protected, "This name belongs to Elisa or to git and is off limits."),
    (lambda name: ":" in name, "':' is not allowed in a name."),
    (lambda name: name.endswith((".", " ")), "A name must not end with a dot or a space."),
    (is_reserved, "This name is reserved by Windows. Choose another one."),
    (
        lambda name: len(name.encode("utf-8")) > LONGEST_NAME,
        f"The name is longer than {LONGEST_NAME} bytes. Shorten it.",
    ),
)
