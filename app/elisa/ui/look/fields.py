"""Fields to write in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QSizePolicy, QSpinBox
from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QWheelEvent
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


class ChoiceField(QComboBox):
    """One of several, behind an arrow; ``name`` is what a screen reader says before the choice."""

    def __init__(self, kit: Kit, name: str, options: Sequence[str] = (), *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self.addItems(list(options))
        self.setAccessibleName(name)
        self.setProperty("corner", _CORNER)
        self.setFont(kit.look.font("body"))

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll what it stands in, as :class:`NumberField` does."""
        event.ignore()


class NumberField(QSpinBox):
    """A number between two others, with steps to press; ``name`` is what a screen reader says."""

    def __init__(
        self, kit: Kit, name: str, least: int = 0, most: int = 100, *, step: int = 1, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setRange(least, most)
        self.setSingleStep(step)
        self.setAccessibleName(name)
        self.setProperty("corner", _CORNER)
        self.setFont(kit.look.font("body"))
        # A style sheet's padding does not reach a spin box's line.
        self.lineEdit().setTextMargins(12, 0, 0, 0)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll what it stands in; a number that changes on the way past is a number that nobody chose."""
        event.ignore()


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
        self._lines = lines
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    @override
    def sizeHint(self) -> QSize:
        """Room for its lines."""
        return QSize(super().sizeHint().width(), self.minimumSizeHint().height())

    @override
    def minimumSizeHint(self) -> QSize:
        """Its lines are always to be seen."""
        return QSize(120, self.fontMetrics().lineSpacing() * self._lines + 28)
