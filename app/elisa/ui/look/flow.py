"""A layout that lays its widgets out like words: side by side, and on a next line when there is no more room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget


class FlowLayout(QLayout):
    """Lines of widgets, ``gap`` px apart; from the right where people read from the right."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 8, at_end: bool = False) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap, self._at_end = gap, at_end
        self.setContentsMargins(QMargins())
        if parent is not None:
            parent.setLayout(self)

    @override
    def addItem(self, item: QLayoutItem) -> None:
        """Take an item to the end."""
        self._items.append(item)

    @override
    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    @override
    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or nothing past the end, as Qt asks for it."""
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give an item away."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        """It takes no more than it needs."""
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        """The narrower, the higher."""
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        """Return how high it is at a width."""
        margins = self.contentsMargins()
        lines = self._lines(width - margins.left() - margins.right())
        return sum(line[1] for line in lines) + self._gap * max(0, len(lines) - 1) + margins.top() + margins.bottom()

    @override
    def setGeometry(self, rect: QRect) -> None:
        """Place everything."""
        super().setGeometry(rect)
        room = rect.marginsRemoved(self.contentsMargins())
        parent = self.parentWidget()
        mirrored = parent is not None and parent.layoutDirection() == Qt.LayoutDirection.RightToLeft
        y = room.top()
        for items, height in self._lines(room.width()):
            whole = sum(item.sizeHint().width() for item in items) + self._gap * (len(items) - 1)
            x = room.left() + (max(0, room.width() - whole) if self._at_end else 0)
            for item in items:
                size = item.sizeHint().boundedTo(QSize(room.width(), 1 << 20))
                left = room.left() + room.right() - x - size.width() + 1 if mirrored else x
                item.setGeometry(QRect(QPoint(left, y + (height - size.height()) // 2), size))
                x += size.width() + self._gap
            y += height + self._gap

    @override
    def sizeHint(self) -> QSize:
        """Everything on one line."""
        shown = [item for item in self._items if not item.isEmpty()]
        width = sum(item.sizeHint().width() for item in shown) + self._gap * max(0, len(shown) - 1)
        height = max((item.sizeHint().height() for item in shown), default=0)
        return QSize(width, height).grownBy(self.contentsMargins())

    @override
    def minimumSize(self) -> QSize:
        """The widest item must fit."""
        shown = [item for item in self._items if not item.isEmpty()]
        width = max((item.minimumSize().width() for item in shown), default=0)
        height = max((item.minimumSize().height() for item in shown), default=0)
        return QSize(width, height).grownBy(self.contentsMargins())

    def _lines(self, width: int) -> list[tuple[list[QLayoutItem], int]]:
        lines: list[tuple[list[QLayoutItem], int]] = []
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            if lines and used + self._gap + size.width() <= width:
                lines[-1] = ([*lines[-1][0], item], max(lines[-1][1], size.height()))
                used += self._gap + size.width()
            else:
                lines.append(([item], size.height()))
                used = size.width()
        return lines
