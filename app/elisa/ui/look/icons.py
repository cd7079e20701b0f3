"""Icons: Phosphor's drawings in any colour, bold when small and filled when big."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from elisa.core import resources
from elisa.ui.look.svg import screen_ratio

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.ui.look.look import Look

_WEIGHTS = ("-bold", "-fill")
_STROKES = ("arrow", "caret", "check", "minus", "plus", "x", "list", "corners", "dots", "circle-notch", "spinner")
"""Icons that are only strokes: filled they would be a box with a hole."""
_log = logging.getLogger(__name__)
_FILLED_FROM = 24
"""From this size (px) an icon is filled unless its name says otherwise (tokens.json, "icons")."""


def icon_pixmap(look: Look, name: str, size: int, colour: QColor | str) -> QPixmap:
    """Return an icon in a colour (or in the colour of a token), sharp on every screen; made once and kept.

    Args:
        look: Keeps the picture, and knows tokens.
        name: Phosphor's name; ``-bold`` or ``-fill`` at its end decides the weight, else the size does.
        size: Edge in px.
        colour: What the drawing is filled with.
    """
    wanted = look.colour(colour) if isinstance(colour, str) else colour
    ratio = screen_ratio()
    key = (name, size, wanted.rgba(), ratio)
    return look.pixmap(key, lambda: _draw(_file(_weighted(look, name, size)), size, wanted, ratio))


def on_button(name: str) -> str:
    """Return the name of an icon as it stands beside the words of a button or chip: filled, unless it is a stroke."""
    if not name or name.endswith(_WEIGHTS) or _is_stroke(name):
        return name
    return f"{name}-fill"


def has_icon(name: str) -> bool:
    """Whether we carry an icon of this name."""
    return _file(name if name.endswith(_WEIGHTS) else f"{name}-bold").is_file()


def _weighted(look: Look, name: str, size: int) -> str:
    if name.endswith(_WEIGHTS):
        return name
    filled = size / look.text_size >= _FILLED_FROM and not _is_stroke(name)
    return f"{name}-{'fill' if filled else 'bold'}"


def _is_stroke(name: str) -> bool:
    return name.startswith(_STROKES) and "-circle" not in name


def _file(weighted: str) -> Path:
    return resources.fetched() / "icons" / f"{weighted}.svg"


def _draw(file: Path, size: int, colour: QColor, ratio: float) -> QPixmap:
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    if not file.is_file():
        _log.info("no icon %s", file.stem)
        return pixmap
    svg = file.read_bytes().replace(b"currentColor", colour.name().encode())
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(colour.alphaF())
    QSvgRenderer(QByteArray(svg)).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
