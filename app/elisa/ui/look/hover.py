"""How a thing answers the pointer: its colour fades in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QVariantAnimation
from PySide6.QtGui import QColor
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from elisa.ui.look.look import Look


class Hover(QObject):
    """Knows how far the pointer's colour has faded in (``amount``, 0 to 1) and repaints its widget on the way."""

    def __init__(self, widget: QWidget, look: Look) -> None:
        super().__init__(widget)
        self._widget, self._look = widget, look
        self.amount = 0.0
        self._motion: QVariantAnimation | None = None
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Start to fade when the pointer comes or goes."""
        kind = event.type()
        if kind == QEvent.Type.Enter:
            self._fade(1.0)
        elif kind in {QEvent.Type.Leave, QEvent.Type.Hide}:
            self._fade(0.0)
        return False

    def mix(self, rest: QColor, hovered: QColor) -> QColor:
        """Return the colour between the two as far as it has faded."""
        part = self.amount
        if part <= 0 or part >= 1:
            return hovered if part >= 1 else rest
        return QColor.fromRgbF(
            rest.redF() + (hovered.redF() - rest.redF()) * part,
            rest.greenF() + (hovered.greenF() - rest.greenF()) * part,
            rest.blueF() + (hovered.blueF() - rest.blueF()) * part,
            rest.alphaF() + (hovered.alphaF() - rest.alphaF()) * part,
        )

    def _fade(self, wanted: float) -> None:
        if self._motion is not None:
            self._motion.stop()
        duration = self._look.ms("hover") if self._widget.isVisible() else 0
        if duration == 0:
            self._set(wanted)
            return
        if self._motion is None:
            self._motion = QVariantAnimation(self)
            self._motion.valueChanged.connect(self._set)
        self._motion.setDuration(duration)
        self._motion.setStartValue(self.amount)
        self._motion.setEndValue(wanted)
        self._motion.start()

    def _set(self, amount: float) -> None:
        if amount != self.amount:
            self.amount = amount
            self._widget.update()
