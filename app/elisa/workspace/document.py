"""Words of a document that somebody attached: text, markdown, a web page or a PDF.

PDFs and pages are read in a child process within limits (``document KIND``, bytes in, UTF-8 out): their formats have
room for much mischief, and the file came from anywhere.
"""

from __future__ import annotations

import sys
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from elisa.core.errors import failure
from elisa.process.internal import internal_command
from elisa.process.limits import Limits
from elisa.process.run import run_child
from elisa.process.sandbox import Sandbox
from elisa.process.scratch import scratch

if TYPE_CHECKING:
    from collections.abc import Mapping

DocumentKind = Literal["text", "page", "pdf"]
LARGEST = 16 * 1024 * 1024
"""Bytes of a document; a school book as a PDF without pictures has 5 MB."""
MOST_CHARACTERS = 400_000
"""What is kept of its words, about 130 pages."""
MOST_PAGES = 500
_LIMITS = Limits(seconds=60.0, output_bytes=8 * MOST_CHARACTERS)
_KINDS: Mapping[str, DocumentKind] = MappingProxyType(
    {".txt": "text", ".md": "text", ".markdown": "text", ".csv": "text", ".html": "page", ".htm": "page", ".pdf": "pdf"}
)
_NO_WORDS = ("script", "style", "noscript", "template", "svg", "nav", "iframe", "object")


def kind_of_document(name: str) -> DocumentKind | None:
    """Return how a file of this name is read; ``None`` for one whose words nobody here can read."""
    return _KINDS.get(PurePosixPath(name).suffix.casefold())


async def words_of(data: bytes, kind: DocumentKind) -> str:
    """Return a document's text, shortened to 400,000 characters.

    Raises:
        ElisaError: ``backpack.unreadable``: damaged, locked, or too much work; ``backpack.no_words``: none in it.
    """
    if kind == "text":
        if b"\0" in data:
            raise failure("backpack.unreadable", "zero bytes in a text")
        text = data.decode("utf-8", "replace")
    else:
        text = await _in_child(data, kind)
    kept = text[:MOST_CHARACTERS].strip()
    if not kept:
        raise failure("backpack.no_words")
    return kept


async def _in_child(data: bytes, kind: DocumentKind) -> str:
    with scratch("document") as place:
        finished = await run_child(
            internal_command("document", kind),
            cwd=place,
            limits=_LIMITS,
            sandbox=Sandbox(readable=(place,)),
            stdin=data,
        )
    if finished.ended != "exited" or finished.returncode != 0:
        raise failure("backpack.unreadable", f"{finished.ended} {finished.returncode}: {finished.stderr[-300:]}")
    return finished.stdout


def run_document_child(arguments: list[str]) -> int:
    """Read a document from stdin and write its words to stdout; the exit code is 1 where that is not possible."""
    data = sys.stdin.buffer.read(LARGEST + 1)
    text = _page(data) if arguments[:1] == ["page"] else _pdf(data)
    sys.stdout.buffer.write(text[:MOST_CHARACTERS].encode("utf-8", "replace"))
    return 0


def _page(data: bytes) -> str:
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(data, "html.parser")
    for element in soup(_NO_WORDS):
        element.decompose()
    lines = (" ".join(line.split()) for line in soup.get_text("\n").splitlines())
    return "\n".join(line for line in lines if line)


def _pdf(data: bytes) -> str:
    from io import BytesIO

    from pypdf import PdfReader

    reader = PdfReader(BytesIO(data))
    parts: list[str] = []
    size = 0
    for page in reader.pages[:MOST_PAGES]:
        parts.append(page.extract_text())
        size += len(parts[-1])
        if size > MOST_CHARACTERS:
            break
    return "\n\n".join(parts)
