"""The backpack: what the child attached becomes text that the helpers can read and search, and nobody can change."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from elisa.build.fetch import fetch_page
from elisa.core.errors import ElisaError, failure
from elisa.core.events import SourcePacked
from elisa.core.text import say
from elisa.tools.base import BACKPACK
from elisa.workspace.document import LARGEST, kind_of_document, words_of
from elisa.workspace.erase import erase
from elisa.workspace.files import ConfinedFolder
from elisa.workspace.paths import BlockedPathError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from elisa.build.record import Record
    from elisa.build.session import Session
    from elisa.spec.nugget import Knowledge
    from elisa.workspace.document import DocumentKind

FOLDER = "backpack"
"""Files that lie here in a nugget are in the backpack, where a block asks for one."""
MOST_SOURCES = 50
MOST_BEGINNING = 300
"""Characters of a source that every prompt carries; the rest is read with the tools."""
_TYPES_WITHOUT_READER = frozenset({"youtube", "drive", "sports_feed", "news_feed", "custom_feed"})
_MEDIA: Mapping[str, DocumentKind] = MappingProxyType(
    {
        "text/html": "page",
        "application/xhtml+xml": "page",
        "text/plain": "text",
        "text/markdown": "text",
        "application/pdf": "pdf",
    }
)


@dataclass(frozen=True, slots=True)
class _Source:
    id: str
    type: str
    title: str
    uri: str
    block_id: str | None = None


def place_of(nugget: Path) -> Path:
    """Return where a nugget's packed sources lie, out of its helpers' reach but for reading."""
    return nugget / ".elisa" / FOLDER


def backpack_facts(nugget: Path, record: Record | None) -> list[dict[str, Any]]:
    """Return what a prompt says of the backpack: each source's path for the tools, its title and how it begins."""
    facts = []
    for packed in record.packed if record is not None else ():
        text = (place_of(nugget) / packed.path.rpartition("/")[2]).read_text(encoding="utf-8")
        begins = " ".join(text[: 2 * MOST_BEGINNING].split())[:MOST_BEGINNING]
        facts.append({"path": packed.path, "title": packed.title, "words": packed.words, "begins": begins})
    return facts


class Backpack:
    """Packs the sources of one build, each once."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._place = place_of(session.setting.nugget)

    async def pack(self) -> None:
        """Pack what is not packed yet; what cannot be packed is named, and the build goes on."""
        session = self._session
        knowledge = session.setting.spec.knowledge
        if not session.record.packed:
            await asyncio.to_thread(erase, self._place)
        if knowledge is None or knowledge.backpack_sources is None:
            return
        packed = {event.source_id for event in session.record.packed}
        sources = await asyncio.to_thread(self._sources, knowledge)
        if not sources:
            session.leave_out(say("backpack.name"), say("backpack.empty"))
        for number, source in enumerate(sources[:MOST_SOURCES], 1):
            if source.id in packed:
                continue
            try:
                text = await self._read(source)
            except ElisaError as error:
                session.leave_out(say("build.source_name", name=source.title), error.sentence)
                continue
            await self._keep(number, source, text)

    def _sources(self, knowledge: Knowledge) -> list[_Source]:
        """Return the blocks' sources, then the files in the nugget's folder ``backpack``."""
        found = [
            _Source(one.id, one.type, one.title.strip() or one.id, (one.uri or "").strip(), one.block_id)
            for one in knowledge.backpack_sources or ()
        ]
        named = {source.uri for source in found}
        for folder in self._folders():
            if folder.exists(FOLDER):
                files = [path for path in folder.list(FOLDER, limit=MOST_SOURCES) if path not in named]
                found += [_Source(path, "file", path.removeprefix(f"{FOLDER}/"), path) for path in files]
                named |= set(files)
        return list({source.id: source for source in found}.values())

    def _folders(self) -> list[ConfinedFolder]:
        setting = self._session.setting
        places = [setting.nugget, *([setting.attached] if setting.attached else [])]
        return [ConfinedFolder(place, largest_file=LARGEST) for place in dict.fromkeys(places)]

    async def _read(self, source: _Source) -> str:
        if source.type in _TYPES_WITHOUT_READER:
            raise failure(f"backpack.no_{source.type}")
        if not source.uri:
            raise failure("backpack.no_place")
        if urlsplit(source.uri).scheme in ("http", "https"):
            return await self._page(source)
        if "://" in source.uri:
            raise failure("backpack.bad_address", source.uri)
        return await self._file(source)

    async def _page(self, source: _Source) -> str:
        setting = self._session.setting
        if not setting.grants.network:
            raise failure("backpack.not_allowed")
        fetched = await (setting.fetch or fetch_page)(source.uri, LARGEST)
        kind = _MEDIA.get(fetched.media_type) or kind_of_document(urlsplit(source.uri).path)
        if kind is None:
            raise failure("backpack.no_reader", fetched.media_type)
        return await words_of(fetched.data, kind)

    async def _file(self, source: _Source) -> str:
        kind = kind_of_document(source.uri)
        if kind is None:
            raise failure("backpack.no_reader", source.uri)
        missing: ElisaError | None = None
        for folder in self._folders():
            try:
                data = await asyncio.to_thread(folder.read_bytes, source.uri)
            except BlockedPathError as error:
                raise failure("backpack.outside", error.detail) from error
            except ElisaError as error:
                if error.code != "workspace.missing":
                    raise
                missing = error
                continue
            return await words_of(data, kind)
        raise failure("backpack.missing", missing.detail if missing else "")

    async def _keep(self, number: int, source: _Source, text: str) -> None:
        name = f"{number:02d}-{_slug(source.title)}.txt"
        await asyncio.to_thread(self._write, name, f"{source.title}\n\n{text}\n")
        self._session.learn(
            SourcePacked(
                source_id=source.id,
                title=source.title,
                path=f"{BACKPACK}/{name}",
                words=len(text.split()),
                block_id=source.block_id,
            )
        )

    def _write(self, name: str, text: str) -> None:
        self._place.mkdir(parents=True, exist_ok=True)
        ConfinedFolder(self._place).write_text(name, text)


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")[:40] or "source"
