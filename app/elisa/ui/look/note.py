"""A note on sun paper: something waits for the child."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from elisa.ui.look.flow import FlowLayout
from elisa.ui.look.helper import HelperFigure, HelperName, HelperState
from elisa.ui.look.labels import Label
from elisa.ui.look.paint import LINE, Tile, draw_tile, painter_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from elisa.ui.kit import Kit

_CORNER = 12
_TAPE_WIDTH, _TAPE_HEIGHT = 64, 16
_OVER = 7
"""How far the tape sticks out above the paper (px); the frame keeps that room free."""


class Note(QFrame):
    """A helper, a title, a sentence and buttons on sun paper, held by a strip of tape; ``body`` takes more below."""

    def __init__(
        self,
        kit: Kit,
        helper: HelperName,
        title: str,
        text: str = "",
        buttons: Sequence[QWidget] = (),
        *,
        state: HelperState = "thinking",
        figure: int = 64,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.setAccessibleName(f"{title} {text}".strip())
        self.figure = HelperFigure(kit, helper, state, figure)
        self.title = Label(kit, title, "heading", tone="note_text")
        self.text = Label(kit, text, "body", tone="note_text")
        if not text:  # to show a widget that has no parent yet would make a window of it
            self.text.hide()
        self.body = QVBoxLayout()
        self._row = QWidget()
        self._buttons = FlowLayout(self._row)
        if not buttons:
            self._row.hide()
        for button in buttons:
            self._buttons.addWidget(button)
        self._lay_out()
        kit.look.changed.connect(self.update)

    def add_button(self, button: QWidget) -> None:
        """Add a button at the end of the row."""
        self._buttons.addWidget(button)
        self._row.setVisible(True)

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(self.title)
        words.addWidget(self.text)
        words.addLayout(self.body)
        words.addSpacing(6)
        words.addWidget(self._row)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 12 + _OVER, 14, 12)
        row.setSpacing(10)
        row.addWidget(self.figure)
        row.addLayout(words, 1)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._kit.look
        painter = painter_on(self)
        paper = QRectF(self.rect()).adjusted(0, _OVER, 0, 0)
        line = look.colour("sun" if look.theme == "hc" else "sun_edge")
        width = 3 if look.theme == "hc" else LINE
        draw_tile(painter, paper, Tile(look.colour("sun_soft"), line, line), _CORNER, width, width)
        tape = look.colour("sun")
        tape.setAlphaF(0.85)
        painter.translate(self.width() / 2, _TAPE_HEIGHT / 2)
        painter.rotate(-2)
        painter.setBrush(tape)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRect(QRectF(-_TAPE_WIDTH / 2, -_TAPE_HEIGHT / 2, _TAPE_WIDTH, _TAPE_HEIGHT))
        painter.end()
