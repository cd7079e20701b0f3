"""Makes one HTML file of a site that plays from a USB stick, with nothing beside it and no internet."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elisa.core.errors import failure
from elisa.workspace.assets import Assets, as_data_uri
from elisa.workspace.files import ConfinedFolder
from elisa.workspace.page_edit import Element, PageEditor, decode_page

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.workspace.nugget_file import Note

_PAGE = "index.html"
_SCRIPT_TYPES = frozenset(
    {"", "text/javascript", "application/javascript", "application/ecmascript", "text/ecmascript"}
)
_UNNEEDED_LINKS = frozenset(
    {"preload", "prefetch", "modulepreload", "preconnect", "dns-prefetch", "manifest", "canonical"}
)
_REFERENCES = {
    "img": ("src",),
    "source": ("src",),
    "audio": ("src",),
    "video": ("src", "poster"),
    "track": ("src",),
    "embed": ("src",),
    "input": ("src",),
    "object": ("data",),
    "image": ("href", "xlink:href"),
    "feimage": ("href", "xlink:href"),
    "body": ("background",),
    "table": ("background",),
    "td": ("background",),
}
_PAGES = (".html", ".htm")
_END_OF_SCRIPT = re.compile(r"</(?=script)", re.IGNORECASE)
_CONFUSING = re.compile(r"<!--|<script", re.IGNORECASE)


@dataclass(frozen=True)
class SingleFile:
    """The page, and what could not be put into it: missing files, the internet, other pages."""

    html: str
    notes: tuple[Note, ...]


def single_file(folder: Path) -> str:
    """Return the page of the site in ``folder`` as one HTML text that needs no other file.

    Raises:
        ElisaError: ``serve.no_site``: there is no ``index.html``.
    """
    return build_single_file(folder).html


def build_single_file(folder: Path) -> SingleFile:
    """Do what ``single_file`` does, and tell too what could not be put in."""
    files = ConfinedFolder(folder)
    if not (files.root / _PAGE).is_file():
        raise failure("serve.no_site", str(folder))
    assets = Assets(files)
    assets.used.add(_PAGE)
    page = _Page(assets)
    editor = PageEditor(decode_page(files.read_bytes(_PAGE)), page.change)
    html = editor.run(page.at_head, page.at_end)
    assets.tell_unused()
    return SingleFile(html, tuple(assets.notes))


class _Page:
    """Decides what becomes of each element."""

    def __init__(self, assets: Assets) -> None:
        self._assets = assets
        self._base = ""
        self._has_charset = False
        self._later: list[str] = []

    def at_head(self) -> str:
        return "" if self._has_charset else '<meta charset="utf-8">'

    def at_end(self) -> str:
        return "".join(self._later)

    def change(self, element: Element) -> Element | str | None:
        special = {"script": self._script, "style": self._style, "link": self._link, "meta": self._meta}
        special |= {"base": self._base_tag, "a": self._anchor, "use": self._use, "iframe": self._frame}
        if element.tag in special:
            return special[element.tag](element)
        return self._with_references(element)

    def _with_references(self, element: Element) -> Element | None:
        changed: dict[str, str | None] = {}
        for name in _REFERENCES.get(element.tag, ()):
            uri = self._assets.data_uri(element.get(name), self._base) if element.get(name) else None
            if uri is not None:
                changed |= {name.replace(":", "_"): uri, "crossorigin": None}
        if element.get("srcset"):
            changed["srcset"] = self._srcset(element.get("srcset"))
        if element.get("style"):
            changed["style"] = self._assets.css(element.get("style"), self._base)
        if all(element.attributes.get(name.replace("_", ":")) == value for name, value in changed.items()):
            return None
        return element.with_attributes(**changed)

    def _srcset(self, value: str) -> str:
        choices = []
        for choice in re.split(r",\s+|,(?=[^,]*\s)", value):
            url, _, size = choice.strip().partition(" ")
            choices.append(f"{self._assets.data_uri(url, self._base) or url} {size}".strip())
        return ", ".join(choices)

    def _script(self, element: Element) -> Element | str | None:
        kind = element.get("type").strip().casefold()
        if kind not in _SCRIPT_TYPES and kind != "module":
            return None
        if "src" not in element.attributes:
            text = self._assets.script(element.text or "", self._base)
            return None if text == element.text else element.with_text(_safe_script(text))
        found = self._assets.text(element.get("src"), self._base)
        if found is None:
            return None
        text = self._assets.script(found[0], self._base)
        bare = element.with_attributes(src=None, integrity=None, crossorigin=None)
        if kind != "module" and {"defer", "async"} & set(element.attributes):
            self._later.append(_script_of(bare.with_attributes(defer=None), text).written())
            return ""
        return _script_of(bare, text)

    def _style(self, element: Element) -> Element | None:
        text = self._assets.css(element.text or "", self._base)
        return None if text == element.text else element.with_text(_safe_style(text))

    def _link(self, element: Element) -> Element | str | None:
        rel = element.tokens("rel")
        if rel & _UNNEEDED_LINKS:
            return ""
        if "stylesheet" not in rel or "alternate" in rel or "disabled" in element.attributes:
            uri = self._assets.data_uri(element.get("href"), self._base)
            return None if uri is None else element.with_attributes(href=uri, integrity=None, crossorigin=None)
        found = self._assets.text(element.get("href"), self._base)
        if found is None:
            return None
        style = Element("style", {name: element.attributes[name] for name in ("media", "id") if element.get(name)})
        return style.with_text(_safe_style(self._assets.css(*found)))

    def _meta(self, element: Element) -> Element | str | None:
        header = element.get("http-equiv").casefold()
        if header == "content-security-policy":
            return ""  # it names the files that are now inside, and would refuse them
        if "charset" in element.attributes or header == "content-type":
            self._has_charset = True
            return Element("meta", {"charset": "utf-8"})
        return None

    def _base_tag(self, element: Element) -> str | None:
        path = self._assets.path_of(element.get("href"), "") if element.get("href") else None
        if path is None:
            return None
        self._base = path if element.get("href").endswith("/") else posixpath.dirname(path)
        return ""

    def _anchor(self, element: Element) -> Element | None:
        href = element.get("href")
        path = None if "://" in href or not href else self._assets.path_of(href, self._base)
        if path is None:
            return self._with_references(element)
        if path.casefold().endswith(_PAGES) or href.endswith("/"):
            if path != _PAGE:
                self._assets.refuse(href)
            return element.with_attributes(href="#") if path == _PAGE else None
        uri = self._assets.data_uri(href, self._base)
        return None if uri is None else element.with_attributes(href=uri)

    def _use(self, element: Element) -> Element | None:
        for name in ("href", "xlink:href"):
            if element.get(name) and not element.get(name).startswith("#"):
                self._assets.refuse(element.get(name))
        return None

    def _frame(self, element: Element) -> Element | None:
        if element.get("src") and self._assets.path_of(element.get("src"), self._base) is not None:
            self._assets.refuse(element.get("src"))
        return None


def _script_of(element: Element, text: str) -> Element:
    """Put a script's text into its element, or into a data URI where HTML would misread it.

    ``<!--`` and ``<script`` change how a browser looks for the end of a script
    (https://html.spec.whatwg.org/#restrictions-for-contents-of-script-elements).
    """
    if _CONFUSING.search(text):
        return element.with_attributes(src=as_data_uri(text.encode(), "text/javascript")).with_text("")
    return element.with_text(_safe_script(text))


def _safe_script(text: str) -> str:
    return _END_OF_SCRIPT.sub(r"<\\/", text)


def _safe_style(text: str) -> str:
    return re.sub(r"</(?=style)", r"<\\/", text, flags=re.IGNORECASE)
