"""Movement: short, soft, and gone when the child asked for calm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QPropertyAnimation
from PySide6.QtWidgets import QGraphicsOpacityEffect

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit


def fade_in(widget: QWidget, kit: Kit) -> None:
    """Let a widget appear softly; it must hold no web page (Qt cannot fade one)."""
    duration = kit.look.ms("card_in")
    if duration == 0:
        return
    veil = QGraphicsOpacityEffect(widget)
    veil.setOpacity(0.0)
    widget.setGraphicsEffect(veil)
    motion = QPropertyAnimation(veil, b"opacity", veil)
    motion.setDuration(duration)
    motion.setStartValue(0.0)
    motion.setEndValue(1.0)
    motion.setEasingCurve(QEasingCurve.Type.OutCubic)
    # An effect makes every later repaint slow, so it does not stay.
    motion.finished.connect(lambda: widget.setGraphicsEffect(None))  # type: ignore[arg-type]
    motion.start()
