"""A picture in a rounded frame: it covers its place, whatever the place's shape."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from elisa.core import resources
from elisa.ui.look.paint import painter_on
from elisa.ui.look.svg import screen_ratio, svg_pixmap

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from elisa.ui.kit import Kit

_WIDTH, _HEIGHT = 264, 142
_SETTLE_MS = 120


class Picture(QWidget):
    """Shows an example's picture by its name (``look/pictures``), a file, or an image that somebody took.

    A file that cannot be read leaves sunken paper, never an error. ``frame`` is the width of its ink line.
    """

    def __init__(
        self,
        kit: Kit,
        source: Path | str | QImage = "",
        radius: int = 12,
        *,
        frame: int = 2,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kit, self._radius, self._frame = kit, radius, frame
        self._file: Path | None = None
        self._image = QImage()
        self._drawn: QPixmap | None = None
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(_SETTLE_MS)
        self._settled.timeout.connect(self._draw_anew)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.show_picture(source)
        kit.look.changed.connect(self.update)

    def show_picture(self, source: Path | str | QImage) -> None:
        """Show another picture: a name, a file or an image; nothing leaves the place empty."""
        self._drawn, self._file, self._image = None, None, QImage()
        if isinstance(source, QImage):
            self._image = source
        elif source:
            self._open(_place_of(source))
        self.update()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to see."""
        return self._file is None and self._image.isNull()

    @override
    def sizeHint(self) -> QSize:
        """The size of a picture on a card."""
        return QSize(_WIDTH, _HEIGHT)

    @override
    def minimumSizeHint(self) -> QSize:
        """Small enough for a row of a list."""
        return QSize(48, 32)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._kit.look
        painter = painter_on(self)
        half = self._frame / 2
        rect = QRectF(self.rect()).adjusted(half, half, -half, -half)
        shape = QPainterPath()
        shape.addRoundedRect(rect, self._radius, self._radius)
        painter.fillPath(shape, look.colour("sunken"))
        if not self.is_empty:
            painter.save()
            painter.setClipPath(shape)
            painter.setRenderHint(painter.RenderHint.SmoothPixmapTransform)
            pixmap = self._pixmap()
            painter.drawPixmap(_covering(pixmap, self.size()), pixmap, QRectF(pixmap.rect()))
            painter.restore()
        if self._frame:
            painter.setPen(QPen(look.colour("ink" if look.theme != "dark" else "line"), self._frame))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shape)
        painter.end()

    def _open(self, file: Path) -> None:
        if file.suffix == ".svg" and file.is_file():
            self._file = file
        else:
            self._image = QImage(str(file))

    def _pixmap(self) -> QPixmap:
        if self._drawn is None:
            self._drawn = self._draw()
        elif self._drawn.deviceIndependentSize().toSize() != self.size() and not self._settled.isActive():
            # To draw a picture takes 3 to 8 ms: while a window is pulled larger, the last one does for a while.
            self._settled.start()
        return self._drawn

    def _draw(self) -> QPixmap:
        if self._file is not None:
            return svg_pixmap(self._kit.look, self._file, self.width(), self.height())
        ratio = screen_ratio()
        return _cover(self._image, self.size() * ratio, ratio)

    def _draw_anew(self) -> None:
        self._drawn = None
        self.update()


def _covering(pixmap: QPixmap, size: QSize) -> QRectF:
    """Return where a picture is drawn to cover a size: exactly there if it was made for it."""
    drawn = pixmap.deviceIndependentSize()
    scale = max(size.width() / drawn.width(), size.height() / drawn.height())
    place = QRectF(0, 0, drawn.width() * scale, drawn.height() * scale)
    place.moveCenter(QRectF(0, 0, size.width(), size.height()).center())
    return place


def _place_of(source: Path | str) -> Path:
    if isinstance(source, Path) or "/" in source or "\\" in source:
        return Path(source)
    return resources.root() / "blockly_assets" / "look" / "pictures" / f"{source}.svg"


def _cover(image: QImage, size: QSize, ratio: float) -> QPixmap:
    grown = image.scaled(
        size, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
    )
    left, top = (grown.width() - size.width()) // 2, (grown.height() - size.height()) // 2
    pixmap = QPixmap.fromImage(grown.copy(left, top, size.width(), size.height()))
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
