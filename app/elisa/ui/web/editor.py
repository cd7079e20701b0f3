"""The block editor as a widget: Blockly in a page of ours, and what the window may ask of it."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtWebChannel import QWebChannel
from PySide6.QtWebEngineCore import QWebEnginePage
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QStackedLayout, QWidget
from typing_extensions import override

from elisa.ui.look.empty import EmptyPlace
from elisa.ui.web.bridge import Bridge
from elisa.ui.web.forgetful import refuse_permission
from elisa.ui.web.profile import own_profile
from elisa.ui.web.scheme import HOST, NAME

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elisa.spec.editor_data import EditorData
    from elisa.ui.kit import Kit

_log = logging.getLogger(__name__)
Json = dict[str, Any]
ADDRESS = f"{NAME.decode()}://{HOST}/editor/index.html"
FLUSH_SECONDS = 5.0
"""A page that does not answer within this is taken for gone; the last known blocks count then."""
_READY_MS = 15_000
_DEATHS, _MINUTE = 3, 60.0
_WORDS = (
    "find", "found", "found_nothing", "choose", "missing", "unknown", "unknown_help", "note_title", "fill_in",
    "read_back", "proofs", "not_finished", "rests", "zoom", "zoom_in", "zoom_out", "zoom_fit",
)  # fmt: skip
_STATES = ("waiting", "working", "asks", "done", "made", "stuck", "no_proof", "left_out", "stopped")
_LOCALES = ("ar", "de", "en", "es", "fr", "he", "it", "ja", "pt")
_RIGHT_TO_LEFT = ("ar", "he")


class EditorPage(QWebEnginePage):
    """Our page: goes nowhere else, and what its console says reaches the log."""

    @override
    def acceptNavigationRequest(
        self, url: QUrl | str, kind: QWebEnginePage.NavigationType, is_main_frame: bool
    ) -> bool:
        return QUrl(url).scheme() == NAME.decode()

    @override
    def javaScriptConsoleMessage(
        self, level: QWebEnginePage.JavaScriptConsoleMessageLevel, message: str, line: int, source: str
    ) -> None:
        plain = level is QWebEnginePage.JavaScriptConsoleMessageLevel.InfoMessageLevel
        _log.log(logging.INFO if plain else logging.ERROR, "editor page: %s (%s:%d)", message, source, line)


class BlockEditor(QWidget):
    """Shows a workspace and tells of each change.

    Signals:
        ready: The page stands; ``load`` may be called before, it waits.
        changed: The whole workspace after a change, 150 ms after the last touch.
        history: Whether there is something to undo, and to redo.
        restored: The page's process had died; it stands again with all blocks.
    """

    ready = Signal()
    changed = Signal(dict)
    history = Signal(bool, bool)
    restored = Signal()

    def __init__(self, kit: Kit, data: EditorData, parent: QWidget | None = None, *, sounds: bool = True) -> None:
        super().__init__(parent)
        self._kit, self._data, self._sounds = kit, data, sounds
        self.workspace: Json = {}
        self._library: Json = {}
        self._states: dict[str, str] = {}
        self._resting = False
        self._load = 0
        self._restoring = False
        self._deaths: list[float] = []
        self._flushes: dict[int, asyncio.Future[Json]] = {}
        self._token = 0
        answers = {
            "hello": self._hello,
            "ready": self._ready,
            "changed": self._changed,
            "history": lambda values: self.history.emit(bool(values["undo"]), bool(values["redo"])),
        }
        self._bridge = Bridge(answers, self)
        self._profile = own_profile(self)
        self._make_page()
        self._late = QTimer(self, singleShot=True, interval=_READY_MS)
        self._late.timeout.connect(lambda: self._give_up("editor.late"))
        self._late.start()
        kit.look.changed.connect(self._send_theme)

    def load(self, workspace: Json, library: Json) -> None:
        """Show a workspace; the library fills the choices of its fields first."""
        self.workspace, self._library = workspace, library
        self._load += 1
        self._send_load()

    async def flush(self) -> Json:
        """Return the workspace as it is on the screen right now; a page that is gone leaves the last known one."""
        if not self._load or not self.page_stands:
            return self.workspace
        self._token += 1
        waiting: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._flushes[self._token] = waiting
        self._bridge.send("flush", token=self._token)
        try:
            return await asyncio.wait_for(waiting, FLUSH_SECONDS)
        except TimeoutError:
            _log.info("the editor page did not answer in %.0f s", FLUSH_SECONDS)
            return self.workspace
        finally:
            self._flushes.pop(self._token, None)

    def set_read_only(self, *, resting: bool) -> None:
        """Let the blocks rest while a build goes on."""
        self._resting = resting
        self._bridge.send("read_only", resting=resting)

    def set_states(self, states: Mapping[str, str]) -> None:
        """Show how far each block has come."""
        if dict(states) != self._states:
            self._states = dict(states)
            self._bridge.send("states", states=self._states)

    def set_problems(self, problems: Sequence[Json]) -> None:
        """Show what is not finished on the blocks."""
        self._bridge.send("problems", problems=list(problems))

    def set_read_back(self, lines: Sequence[Json]) -> None:
        """Show what the helpers will hear."""
        self._bridge.send("read_back", lines=list(lines))

    def show_block(self, block_id: str) -> None:
        """Bring a block into view."""
        self._bridge.send("show_block", id=block_id)

    def add_proof(self, block_id: str, when: str, then: str) -> None:
        """Put a proof into a wish."""
        self._bridge.send("add_proof", block_id=block_id, when=when, then=then)

    def undo(self) -> None:
        """Take the last change of blocks back."""
        self._bridge.send("undo")

    def redo(self) -> None:
        """Do it again."""
        self._bridge.send("redo")

    def close_page(self) -> None:
        """End the page before its profile, as Qt wants it."""
        self._late.stop()
        self.page_stands = False
        # What the page still says on its way out is for nobody: the panels are going, too.
        self.blockSignals(True)
        self._view.setPage(None)  # type: ignore[arg-type]  # Qt takes none, its stub does not say so
        self.page.deleteLater()

    def _make_page(self) -> None:
        self.page_stands = False
        self.page = EditorPage(self._profile, self)
        channel = QWebChannel(self.page)
        channel.registerObject("bridge", self._bridge)
        self.page.setWebChannel(channel)
        self.page.permissionRequested.connect(refuse_permission)
        self.page.renderProcessTerminated.connect(self._died)
        self._view = QWebEngineView(self)
        self._view.setPage(self.page)
        self._view.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self._view.setAccessibleName(self._kit.say("editor.page"))
        self.setFocusProxy(self._view)
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self._view)
        self.page.setBackgroundColor(self._kit.look.colour("bench"))
        self.page.load(QUrl(ADDRESS))

    def _hello(self, _values: Json) -> None:
        language = self._data.language
        self._bridge.shut()
        self._bridge.open()
        words = {name: self._kit.say(f"editor.{name}", name="{name}", count="{count}") for name in _WORDS}
        words |= {f"state_{state}": self._kit.say(f"look.status_{state}") for state in _STATES}
        self._bridge.send(
            "start",
            **{**self._data.model_dump(), "language": language if language in _LOCALES else "en"},
            words=words,
            rtl=language in _RIGHT_TO_LEFT,
            sounds=self._sounds,
            **self._theme(),
        )

    def _ready(self, _values: Json) -> None:
        self._late.stop()
        self.page_stands = True
        self._stack.setCurrentWidget(self._view)
        if self._load:
            self._send_load()
        self._bridge.send("states", states=self._states)
        self._bridge.send("read_only", resting=self._resting)
        self.ready.emit()
        if self._restoring:
            self._restoring = False
            self.restored.emit()

    def _send_load(self) -> None:
        self._bridge.send("load", workspace=self.workspace, library=self._library, load=self._load)

    def _changed(self, values: Json) -> None:
        if values["load"] != self._load:
            return  # said of the canvas before this one
        self.workspace = values["workspace"]
        token = values.get("token")
        self.changed.emit(self.workspace)
        waiting = self._flushes.get(token) if token else None
        if waiting is not None and not waiting.done():
            waiting.set_result(self.workspace)

    def _theme(self) -> Json:
        look = self._kit.look
        return {"theme": look.theme, "family": look.family, "size": look.text_size, "still": look.reduced_motion}

    def _send_theme(self) -> None:
        self.page.setBackgroundColor(self._kit.look.colour("bench"))
        if self.page_stands:
            self._bridge.send("theme", **self._theme())

    def _died(self, _status: QWebEnginePage.RenderProcessTerminationStatus, _code: int) -> None:
        now = time.monotonic()
        self._deaths = [*(death for death in self._deaths if now - death < _MINUTE), now]
        self.page_stands = False
        self._bridge.shut()
        self._restoring = True
        if len(self._deaths) > _DEATHS:
            self._give_up("editor.stopped")
        else:
            QTimer.singleShot(0, self, self._start_again)

    def _start_again(self) -> None:
        self._late.start()
        self.page.load(QUrl(ADDRESS))

    def _give_up(self, key: str) -> None:
        say = self._kit.say
        empty = EmptyPlace(self._kit, "hex", say("editor.page"), say(key), say("editor.again"))
        empty.pressed.connect(self._start_again)
        self._stack.addWidget(empty)
        self._stack.setCurrentWidget(empty)
