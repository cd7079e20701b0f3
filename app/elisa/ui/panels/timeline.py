"""The drawer of versions: cards on a clothes-line, oldest at the left; go back to one, or take the last build back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from elisa.ui.look.buttons import Button
from elisa.ui.look.clearing import put_away
from elisa.ui.look.empty import EmptyPlace
from elisa.ui.look.helper import HelperFigure
from elisa.ui.look.labels import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from elisa.ui.kit import Kit
    from elisa.ui.look.helper import HelperName

_CARD = QSize(172, 150)
_TOP = 18
_SAG = 7


@dataclass(frozen=True)
class VersionCard:
    """A version as the drawer shows it; ``who`` is a helper, "you", or nobody (empty), ``figure`` its drawing."""

    id: str
    number: int
    title: str
    time: str
    who: str
    figure: HelperName


class _Pinned(QAbstractButton):
    """One card on the line."""

    def __init__(self, kit: Kit, card: VersionCard, *, here: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit, self.card, self._here = kit, card, here
        self.setCheckable(True)
        self.setFixedSize(_CARD.width(), _CARD.height() + _TOP)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        key = "timeline.by" if card.who else "timeline.by_nobody"
        self._line = kit.say(key, number=card.number, time=card.time, who=card.who)
        self.setAccessibleName(card.title)
        self.setAccessibleDescription(self._line + (f". {kit.say('timeline.here')}" if here else ""))
        figure = HelperFigure(kit, card.figure, "done" if here else "idle", 64, parent=self)
        figure.move((_CARD.width() - 64) // 2, _TOP + 16)
        figure.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        kit.look.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw paper, peg, title and line."""
        look = self._kit.look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paper = QRectF(3, _TOP, _CARD.width() - 6, _CARD.height() - 6)
        if self.hasFocus() or self.isChecked():
            frame = QPen(look.colour("focus"), 3)
        else:
            frame = QPen(look.colour("ink" if self._here else "line"), 3 if self._here else 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("line_strong"))
        painter.drawRoundedRect(paper.translated(0, 3), 12, 12)
        painter.setPen(frame)
        painter.setBrush(look.colour("surface"))
        painter.drawRoundedRect(paper, 12, 12)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.colour("sunken"))
        painter.drawRoundedRect(QRectF(11, _TOP + 8, _CARD.width() - 22, 78), 8, 8)
        painter.setPen(QPen(look.colour("ink"), 2))
        painter.setBrush(look.colour("wood"))
        painter.drawRoundedRect(QRectF(_CARD.width() / 2 - 6, 2, 12, 26), 3, 3)
        self._draw_words(painter)
        painter.end()

    def _draw_words(self, painter: QPainter) -> None:
        look = self._kit.look
        room = _CARD.width() - 26
        font = look.font("heading")
        font.setPixelSize(15)
        painter.setFont(font)
        painter.setPen(look.colour("ink"))
        title = painter.fontMetrics().elidedText(self.card.title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(13, _TOP + 90, room, 22), Qt.AlignmentFlag.AlignVCenter, title)
        font = look.font("small")
        font.setPixelSize(13)
        painter.setFont(font)
        painter.setPen(look.colour("ink2"))
        line = painter.fontMetrics().elidedText(self._line, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(13, _TOP + 112, room, 20), Qt.AlignmentFlag.AlignVCenter, line)


class _Line(QWidget):
    """The clothes-line with its cards; the arrow keys walk along it."""

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(20, 4, 20, 4)
        self._row.setSpacing(18)
        self._row.addStretch(1)
        self.cards: list[_Pinned] = []

    def show_cards(self, cards: Sequence[VersionCard]) -> None:
        """Hang these up; the last one is where the child is."""
        for old in self.cards:
            self._row.removeWidget(old)
            put_away(old)
        self.cards = [_Pinned(self._kit, card, here=card is cards[-1], parent=self) for card in cards]
        for place, pinned in enumerate(self.cards):
            self._row.insertWidget(place, pinned)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        place = next((number for number, card in enumerate(self.cards) if card.hasFocus()), None)
        if step and place is not None:
            self.cards[max(0, min(len(self.cards) - 1, place + step))].setFocus()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line, which sags a little between the pegs."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._kit.look.colour("line_strong"), 3))
        path = QPainterPath(QPointF(0, 8))
        for left in range(0, self.width(), 220):
            path.quadTo(QPointF(left + 110, 8 + _SAG), QPointF(left + 220, 8))
        painter.drawPath(path)
        painter.end()


class TimelinePanel(QWidget):
    """The drawer. ``restore_asked`` carries a version's id, ``undo_asked`` the wish to take the last build back."""

    restore_asked = Signal(str)
    undo_asked = Signal()
    go_asked = Signal()

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self._line = _Line(kit)
        self._cards: tuple[VersionCard, ...] = ()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(self._line)
        self._scroll = scroll
        self._restore = Button(kit, kit.say("timeline.restore"), icon="arrow-u-up-left")
        self._undo = Button(kit, kit.say("timeline.undo"), icon="clock-counter-clockwise")
        self._restore.clicked.connect(self._ask)
        self._undo.clicked.connect(self.undo_asked.emit)
        empty = EmptyPlace(
            kit,
            "spool",
            kit.say("timeline.empty_title"),
            kit.say("timeline.empty_text"),
            kit.say("timeline.empty_button"),
        )
        empty.pressed.connect(self.go_asked.emit)
        self._stack = QStackedWidget()
        self._stack.addWidget(empty)
        self._stack.addWidget(self._whole())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def show_versions(self, cards: tuple[VersionCard, ...], *, busy: bool, can_undo: bool) -> None:
        """Show the versions, oldest first; while a build runs one can only look."""
        if cards != self._cards:
            self._cards = cards
            self._line.show_cards(cards)
            for pinned in self._line.cards:
                pinned.toggled.connect(self._chosen)
                pinned.setAutoExclusive(True)
        self._busy = busy
        self._undo.setEnabled(can_undo and not busy)
        self._stack.setCurrentIndex(1 if cards else 0)
        self._chosen()
        if cards:
            self._line.adjustSize()
            self._scroll.ensureWidgetVisible(self._line.cards[-1])

    def _whole(self) -> QWidget:
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 6, 0, 12)
        column.setSpacing(2)
        column.addWidget(self._scroll, 1)
        row = QHBoxLayout()
        row.setContentsMargins(24, 0, 24, 0)
        row.setSpacing(12)
        row.addWidget(Label(self._kit, self._kit.say("timeline.explain"), "small", wrap=False))
        row.addStretch(1)
        row.addWidget(self._restore)
        row.addWidget(self._undo)
        column.addLayout(row)
        return whole

    def _chosen(self) -> None:
        chosen = self._chosen_card()
        self._restore.setEnabled(chosen is not None and chosen is not self._cards[-1] and not self._busy)

    def _chosen_card(self) -> VersionCard | None:
        return next((pinned.card for pinned in self._line.cards if pinned.isChecked()), None)

    def _ask(self) -> None:
        chosen = self._chosen_card()
        if chosen is not None:
            self.restore_asked.emit(chosen.id)
