"""The task graph: pan with the mouse, zoom with the wheel, walk with the arrow keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView
from typing_extensions import override

from elisa.ui.models.graph import place_tasks
from elisa.ui.panels.mission.task_item import STEP_X, STEP_Y, EdgeItem, TaskItem

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit
    from elisa.ui.models.build import BuildModel

_SMALLEST, _LARGEST = 0.35, 1.6
_READABLE = 0.78
"""Names stay readable at this zoom; a larger plan is looked at by moving it."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class GraphView(QGraphicsView):
    """Shows the tasks of a model; ``chosen`` carries a task's id."""

    chosen = Signal(str)

    def __init__(self, kit: Kit, model: BuildModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit, self._model = kit, model
        self._items: dict[str, TaskItem] = {}
        self._edges: list[EdgeItem] = []
        self._shape: tuple[object, ...] = ()
        self._touched = False
        self.setScene(QGraphicsScene(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(kit.say("mission.graph"))
        self.scene().selectionChanged.connect(self._selected)
        model.changed.connect(self.refresh)
        kit.look.changed.connect(self._recolour)
        self._recolour()
        self.refresh()

    def refresh(self) -> None:
        """Follow the model; the places are worked out anew only when tasks or their needs changed."""
        tasks = self._model.state.tasks
        shape = tuple((task.id, task.dependencies) for task in tasks.values())
        if shape != self._shape:
            self._shape = shape
            self._build()
        for item in self._items.values():
            item.refresh()
        for edge in self._edges:
            edge.refresh()

    def fit(self) -> None:
        """Show all tasks, never larger than life."""
        self._touched = False
        area = self.scene().itemsBoundingRect().adjusted(-14, -8, 14, 10)
        if area.isEmpty():
            return
        self.setSceneRect(area)
        self.resetTransform()
        view = self.viewport().rect()
        factor = min(view.width() / area.width(), view.height() / area.height(), 1.0)
        self.scale(max(_READABLE, factor), max(_READABLE, factor))
        self.centerOn(area.center())

    def zoom(self, factor: float) -> None:
        """Come nearer or go away."""
        now = self.transform().m11()
        wanted = max(_SMALLEST, min(_LARGEST, now * factor))
        self._touched = True
        self.scale(wanted / now, wanted / now)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom."""
        self.zoom(1.15 if event.angleDelta().y() > 0 else 1 / 1.15)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep all in view until somebody zoomed."""
        super().resizeEvent(event)
        if not self._touched:
            self.fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk from task to task."""
        way = _ARROWS.get(Qt.Key(event.key()))
        if way is None or not self._items:
            super().keyPressEvent(event)
            return
        focused = self.scene().focusItem()
        if not isinstance(focused, TaskItem):
            first = next(iter(self._items.values()))
            first.setFocus()
            first.setSelected(True)
            return
        at = focused.pos()
        ahead = [
            (abs(item.x() - at.x()) + abs(item.y() - at.y()), number, item)
            for number, item in enumerate(self._items.values())
            if item is not focused and (item.x() - at.x()) * way[0] + (item.y() - at.y()) * way[1] > 0
        ]
        if ahead:
            self.scene().clearSelection()
            nearest = min(ahead)[2]
            nearest.setFocus()
            nearest.setSelected(True)
            self.ensureVisible(nearest)

    def _build(self) -> None:
        scene = self.scene()
        scene.clear()
        tasks = self._model.state.tasks
        places = place_tasks({task.id: task.dependencies for task in tasks.values()})
        self._items, self._edges = {}, []
        for task_id, task in tasks.items():
            item = TaskItem(self._kit, task)
            layer, row = places[task_id]
            item.setPos(layer * STEP_X, row * STEP_Y)
            scene.addItem(item)
            self._items[task_id] = item
        for task in tasks.values():
            for need in task.dependencies:
                if need in self._items:
                    edge = EdgeItem(self._kit, self._items[need], self._items[task.id])
                    scene.addItem(edge)
                    self._edges.append(edge)
        scene.setSceneRect(QRectF())
        self.fit()

    def _selected(self) -> None:
        chosen = [item for item in self.scene().selectedItems() if isinstance(item, TaskItem)]
        self.chosen.emit(chosen[0].task.id if chosen else "")

    def _recolour(self) -> None:
        self.setBackgroundBrush(self._kit.look.colour("surface"))
        for edge in self._edges:
            edge.refresh()
        self.viewport().update()
