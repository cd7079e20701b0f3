"""Text on the screen, set in one of the roles of the tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit

Role = Literal["display", "title", "heading", "button", "go", "body", "small", "code"]
Tone = Literal[
    "", "ink", "ink2", "wall_text", "wall_text2", "wood_text", "note_text", "surface", "link", "stop", "go", "work"
]


class Label(QLabel):
    """A text; plain unless ``rich`` is said, because helpers and children write ``<`` as they like."""

    def __init__(
        self,
        kit: Kit,
        text: str = "",
        role: Role = "body",
        *,
        wrap: bool = True,
        tone: Tone = "",
        rich: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setTextFormat(Qt.TextFormat.RichText if rich else Qt.TextFormat.PlainText)
        self.setProperty("role", role)
        if tone:
            self.setProperty("tone", tone)
        self.setWordWrap(wrap)
        if wrap:
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)
        self.setText(text)
        self.setFont(kit.look.font(role))

    def set_tone(self, tone: Tone) -> None:
        """Change the colour of the text to that of another token."""
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            style = self.style()
            style.unpolish(self)
            style.polish(self)
