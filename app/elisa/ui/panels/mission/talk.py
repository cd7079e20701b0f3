"""What the helpers say, the newest at the foot, as it streams in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from elisa.ui.look.helper import HelperFigure
from elisa.ui.look.labels import Label
from elisa.ui.look.scroll import ScrollArea

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from elisa.ui.kit import Kit
    from elisa.ui.look.helper import HelperName
    from elisa.ui.models.build import BuildModel, Line

_ROWS = 40
"""So many lines are kept as widgets; more would cost a child's laptop more than it helps."""


class _Row(QWidget):
    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line: Line | None = None
        self._figure = HelperFigure(kit, "hex", "idle", 28)
        self._text = Label(kit, "", "body")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._figure)
        row.addWidget(self._text, 1)

    def show_line(self, line: Line) -> None:
        self.line = line
        figure: HelperName = line.figure
        self._figure.show_helper(figure)
        said = f"{line.who}: {line.text}"
        if self._text.text() != said:
            self._text.setText(said)


class Talk(ScrollArea):
    """Follows the model; stays at the newest line unless somebody scrolled up."""

    def __init__(self, kit: Kit, model: BuildModel, parent: QWidget | None = None) -> None:
        super().__init__(kit, parent=parent)
        self._kit, self._model = kit, model
        self._rows: list[_Row] = []
        self._follows = True
        self._inside = QVBoxLayout()
        self._inside.setSpacing(8)
        self._inside.setContentsMargins(14, 4, 14, 8)
        self.body.addLayout(self._inside)
        self.body.addStretch(1)
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._grew)
        bar.valueChanged.connect(self._moved)
        model.changed.connect(self.refresh)
        self.refresh()

    def _grew(self, _low: int, high: int) -> None:
        if self._follows:
            self.verticalScrollBar().setValue(high)

    def _moved(self, value: int) -> None:
        """Stay where somebody scrolled to; at the foot, follow again."""
        bar = self.verticalScrollBar()
        self._follows = value >= bar.maximum() - 4

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """Catch up."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Show the newest lines; while nobody sees them, nothing is done."""
        if not self.isVisible():
            return
        lines = list(self._model.talk)[-_ROWS:]
        while len(self._rows) < len(lines):
            row = _Row(self._kit, self)
            self._rows.append(row)
            self._inside.addWidget(row)
        for row, line in zip(self._rows, lines, strict=False):
            row.show_line(line)
            row.setVisible(True)
        for row in self._rows[len(lines) :]:
            row.setVisible(False)
