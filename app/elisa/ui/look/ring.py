"""The focus ring: one ring for the whole program, drawn around whatever has the keyboard.

Qt paints a widget only inside its own edges, so the ring is a widget of its own that lies over the window and follows.
A widget may name its corner (px) in the property ``corner``; one that draws a ring itself sets ``ring`` to ``"own"``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget
from shiboken6 import isValid
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QApplication

    from elisa.ui.look.look import Look

_WIDTH, _GAP = 3, 2
_OUT = _WIDTH + _GAP
_CORNER = 12
_ROOM = 12
"""How much of its surroundings a widget shows when it is scrolled into view (px)."""
_MOVED = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.ParentChange})


class FocusRing(QObject):
    """Follows the keyboard's focus through the application; a press with the mouse shows no ring, except in a field."""

    def __init__(self, app: QApplication, look: Look) -> None:
        super().__init__(look)
        self._look = look
        self._target: QWidget | None = None
        self._watched: list[QWidget] = []
        self._frame: _Frame | None = None
        app.focusChanged.connect(self._focus_moved)
        look.changed.connect(self._place)

    def _focus_moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        for widget in self._watched:
            if isValid(widget):
                widget.removeEventFilter(self)
        self._watched.clear()
        self._target = now if now is not None and _wants_ring(now) else None
        if self._target is not None:
            self._watched = _with_parents(self._target)
            for widget in self._watched:
                widget.installEventFilter(self)
            self._bring_into_view(self._target)
        self._place()

    def _bring_into_view(self, target: QWidget) -> None:
        # QScrollArea does this only when Tab moves inside of it, not when it comes from outside.
        for above in self._watched[1:]:
            if isinstance(above, QScrollArea):
                above.ensureWidgetVisible(target, _ROOM, _ROOM)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move along when the widget or one that holds it moves."""
        if event.type() in _MOVED:
            self._place()
        return False

    def _place(self) -> None:
        target = self._target
        if target is None or not isValid(target) or not target.isVisible():
            self._hide()
            return
        shown = _shown_part(target)
        if shown.isEmpty():
            self._hide()
            return
        frame = self._frame_in(target.window())
        corner = target.property("corner")
        frame.corner = float(corner) if isinstance(corner, (int, float)) else _CORNER
        origin = target.mapTo(target.window(), QPoint(0, 0))
        frame.setGeometry(shown.translated(origin).adjusted(-_OUT, -_OUT, _OUT, _OUT))
        frame.raise_()
        frame.show()
        frame.update()

    def _frame_in(self, window: QWidget) -> _Frame:
        if self._frame is not None and isValid(self._frame):
            if self._frame.parentWidget() is window:
                return self._frame
            self._frame.deleteLater()
        self._frame = _Frame(self._look, window)
        return self._frame

    def _hide(self) -> None:
        if self._frame is not None and isValid(self._frame):
            self._frame.hide()


class _Frame(QWidget):
    """The ring itself; the mouse goes through it."""

    def __init__(self, look: Look, window: QWidget) -> None:
        super().__init__(window)
        self._look = look
        self.corner: float = _CORNER
        self.setObjectName("focus-ring")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = QRectF(self.rect()).adjusted(_OUT, _OUT, -_OUT, -_OUT)
        corner = min(self.corner, inner.height() / 2, inner.width() / 2)
        for out, width, token in ((_GAP / 2, _GAP, "focus_gap"), (_GAP + _WIDTH / 2, _WIDTH, "focus")):
            painter.setPen(QPen(self._look.colour(token), width))
            painter.drawRoundedRect(inner.adjusted(-out, -out, out, out), corner + out, corner + out)
        painter.end()


def _wants_ring(widget: QWidget) -> bool:
    if widget.property("ring") == "own" or widget.inherits("QQuickWidget"):
        return False
    kind = widget.window().windowType()
    if kind in {Qt.WindowType.Popup, Qt.WindowType.ToolTip}:
        return False
    by_mouse = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
    return not by_mouse or widget.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled)


def _with_parents(widget: QWidget) -> list[QWidget]:
    chain = [widget]
    while not chain[-1].isWindow():
        above = chain[-1].parentWidget()
        if above is None:
            break
        chain.append(above)
    return chain


def _shown_part(widget: QWidget) -> QRect:
    """Return what of a widget shows inside the areas that scroll it, in its own coordinates."""
    part = widget.rect()
    above = widget.parentWidget()
    while above is not None and not above.isWindow():
        holder = above.parentWidget()
        if isinstance(holder, QAbstractScrollArea) and holder.viewport() is above:
            part = part.intersected(QRect(widget.mapFrom(above, QPoint(0, 0)), above.size()))
        above = holder
    return part
