"""Ways through a story: which choices lead from the cover to a page."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from elisa.workshop.kits.story.tale import NEXT

if TYPE_CHECKING:
    from elisa.workshop.kits.story.tale import Chapter, Tale


def route_to(tale: Tale, page_id: str, wanted: frozenset[str] = frozenset()) -> list[str] | None:
    """Return the words of the choices that lead to a page, having taken along what is ``wanted``; else ``None``."""
    path: list[str] = []
    have: set[str] = set()
    for chapter in tale.all_chapters():
        here = any(page.id == page_id for page in chapter.pages)
        way = _through(chapter, page_id if here else "", wanted, have)
        if way is None:
            return None
        path += way
        if here:
            return path
    return None


def needed_for(tale: Tale, page_id: str) -> frozenset[str]:
    """Return what one must have taken along to come to a page of the last chapter."""
    needs = {choice.needs for page in tale.pages() for choice in page.choices if choice.to == page_id and choice.needs}
    return frozenset(needs)


def _through(chapter: Chapter, page_id: str, wanted: frozenset[str], have: set[str]) -> list[str] | None:
    """Return the shortest way to a page of a chapter, or out of it with all that it can give of the wanted."""
    pages = {page.id: page for page in chapter.pages}
    can_give = {choice.gives for page in chapter.pages for choice in page.choices} & wanted
    waiting: deque[tuple[str, tuple[str, ...], frozenset[str]]] = deque([(chapter.pages[0].id, (), frozenset())])
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        at, path, got = waiting.popleft()
        if (at, got) in seen:
            continue
        seen.add((at, got))
        if at == page_id:
            return list(path)
        if at == NEXT:
            if not page_id and can_give <= got:
                have |= got
                return list(path)
            continue
        for choice in pages[at].choices:
            if choice.needs and choice.needs not in have | got:
                continue
            more = got | ({choice.gives} & wanted)
            if choice.to == NEXT or choice.to in pages:
                waiting.append((choice.to, (*path, choice.words), frozenset(more)))
    return None
