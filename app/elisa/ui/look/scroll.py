"""An area that scrolls, on whatever paper it lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from elisa.ui.look.clearing import clear

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from elisa.ui.kit import Kit


class ScrollArea(QScrollArea):
    """Scrolls ``body`` (a layout) up and down, shows the ground below it, and follows the keyboard's focus."""

    def __init__(self, kit: Kit, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = self.inside = QWidget()
        self.body = QVBoxLayout(inside)
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(12)
        self.setWidget(inside)
        # QScrollArea fills both with the window's colour.
        inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        inside.installEventFilter(self)

    def show_only(self, widget: QWidget) -> None:
        """Show this and nothing else, at the top."""
        clear(self.body)
        self.body.addWidget(widget)
        self.body.addStretch(1)

    @override
    def sizeHint(self) -> QSize:
        """As large as what is inside; the layout around it may give less."""
        inside = self.inside.sizeHint()
        return QSize(inside.width() + self.verticalScrollBar().sizeHint().width(), inside.height())

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell the layout around it when what is inside wants another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
