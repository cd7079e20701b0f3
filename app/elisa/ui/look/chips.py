"""Chips: small words on a pill, to read (``Chip``) or to choose by (``ToggleChip``, ``ChipRow``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from elisa.ui.look.hover import Hover
from elisa.ui.look.icons import icon_pixmap, on_button
from elisa.ui.look.paint import LINE, Tile, draw_tile, painter_on
from elisa.ui.look.pressing import pressed_by_enter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from elisa.ui.kit import Kit

ChipTone = Literal["plain", "green", "blue", "sun", "coral"]
_TONES: dict[ChipTone, tuple[str, str, str]] = {
    "plain": ("sunken", "ink", "ink"),
    "green": ("go_soft", "ink", "go"),
    "blue": ("work_soft", "ink", "work"),
    "sun": ("sun_soft", "note_text", "note_text"),
    "coral": ("stop_soft", "ink", "stop"),
}
_HEIGHT, _TOGGLE_HEIGHT = 26, 40
_ICON, _TOGGLE_ICON = 16, 20


class Chip(QWidget):
    """A word or two to read, with an icon so that colour never stands alone."""

    def __init__(
        self, kit: Kit, text: str = "", tone: ChipTone = "plain", icon: str = "", *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._kit, self._text, self._tone, self._icon = kit, text, tone, on_button(icon)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        kit.look.changed.connect(self._look_changed)

    @property
    def text(self) -> str:
        """The words on it."""
        return self._text

    def show_text(self, text: str, tone: ChipTone | None = None, icon: str | None = None) -> None:
        """Change what it says, and perhaps its colour and icon."""
        now = (text, tone or self._tone, self._icon if icon is None else on_button(icon))
        if now != (self._text, self._tone, self._icon):
            self._text, self._tone, self._icon = now
            self.setAccessibleName(text)
            self.updateGeometry()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        """As wide as its words; one without words is as wide as its icon."""
        look = self._kit.look
        words = look.text_width("small", self._text)
        icon = look.px(_ICON) + (6 if self._text else 0) if self._icon else 0
        return QSize(words + icon + (7 if icon else 10) + 10, look.px(_HEIGHT))

    @override
    def minimumSizeHint(self) -> QSize:
        """Never cut."""
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._kit.look
        fill, text, tint = _TONES[self._tone]
        painter = painter_on(self)
        line = look.colour("line") if look.theme == "hc" else look.colour(fill)
        rect = QRectF(self.rect())
        draw_tile(painter, rect, Tile(look.colour(fill), line, line), rect.height() / 2, LINE)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        room = rect.adjusted(10, 0, -10, 0)
        if self._icon:
            size = look.px(_ICON)
            room = rect.adjusted(10, 0, -13 - size, 0) if mirrored else rect.adjusted(13 + size, 0, -10, 0)
            x = rect.right() - 7 - size if mirrored else 7
            painter.drawPixmap(QPointF(x, (self.height() - size) / 2), icon_pixmap(look, self._icon, size, tint))
        painter.setFont(look.font("small"))
        painter.setPen(look.colour(text))
        side = Qt.AlignmentFlag.AlignRight if mirrored else Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | side), self._text)
        painter.end()

    def _look_changed(self) -> None:
        self.updateGeometry()
        self.update()


class ToggleChip(QPushButton):
    """A pill of 40 to choose by: the chosen one is ink."""

    def __init__(self, kit: Kit, text: str, icon: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._kit, self._icon = kit, on_button(icon)
        self._hover = Hover(self, kit.look)
        self.setCheckable(True)
        self.setFont(kit.look.font("small"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setProperty("corner", _TOGGLE_HEIGHT)
        self.setAccessibleName(text)
        kit.look.changed.connect(self._look_changed)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    @override
    def sizeHint(self) -> QSize:
        """40 high, as wide as its words."""
        look = self._kit.look
        words = look.text_width("small", self.text())
        icon = look.px(_TOGGLE_ICON) + 8 if self._icon else 0
        return QSize(words + icon + 32, look.px(_TOGGLE_HEIGHT))

    @override
    def minimumSizeHint(self) -> QSize:
        """Never cut."""
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look, chosen = self._kit.look, self.isChecked()
        painter = painter_on(self)
        rect = QRectF(self.rect())
        fill = look.colour("ink") if chosen else self._hover.mix(look.colour("surface"), look.colour("sunken"))
        line = look.colour("ink") if chosen else self._hover.mix(look.colour("line"), look.colour("ink"))
        draw_tile(painter, rect, Tile(fill, line, line), rect.height() / 2, LINE)
        ink = look.colour("surface" if chosen else "ink")
        words = look.text_width("small", self.text())
        size = look.px(_TOGGLE_ICON) if self._icon else 0
        whole = words + (size + 8 if size else 0)
        left = (self.width() - whole) / 2
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        if size:
            x = left + words + 8 if mirrored else left
            painter.drawPixmap(QPointF(x, (self.height() - size) / 2), icon_pixmap(look, self._icon, size, ink))
        painter.setFont(self.font())
        painter.setPen(ink)
        text_left = left if mirrored or not size else left + size + 8
        box = QRectF(text_left - 2, 0, words + 4, self.height())
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), self.text())
        painter.end()

    def _look_changed(self) -> None:
        self.setFont(self._kit.look.font("small"))
        self.updateGeometry()
        self.update()


class ChipRow(QWidget):
    """Several of which one is chosen; ``chosen`` carries its value when somebody presses another."""

    chosen = Signal(object)

    def __init__(self, kit: Kit, options: Mapping[Any, str], now: object, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        group = QButtonGroup(self)
        for value, words in options.items():
            chip = ToggleChip(kit, words)
            chip.setChecked(value == now)
            chip.clicked.connect(lambda _checked=False, one=value: self.chosen.emit(one))
            group.addButton(chip)
            row.addWidget(chip)
        row.addStretch(1)
