"""The wooden drawers along the front edge of the bench: one opens at a time, above the row of their fronts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEasingCurve, QPointF, QPropertyAnimation, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QPainter, QPen, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QStackedWidget, QVBoxLayout
from typing_extensions import override

from elisa.ui.look.icons import icon_pixmap

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent
    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit

OPEN_HEIGHT = 262
_FRONT, _NARROW_FRONT = 48, 43


class Drawer(NamedTuple):
    """A drawer's name, its icon, and the key of its words."""

    name: str
    icon: str
    words: str


class DrawerFront(QPushButton):
    """The front of a drawer: wood, a handle, an icon, words, and perhaps a count."""

    def __init__(self, kit: Kit, drawer: Drawer, parent: QWidget | None = None) -> None:
        super().__init__(kit.say(drawer.words), parent)
        self._kit, self.drawer = kit, drawer
        self.count = ""
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_FRONT)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(kit.say(drawer.words))
        kit.look.changed.connect(self.update)

    def show_count(self, count: str) -> None:
        """Show a number or "3 of 5" behind the words."""
        if count != self.count:
            self.count = count
            self.setAccessibleDescription(count)
            self.update()

    @override
    def minimumSizeHint(self) -> QSize:
        """Room for icon and words."""
        return QSize(120, _FRONT)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the front; an open drawer has the colour of its inside."""
        look = self._kit.look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        opened = self.isChecked()
        fill = look.colour("surface" if opened else "wood")
        painter.fillRect(self.rect(), fill.lighter(104) if self.underMouse() and not opened else fill)
        painter.setPen(QPen(look.colour("wood_edge"), 2))
        if not opened:
            painter.drawLine(0, 1, self.width(), 1)
        painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
        handle = QRectF(self.width() / 2 - 13, self.height() - 7, 26, 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("wood_edge"))
        painter.drawRoundedRect(handle, 2, 2)
        self._draw_words(painter)
        painter.end()

    def _draw_words(self, painter: QPainter) -> None:
        look = self._kit.look
        ink = look.colour("ink" if self.isChecked() else "wood_text")
        painter.setFont(look.font("button"))
        metrics = painter.fontMetrics()
        words = metrics.horizontalAdvance(self.text())
        small = look.font("small")
        pill = 0
        if self.count:
            painter.setFont(small)
            pill = painter.fontMetrics().horizontalAdvance(self.count) + 18
            painter.setFont(look.font("button"))
        whole = 20 + 8 + words + (8 + pill if pill else 0)
        left = (self.width() - whole) / 2
        middle = (self.height() - 4) / 2
        painter.drawPixmap(QPointF(left, middle - 10), icon_pixmap(look, self.drawer.icon, 20, ink))
        painter.setPen(ink)
        box = QRectF(left + 28, 0, words + 4, self.height() - 4)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        if pill:
            plate = QRectF(left + 28 + words + 8, middle - 9, pill, 18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("sunken" if self.isChecked() else "surface"))
            painter.drawRoundedRect(plate, 9, 9)
            painter.setPen(look.colour("ink"))
            painter.setFont(small)
            painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, self.count)


class Drawers(QFrame):
    """The row of fronts and the open drawer above it.

    ``tests_asked``: the Tests front has no drawer of its own, it opens the page of that name.
    """

    tests_asked = Signal()

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setObjectName("drawers")
        self._inside = QStackedWidget(self)
        self._inside.setObjectName("drawer-inside")
        self._inside.setMaximumHeight(0)
        self._inside.setVisible(False)
        self._panels: dict[str, QWidget] = {}
        self.fronts: dict[str, DrawerFront] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._inside)
        self._row = QHBoxLayout()
        self._row.setSpacing(0)
        column.addLayout(self._row)
        self._motion = QPropertyAnimation(self._inside, b"maximumHeight", self)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.finished.connect(self._settle)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self._inside, self.close_drawer)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)

    def add(self, drawer: Drawer, panel: QWidget | None) -> DrawerFront:
        """Add a drawer at the right; without a panel its press only asks for its page."""
        front = DrawerFront(self._kit, drawer, self)
        front.setCheckable(panel is not None)
        self.fronts[drawer.name] = front
        self._row.addWidget(front)
        if panel is None:
            front.clicked.connect(self.tests_asked.emit)
        else:
            self._panels[drawer.name] = panel
            self._inside.addWidget(panel)
            front.clicked.connect(lambda _checked=False, name=drawer.name: self.toggle(name))
        return front

    def toggle(self, name: str) -> None:
        """Open a drawer, or close it if it is the open one."""
        if self.fronts[name].isChecked():
            self._open(name)
        else:
            self.close_drawer()

    def open_drawer(self, name: str) -> None:
        """Open a drawer."""
        self.fronts[name].setChecked(True)
        self._open(name)

    def close_drawer(self) -> None:
        """Push the open drawer in; the focus goes to its front."""
        for front in self.fronts.values():
            if front.isChecked():
                front.setChecked(False)
                front.setFocus()
        self._slide(0)

    def _open(self, name: str) -> None:
        for other, front in self.fronts.items():
            front.setChecked(other == name)
        self._inside.setCurrentWidget(self._panels[name])
        self._inside.setVisible(True)
        self._slide(OPEN_HEIGHT)

    def _slide(self, height: int) -> None:
        self._motion.stop()
        self._motion.setDuration(self._kit.look.ms("drawer"))
        self._motion.setStartValue(self._inside.maximumHeight())
        self._motion.setEndValue(height)
        self._inside.setMinimumHeight(0)
        self._motion.start()

    def _settle(self) -> None:
        height = self._inside.maximumHeight()
        self._inside.setMinimumHeight(height)
        self._inside.setVisible(height > 0)
