"""An empty place: a helper, what belongs here, and the one thing to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from elisa.ui.look.buttons import Button
from elisa.ui.look.helper import HelperFigure, HelperName, HelperState
from elisa.ui.look.labels import Label

if TYPE_CHECKING:
    from elisa.ui.kit import Kit

_FIGURE = 84
_WIDEST = 420
"""Widest text beside the helper (px): about 56 letters."""


class EmptyPlace(QWidget):
    """Never a grey sentence in a white field: a drawing, a title, a sentence, and a button (``pressed``)."""

    pressed = Signal()

    def __init__(
        self,
        kit: Kit,
        helper: HelperName,
        title: str,
        text: str,
        button_text: str,
        *,
        icon: str = "",
        state: HelperState = "idle",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.figure = HelperFigure(kit, helper, state, _FIGURE)
        self.title = Label(kit, title, "heading")
        self.text = Label(kit, text, "body")
        self.button = Button(kit, button_text, icon=icon)
        self.button.clicked.connect(self.pressed)
        said = QWidget()
        said.setMaximumWidth(self._natural_width(kit))
        words = QVBoxLayout(said)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(4)
        words.addStretch(1)
        words.addWidget(self.title)
        words.addWidget(self.text)
        words.addSpacing(8)
        words.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 16, 16, 16)
        row.setSpacing(14)
        row.addStretch(1)
        row.addWidget(self.figure, 0, Qt.AlignmentFlag.AlignVCenter)
        # Words first take what they can use, then the rest goes to both sides alike.
        row.addWidget(said, 1000)
        row.addStretch(1)

    def _natural_width(self, kit: Kit) -> int:
        widths = [label.fontMetrics().horizontalAdvance(label.text()) for label in (self.title, self.text)]
        return min(kit.look.px(_WIDEST), max(*widths, self.button.sizeHint().width()) + 8)
