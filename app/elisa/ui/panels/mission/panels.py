"""Mission Control in its two forms: beside the blocks, and as a page of its own with the details of a task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from elisa.ui.look.buttons import IconButton
from elisa.ui.look.card import Card
from elisa.ui.look.empty import EmptyPlace
from elisa.ui.panels.mission.cards import HelperCards
from elisa.ui.panels.mission.details import Details
from elisa.ui.panels.mission.graph_view import GraphView
from elisa.ui.panels.mission.head import Head
from elisa.ui.panels.mission.question import QuestionStrip
from elisa.ui.panels.mission.talk import Talk

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from elisa.ui.kit import Kit
    from elisa.ui.models.build import BuildModel


_LOW = 520
"""Below this height (px) there is no room for all."""


class _Mission(Card):
    """What both forms share.

    Signals:
        gate_answered, question_answered: As of the strip.
        block_asked: The child wants to see a block.
        go_asked: Nobody works yet, and the child wants that.
    """

    gate_answered = Signal(str, bool, str)
    question_answered = Signal(str, str)
    block_asked = Signal(str)
    go_asked = Signal()

    def __init__(self, kit: Kit, model: BuildModel, parent: QWidget | None = None) -> None:
        super().__init__(kit, parent=parent)
        self._kit, self._model = kit, model
        self.graph = GraphView(kit, model)
        self.strip = QuestionStrip(kit, model)
        self.strip.gate_answered.connect(self.gate_answered)
        self.strip.question_answered.connect(self.question_answered)

    def _graph_with_buttons(self) -> QWidget:
        place = QWidget()
        column = QVBoxLayout(place)
        column.setContentsMargins(8, 0, 8, 0)
        column.setSpacing(2)
        column.addWidget(self.graph, 1)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addStretch(1)
        for icon, key, call in (
            ("minus", "editor.zoom_out", lambda: self.graph.zoom(1 / 1.25)),
            ("plus", "editor.zoom_in", lambda: self.graph.zoom(1.25)),
            ("corners-out", "editor.zoom_fit", self.graph.fit),
        ):
            button = IconButton(self._kit, icon, self._kit.say(key), edged=True)
            button.clicked.connect(call)
            row.addWidget(button)
        column.addLayout(row)
        return place


class MissionSide(_Mission):
    """Beside the blocks: the question, the graph, the helpers, and what they say."""

    def __init__(self, kit: Kit, model: BuildModel, parent: QWidget | None = None) -> None:
        super().__init__(kit, model, parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 2, 2, 6)
        column.setSpacing(4)
        self.graph.setMinimumHeight(190)
        column.addWidget(Head(kit, model))
        column.addWidget(self.graph, 4)
        column.addWidget(self.strip)
        self._cards = HelperCards(kit, model, 3)
        column.addWidget(self._cards)
        self._talk = Talk(kit, model)
        column.addWidget(self._talk, 2)
        model.changed.connect(self._make_room)

    def _make_room(self) -> None:
        """In a low window a question needs the room of the talk."""
        self._talk.setVisible(self.height() >= _LOW or not self._model.state.waiting)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low window the cards leave first; what asks and what is said stay."""
        super().resizeEvent(event)
        low = event.size().height() < _LOW
        self.graph.setMinimumHeight(70 if low else 190)
        self._cards.show_room(enough=not low)
        self._make_room()


class MissionPage(_Mission):
    """The whole page; a task that is clicked shows its details at the right."""

    def __init__(self, kit: Kit, model: BuildModel, parent: QWidget | None = None) -> None:
        super().__init__(kit, model, parent)
        say = kit.say
        empty = EmptyPlace(
            kit, "hex", say("mission.empty_title"), say("mission.empty_text"), say("mission.empty_button"), icon="play"
        )
        empty.pressed.connect(self.go_asked)
        self._details = Details(kit, model)
        self._details.setVisible(False)
        self._details.closed.connect(self._close_details)
        self._details.block_asked.connect(self.block_asked)
        self.graph.chosen.connect(self._show_details)
        self._stack = QStackedWidget()
        self._stack.addWidget(empty)
        self._stack.addWidget(self._whole())
        column = QVBoxLayout(self)
        column.setContentsMargins(2, 2, 2, 6)
        column.addWidget(self._stack)
        model.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the helpers as soon as there are any."""
        state = self._model.state
        self._stack.setCurrentIndex(1 if state.tasks or state.building or state.result else 0)

    def _whole(self) -> QWidget:
        whole = QWidget()
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(Head(self._kit, self._model))
        column.addWidget(self._graph_with_buttons(), 5)
        column.addWidget(self.strip)
        column.addWidget(HelperCards(self._kit, self._model))
        column.addWidget(Talk(self._kit, self._model), 2)
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(column, 1)
        row.addWidget(self._details, 0, Qt.AlignmentFlag.AlignTop)
        return whole

    def _show_details(self, task_id: str) -> None:
        self._details.show_task(task_id)
        self._details.setVisible(bool(task_id))

    def _close_details(self) -> None:
        self.graph.scene().clearSelection()
        self.graph.setFocus()
