"""Turns what a page refers to into data URIs: style sheets with their images, file names in scripts, fonts, sounds."""

from __future__ import annotations

import base64
import posixpath
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from elisa.core.errors import ElisaError
from elisa.workspace.nugget_file import PORTALS, RULES, SKILLS, WORKSPACE, Note, note
from elisa.workspace.serve import media_type

if TYPE_CHECKING:
    from elisa.workspace.files import ConfinedFolder

_CSS = re.compile(
    r"""(?P<comment>/\*.*?\*/)
    |@import\s+(?:url\(\s*)?(?P<quote>["']?)(?P<sheet>[^"')\s;]+)(?P=quote)\s*\)?(?P<condition>[^;{}]*);
    |url\(\s*(?P<mark>["']?)(?P<url>.*?)(?P=mark)\s*\)
    |"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_PICTURES = ("png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico")
_SOUNDS_AND_FONTS = ("mp3", "ogg", "wav", "m4a", "mp4", "webm", "woff", "woff2", "ttf", "otf")
_MEDIA = (*_PICTURES, *_SOUNDS_AND_FONTS, "json")
_EMBEDDED = (*_MEDIA, "txt", "csv")
_IN_SCRIPT = re.compile(rf"""(["'`])([^"'`\\$<>\n]{{1,200}}\.(?:{"|".join(_EMBEDDED)}))\1""", re.IGNORECASE)
_STAYS_OUT = re.compile(
    r"""(?:\bimport\s*\(|\bimportScripts\s*\(|\bWorker\s*\(|\bregister\s*\(|\bfrom|\bimport)\s*["'`]([^"'`\n]+\.m?js)["'`]"""
)
_DEEPEST_IMPORT = 10
_THE_BLOCKS = frozenset({WORKSPACE, SKILLS, RULES, PORTALS})


class Assets:
    """The files of one site, as far as the page refers to them; ``notes`` tells what could not be put in."""

    def __init__(self, files: ConfinedFolder) -> None:
        self._files = files
        self._known: dict[str, str] = {}
        self.notes: list[Note] = []
        self.used: set[str] = set()

    def data_uri(self, url: str, base: str) -> str | None:
        """Return the file behind ``url`` as a data URI, or None when the reference has to stay as it is."""
        path = self.path_of(url, base)
        if path is None:
            return None
        data = self._read(path)
        if data is None:
            return None
        if path not in self._known:
            kind = media_type(path)
            if kind == "text/css":
                data = self.css(decoded(data), posixpath.dirname(path)).encode()
            self._known[path] = as_data_uri(data, kind)
        fragment = urlsplit(url).fragment
        return self._known[path] + (f"#{fragment}" if fragment else "")

    def text(self, url: str, base: str) -> tuple[str, str] | None:
        """Return the text behind ``url`` with the folder that it lies in, or None when the reference has to stay."""
        path = self.path_of(url, base)
        data = None if path is None else self._read(path)
        return None if path is None or data is None else (decoded(data), posixpath.dirname(path))

    def css(self, text: str, base: str, depth: int = 0) -> str:
        """Return a style sheet with everything that it refers to put in; ``base`` is the folder it lies in."""

        def put_in(match: re.Match[str]) -> str:
            if match["sheet"] is not None:
                return self._imported(match, base, depth)
            if match["url"] is not None:
                uri = self.data_uri(match["url"].strip(), base)
                return match[0] if uri is None else f'url("{uri}")'
            return match[0]

        return _CSS.sub(put_in, text)

    def script(self, text: str, base: str) -> str:
        """Return a script in which strings that name a file of the site are that file; ``base`` is the page's folder.

        A script builds such names at run time too; those stay, and the unused file is told at the end.
        """
        for match in _STAYS_OUT.finditer(text):
            self._tell("workspace.asset_outside", match[1])

        def put_in(match: re.Match[str]) -> str:
            path = self._join(match[2], base)
            if path is None or not self._is_there(path):
                return match[0]
            return f"{match[1]}{self.data_uri(match[2], base)}{match[1]}"

        return _IN_SCRIPT.sub(put_in, text)

    def path_of(self, url: str, base: str) -> str | None:
        """Return which file of the site ``url`` means, or None for fragments, data and the internet."""
        try:
            parts = urlsplit(url.strip())
        except ValueError:
            return None
        if parts.scheme in ("http", "https") or parts.netloc:
            self._tell("workspace.asset_internet", url)
            return None
        if parts.scheme or not parts.path:
            return None
        path = self._join(parts.path, base)
        if path is None:
            self._tell("workspace.asset_missing", url)
        return path

    def refuse(self, url: str) -> None:
        """Tell that this reference cannot be part of one file."""
        self._tell("workspace.asset_outside", url)

    def tell_unused(self) -> None:
        """Tell which pictures, sounds, fonts and data of the site nobody asked for by a name that can be seen.

        The blocks that lie beside a page are no part of it, so nobody misses them.
        """
        for path in self._files.list():
            if path not in self.used | _THE_BLOCKS and posixpath.splitext(path)[1][1:].casefold() in _MEDIA:
                self._tell("workspace.asset_unused", path)

    def _imported(self, match: re.Match[str], base: str, depth: int) -> str:
        found = self.text(match["sheet"], base) if depth < _DEEPEST_IMPORT else None
        if found is None:
            return match[0]
        inner = self.css(found[0], found[1], depth + 1)
        condition = match["condition"].strip()
        return f'@import url("{as_data_uri(inner.encode(), "text/css")}"){" " if condition else ""}{condition};'

    def _join(self, path: str, base: str) -> str | None:
        joined = posixpath.normpath(posixpath.join("/", base, unquote(path)))
        return joined.lstrip("/") or None

    def _is_there(self, path: str) -> bool:
        try:
            return self._files.resolve(path).is_file()
        except ElisaError:
            return False

    def _read(self, path: str) -> bytes | None:
        try:
            data = self._files.read_bytes(path)
        except ElisaError:
            self._tell("workspace.asset_missing", path)
            return None
        self.used.add(path)
        return data

    def _tell(self, code: str, part: str) -> None:
        told = note(code, part[:200])
        if told not in self.notes:
            self.notes.append(told)


def as_data_uri(data: bytes, kind: str) -> str:
    """Write content as a data URI."""
    charset = ";charset=utf-8" if kind.startswith("text/") else ""
    return f"data:{kind}{charset};base64,{base64.b64encode(data).decode('ascii')}"


def decoded(data: bytes) -> str:
    """Read the text of a script or style sheet as browsers do: UTF-8, whatever is wrong becomes a mark."""
    return data.decode("utf-8-sig", "replace")
