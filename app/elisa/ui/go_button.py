"""GO: the one big button. Green when a build may begin, STOP while one runs, sun when a block needs the child first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QPushButton
from typing_extensions import override

from elisa.ui.look.icons import icon_pixmap

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit

GoState = Literal["ready", "building", "needs", "stopping"]


class _Face(NamedTuple):
    fill: str
    edge: str
    text: str
    icon: str
    words: str


_FACES: dict[GoState, _Face] = {
    "ready": _Face("go", "go_edge", "go_text", "play", "window.go"),
    "building": _Face("stop", "stop_edge", "stop_text", "stop", "window.stop"),
    "needs": _Face("sun", "sun_edge", "sun_text", "hand", "window.block_first"),
    "stopping": _Face("wall_raise", "wall_hole", "wall_text", "hourglass", "window.stopping"),
}
_EDGE, _RING, _CORNER = 5, 3, 14
_BIG, _SMALL = 24, 16
"""Sizes of its words (px): GO and STOP stand big, a longer sentence smaller."""


class GoButton(QPushButton):
    """GO, STOP, "1 block first" or "Stopping"; what a press means is for who listens to ``clicked``."""

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self.state: GoState = "ready"
        self.setObjectName("go")
        self.setProperty("corner", _CORNER + 2)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(self.sizeHint())
        kit.look.changed.connect(self.update)
        self.show_state("ready")

    def show_state(self, state: GoState, reason: str = "") -> None:
        """Change its face; ``reason`` says in words why, and is read aloud and shown on hover."""
        self.state = state
        words = self._kit.say(_FACES[state].words)
        self.setText(words)
        said = reason or self._kit.say({"building": "window.stop_says"}.get(state, "window.go_says"))
        self.setToolTip(said)
        self.setAccessibleName(words)
        self.setAccessibleDescription(said)
        self.setEnabled(state != "stopping")
        self.update()

    @override
    def sizeHint(self) -> QSize:
        """The size of the picture, grown with the text size but never above the wall's height."""
        scale = min(self._kit.look.text_size, 1.3)
        return QSize(round(142 * max(1.0, scale)), 50)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cream ring, the face and its edge; pressed, the face sits on the edge."""
        look, face = self._kit.look, _FACES[self.state]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        down = _EDGE - 2 if self.isDown() else 0
        ring = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.setPen(QPen(look.colour("wall_text"), _RING))
        painter.setBrush(look.colour(face.edge))
        painter.drawRoundedRect(ring, _CORNER + 2, _CORNER + 2)
        inside = ring.adjusted(_RING / 2, _RING / 2 + down, -_RING / 2, -_RING / 2 - (_EDGE - down))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_lighter(look.colour(face.fill)) if self.underMouse() else look.colour(face.fill))
        painter.drawRoundedRect(inside, _CORNER - 1, _CORNER - 1)
        self._draw_words(painter, inside, face)
        painter.end()

    def _draw_words(self, painter: QPainter, inside: QRectF, face: _Face) -> None:
        look = self._kit.look
        long = self.state in ("needs", "stopping")
        font = look.font("button" if long else "go")
        size = _SMALL if long else _BIG
        icon_size, gap = (18, 6) if long else (24, 8)
        font.setPixelSize(size)
        room = inside.width() - 2 * 8 - icon_size - gap
        while QFontMetricsF(font).horizontalAdvance(self.text()) > room and font.pixelSize() > 12:
            font.setPixelSize(font.pixelSize() - 1)
        width = QFontMetricsF(font).horizontalAdvance(self.text())
        left = inside.center().x() - (icon_size + gap + width) / 2
        colour = look.colour(face.text)
        pixmap = icon_pixmap(look, face.icon, icon_size, colour)
        painter.drawPixmap(QPointF(left, inside.center().y() - icon_size / 2), pixmap)
        painter.setFont(font)
        painter.setPen(colour)
        words = QRectF(left + icon_size + gap, inside.top(), width + 4, inside.height())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())


def _lighter(colour: QColor) -> QColor:
    return colour.lighter(108)
