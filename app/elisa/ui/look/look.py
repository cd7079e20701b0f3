"""How everything looks right now: theme, text size, typeface and motion, and how they reach the application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics

from elisa.ui.look.fonts import load_family
from elisa.ui.look.palette import palette_of
from elisa.ui.look.ring import FocusRing
from elisa.ui.look.sheet import style_sheet
from elisa.ui.look.tokens import Theme, load_tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QApplication

_MOST_WIDTHS = 4000
_MOST_PIXMAPS = 800
_STYLE = "Fusion"
"""The one Qt style that draws alike on every system, so that our sheet has one ground to stand on."""


class Look(QObject):
    """The look of the program; ``changed`` fires after each choice, and then everything paints itself anew."""

    changed = Signal()

    def __init__(
        self,
        *,
        theme: Theme = "light",
        text_size: float = 1.0,
        family: str = "",
        reduced_motion: bool = False,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.tokens = load_tokens()
        self.theme: Theme = theme
        self.text_size = text_size
        self.family = family or self.tokens.families["text"]
        self.reduced_motion = reduced_motion
        self._pixmaps: dict[object, QPixmap] = {}
        self._colours: dict[str, QColor] = {}
        self._fonts: dict[str, QFont] = {}
        self._widths: dict[tuple[str, str], int] = {}
        self._app: QApplication | None = None
        self._ring: FocusRing | None = None

    def choose(
        self,
        *,
        theme: Theme | None = None,
        text_size: float | None = None,
        family: str | None = None,
        reduced_motion: bool | None = None,
    ) -> None:
        """Change what is named and leave the rest; takes effect at once."""
        before = (self.theme, self.text_size, self.family, self.reduced_motion)
        self.theme = self.theme if theme is None else theme
        self.text_size = self.text_size if text_size is None else text_size
        self.family = self.family if family is None else family or self.tokens.families["text"]
        self.reduced_motion = self.reduced_motion if reduced_motion is None else reduced_motion
        if before == (self.theme, self.text_size, self.family, self.reduced_motion):
            return
        self._colours.clear()
        self._fonts.clear()
        self._widths.clear()
        self._pixmaps.clear()
        if self._app is not None:
            self.apply(self._app)
        self.changed.emit()

    def colour(self, token: str) -> QColor:
        """Return the colour of a token in the present theme; the caller gets a copy of its own."""
        known = self._colours.get(token)
        if known is None:
            known = self._colours[token] = QColor(self.tokens.colours[self.theme][token])
        return QColor(known)

    def group_colour(self, group: str, part: str = "fill") -> QColor:
        """Return a colour (``fill``, ``edge``, ``text``) of a group of blocks."""
        return QColor(self.tokens.groups[group].colours[self.theme][part])

    def code_colour(self, name: str) -> QColor:
        """Return a colour of code (``keyword``, ``string`` …); in high contrast all of it is one, and weight tells."""
        if self.theme == "hc":
            return self.colour("code_bg" if name == "code_bg" else "code_text")
        return QColor(self.tokens.code_colours[name])

    def ms(self, name: str) -> int:
        """Return how long a movement takes, in milliseconds; 0 if nothing is to move."""
        return 0 if self.reduced_motion else self.tokens.motion[name]

    def px(self, size: float) -> int:
        """Return a size in px grown with the text."""
        return round(size * self.text_size)

    def font(self, role: str) -> QFont:
        """Return the font of a role: display title heading button go body small code block."""
        known = self._fonts.get(role)
        if known is None:
            known = self._fonts[role] = self._make_font(role)
        return QFont(known)

    def pixmap(self, key: object, draw: Callable[[], QPixmap]) -> QPixmap:
        """Return what was drawn before under a key, or have it drawn now; the oldest go when there are many."""
        known = self._pixmaps.get(key)
        if known is None:
            if len(self._pixmaps) >= _MOST_PIXMAPS:
                del self._pixmaps[next(iter(self._pixmaps))]
            known = self._pixmaps[key] = draw()
        return known

    def text_width(self, role: str, text: str) -> int:
        """Return how wide a text is in a role (px); measured once, because layouts ask again and again."""
        known = self._widths.get((role, text))
        if known is None:
            if len(self._widths) > _MOST_WIDTHS:
                self._widths.clear()
            known = self._widths[role, text] = QFontMetrics(self.font(role)).horizontalAdvance(text)
        return known

    def families(self, role: str) -> list[str]:
        """Return the families of a role, best first; a typeface that the child chose stands in for both our own."""
        names = self.tokens.families
        kind = self.tokens.roles[role].family
        chosen = kind != "code" and self.family != names["text"]
        return [self.family if chosen else names[kind], names["text"], names["fallback"]]

    def text_px(self, role: str) -> int:
        """Return how tall the letters of a role are (px); never under the floor of what can be read."""
        return max(self.tokens.floor_px, self.px(self.tokens.roles[role].px))

    def apply(self, app: QApplication) -> None:
        """Give the application our fonts, palette and style sheet, and keep it up to date from now on."""
        if self._app is None:
            app.setStyle(_STYLE)
            self._ring = FocusRing(app, self)
        self._app = app
        app.setFont(self.font("body"))
        app.setPalette(palette_of(self))
        app.setStyleSheet(style_sheet(self))

    def _make_font(self, role: str) -> QFont:
        families = self.families(role)
        for family in families:
            load_family(family)
        font = QFont()
        font.setFamilies(families)
        font.setPixelSize(self.text_px(role))
        font.setWeight(QFont.Weight(self.tokens.roles[role].weight))
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        return font
