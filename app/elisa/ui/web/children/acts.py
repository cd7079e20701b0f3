"""What a test may ask of a page, by name: the page API of ``docs/page-tests.md``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl

from elisa.ui.web.children.hands import Hands
from elisa.ui.web.children.site import Site, WordsError
from elisa.ui.web.children.sources import FRAME_MS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_READS = frozenset({"text", "value", "visible", "count", "attribute", "box", "style"})
_LONGEST_ADVANCE = 600_000
_LARGEST_WINDOW = 4096


class Acts:
    """Carries out the calls of one test on one page."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._hands = Hands(site)
        self._known: dict[str, Callable[..., Awaitable[Any]]] = {
            "click": self._hands.click,
            "tap": self._hands.tap,
            "press": self._hands.press,
            "hold": self._hold,
            "type": self._hands.type,
            "drag": self._hands.drag,
            "move": self._hands.move,
            "pixel": self._pixel,
            "advance": self._advance,
            "frame": self._frame,
            "frames": self._frames,
            "reload": site.reload,
            "open": self._open,
            "resize": self._resize,
            "evaluate": site.evaluate,
            "errors": self._errors,
            "dialogs": self._dialogs,
        }

    async def perform(self, name: str, args: list[Any]) -> object:
        """Do one call.

        Raises:
            WordsError: It cannot be done; the words are for the test's author.
            StuckError: The page hangs.
            CrashedError: The page's process died.
        """
        await self._site.settled()
        if name in _READS:
            return await self._site.look(name, *args)
        act = self._known.get(name)
        if act is None:
            raise WordsError(f"page.{name} does not exist.")
        try:
            return await act(*args)
        except (TypeError, ValueError, KeyError) as wrong:
            raise WordsError(f"page.{name} was called with something that does not fit.") from wrong

    async def _hold(self, key: str, milliseconds: float = 100) -> None:
        await self._hands.hold(key, _time(milliseconds))

    async def _advance(self, milliseconds: float = FRAME_MS) -> None:
        await self._site.advance(_time(milliseconds))

    async def _frame(self) -> int:
        await self._site.advance(FRAME_MS)
        return FRAME_MS

    async def _frames(self, reads: list[list[Any]], most: int) -> int:
        known = [read for read in reads if read[0] in _READS]
        return await self._site.frames(known, _time(most * FRAME_MS) // FRAME_MS)

    async def _open(self, path: str) -> None:
        url = self._site.url.resolved(QUrl(path))
        if not self._site.guard.allows(url):
            raise WordsError(f"page.open only goes to pages of this nugget, not to {path}")
        await self._site.open(url)

    async def _resize(self, width: float, height: float) -> None:
        if not (50 <= width <= _LARGEST_WINDOW and 50 <= height <= _LARGEST_WINDOW):
            raise WordsError(f"page.resize takes 50 to {_LARGEST_WINDOW} dots each way.")
        self._site.view.resize(round(width), round(height))
        await self._site.picture()

    async def _pixel(self, x: float, y: float) -> list[int]:
        picture = await self._site.picture()
        place = self._site.screen_point(x, y)
        if not picture.rect().contains(place):
            raise WordsError(f"The place {x}, {y} lies outside of the window.")
        colour = picture.pixelColor(place)
        return [colour.red(), colour.green(), colour.blue()]

    async def _errors(self) -> list[str]:
        return await self._site.complaints()

    async def _dialogs(self) -> list[dict[str, str]]:
        return [{"kind": kind, "text": text} for kind, text in self._site.page.dialogs]


def _time(milliseconds: object) -> int:
    if not isinstance(milliseconds, int | float) or not 0 <= milliseconds <= _LONGEST_ADVANCE:
        raise WordsError(f"A time is a number of milliseconds from 0 to {_LONGEST_ADVANCE}, not {milliseconds}.")
    return round(milliseconds)
