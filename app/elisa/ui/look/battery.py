"""The energy that is left: a battery of five cells."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from elisa.ui.look.paint import painter_on

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from elisa.ui.kit import Kit

_CELLS = 5
LOW = 0.2
"""Under this share the cells turn to sun: the child should know."""
_WIDTH, _HEIGHT = 104, 28


class Battery(QWidget):
    """Green cells, sun when it runs low, a coral outline when it is empty, hollow when nothing was measured."""

    def __init__(self, kit: Kit, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self._level: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        kit.look.changed.connect(self._look_changed)
        self._tell()

    @property
    def cells(self) -> int:
        """How many cells are full; the last cell stays until the battery is really empty."""
        return 0 if self._level is None else math.ceil(round(self._level * _CELLS, 3))

    def show_level(self, fraction: float | None) -> None:
        """Show how much is left (0 to 1), or nothing if that is not known."""
        level = None if fraction is None else min(1.0, max(0.0, fraction))
        if level != self._level:
            self._level = level
            self._tell()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        """104 x 28, grown with the text."""
        look = self._kit.look
        return QSize(look.px(_WIDTH), look.px(_HEIGHT))

    @override
    def minimumSizeHint(self) -> QSize:
        """Never cut."""
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look, level = self._kit.look, self._level
        empty = level is not None and level <= 0
        ink = look.colour("stop" if empty else "ink")
        full = look.colour("sun" if level is not None and level < LOW else "go")
        painter = painter_on(self)
        painter.scale(self.width() / _WIDTH, self.height() / _HEIGHT)
        painter.setBrush(ink)
        painter.drawRoundedRect(QRectF(97, 8, 6, 12), 2.5, 2.5)
        pen = QPen(ink, 2.5)
        if level is None:
            pen.setDashPattern([2.4, 1.8])
        painter.setPen(pen)
        painter.setBrush(look.colour("surface"))
        painter.drawRoundedRect(QRectF(1.5, 1.5, 94, 25), 9, 9)
        hollow = QPen(look.colour("line_strong" if look.theme == "hc" else "sunken"), 1)
        for cell in range(_CELLS):
            lit = cell < self.cells
            painter.setPen(Qt.PenStyle.NoPen if lit else hollow)
            painter.setBrush(full if lit else look.colour("sunken"))
            painter.drawRoundedRect(QRectF(6 + cell * 17.2, 6, 14.2, 16), 4, 4)
        painter.end()

    def _tell(self) -> None:
        say = self._kit.say
        if self._level is None:
            words = say("look.battery_unknown")
        elif self._level <= 0:
            words = say("look.battery_empty")
        else:
            words = say("look.battery", percent=round(self._level * 100))
        self.setAccessibleName(words)
        self.setToolTip(words)

    def _look_changed(self) -> None:
        self.updateGeometry()
        self.update()
