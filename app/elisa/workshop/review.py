"""The reviewer's eyes: pictures without words, missing and unused files, messages, strange addresses, contrast."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from elisa.core.text import say

_LEAST_CONTRAST = 4.5
_VARIABLE = re.compile(r"--(?P<name>[\w-]+):\s*(?P<colour>#[0-9a-fA-F]{6})\b")
_CONSOLE = re.compile(r"\bconsole\.(?:log|warn|error|info|debug)\b")
_NAMED_FILE = re.compile(r"[\w./-]+\.(?:svg|js|css|png|html)\b")
# Text colour and ground that stand on each other, as the looks name them.
_PAIRS = (("ink", "paper"), ("accent-ink", "accent"), ("ink", "card"), ("text", "card"))


@dataclass
class _Page(HTMLParser):
    """What the review needs to know about the page."""

    pictures_without_words: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    language: str = ""
    silent_buttons: int = 0
    title: str = ""
    _open: list[str] = field(default_factory=list)
    _button: dict[str, str] | None = None

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self._open.append(tag)
        if tag == "html":
            self.language = known.get("lang", "")
        if tag == "img" and "alt" not in known:
            self.pictures_without_words.append(known.get("src", "?"))
        if "id" in known:
            self.ids.append(known["id"])
        for name in ("src", "href"):
            self._address(known.get(name, ""))
        if tag == "button":
            self._button = {"label": known.get("aria-label", "")}
        elif self._button is not None and tag == "img":
            self._button["label"] += known.get("alt", "")

    def _address(self, address: str) -> None:
        if re.match(r"^(?:https?:)?//", address):
            self.outside.append(address)
        elif address and not address.startswith(("data:", "#", "mailto:")):
            self.named.append(address.split("?", maxsplit=1)[0].split("#", maxsplit=1)[0].removeprefix("./"))

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "title":
            self.title += data.strip()
        if self._button is not None:
            self._button["label"] += data.strip()

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open and self._open.pop() != tag:
                pass
        if tag == "button" and self._button is not None:
            self.silent_buttons += not self._button["label"]
            self._button = None


def find_faults(files: dict[str, str], known: set[str]) -> list[str]:
    """Return every fault in words.

    Args:
        files: Path → text of the files that were read; ``index.html`` among them.
        known: Paths of all files of the nugget.
    """
    page = _Page()
    page.feed(files.get("index.html", ""))
    faults = [say("workshop.fault_alt", picture=name) for name in page.pictures_without_words]
    if not page.language:
        faults.append(say("workshop.fault_language"))
    if not page.title:
        faults.append(say("workshop.fault_title"))
    if page.silent_buttons:
        faults.append(say("workshop.fault_button", count=page.silent_buttons))
    faults += [say("workshop.fault_outside", address=address[:80]) for address in page.outside]
    faults += [say("workshop.fault_missing", path=path) for path in dict.fromkeys(page.named) if path not in known]
    faults += [say("workshop.fault_twice", name=name) for name in dict.fromkeys(page.ids) if page.ids.count(name) > 1]
    faults += [
        say("workshop.fault_console", path=path)
        for path, text in files.items()
        if path.endswith(".js") and not path.startswith("tests/") and _CONSOLE.search(text)
    ]
    return [*faults, *_unused(files, known, page), *_contrasts(files)]


def _unused(files: dict[str, str], known: set[str], page: _Page) -> list[str]:
    """Files of the game that nothing names; pictures may be named by scripts and style sheets, too."""
    named = set(page.named)
    for path, text in files.items():
        folder = path.rpartition("/")[0]
        for found in _NAMED_FILE.findall(text):
            named |= {found.removeprefix("./").removeprefix("../"), f"{folder}/{found}".lstrip("/")}
    own = [path for path in sorted(known) if path.startswith(("game/", "pictures/"))]
    return [say("workshop.fault_unused", path=path) for path in own if path not in named]


def _contrasts(files: dict[str, str]) -> list[str]:
    colours: dict[str, str] = {}
    for path in sorted(files):
        if path.endswith(".css"):
            colours |= {found["name"]: found["colour"] for found in _VARIABLE.finditer(files[path])}
    found = []
    for text, ground in _PAIRS:
        if text in colours and ground in colours:
            contrast = contrast_of(colours[text], colours[ground])
            if contrast < _LEAST_CONTRAST:
                found.append(say("workshop.fault_contrast", text=text, ground=ground, contrast=f"{contrast:.1f}"))
    return found


def contrast_of(one: str, other: str) -> float:
    """Return the contrast of two ``#rrggbb`` colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
