"""The window: a plum wall on top, the bench with its pages, drawers along the front edge. Layout and navigation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QPropertyAnimation, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from elisa.ui.drawers import Drawer, Drawers
from elisa.ui.look.clearing import NO_LIMIT
from elisa.ui.look.toast import Toasts
from elisa.ui.panels.energy import EnergyPanel
from elisa.ui.panels.timeline import TimelinePanel
from elisa.ui.wall import NARROW, TABS, PageName, Wall

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent

    from elisa.ui.kit import Kit
    from elisa.ui.panels.parts import Parts

SMALLEST = QSize(880, 480)
_SIDE, _NARROW_SIDE = 610, 440
_DONE = 428


class StudioWindow(QMainWindow):
    """What the child sees. It decides where things stand; what they do is decided by who listens to its signals.

    Signals:
        closing: The child wants to close; nothing is closed before ``let_go``.
        files_dropped: Paths that were dragged in.
        page_shown: Name of the page that is open now.
    """

    closing = Signal()
    files_dropped = Signal(list)
    page_shown = Signal(str)
    go_asked = Signal()

    def __init__(self, kit: Kit) -> None:
        super().__init__()
        self._kit = kit
        self._may_close = False
        self.setWindowTitle("Elisa")
        self.setMinimumSize(SMALLEST)
        self.setAcceptDrops(True)
        self.page: PageName = "blocks"

    def furnish(self, kit: Kit, parts: Parts) -> None:
        """Build the content, or build it anew in another language or size."""
        self._kit, self.parts = kit, parts
        bench = QWidget()
        bench.setObjectName("bench")
        column = QVBoxLayout(bench)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.wall = Wall(kit)
        self.drawers = Drawers(kit)
        self.timeline = TimelinePanel(kit)
        self.energy = EnergyPanel(kit)
        self.drawers.add(Drawer("timeline", "clock-counter-clockwise", "window.drawer_timeline"), self.timeline)
        self.drawers.add(Drawer("tests", "seal-check", "window.drawer_tests"), None)
        self.drawers.add(Drawer("energy", "battery-high", "window.drawer_energy"), self.energy)
        self._places = QStackedWidget()
        self._places.addWidget(parts.welcome)
        self._places.addWidget(self._studio())
        for widget, stretch in ((self.wall, 0), (self._places, 1), (self.drawers, 0)):
            column.addWidget(widget, stretch)
        old = self.takeCentralWidget()
        self.setCentralWidget(bench)
        if old is not None:
            old.deleteLater()
        self.toasts = Toasts(kit, bench)
        self._connect()
        self.show_welcome()

    def show_welcome(self) -> None:
        """Show the first page: what shall we make today?"""
        self._places.setCurrentIndex(0)
        self.wall.show_welcome(welcome=True)
        self.wall.name.show_words("Elisa", self._kit.say("window.your_workshop"))
        self.drawers.setVisible(False)

    @property
    def is_welcome(self) -> bool:
        """Whether the first page is shown."""
        return self._places.currentIndex() == 0

    def show_studio(self, page: PageName = "blocks") -> None:
        """Show the nugget that is open."""
        self._places.setCurrentIndex(1)
        self.wall.show_welcome(welcome=False)
        self.drawers.setVisible(True)
        self.show_page(page)

    def show_page(self, page: PageName) -> None:
        """Open a page; Mission Control leaves the side of the blocks when it has a page of its own."""
        self.page = page
        self.wall.show_page(page)
        self._pages.setCurrentIndex([tab.name for tab in TABS].index(page))
        self.page_shown.emit(page)

    def show_mission_beside(self, *, beside: bool) -> None:
        """Slide Mission Control in beside the blocks, or out."""
        width = (_NARROW_SIDE if self.width() < NARROW else _SIDE) if beside else 0
        if beside:
            self.parts.mission_side.setVisible(True)
        self._slide.stop()
        self._slide.setDuration(self._kit.look.ms("panel_slide"))
        self._slide.setStartValue(self._side.maximumWidth())
        self._slide.setEndValue(width)
        self._slide.start()

    def show_done_beside(self, *, beside: bool) -> None:
        """Show what came out beside what plays."""
        self.parts.done.setVisible(beside)
        self._fit_done()

    def let_go(self) -> None:
        """Close for good."""
        self._may_close = True
        self.close()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first; whoever listens saves, stops, and lets go."""
        if self._may_close:
            event.accept()
        else:
            event.ignore()
            self.closing.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the side as wide as this window allows."""
        super().resizeEvent(event)
        if hasattr(self, "_side") and self._side.maximumWidth() > 0:
            self._side.setFixedWidth(_NARROW_SIDE if self.width() < NARROW else _SIDE)
        if hasattr(self, "parts"):
            self._fit_done()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files that may be nuggets."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        """Hand on what was dropped."""
        self.files_dropped.emit([url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()])
        event.acceptProposedAction()

    def _studio(self) -> QWidget:
        self._pages = QStackedWidget()
        self._pages.addWidget(self._blocks_page())
        self._pages.addWidget(_padded(self.parts.mission_page))
        self._pages.addWidget(self._play_page())
        self._pages.addWidget(_padded(self.parts.tests))
        return self._pages

    def _blocks_page(self) -> QWidget:
        page = QWidget()
        row = QHBoxLayout(page)
        row.setContentsMargins(0, 8, 8, 8)
        row.setSpacing(8)
        row.addWidget(self.parts.editor, 1)
        self._side = QWidget()
        inside = QHBoxLayout(self._side)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.parts.mission_side)
        self._side.setMaximumWidth(0)
        row.addWidget(self._side)
        self._slide = QPropertyAnimation(self._side, b"maximumWidth", self)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._slide.finished.connect(self._settle_side)
        return page

    def _settle_side(self) -> None:
        width = self._side.maximumWidth()
        self._side.setMinimumWidth(width)
        self.parts.mission_side.setVisible(width > 0)

    def _play_page(self) -> QWidget:
        page = QWidget()
        self._play_row = QHBoxLayout(page)
        self._play_row.setContentsMargins(16, 12, 16, 12)
        self._play_row.setSpacing(16)
        self._play_row.addWidget(self.parts.play, 1)
        self._play_row.addWidget(self.parts.done)
        self.parts.done.setVisible(False)
        return page

    def _fit_done(self) -> None:
        """In a narrow window the done card covers the stage; its buttons lead on."""
        done = self.parts.done
        if self.width() < NARROW:
            self.parts.play.setVisible(done.isHidden())
            done.setMaximumWidth(NO_LIMIT)
            done.setMinimumWidth(0)
        else:
            self.parts.play.setVisible(True)
            done.setFixedWidth(_DONE)

    def _connect(self) -> None:
        self.wall.page_asked.connect(self.show_page)
        self.drawers.tests_asked.connect(lambda: self.show_page("tests"))
        self.timeline.go_asked.connect(self.go_asked)
        self.wall.go_pressed.connect(self.go_asked)
        keys = {
            "Ctrl+Return": self.go_asked.emit,
            **{f"Ctrl+{number}": _opener(self, tab.name) for number, tab in enumerate(TABS, 1)},
        }
        for key, call in keys.items():
            QShortcut(QKeySequence(key), self, call)
        full = QShortcut(QKeySequence(QKeySequence.StandardKey.FullScreen), self)
        full.activated.connect(self.toggle_full_screen)

    def toggle_full_screen(self) -> None:
        """Fill the screen, or leave it."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)


def _opener(window: StudioWindow, page: PageName) -> Callable[[], None]:
    def show() -> None:
        if not window.is_welcome:
            window.show_page(page)

    return show


def _padded(inside: QWidget) -> QWidget:
    page = QWidget()
    row = QHBoxLayout(page)
    row.setContentsMargins(8, 8, 8, 8)
    row.addWidget(inside)
    return page
