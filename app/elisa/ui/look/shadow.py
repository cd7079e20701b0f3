"""A soft shadow, painted once and kept: Qt's own shadow effect would paint its widget anew with every letter typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

    from elisa.ui.look.look import Look

_STEPS = 12


def draw_shadow(painter: QPainter, rect: QRectF, corner: float, look: Look, *, blur: int = 48, drop: int = 16) -> None:
    """Draw the shadow of a rounded rectangle; in high contrast there is none, a line does its work."""
    if look.theme == "hc":
        return
    colour = QColor("#2B1F3D" if look.theme == "light" else "#000000")
    # Each layer darkens what the layers outside it have darkened already.
    colour.setAlphaF((0.28 if look.theme == "light" else 0.56) / _STEPS)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    for step in range(_STEPS):
        out = blur / 2 * (1 - (step + 0.5) / _STEPS)
        grown = rect.translated(0, drop / 2).adjusted(-out, -out, out, out)
        painter.drawRoundedRect(grown, corner + out, corner + out)
