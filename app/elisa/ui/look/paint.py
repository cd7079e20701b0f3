"""The few shapes that most widgets are painted with."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

if TYPE_CHECKING:
    from PySide6.QtGui import QColor
    from PySide6.QtWidgets import QWidget

LINE = 2
EDGE = 4
"""How thick the bottom edge of a thing is that can be pressed (px), its line included; pressed it is ``LINE``."""


class Tile(NamedTuple):
    """The colours of an enamel tile: its face, its line and its bottom edge."""

    fill: QColor
    line: QColor
    edge: QColor


def painter_on(widget: QWidget) -> QPainter:
    """Return a painter with smooth edges; end it before you return."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    return painter


def draw_tile(
    painter: QPainter, rect: QRectF, tile: Tile, corner: float, edge: float = EDGE, line: float = LINE
) -> None:
    """Draw a tile with a thick bottom edge of ``edge`` px (what is only read has ``edge`` = ``line``)."""
    painter.setPen(Qt.PenStyle.NoPen)
    face = rect.adjusted(0, 0, 0, line - edge)
    if edge > line:
        painter.setBrush(tile.edge)
        painter.drawRoundedRect(rect, corner, corner)
    if tile.line != tile.fill:
        painter.setBrush(tile.line)
        painter.drawRoundedRect(face if tile.line != tile.edge else rect, corner, corner)
        inside = max(corner - line, 0)
        painter.setBrush(tile.fill)
        painter.drawRoundedRect(face.adjusted(line, line, -line, -line), inside, inside)
        return
    painter.setBrush(tile.fill)
    painter.drawRoundedRect(rect.adjusted(0, 0, 0, -edge) if edge > line else rect, corner, corner)


def draw_dashed(painter: QPainter, rect: QRectF, line: QColor, corner: float, width: float = LINE) -> None:
    """Draw a dashed outline: what is off, far off or left out."""
    pen = QPen(line, width)
    pen.setDashPattern([2.6, 2])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = width / 2
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), corner - half, corner - half)
