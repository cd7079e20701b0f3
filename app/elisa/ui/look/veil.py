"""What lies between a sheet and the window: the dim, the sheet's shadow, and the rule that Tab stays inside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QObject, QRect, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from elisa.ui.look.shadow import draw_shadow
from elisa.ui.look.svg import screen_ratio

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit

_DIM = 0.46
_DIM_HC = 0.75


class Veil(QObject):
    """Dims what a sheet covers, softly, and draws the sheet's shadow on it."""

    def __init__(self, kit: Kit, sheet: QWidget) -> None:
        super().__init__(sheet)
        self._kit, self._sheet = kit, sheet
        self._amount = 1.0
        self._motion: QVariantAnimation | None = None
        self._shadow: tuple[object, QPixmap] | None = None

    def lower_in(self) -> None:
        """Let the dim come down."""
        duration = self._kit.look.ms("card_in")
        if duration == 0:
            return
        self._amount = 0.0
        self._motion = QVariantAnimation(self)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.setDuration(duration)
        self._motion.setStartValue(0.0)
        self._motion.setEndValue(1.0)
        self._motion.valueChanged.connect(self._move_on)
        self._motion.start()

    def draw(self, painter: QPainter, room: QRect, paper: QRect) -> None:
        """Draw the dim and the shadow."""
        high_contrast = self._kit.look.theme == "hc"
        dim = QColor("#000000" if high_contrast else "#1C122C")
        dim.setAlphaF((_DIM_HC if high_contrast else _DIM) * self._amount)
        painter.fillRect(room, dim)
        painter.setOpacity(self._amount)
        painter.drawPixmap(0, 0, self._shadow_at(room, paper))
        painter.setOpacity(1)

    def _shadow_at(self, room: QRect, paper: QRect) -> QPixmap:
        ratio = screen_ratio()
        key = (room.size().toTuple(), paper.getRect(), self._kit.look.theme, ratio)
        if self._shadow is None or self._shadow[0] != key:
            pixmap = QPixmap(room.size() * ratio)
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.GlobalColor.transparent)
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            draw_shadow(painter, paper.toRectF(), 20, self._kit.look)
            painter.end()
            self._shadow = (key, pixmap)
        return self._shadow[1]

    def _move_on(self, amount: float) -> None:
        self._amount = amount
        self._sheet.update()


def next_focus(inside: QWidget, *, forward: bool) -> QWidget | None:
    """Return where Tab goes next without leaving a widget, or nothing if it holds nothing to go to."""
    start = QApplication.focusWidget()
    if start is None or not inside.isAncestorOf(start):
        start = inside
    widget = start
    while True:
        following = widget.nextInFocusChain() if forward else widget.previousInFocusChain()
        if following is None or following is start:
            return None
        widget = following
        if inside.isAncestorOf(widget) and _takes_tab(widget):
            return widget


def _takes_tab(widget: QWidget) -> bool:
    policy = widget.focusPolicy()
    return (
        bool(policy & Qt.FocusPolicy.TabFocus) and widget.isVisible() and widget.isEnabled() and not widget.focusProxy()
    )
