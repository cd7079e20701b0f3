"""How far a thing has come, by its shape first and its colour second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QRectF, QSize, QVariantAnimation
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from elisa.core import resources
from elisa.ui.look.svg import svg_pixmap

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from elisa.ui.kit import Kit
    from elisa.ui.look.look import Look
    from elisa.ui.look.tokens import StatusKey


def paint_status(painter: QPainter, rect: QRectF, state: StatusKey, look: Look) -> None:
    """Paint the shape of a state into a rectangle, sharp under any zoom of the painter."""
    zoom = max(0.1, painter.worldTransform().m11())
    size = max(4, round(min(rect.width(), rect.height()) * zoom))
    file = resources.root() / "blockly_assets" / "look" / "status" / f"{state}.svg"
    pixmap = svg_pixmap(look, file, size, size)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(rect, pixmap, QRectF(pixmap.rect()))
    painter.restore()


class StatusShape(QWidget):
    """The shape of a state as a widget; its name for a screen reader is the state in words."""

    def __init__(
        self, kit: Kit, state: StatusKey = "waiting", size: int = 22, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._kit, self._size = kit, size
        self._state: StatusKey = state
        self._scale = 1.0
        self._motion: QVariantAnimation | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_state(state)
        kit.look.changed.connect(self._look_changed)

    @property
    def state(self) -> StatusKey:
        """The state that it shows."""
        return self._state

    def show_state(self, state: StatusKey) -> None:
        """Show another state; a seal that is earned while somebody looks grows into its place, once."""
        earned = state == "done" != self._state and self.isVisible()
        self._state = state
        if earned:
            self._pop()
        words = self._kit.say(f"look.status_{state}")
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        """Grown with the text."""
        edge = self._kit.look.px(self._size)
        return QSize(edge, edge)

    @override
    def minimumSizeHint(self) -> QSize:
        """Never cut."""
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        edge = min(self.width(), self.height()) * self._scale
        box = QRectF((self.width() - edge) / 2, (self.height() - edge) / 2, edge, edge)
        paint_status(painter, box, self._state, self._kit.look)
        painter.end()

    def _pop(self) -> None:
        duration = self._kit.look.ms("seal_pop")
        if duration == 0:
            return
        if self._motion is None:
            self._motion = QVariantAnimation(self)
            curve = QEasingCurve(QEasingCurve.Type.OutBack)
            curve.setOvershoot(1.2)
            self._motion.setEasingCurve(curve)
            self._motion.setStartValue(0.6)
            self._motion.setEndValue(1.0)
            self._motion.valueChanged.connect(self._grow)
        self._motion.setDuration(duration)
        self._motion.start()

    def _grow(self, scale: float) -> None:
        self._scale = scale
        self.update()

    def _look_changed(self) -> None:
        self.updateGeometry()
        self.update()
