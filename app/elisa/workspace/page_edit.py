"""Edits a page at the places that refer to files and leaves every other character as it is."""

from __future__ import annotations

import codecs
import html
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_CHARSET = re.compile(rb"""<meta[^>]+charset\s*=\s*["']?\s*([A-Za-z0-9_\-]+)""", re.IGNORECASE)
_SNIFFED = 4096
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


@dataclass(frozen=True)
class Element:
    """A start tag, or a whole ``script`` or ``style`` with its text; of a double attribute the first counts."""

    tag: str
    attributes: dict[str, str | None]
    text: str | None = None

    def get(self, name: str) -> str:
        """Return an attribute's value; a missing one and one without a value are empty."""
        return self.attributes.get(name) or ""

    def tokens(self, name: str) -> set[str]:
        """Return the words of an attribute in small letters."""
        return set(self.get(name).casefold().split())

    def with_attributes(self, **changes: str | None) -> Element:
        """Return the element with attributes set, or removed where the value is None (``_`` stands for ``:``)."""
        named = {name.replace("_", ":"): value for name, value in changes.items()}
        kept = {name: value for name, value in self.attributes.items() if named.get(name, "") is not None}
        kept.update({name: value for name, value in named.items() if value is not None})
        return Element(self.tag, kept, self.text)

    def with_text(self, text: str) -> Element:
        """Return the element with another text."""
        return Element(self.tag, self.attributes, text)

    def written(self, *, closed: bool = False) -> str:
        """Return it as HTML; ``closed`` ends the start tag with a slash."""
        words = [self.tag]
        for name, value in self.attributes.items():
            words.append(name if value is None else f'{name}="{html.escape(value)}"')
        start = f"<{' '.join(words)}{' /' if closed else ''}>"
        return start if self.text is None else f"{start}{self.text}</{self.tag}>"


class PageEditor(HTMLParser):
    """Calls ``change`` with each element; what it returns, an element or text, takes its place; None leaves it."""

    def __init__(self, page: str, change: Callable[[Element], Element | str | None]) -> None:
        super().__init__(convert_charrefs=False)
        self._page, self._change = page, change
        self._lines = [0, *accumulate(len(line) + 1 for line in page.split("\n"))]
        self._edits: list[tuple[int, int, str]] = []
        self._held: tuple[int, int, Element] | None = None
        self._head_from: int | None = None
        self._body_to: int | None = None

    def run(self, at_head: Callable[[], str], at_end: Callable[[], str]) -> str:
        """Return the changed page, with more text at the start of the head and at the end of the body."""
        self.feed(self._page)
        self.close()
        head = 0 if self._head_from is None else self._head_from
        end = len(self._page) if self._body_to is None else self._body_to
        edits = [*self._edits, (head, head, at_head()), (end, end, at_end())]
        pieces, done = [], 0
        for start, stop, text in sorted(edits, key=lambda edit: edit[:2]):
            pieces += [self._page[done:start], text]
            done = stop
        return "".join([*pieces, self._page[done:]])

    def handle_decl(self, decl: str) -> None:
        """Let the head begin after the doctype at the earliest."""
        if self._head_from is None and decl.casefold().startswith("doctype"):
            self._head_from = self._page.index(">", self._at()) + 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Change a start tag, or hold it until the text of a script or style is known."""
        self._started(tag, attrs, closed=False)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Change a start tag that ends in a slash."""
        self._started(tag, attrs, closed=True)

    def handle_endtag(self, tag: str) -> None:
        """Change a script or style that ends here."""
        at = self._at()
        if self._held is not None and self._held[2].tag == tag:
            start, text_from, element = self._held
            self._held = None
            stop = self._page.index(">", at) + 1
            self._edit(start, stop, element.with_text(self._page[text_from:at]))
        elif tag in ("body", "html") and self._body_to is None:
            self._body_to = at

    def _started(self, tag: str, attrs: list[tuple[str, str | None]], *, closed: bool) -> None:
        start = self._at()
        stop = start + len(self.get_starttag_text() or "")
        element = Element(tag, dict(reversed(attrs)))
        element = Element(tag, {name: element.attributes[name] for name, _ in attrs})
        if tag in ("head", "html"):
            self._head_from = stop
        if tag in ("script", "style") and not closed:
            self._held = (start, stop, element)
        else:
            self._edit(start, stop, element, closed=closed)

    def _edit(self, start: int, stop: int, element: Element, *, closed: bool = False) -> None:
        changed = self._change(element)
        if isinstance(changed, Element):
            changed = changed.written(closed=closed and changed.text is None)
        if changed is not None:
            self._edits.append((start, stop, changed))

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def decode_page(data: bytes) -> str:
    """Read a page as browsers do: byte order mark, then ``meta charset``, then UTF-8."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, "replace")
    found = _CHARSET.search(data[:_SNIFFED])
    try:
        # https://encoding.spec.whatwg.org: pages that say Latin-1 mean Windows-1252
        name = found[1].decode("ascii").casefold() if found else "utf-8"
        return data.decode("cp1252" if name in ("iso-8859-1", "latin1", "ascii", "us-ascii") else name, "replace")
    except LookupError:
        return data.decode("utf-8", "replace")
