"""Toasts: one line about what just happened, bottom right, with the way back if something was lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, QRectF, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QWidget
from typing_extensions import override

from elisa.ui.look.announce import announce
from elisa.ui.look.buttons import Button, IconButton
from elisa.ui.look.helper import HELPERS, HelperFigure, HelperState
from elisa.ui.look.labels import Label
from elisa.ui.look.paint import Tile, draw_tile, painter_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QEnterEvent, QKeyEvent, QPaintEvent

    from elisa.ui.kit import Kit

_LINGER_MS = 6000
_MOST = 3
_HEIGHT, _CORNER, _FIGURE = 56, 14, 44
_RISE = 8
_MARGIN, _GAP = 16, 8


class Toasts(QObject):
    """The toasts of one window, newest at the bottom; ``above`` px at the foot stay free (for the drawers)."""

    def __init__(self, kit: Kit, parent: QWidget, *, above: int = 56, linger_ms: int = _LINGER_MS) -> None:
        super().__init__(parent)
        self._kit, self._parent, self._above, self._linger_ms = kit, parent, above, linger_ms
        self._shown: list[Toast] = []
        parent.installEventFilter(self)

    @property
    def shown(self) -> tuple[Toast, ...]:
        """What is to be seen now, oldest first."""
        return tuple(self._shown)

    def set_above(self, above: int) -> None:
        """Keep that many px free at the foot."""
        self._above = above
        self._place()

    def show(
        self, text: str, helper: str = "", action: Callable[[], object] | None = None, action_text: str = ""
    ) -> Toast:
        """Say something; ``action`` is the way back, on a button that says ``action_text``."""
        while len(self._shown) >= _MOST:
            self._shown[0].put_away()
        toast = Toast(self._kit, self._parent, text, helper, action_text, self._linger_ms)
        if action is not None:
            toast.acted.connect(action)
        toast.gone.connect(self._forget)
        self._shown.append(toast)
        self._place()
        toast.appear()
        announce(toast, text)
        return toast

    def clear(self) -> None:
        """Put all of them away."""
        for toast in tuple(self._shown):
            toast.put_away()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the window changes its size."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _forget(self, toast: QWidget) -> None:
        if toast in self._shown:
            self._shown.remove(toast)
        self._place()

    def _place(self) -> None:
        floor = self._parent.height() - self._above - _GAP
        for toast in reversed(self._shown):
            widest = self._parent.width() - 2 * _MARGIN
            toast.fit(widest)
            floor -= toast.height()
            mirrored = self._parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
            left = _MARGIN if mirrored else self._parent.width() - toast.width() - _MARGIN
            toast.settle_at(QPoint(left, floor))
            floor -= _GAP


class Toast(QFrame):
    """One toast; it goes after six seconds, but never while the pointer or the keyboard is on it."""

    acted = Signal()
    gone = Signal(QWidget)

    def __init__(self, kit: Kit, parent: QWidget, text: str, helper: str, action_text: str, linger_ms: int) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setObjectName("toast")
        self.setAccessibleName(text)
        self.text = Label(kit, text, "body", tone="surface")
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(linger_ms)
        self._clock.timeout.connect(self._time_is_up)
        self._motion = QPropertyAnimation(self, b"pos", self)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 10, 8)
        row.setSpacing(10)
        for name in HELPERS:
            if name == helper:
                row.setContentsMargins(8, 6, 10, 8)
                state: HelperState = "idle" if action_text else "done"
                row.addWidget(HelperFigure(kit, name, state, _FIGURE))
        row.addWidget(self.text, 1)
        self.action: Button | None = None
        if action_text:
            self.action = Button(kit, action_text, icon="arrow-u-up-left")
            self.action.clicked.connect(self._act)
            row.addWidget(self.action)
        self.close_button = IconButton(kit, "x", kit.say("look.close_toast"), tone="surface")
        self.close_button.clicked.connect(self.put_away)
        row.addWidget(self.close_button)

    def fit(self, widest: int) -> None:
        """Take the room that the words need, at most ``widest``."""
        self.ensurePolished()
        hint = self.sizeHint()
        words = self.text.fontMetrics().horizontalAdvance(self.text.text())
        others = hint.width() - self.text.sizeHint().width()
        width = min(widest, max(280, others + words + 8))
        layout = self.layout()
        needed = layout.heightForWidth(width) if layout is not None else 0
        self.resize(width, max(self._kit.look.px(_HEIGHT), needed))

    def settle_at(self, place: QPoint) -> None:
        """Go to a place; what is on its way there keeps going."""
        if self._motion.state() == QPropertyAnimation.State.Running:
            self._motion.setEndValue(place)
        else:
            self.move(place)

    def appear(self) -> None:
        """Come up from a little below."""
        duration = self._kit.look.ms("card_in")
        self.show()
        self.raise_()
        self._clock.start()
        if duration:
            self._motion.setDuration(duration)
            self._motion.setStartValue(self.pos() + QPoint(0, _RISE))
            self._motion.setEndValue(self.pos())
            self._motion.start()

    def put_away(self) -> None:
        """Go, now."""
        self._clock.stop()
        self._motion.stop()
        self.hide()
        self.gone.emit(self)
        self.deleteLater()

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._clock.stop()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._clock.start()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.put_away()
            return
        super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._kit.look
        painter = painter_on(self)
        ink, line = look.colour("ink"), look.colour("ink")
        if look.theme == "hc":
            line = look.colour("surface")
        draw_tile(painter, QRectF(self.rect()), Tile(ink, line, line), _CORNER, 2)
        painter.end()

    def _time_is_up(self) -> None:
        focus = QApplication.focusWidget()
        if focus is not None and (focus is self or self.isAncestorOf(focus)):
            self._clock.start()
            return
        self.put_away()

    def _act(self) -> None:
        self.acted.emit()
        self.put_away()
