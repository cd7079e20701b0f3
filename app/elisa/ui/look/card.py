"""A card: a flat piece of paper to read from, or, with a thick edge, a big thing to press."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QFrame, QLabel
from typing_extensions import override

from elisa.ui.look.hover import Hover
from elisa.ui.look.icons import icon_pixmap
from elisa.ui.look.paint import EDGE, LINE, Tile, draw_tile, painter_on

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QShowEvent
    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit

_CORNER = 12
_CHOSEN_LINE = 3
_TICK = 24


class Card(QFrame):
    """Holds a layout of its own; ``pressed`` fires after a click, Space or Enter if it is ``pressable``.

    One that can be pressed and was given no accessible name is called by the words on it.
    """

    pressed = Signal()

    def __init__(
        self,
        kit: Kit,
        *,
        pressable: bool = False,
        corner: int = _CORNER,
        fill: str = "surface",
        edge_colour: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kit, self._pressable, self._corner, self._fill = kit, pressable, corner, fill
        self._edge_colour = edge_colour
        self._chosen = False
        self._down = False
        self._hover = Hover(self, kit.look) if pressable else None
        self.setContentsMargins(LINE, LINE, LINE, EDGE if pressable or edge_colour else LINE)
        self.setProperty("corner", corner)
        if pressable:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        kit.look.changed.connect(self.update)

    @property
    def chosen(self) -> bool:
        """Whether it is the chosen one of several: a green line and a tick."""
        return self._chosen

    def set_chosen(self, *, chosen: bool) -> None:
        """Mark it as the chosen one, or no longer."""
        if chosen != self._chosen:
            self._chosen = chosen
            self.update()

    def set_colours(self, *, fill: str = "surface", edge_colour: str = "") -> None:
        """Give it other paper (a token) or a coloured edge below (a token or ``#rrggbb``)."""
        self._fill, self._edge_colour = fill, edge_colour
        self.update()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._pressable and not self.accessibleName():
            self.setAccessibleName(" ".join(label.text() for label in self.findChildren(QLabel) if label.text()))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._kit.look
        painter = painter_on(self)
        line = look.colour("line")
        if self._hover is not None:
            line = self._hover.mix(line, look.colour("ink"))
        edge_named = self._edge_colour or ("line_strong" if self._pressable else "line")
        edge = QColor(edge_named) if edge_named.startswith("#") else look.colour(edge_named)
        thick = EDGE if self._pressable or self._edge_colour else LINE
        width = LINE
        if self._chosen:
            line, width = look.colour("go"), _CHOSEN_LINE
            edge = look.colour("go_edge") if thick > width else line
            thick = max(thick, width)
        down = EDGE - LINE if self._down and thick > LINE else 0
        rect = QRectF(self.rect()).adjusted(0, down, 0, 0)
        draw_tile(painter, rect, Tile(look.colour(self._fill), line, edge), self._corner, thick - down, width)
        if self._chosen:
            self._draw_tick(painter)
        painter.end()

    def _draw_tick(self, painter: QPainter) -> None:
        look = self._kit.look
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        x = 8 if mirrored else self.width() - _TICK - 8
        painter.drawPixmap(QPointF(x, 8), icon_pixmap(look, "check-circle", _TICK, look.colour("go")))

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._pressable and event.button() == Qt.MouseButton.LeftButton:
            self._set_down(down=True)
            event.accept()
            return
        super().mousePressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressable and event.buttons() & Qt.MouseButton.LeftButton:
            self._set_down(down=self.rect().contains(event.position().toPoint()))
        super().mouseMoveEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pressable and event.button() == Qt.MouseButton.LeftButton:
            inside = self._down
            self._set_down(down=False)
            event.accept()
            if inside:
                self.pressed.emit()
            return
        super().mouseReleaseEvent(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._pressable and not event.isAutoRepeat() and event.key() in _PRESS_KEYS:
            event.accept()
            self.pressed.emit()
            return
        super().keyPressEvent(event)

    def _set_down(self, *, down: bool) -> None:
        if down != self._down:
            self._down = down
            self.update()


_PRESS_KEYS = frozenset({Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Select})
