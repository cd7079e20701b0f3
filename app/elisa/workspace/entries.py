"""Decides where each entry of a nugget's zip may go, whatever it is called."""

from __future__ import annotations

import hashlib
import re
import stat
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elisa.core.errors import bad_input
from elisa.workspace.nugget_file import PARTS, WORKSPACE, Note, note
from elisa.workspace.paths import LONGEST_NAME, LONGEST_PATH, fault_of_name, folded, is_protected, is_reserved

if TYPE_CHECKING:
    import zipfile
    from collections.abc import Iterable

MANIFEST = "manifest.json"
PREFIXES = ("output", "project")
"""Where generated files lie in a nugget; ``project`` is older and gives way."""

_JUNK = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
_DRIVE = re.compile(r"^[A-Za-z]:")
_FORBIDDEN = re.compile(r'[<>:"|?*]')
_UTF8_FLAG, _ENCRYPTED_FLAG = 0x800, 0x1


@dataclass
class Entries:
    """What a zip holds, sorted: ``parts`` by name, ``files`` and ``folders`` by their place in the nugget's folder."""

    parts: dict[str, zipfile.ZipInfo] = field(default_factory=dict)
    files: dict[str, zipfile.ZipInfo] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    inner: list[zipfile.ZipInfo] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)


def sort_entries(infos: Iterable[zipfile.ZipInfo], source: str) -> Entries:
    """Judge every entry and find its place.

    Raises:
        BadInputError: ``archive.goes_outside``, ``archive.has_link``, ``archive.locked_part``: the whole nugget is
            refused, because somebody meant harm or a part cannot be read.
    """
    named: dict[str, zipfile.ZipInfo] = {}
    entries = Entries()
    for info in infos:
        name = _real_name(info)
        _refuse_harm(info, name, source)
        if name in named and not info.is_dir():
            entries.notes.append(note("archive.twice", name))
        named[name] = info
    named = _without_junk(_without_wrapper(named))
    entries.inner = _nuggets_inside(named)
    places = _Places(entries.notes)
    for prefix in PREFIXES:
        for name, info in named.items():
            if name.startswith(prefix + "/"):
                _place(entries, places, name.removeprefix(prefix + "/"), info)
    for name, info in named.items():
        if name in (*PARTS, MANIFEST):
            entries.parts[name] = info
        elif name.partition("/")[0] not in PREFIXES and not info.is_dir():
            entries.notes.append(note("archive.left_out", name))
    return entries


def shown(name: str) -> str:
    """Make a name from a zip fit for a sentence: no control characters, not too long."""
    return "".join(char if char.isprintable() else "\ufffd" for char in name)[:80]


def _real_name(info: zipfile.ZipInfo) -> str:
    """Undo what tools do to names: missing UTF-8 flag (macOS), backslashes (old Windows tools)."""
    name = info.orig_filename
    if not info.flag_bits & _UTF8_FLAG:
        try:
            name = name.encode("cp437").decode("utf-8")
        except UnicodeError:
            name = info.orig_filename
    return name.replace("\\", "/")


def _refuse_harm(info: zipfile.ZipInfo, name: str, source: str) -> None:
    controls = any(unicodedata.category(char) == "Cc" for char in name)
    if name.startswith("/") or _DRIVE.match(name) or ".." in name.split("/") or controls:
        raise bad_input("archive.goes_outside", repr(name), part=shown(name))
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise bad_input("archive.has_link", f"{name!r} has mode {kind:o}", part=shown(name))
    if info.flag_bits & _ENCRYPTED_FLAG:
        raise bad_input("archive.locked_part", part=shown(name), name=source)


def _without_wrapper(named: dict[str, zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """Take off the one folder round everything that zipping a folder by hand puts there."""
    if WORKSPACE in named:
        return named
    tops = {name.split("/")[0] for name in named if not name.startswith("__MACOSX/")}
    top = next(iter(tops), "") + "/"
    if len(tops) != 1 or top + WORKSPACE not in named:
        return named
    return {name.removeprefix(top): info for name, info in named.items() if name.startswith(top) and name != top}


def _without_junk(named: dict[str, zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    return {
        name: info
        for name, info in named.items()
        if not name.startswith("__MACOSX/") and name.rpartition("/")[2].casefold() not in _JUNK
    }


def _nuggets_inside(named: dict[str, zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    if WORKSPACE in named:
        return []
    return [info for name, info in named.items() if name.casefold().endswith((".elisa", ".zip"))]


def _place(entries: Entries, places: _Places, name: str, info: zipfile.ZipInfo) -> None:
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if not parts and info.is_dir():
        return  # "output/" itself, as many tools write it
    if any(is_protected(part) for part in parts) or name in PARTS:
        entries.notes.append(note("archive.left_out", name))
        return
    place = places.find(parts, is_folder=info.is_dir())
    if place is None:
        entries.notes.append(note("archive.left_out", shown(name)))
    elif info.is_dir():
        entries.folders.add(place)
    else:
        entries.files.setdefault(place, info)


class _Places:
    """Gives each path a place whose names work on every system and clash on none."""

    def __init__(self, notes: list[Note]) -> None:
        self._notes = notes
        self._given: dict[tuple[str, bool], str] = {}
        self._taken: set[str] = set(PARTS)

    def find(self, parts: list[str], *, is_folder: bool) -> str | None:
        """Return the place, or None when the path is too long to exist everywhere."""
        place = ""
        for depth, part in enumerate(parts, start=1):
            key = ("/".join(parts[:depth]), is_folder or depth < len(parts))
            if key not in self._given:
                self._given[key] = self._free(place, part)
            place = self._given[key]
        if not place or len(place) > LONGEST_PATH:
            return None
        old = "/".join(parts)
        if place != old and not is_folder:
            self._notes.append(note("archive.renamed", old, old=shown(old), new=place))
        return place

    def _free(self, above: str, part: str) -> str:
        name = _portable(part)
        stem, dot, ending = name.rpartition(".") if "." in name[1:] else (name, "", "")
        candidate, number = name, 1
        while folded(_join(above, candidate)) in self._taken:
            number += 1
            candidate = f"{stem} ({number}){dot}{ending}"
        self._taken.add(folded(_join(above, candidate)))
        return _join(above, candidate)


def _join(above: str, name: str) -> str:
    return f"{above}/{name}" if above else name


def _portable(part: str) -> str:
    """Change a name as little as possible into one that is allowed everywhere."""
    name = _FORBIDDEN.sub("_", part).rstrip(". ") or "_"
    if is_reserved(name):
        stem, dot, rest = name.partition(".")
        name = f"{stem}_{dot}{rest}"
    if len(name.encode("utf-8", "replace")) > LONGEST_NAME:
        ending = name[-8:][name[-8:].rfind(".") :] if "." in name[-8:] else ""
        name = name.encode("utf-8", "replace")[:60].decode("utf-8", "ignore") + "-" + _short_hash(part) + ending
    if fault_of_name(name) is not None:
        name = "file-" + _short_hash(part)
    return name


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
