"""How a thing answers the pointer: its colour fades in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QVariantAnimation
from PySide6.QtGui import QColor

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from elisa.ui.look.look import Look


class Hover(QObject):
    """Knows how far the pointer's colour has faded in; asked while its widget paints, it sees that the pointer came.

    ``WA_Hover`` has Qt repaint the widget when the pointer comes or goes: no event passes through Python for it.
    """

    def __init__(self, widget: QWidget, look: Look) -> None:
        super().__init__(widget)
        self._widget, self._look = widget, look
        self._amount = 0.0
        self._wanted = 0.0
        self._motion: QVariantAnimation | None = None
        widget.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def amount(self) -> float:
        """Return how far it has faded in, 0 to 1; call it while painting."""
        wanted = 1.0 if self._widget.underMouse() and self._widget.isEnabled() else 0.0
        if wanted != self._wanted:
            self._wanted = wanted
            self._fade()
        return self._amount

    def mix(self, rest: QColor, hovered: QColor) -> QColor:
        """Return the colour between the two as far as it has faded."""
        part = self.amount()
        if part <= 0 or part >= 1:
            return hovered if part >= 1 else rest
        return QColor.fromRgbF(
            rest.redF() + (hovered.redF() - rest.redF()) * part,
            rest.greenF() + (hovered.greenF() - rest.greenF()) * part,
            rest.blueF() + (hovered.blueF() - rest.blueF()) * part,
            rest.alphaF() + (hovered.alphaF() - rest.alphaF()) * part,
        )

    def _fade(self) -> None:
        if self._motion is not None:
            self._motion.stop()
        duration = self._look.ms("hover")
        if duration == 0:
            self._amount = self._wanted
            return
        if self._motion is None:
            self._motion = QVariantAnimation(self)
            self._motion.valueChanged.connect(self._move_on)
        self._motion.setDuration(duration)
        self._motion.setStartValue(self._amount)
        self._motion.setEndValue(self._wanted)
        self._motion.start()

    def _move_on(self, amount: float) -> None:
        if amount != self._amount:
            self._amount = amount
            self._widget.update()
