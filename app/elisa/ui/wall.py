"""The wall on top: the nugget's name, the pages as tabs, a few tools, and GO."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QRadialGradient
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
)
from typing_extensions import override

from elisa.ui.go_button import GoButton
from elisa.ui.look.buttons import IconButton
from elisa.ui.look.icons import icon_pixmap

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit

PageName = Literal["blocks", "mission", "play", "tests"]
NARROW = 1000
"""Below this width (px) words of the wall are shortened and tools go behind one button."""
_HEIGHT, _NARROW_HEIGHT = 60, 52
_HOLES = 12
_ICON = 20


class PageTab(NamedTuple):
    """A page's tab: its name, its icon, and the keys of its long and its short words."""

    name: PageName
    icon: str
    words: str
    short: str


TABS = (
    PageTab("blocks", "puzzle-piece", "window.tab_blocks", "window.tab_blocks"),
    PageTab("mission", "binoculars", "window.tab_mission", "window.tab_mission_short"),
    PageTab("play", "game-controller", "window.tab_play", "window.tab_play"),
    PageTab("tests", "seal-check", "window.tab_tests", "window.tab_tests"),
)


class TabButton(QPushButton):
    """A page's tab; the open one has the bench's colour and stands higher, so that it flows into the page."""

    def __init__(self, kit: Kit, tab: PageTab, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit, self.tab = kit, tab
        self._waits = 0
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.use_words(short=False)
        kit.look.changed.connect(self.update)

    def use_words(self, *, short: bool) -> None:
        """Take the long or the short words."""
        self.setText(self._kit.say(self.tab.short if short else self.tab.words))
        self.setAccessibleName(self._kit.say(self.tab.words))
        self._padding = 12 if short else 15
        self.updateGeometry()

    def show_waiting(self, count: int) -> None:
        """Show in sun how many things here wait for the child."""
        if count != self._waits:
            self._waits = count
            self.updateGeometry()
            self.update()

    @override
    def sizeHint(self) -> QSize:
        """As wide as its words."""
        self.setFont(self._kit.look.font("button"))
        width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(2 * self._padding + _ICON + 8 + width + (30 if self._waits else 0), 50)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the enamel plate, icon, words and the count."""
        look = self._kit.look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        opened = self.isChecked()
        top = 0 if opened else 6
        plate = QRectF(0, top, self.width(), self.height() - top + 14)
        strong = look.theme == "hc"
        fill = look.colour("wall_raise")
        if opened:
            # In strong contrast wall and bench are one black: the open tab is ink on it.
            fill = look.colour("ink" if strong else "bench")
        if self.underMouse() and not opened:
            fill = fill.lighter(115)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawRoundedRect(plate, 12, 12)
        text = look.colour("surface" if strong else "ink") if opened else look.colour("wall_text")
        middle = top + (self.height() - top) / 2
        painter.drawPixmap(QPointF(self._padding, middle - _ICON / 2), icon_pixmap(look, self.tab.icon, _ICON, text))
        painter.setPen(text)
        painter.setFont(look.font("button"))
        left = self._padding + _ICON + 8
        words = QRectF(left, top, self.width(), self.height() - top)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        if self._waits:
            self._draw_count(painter, middle)
        painter.end()

    def _draw_count(self, painter: QPainter, middle: float) -> None:
        look = self._kit.look
        circle = QRectF(self.width() - self._padding - 20, middle - 10, 20, 20)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("sun"))
        painter.drawEllipse(circle)
        painter.setPen(look.colour("sun_text"))
        font = look.font("small")
        painter.setFont(font)
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, str(self._waits))


class NameButton(QToolButton):
    """Icon, name and state of the nugget; a press opens its menu."""

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setFixedHeight(52)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setIcon(QIcon(icon_path()))
        self.setObjectName("nugget-name")
        self.title, self.state = "Elisa", kit.say("window.your_workshop")
        self.compact = False
        self.setAccessibleName(kit.say("window.menu"))
        kit.look.changed.connect(self.update)

    def show_words(self, title: str, state: str) -> None:
        """Say what is open and how it stands."""
        if (title, state) != (self.title, self.state):
            self.title, self.state = title, state
            self.setAccessibleDescription(f"{title}. {state}")
            self.setToolTip(title)
            self.update()

    @override
    def sizeHint(self) -> QSize:
        """Up to where the tabs begin."""
        return QSize(52 if self.compact else 248, 52)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw icon, title and state."""
        look = self._kit.look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() and self.menu() is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour("wall_raise"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 2, -2, -2), 12, 12)
        self.icon().paint(painter, 6, 6, 40, 40)
        if not self.compact:
            self._draw_words(painter)
        painter.end()

    def _draw_words(self, painter: QPainter) -> None:
        look = self._kit.look
        room = self.width() - 60
        font = look.font("heading")
        font.setPixelSize(16)
        painter.setFont(font)
        painter.setPen(look.colour("wall_text"))
        title = painter.fontMetrics().elidedText(self.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(54, 4, room, 24), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)
        font = look.font("small")
        font.setPixelSize(13)
        painter.setFont(font)
        painter.setPen(look.colour("wall_text2"))
        state = painter.fontMetrics().elidedText(self.state, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(54, 27, room, 20), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, state)


class Wall(QFrame):
    """The top bar.

    Signals: ``page_asked`` (a tab), ``go_pressed``, ``undo_asked``, ``redo_asked``, ``settings_asked``, ``help_asked``.
    """

    page_asked = Signal(str)
    go_pressed = Signal()
    undo_asked = Signal()
    redo_asked = Signal()
    settings_asked = Signal()
    help_asked = Signal()

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setObjectName("wall")
        self.name = NameButton(kit, self)
        self.tabs = {tab.name: TabButton(kit, tab, self) for tab in TABS}
        self.undo = IconButton(kit, "arrow-u-up-left", kit.say("window.undo"), tone="wall_text", parent=self)
        self.redo = IconButton(kit, "arrow-u-up-right", kit.say("window.redo"), tone="wall_text", parent=self)
        self.settings = IconButton(kit, "gear-six", kit.say("window.settings"), tone="wall_text", parent=self)
        self.help = IconButton(kit, "question", kit.say("window.help"), tone="wall_text", parent=self)
        self.more = IconButton(kit, "dots-three", kit.say("window.more"), tone="wall_text", parent=self)
        self.go = GoButton(kit, self)
        self._lay_out()
        self._connect()
        self.show_history(undo=False, redo=False)
        self.show_welcome(welcome=True)

    def show_welcome(self, *, welcome: bool) -> None:
        """On the welcome page there is nothing to build, so GO and the tabs are not there."""
        self._welcome = welcome
        for widget in (*self.tabs.values(), self.go):
            widget.setVisible(not welcome)
        self._fit(self.width())

    def show_page(self, name: PageName) -> None:
        """Mark the open page."""
        self.tabs[name].setChecked(True)

    def show_history(self, *, undo: bool, redo: bool) -> None:
        """Say whether there is a block change to take back, or one to do again."""
        self.undo.setEnabled(undo)
        self.redo.setEnabled(redo)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten what does not fit."""
        super().resizeEvent(event)
        self._fit(event.size().width())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the pegboard: plum, its holes, and the lamp's light over GO."""
        look = self._kit.look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), look.colour("wall"))
        painter.setPen(Qt.PenStyle.NoPen)
        if look.theme != "hc":
            painter.setBrush(look.colour("wall_hole"))
            holes = QPainterPath()
            for row, y in enumerate(range(6, self.height(), _HOLES)):
                for x in range(6 + (row % 2) * _HOLES // 2, self.width(), _HOLES):
                    holes.addEllipse(QPointF(x, y), 1.3, 1.3)
            painter.drawPath(holes)
            self._draw_lamp(painter)
        painter.end()

    def _draw_lamp(self, painter: QPainter) -> None:
        light = QColor(self._kit.look.colour("sun"))
        centre = QPointF(self.width() - 84, -30)
        glow = QRadialGradient(centre, 200)
        light.setAlpha(95 if self._kit.look.theme == "light" else 55)
        glow.setColorAt(0, light)
        light.setAlpha(0)
        glow.setColorAt(1, light)
        painter.setBrush(glow)
        painter.drawRect(self.rect())

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 12, 0)
        row.setSpacing(4)
        row.addWidget(self.name, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addSpacing(8)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        for tab in self.tabs.values():
            self._group.addButton(tab)
            row.addWidget(tab, 0, Qt.AlignmentFlag.AlignBottom)
        row.addStretch(1)
        for tool in (self.undo, self.redo, self.settings, self.help, self.more):
            row.addWidget(tool, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addSpacing(10)
        row.addWidget(self.go, 0, Qt.AlignmentFlag.AlignVCenter)

    def _connect(self) -> None:
        for name, tab in self.tabs.items():
            tab.clicked.connect(lambda _checked=False, page=name: self.page_asked.emit(page))
        self.go.clicked.connect(self.go_pressed)
        self.more.clicked.connect(self._show_more)
        for tool, signal in (
            (self.undo, self.undo_asked),
            (self.redo, self.redo_asked),
            (self.settings, self.settings_asked),
            (self.help, self.help_asked),
        ):
            tool.clicked.connect(signal.emit)

    def _show_more(self) -> None:
        """Offer the tools that have no room."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for tool, signal in (
            (self.undo, self.undo_asked),
            (self.redo, self.redo_asked),
            (self.settings, self.settings_asked),
            (self.help, self.help_asked),
        ):
            action = menu.addAction(tool.accessibleName())
            action.setEnabled(tool.isEnabled())
            action.triggered.connect(signal.emit)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _fit(self, width: int) -> None:
        narrow = width < NARROW
        self.setFixedHeight(_NARROW_HEIGHT if narrow else _HEIGHT)
        self.name.compact = narrow and not self._welcome
        self.name.setFixedWidth(self.name.sizeHint().width())
        for tab in self.tabs.values():
            tab.use_words(short=narrow)
            tab.setFixedHeight(46 if narrow else 50)
        self.undo.setVisible(not self._welcome)
        self.redo.setVisible(not narrow and not self._welcome)
        self.settings.setVisible(not narrow or self._welcome)
        self.help.setVisible(not narrow or self._welcome)
        self.more.setVisible(narrow and not self._welcome)


def icon_path() -> str:
    """Return the path of the program's icon."""
    from elisa.core import resources

    return str(resources.root() / "blockly_assets" / "look" / "app-icon.svg")
