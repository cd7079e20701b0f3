"""The helpers: eight drawn characters that show what they are up to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from PySide6.QtCore import QEasingCurve, QElapsedTimer, QPointF, QSize, QTimer, QVariantAnimation
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from elisa.core import resources
from elisa.ui.look.svg import svg_pixmap

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QPaintEvent, QPixmap, QShowEvent

    from elisa.ui.kit import Kit
    from elisa.ui.look.look import Look

HelperName = Literal["nib", "hex", "loupe", "stamp", "lumi", "blot", "spool", "pip"]
HelperState = Literal["idle", "thinking", "working", "stuck", "done"]
HELPERS: tuple[HelperName, ...] = get_args(HelperName)
HELPER_STATES: tuple[HelperState, ...] = get_args(HelperState)

_BEAT_MS = 600
_QUIET_MS = 10_000
"""After so long without news a working helper holds still (look/README.md, "Motion")."""
_JUMP = 0.09
_LEAN = 5
"""How far a working helper leans for the second of its two pictures (degrees): what it holds goes down and up."""


def helper_pixmap(look: Look, name: str, state: str, size: int) -> QPixmap:
    """Return a helper as a picture of ``size`` px."""
    file = resources.root() / "blockly_assets" / "look" / "helpers" / f"{name}-{state}.svg"
    return svg_pixmap(look, file, size, size)


class HelperFigure(QWidget):
    """A helper; two pictures alternate while it works, and it jumps once when it is done."""

    def __init__(
        self, kit: Kit, name: HelperName, state: HelperState = "idle", size: int = 64, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._kit, self._size = kit, size
        self._name: HelperName = name
        self._state: HelperState = state
        self._lowered = False
        self._jump = 0.0
        self._beat = QTimer(self)
        self._beat.setInterval(_BEAT_MS)
        self._beat.timeout.connect(self._next_picture)
        self._since_news = QElapsedTimer()
        self._since_news.start()
        self._motion: QVariantAnimation | None = None
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(kit.say(f"look.helper_{name}"))
        kit.look.changed.connect(self._look_changed)

    @property
    def state(self) -> HelperState:
        """What it is up to."""
        return self._state

    def show_state(self, state: HelperState) -> None:
        """Show what it is up to now; saying ``working`` again counts as news and keeps it moving."""
        before, self._state = self._state, state
        self._since_news.restart()
        self._keep_time()
        if state != before:
            self._lowered = False
            if state == "done" and self.isVisible():
                self._leap()
            self.update()

    def show_helper(self, name: HelperName) -> None:
        """Show another helper."""
        if name != self._name:
            self._name = name
            self.setAccessibleName(self._kit.say(f"look.helper_{name}"))
            self.update()

    @override
    def sizeHint(self) -> QSize:
        """A square, grown with the text."""
        edge = self._kit.look.px(self._size)
        return QSize(edge, edge)

    @override
    def minimumSizeHint(self) -> QSize:
        """Never cut."""
        return self.sizeHint()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._keep_time()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._beat.stop()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        edge = min(self.width(), self.height())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        feet = QPointF(self.width() / 2, (self.height() + edge) / 2)
        painter.translate(feet)
        painter.rotate(_LEAN if self._lowered else 0)
        at = QPointF(-edge / 2, -edge - self._jump * edge * _JUMP)
        painter.drawPixmap(at, helper_pixmap(self._kit.look, self._name, self._state, edge))
        painter.end()

    def _keep_time(self) -> None:
        moves = self._state == "working" and self.isVisible() and not self._kit.look.reduced_motion
        if moves and not self._beat.isActive():
            self._beat.start()
        elif not moves:
            self._beat.stop()
            self._lowered = False

    def _next_picture(self) -> None:
        self._lowered = not self._lowered and self._since_news.elapsed() < _QUIET_MS
        if self._since_news.elapsed() >= _QUIET_MS:
            self._beat.stop()
        self.update()

    def _leap(self) -> None:
        duration = self._kit.look.ms("seal_pop")
        if duration == 0:
            return
        if self._motion is None:
            self._motion = QVariantAnimation(self)
            self._motion.setStartValue(0.0)
            self._motion.setKeyValueAt(0.5, 1.0)
            self._motion.setEndValue(0.0)
            self._motion.setEasingCurve(QEasingCurve.Type.InOutSine)
            self._motion.valueChanged.connect(self._rise)
        self._motion.setDuration(duration)
        self._motion.start()

    def _rise(self, amount: float) -> None:
        self._jump = amount
        self.update()

    def _look_changed(self) -> None:
        self._keep_time()
        self.updateGeometry()
        self.update()
