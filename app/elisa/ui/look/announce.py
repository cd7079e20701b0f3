"""Tells a screen reader what happened where the focus is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Have a sentence read aloud; costs nothing if nobody listens."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
