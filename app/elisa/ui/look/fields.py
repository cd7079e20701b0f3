"""Fields to write in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QSizePolicy

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit

_CORNER = 12


class TextField(QLineEdit):
    """One line of text; the placeholder says what belongs there, to the eye and to a screen reader."""

    def __init__(self, kit: Kit, placeholder: str = "", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setProperty("corner", _CORNER)
        self.setFont(kit.look.font("body"))


class TextArea(QPlainTextEdit):
    """Some lines of text; Tab leaves it, as it leaves every other field."""

    def __init__(self, kit: Kit, placeholder: str = "", *, lines: int = 3, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setPlaceholderText(placeholder)
        self.setAccessibleName(placeholder)
        self.setTabChangesFocus(True)
        self.setProperty("corner", _CORNER)
        self.setFont(kit.look.font("body"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setMinimumHeight(self.fontMetrics().lineSpacing() * lines + 24)
