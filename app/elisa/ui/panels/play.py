"""Play: the built page inside the window, with its few tools; a page that is stuck can always be stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication, QPainter
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from elisa.ui.look.buttons import Button, IconButton
from elisa.ui.look.clearing import NO_LIMIT, put_away
from elisa.ui.look.empty import EmptyPlace
from elisa.ui.look.labels import Label
from elisa.ui.look.note import Note
from elisa.ui.web.play_page import PlayPage

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance
    from PySide6.QtGui import QPaintEvent

    from elisa.ui.kit import Kit
    from elisa.ui.look.helper import HelperName

_PHONE = QSize(390, 700)
_LINES = 200


class PlayPanel(QFrame):
    """Plays what is served.

    Signals:
        go_asked: Nothing is there yet, and the child wants that.
        start_asked: A stopped page shall run again.
    """

    go_asked = Signal()
    start_asked = Signal()
    copy_asked = Signal()

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self._address = QUrl()
        self.setObjectName("stage")
        self._command = ""
        self.copy_asked.connect(lambda: QGuiApplication.clipboard().setText(self._command))
        self.page: PlayPage | None = None
        self._title = Label(kit, "", "heading", wrap=False, tone="wall_text")
        self._view = QWebEngineView()
        self._view.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self._console = QPlainTextEdit()
        self._console.setReadOnly(True)
        self._console.setMaximumBlockCount(_LINES)
        self._console.setFont(kit.look.font("code"))
        self._console.setMaximumHeight(130)
        self._console.setVisible(False)
        self._console.setAccessibleName(kit.say("play.console"))
        self._strip: Note | None = None
        self._stage = QStackedWidget()
        self._empty: QWidget | None = None
        self._whole = self._build_stage()
        self._stage.addWidget(self._whole)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 12)
        column.addWidget(self._stage)
        self.show_nothing()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the dark stage."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._kit.look.colour("code_bg"))
        painter.drawRoundedRect(self.rect(), 16, 16)
        painter.end()

    def show_nothing(self) -> None:
        """Say that nothing was built yet."""
        say = self._kit.say
        self._say_instead(
            "hex", say("play.empty_title"), say("play.empty_text"), say("play.empty_button"), self.go_asked
        )
        self._address = QUrl()

    def show_program(self, command: str) -> None:
        """Say how a Python program is started."""
        say = self._kit.say
        self._command = command
        text = say("play.program_text", command=command)
        self._say_instead("hex", say("play.program_title"), text, say("play.copy"), self.copy_asked)
        self._address = QUrl()

    def show_page(self, address: str, title: str) -> None:
        """Play a served page."""
        self._title.setText(title)
        self._address = QUrl(address)
        self.put_page_away()
        self.page = PlayPage(self._address, self)
        self.page.stuck.connect(self._stuck)
        self.page.said.connect(self._said)
        self.page.boxes.connect(lambda: self._warn("play.boxes_title"))
        self.page.crashed.connect(self._crashed)
        self.page.led_outside.connect(lambda: self._said("box", self._kit.say("play.outside"), 0))
        self._view.setPage(self.page)
        self._stage.setCurrentWidget(self._whole)
        self.page.play()
        self._view.setFocus()

    def reload(self) -> None:
        """Start it again."""
        if not self._address.isEmpty():
            self.show_page(self._address.toString(), self._title.text())

    def stop(self) -> None:
        """Stop the page, whatever it does."""
        self.put_page_away()
        say = self._kit.say
        self._say_instead(
            "spool", say("play.stopped_title"), say("play.stopped_text"), say("play.start"), self.start_asked
        )

    def _build_stage(self) -> QWidget:
        kit, say = self._kit, self._kit.say
        whole = QWidget()
        tools = QHBoxLayout()
        tools.addWidget(self._title, 1)
        reload = IconButton(kit, "arrow-clockwise", say("play.reload"), tone="wall_text")
        reload.clicked.connect(self.reload)
        self._sound = IconButton(kit, "speaker-high", say("play.sound_off"), tone="wall_text")
        self._sound.clicked.connect(self._toggle_sound)
        self._phone = IconButton(kit, "device-mobile", say("play.phone"), tone="wall_text")
        self._phone.clicked.connect(self._toggle_phone)
        console = IconButton(kit, "terminal-window", say("play.console"), tone="wall_text")
        console.clicked.connect(lambda: self._console.setVisible(self._console.isHidden()))
        for tool in (reload, self._sound, self._phone, console):
            tools.addWidget(tool)
        frame = QHBoxLayout()
        frame.addStretch(1)
        frame.addWidget(self._view, 1000)
        frame.addStretch(1)
        self._column = QVBoxLayout(whole)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(tools)
        self._column.addLayout(frame, 1)
        self._column.addWidget(self._console)
        self._column.addWidget(Label(kit, say("play.click_first"), "small", wrap=False, tone="wall_text2"))
        return whole

    def _toggle_sound(self) -> None:
        if self.page is None:
            return
        muted = not self.page.isAudioMuted()
        self.page.setAudioMuted(muted)
        self._sound.set_icon("speaker-slash" if muted else "speaker-high")
        self._sound.rename(self._kit.say("play.sound_on" if muted else "play.sound_off"))

    def _toggle_phone(self) -> None:
        phone = self._view.maximumWidth() == NO_LIMIT
        self._view.setMaximumSize(_PHONE if phone else QSize(NO_LIMIT, NO_LIMIT))
        self._phone.rename(self._kit.say("play.wide" if phone else "play.phone"))
        self._phone.set_icon("desktop" if phone else "device-mobile")

    def _said(self, level: str, text: str, line: int) -> None:
        place = f"{line}: " if line else ""
        self._console.appendPlainText(f"{place}{text}" if level in ("info", "box") else f"{level}  {place}{text}")

    def _stuck(self, stuck: bool) -> None:
        if stuck:
            self._warn("play.stuck_title")
        else:
            self._unwarn()

    def _warn(self, title: str) -> None:
        self._unwarn()
        kit, say = self._kit, self._kit.say
        stop = Button(kit, say("play.stop"), kind="answer", icon="stop")
        stop.clicked.connect(self.stop)
        wait = Button(kit, say("play.wait"))
        wait.clicked.connect(self._unwarn)
        self._strip = Note(kit, "loupe", say(title), say("play.stuck_text"), [stop, wait])
        self._column.insertWidget(1, self._strip)
        stop.setFocus()

    def _unwarn(self) -> None:
        if self._strip is not None:
            self._column.removeWidget(self._strip)
            put_away(self._strip)
            self._strip = None

    def _crashed(self) -> None:
        if self.page is not None and self.page.is_stuck:
            return
        say = self._kit.say
        self.put_page_away()
        self._say_instead(
            "hex", say("play.crashed_title"), say("play.crashed_text"), say("play.start"), self.start_asked
        )

    def put_page_away(self) -> None:
        """End the page, and with it whatever runs in it."""
        self._unwarn()
        page, self.page = self.page, None
        if page is not None:
            page.end()
            self._view.setPage(None)  # type: ignore[arg-type]  # Qt takes none, its stub does not say so
            page.deleteLater()

    def _say_instead(self, helper: HelperName, title: str, text: str, button: str, signal: SignalInstance) -> None:
        if self._empty is not None:
            self._stage.removeWidget(self._empty)
            self._empty.deleteLater()
        empty = EmptyPlace(self._kit, helper, title, text, button, icon="play")
        for label in (empty.title, empty.text):
            label.set_tone("wall_text")
        empty.pressed.connect(signal)
        self._empty = empty
        self._stage.addWidget(empty)
        self._stage.setCurrentWidget(empty)
