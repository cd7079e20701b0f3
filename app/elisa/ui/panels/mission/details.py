"""The details of one task: what it must do, why it exists, which files came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from elisa.ui.look.buttons import Button, IconButton
from elisa.ui.look.labels import Label
from elisa.ui.look.scroll import ScrollArea
from elisa.ui.look.status import StatusShape

if TYPE_CHECKING:
    from elisa.ui.kit import Kit
    from elisa.ui.models.build import BuildModel

_WIDTH = 360


class Details(QWidget):
    """Follows one task; ``block_asked`` carries the id of the block that asks for it."""

    closed = Signal()
    block_asked = Signal(str)

    def __init__(self, kit: Kit, model: BuildModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit, self._model, self._task = kit, model, ""
        self._shown: tuple[object, ...] = ()
        self.setFixedWidth(_WIDTH)
        self._shape = StatusShape(kit, "waiting", 32)
        self._title = Label(kit, "", "title")
        close = IconButton(kit, "x", kit.say("mission.close"))
        close.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.addWidget(self._shape, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self._title, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self._scroll = ScrollArea(kit)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 14, 14, 8)
        column.addLayout(head)
        column.addWidget(self._scroll, 1)
        model.changed.connect(self.refresh)

    def show_task(self, task_id: str) -> None:
        """Show a task, or nothing."""
        self._task = task_id
        self.refresh()

    def refresh(self) -> None:
        """Follow the task."""
        task = self._model.state.tasks.get(self._task)
        if task is None:
            return
        now = (task.id, task.state, task.summary, task.reason, task.files)
        if now == self._shown:
            return
        self._shown = now
        if self._shape.state != task.state:
            self._shape.show_state(task.state)
        self._title.setText(task.name)
        say = self._kit.say
        fresh = QWidget()
        column = QVBoxLayout(fresh)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(6)
        self._part(column, say("mission.must_do"), task.criteria or ((task.description,) if task.description else ()))
        wishes = [self._model.state.wishes[one] for one in task.requirement_ids if one in self._model.state.wishes]
        self._part(column, say("mission.why"), tuple(wish.text for wish in wishes))
        block = next((wish.block_id for wish in wishes if wish.block_id), "")
        if block:
            button = Button(self._kit, say("mission.show_block"), kind="link", icon="puzzle-piece")
            button.clicked.connect(lambda: self.block_asked.emit(block))
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        self._part(column, say("mission.what_came"), tuple(filter(None, (task.summary, task.reason))))
        self._part(column, say("mission.files"), task.files)
        self._scroll.show_only(fresh)

    def _part(self, column: QVBoxLayout, title: str, lines: tuple[str, ...]) -> None:
        if lines:
            column.addWidget(Label(self._kit, title, "small"))
            for line in lines:
                column.addWidget(Label(self._kit, line, "body"))
