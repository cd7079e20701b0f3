"""Enter presses what has the keyboard, as Space does: Qt lets it only inside a QDialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QAbstractButton

ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


def pressed_by_enter(button: QAbstractButton, event: QKeyEvent) -> bool:
    """Press a button if Enter was struck; return whether it was, so that nobody else takes it."""
    if event.key() not in ENTER or event.isAutoRepeat() or not button.isEnabled():
        return False
    event.accept()
    button.click()
    return True
