"""Drawings: any SVG of ours at any size, rendered once for each size and kept."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.ui.look.look import Look

_TOKEN = re.compile(r"@(\w+)@")


def screen_ratio() -> float:
    """Return how many dots a px has on the sharpest screen."""
    return max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)


def svg_pixmap(look: Look, file: Path, width: int, height: int) -> QPixmap:
    """Return a drawing that covers ``width`` x ``height`` px, its middle in the middle, what sticks out cut off.

    ``@ink@`` in the file stands for the colour of that token.
    """
    ratio = screen_ratio()
    key = ("svg", str(file), width, height, ratio)
    return look.pixmap(key, lambda: _render(look, file, width, height, ratio))


def _render(look: Look, file: Path, width: int, height: int, ratio: float) -> QPixmap:
    pixmap = QPixmap(max(1, round(width * ratio)), max(1, round(height * ratio)))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    text = _TOKEN.sub(lambda match: look.colour(match[1]).name(), file.read_text(encoding="utf-8"))
    renderer = QSvgRenderer(QByteArray(text.encode()))
    size = renderer.viewBoxF().size()
    if size.isEmpty():
        return pixmap
    scale = max(width / size.width(), height / size.height())
    drawn = QRectF(0, 0, size.width() * scale, size.height() * scale)
    drawn.moveCenter(QRectF(0, 0, width, height).center())
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, drawn)
    painter.end()
    return pixmap
