"""Takes widgets away at once: one that is only deleted later would be seen until then, and over its successor."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLayout, QWidget


NO_LIMIT = 16777215
"""Qt's own QWIDGETSIZE_MAX, which PySide does not name: a widget of this maximum may be as large as it likes."""


def put_away(widget: QWidget) -> None:
    """Take a widget out of its place for good."""
    widget.setParent(None)
    widget.deleteLater()


def clear(layout: QLayout) -> None:
    """Take everything out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            put_away(widget)
