"""A task in the graph: an enamel plate with its shape, its name, and the helper who stands on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QGraphicsPathItem
from typing_extensions import override

from elisa.ui.look.helper import helper_pixmap
from elisa.ui.look.status import paint_status

if TYPE_CHECKING:
    from PySide6.QtWidgets import QGraphicsSceneMouseEvent, QStyleOptionGraphicsItem, QWidget

    from elisa.ui.kit import Kit
    from elisa.ui.models.build import TaskView

WIDTH, HEIGHT = 140, 46
STEP_X, STEP_Y = 170, 66
_FIGURE = 30
_FACES = {
    "waiting": ("surface", "line_strong", 2.0),
    "working": ("work_soft", "work", 3.5),
    "asks": ("sun_soft", "sun_edge", 3.0),
    "made": ("surface", "ink2", 2.0),
    "done": ("go_soft", "go", 2.5),
    "stuck": ("stop_soft", "stop", 2.5),
    "no_proof": ("surface", "ink2", 2.0),
    "left_out": ("surface", "line_strong", 2.0),
    "stopped": ("surface", "ink", 2.0),
}
_DASHED = ("waiting", "left_out")


class TaskItem(QGraphicsObject):
    """One plate; ``place`` puts its middle."""

    def __init__(self, kit: Kit, task: TaskView) -> None:
        super().__init__()
        self._kit, self.task = kit, task
        self._drawn = (task.state, task.name)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsFocusable)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIsSelectable)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setToolTip(f"{task.name}\n{kit.say(f'look.status_{task.state}')}")

    def refresh(self) -> None:
        """Draw anew if its state changed."""
        now = (self.task.state, self.task.name)
        if now != self._drawn:
            self._drawn = now
            self.setToolTip(f"{self.task.name}\n{self._kit.say(f'look.status_{self.task.state}')}")
            self.update()

    @override
    def boundingRect(self) -> QRectF:
        return QRectF(-WIDTH / 2 - 6, -HEIGHT / 2 - _FIGURE, WIDTH + 12, HEIGHT + _FIGURE + 8)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        look, task = self._kit.look, self.task
        fill, line, width = _FACES[task.state]
        plate = QRectF(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(look.colour(line), width)
        if task.state in _DASHED:
            pen.setDashPattern([3, 2.2])
        painter.setPen(pen)
        painter.setBrush(look.colour(fill))
        painter.drawRoundedRect(plate, 12, 12)
        if self.isSelected() or self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.colour("focus"), 3))
            painter.drawRoundedRect(plate.adjusted(-4, -4, 4, 4), 15, 15)
        paint_status(painter, QRectF(plate.left() + 8, -11, 22, 22), task.state, look)
        font = look.font("small")
        font.setPixelSize(13)
        painter.setFont(font)
        painter.setPen(look.colour("ink"))
        words = QRectF(plate.left() + 36, plate.top() + 3, WIDTH - 42, HEIGHT - 6)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        painter.drawText(words, flags, _two_lines(painter, task.name, words.width()))
        if task.state in ("working", "asks", "stuck"):
            state = {"working": "working", "asks": "thinking", "stuck": "stuck"}[task.state]
            figure = helper_pixmap(look, task.figure, state, _FIGURE)
            painter.drawPixmap(QPointF(plate.right() - _FIGURE - 6, plate.top() - _FIGURE + 5), figure)

    @override
    def mousePressEvent(self, event: QGraphicsSceneMouseEvent) -> None:
        """Take the focus, and with it the choice."""
        super().mousePressEvent(event)
        self.setFocus()


class EdgeItem(QGraphicsPathItem):
    """The line from a task to one that needs it: dotted until it is done."""

    def __init__(self, kit: Kit, start: TaskItem, end: TaskItem) -> None:
        super().__init__()
        self._kit, self._start, self._end = kit, start, end
        self.setZValue(-1)
        self._drawn: tuple[str, str] | None = None
        self.refresh()

    def refresh(self) -> None:
        """Show whether the first task is done; drawn anew only when that or the theme changed."""
        look = self._kit.look
        now = (self._start.task.state, look.theme)
        if self._drawn == now:
            return
        self._drawn = now
        left, right = self._start.pos() + QPointF(WIDTH / 2, 0), self._end.pos() - QPointF(WIDTH / 2, 0)
        path = QPainterPath(left)
        bend = (right.x() - left.x()) / 2
        path.cubicTo(left + QPointF(bend, 0), right - QPointF(bend, 0), right)
        self.setPath(path)
        state = self._start.task.state
        over = state in ("done", "made")
        pen = QPen(look.colour("go" if state == "done" else "ink2" if over else "line_strong"), 3.5)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        if not over:
            pen.setDashPattern([0.2, 2.2])
        self.setPen(pen)


def _two_lines(painter: QPainter, name: str, width: float) -> str:
    """Return a name that fits into two lines; the rest stands in the tooltip and the details."""
    metrics = painter.fontMetrics()
    lines: list[str] = []
    for word in name.split():
        if lines and metrics.horizontalAdvance(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) <= 2:
        return "\n".join(lines)
    return "\n".join([lines[0], metrics.elidedText(" ".join(lines[1:]), Qt.TextElideMode.ElideRight, int(width))])
