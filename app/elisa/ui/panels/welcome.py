"""The first page: one sentence that becomes a nugget, examples with pictures, and what was open lately."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget
from typing_extensions import override

from elisa.ui.look.buttons import Button
from elisa.ui.look.card import Card
from elisa.ui.look.chips import Chip, ChipRow
from elisa.ui.look.clearing import clear
from elisa.ui.look.fields import TextField
from elisa.ui.look.helper import HelperFigure
from elisa.ui.look.labels import Label
from elisa.ui.look.picture import Picture
from elisa.ui.look.scroll import ScrollArea

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent, QResizeEvent

    from elisa.ui.kit import Kit
    from elisa.ui.look.helper import HelperName

_LEFT = 446
_CARD, _PICTURE, _LOW_PICTURE = 264, 150, 112
_LOW = 640
_SHELF: tuple[HelperName, ...] = ("nib", "lumi", "blot", "loupe")
_ICONS = {
    "game": "game-controller",
    "web": "globe",
    "story": "book-open",
    "tool": "wrench",
    "hardware": "cpu",
}


@dataclass(frozen=True)
class ExampleCard:
    """An example: its folder's name, words, kind and picture."""

    name: str
    title: str
    text: str
    kind: str
    picture: str


@dataclass(frozen=True)
class RecentCard:
    """A nugget that was open: its folder, words and picture."""

    folder: str
    title: str
    when: str
    picture: str


class _SentenceBlock(QWidget):
    """The first block, with the bubble to write into."""

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self.field = TextField(kit, kit.say("welcome.hint"))
        self.field.setAccessibleName(kit.say("welcome.i_want"))
        self.field.setMaxLength(2000)
        words = Label(kit, kit.say("welcome.i_want"), "heading", wrap=False)
        words.setStyleSheet("color: white;")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 32, 16, 26)
        row.addWidget(words)
        row.addWidget(self.field, 1)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._kit.look
        group = look.group_colour("idea", "fill"), look.group_colour("idea", "edge")
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(2, 20, self.width() - 4, self.height() - 34)
        path = QPainterPath()
        path.addRoundedRect(body, 8, 8)
        hat = QPainterPath()
        hat.moveTo(2, 34)
        hat.cubicTo(30, -6, 96, -6, 126, 21)
        hat.lineTo(126, 34)
        hat.closeSubpath()
        foot = QPainterPath()
        foot.addRoundedRect(QRectF(24, body.bottom() - 8, 46, 18), 8, 8)
        painter.setPen(QPen(group[1], 2))
        painter.setBrush(group[0])
        painter.drawPath(path.united(hat).united(foot))
        painter.end()


class _Shelf(QWidget):
    """A board on which four helpers stand."""

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setFixedHeight(108)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 14)
        for name in _SHELF:
            row.addWidget(HelperFigure(kit, name, "idle", 88), 0, Qt.AlignmentFlag.AlignBottom)
        row.addStretch(1)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._kit.look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.colour("ink"), 3))
        painter.setBrush(look.colour("wood"))
        painter.drawRoundedRect(QRectF(2, self.height() - 16, self.width() - 4, 14), 5, 5)
        painter.end()


class WelcomePanel(QWidget):
    """Its signals carry what the child wants: a sentence, an example, a nugget's folder, a file, or an empty bench."""

    start_asked = Signal(str)
    example_asked = Signal(str)
    recent_asked = Signal(str)
    open_asked = Signal()
    empty_asked = Signal()

    def __init__(self, kit: Kit, examples: Sequence[ExampleCard], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit, self._examples = kit, examples
        self._cards: list[tuple[ExampleCard, Card, Picture]] = []
        self._columns = 0
        self._kind = ""
        self._sentence = _SentenceBlock(kit)
        self._shelf = _Shelf(kit)
        self._recents = QVBoxLayout()
        self._grid = QGridLayout()
        self._left = self._left_column()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 12, 16, 12)
        row.setSpacing(8)
        row.addWidget(self._left)
        row.addWidget(self._right_card(), 1)
        self.show_recents(())

    def show_recents(self, recents: Sequence[RecentCard]) -> None:
        """Show what was open lately: the newest as a card, the next as links."""
        clear(self._recents)
        for place, recent in enumerate(recents[:3]):
            self._recents.addWidget(self._recent_card(recent) if not place else self._recent_link(recent))

    def focus_sentence(self) -> None:
        """Let the child write at once."""
        self._sentence.field.setFocus()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the cards out anew; in a low window the shelf goes first."""
        super().resizeEvent(event)
        low, narrow = self.height() < _LOW, self.width() < 1000
        self._shelf.setVisible(not low)
        self._left.setFixedWidth(340 if narrow else _LEFT)
        room = self.width() - self._left.width() - 90
        self._place_cards(max(1, min(3, room // 230)), low=low)

    def _left_column(self) -> QWidget:
        kit, say = self._kit, self._kit.say
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(40, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(Label(kit, say("welcome.title"), "display"))
        column.addWidget(Label(kit, say("welcome.text"), "body"))
        column.addWidget(self._sentence)
        start = Button(kit, say("welcome.start"), kind="main", icon="arrow-right")
        start.clicked.connect(self._start)
        self._sentence.field.returnPressed.connect(self._start)
        column.addWidget(start, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        column.addWidget(self._shelf)
        column.addStretch(1)
        column.addLayout(self._recents)
        row = QHBoxLayout()
        for key, icon, signal in (
            ("welcome.open", "folder-open", self.open_asked),
            ("welcome.empty", "file-dashed", self.empty_asked),
        ):
            button = Button(kit, say(key), kind="link", icon=icon)
            button.clicked.connect(signal)
            row.addWidget(button)
        row.addStretch(1)
        column.addLayout(row)
        return left

    def _right_card(self) -> QWidget:
        kit, say = self._kit, self._kit.say
        card = Card(kit)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(Label(kit, say("welcome.examples"), "heading", wrap=False), 1)
        kinds = dict.fromkeys(one.kind for one in self._examples)
        chips = ChipRow(kit, {"": say("welcome.all"), **{kind: say(f"welcome.kind_{kind}") for kind in kinds}}, "")
        chips.chosen.connect(self._filter)
        head.addWidget(chips)
        self._scroll = ScrollArea(kit)
        self._grid.setSpacing(14)
        self._scroll.body.addLayout(self._grid)
        self._scroll.body.addStretch(1)
        column = QVBoxLayout(card)
        column.setContentsMargins(20, 12, 12, 12)
        column.addLayout(head)
        column.addWidget(self._scroll, 1)
        ready = QHBoxLayout()
        ready.addWidget(Chip(kit, say("welcome.ready"), "green", "check"))
        ready.addStretch(1)
        column.addLayout(ready)
        for example in self._examples:
            self._cards.append((example, *self._example_card(example)))
        return card

    def _example_card(self, example: ExampleCard) -> tuple[Card, Picture]:
        kit = self._kit
        card = Card(kit, pressable=True)
        card.setAccessibleName(f"{example.title}. {example.text}")
        picture = Picture(kit, example.picture, 12)
        picture.setFixedHeight(_PICTURE)
        title = QHBoxLayout()
        title.addWidget(Label(kit, example.title, "heading"), 1)
        title.addWidget(Chip(kit, kit.say(f"welcome.one_{example.kind}"), icon=_ICONS.get(example.kind, "star")))
        column = QVBoxLayout(card)
        column.setContentsMargins(3, 3, 3, 12)
        column.setSpacing(4)
        column.addWidget(picture)
        words = QVBoxLayout()
        words.setContentsMargins(12, 4, 12, 0)
        words.addLayout(title)
        words.addWidget(Label(kit, example.text, "small"))
        column.addLayout(words)
        card.pressed.connect(lambda: self.example_asked.emit(example.name))
        return card, picture

    def _recent_card(self, recent: RecentCard) -> Card:
        kit = self._kit
        card = Card(kit, pressable=True)
        title = kit.say("welcome.keep_going", title=recent.title)
        card.setAccessibleName(title)
        row = QHBoxLayout(card)
        row.setContentsMargins(10, 8, 10, 12)
        row.setSpacing(12)
        if recent.picture:
            picture = Picture(kit, recent.picture, 8)
            picture.setFixedSize(84, 52)
            row.addWidget(picture)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(kit, title, "heading"))
        words.addWidget(Label(kit, recent.when, "small"))
        row.addLayout(words, 1)
        card.pressed.connect(lambda: self.recent_asked.emit(recent.folder))
        return card

    def _recent_link(self, recent: RecentCard) -> Button:
        button = Button(self._kit, recent.title[:40], kind="link", icon="caret-right")
        button.clicked.connect(lambda: self.recent_asked.emit(recent.folder))
        return button

    def _filter(self, kind: str) -> None:
        self._kind = kind
        self._columns, columns = 0, self._columns
        self._place_cards(columns, low=self.height() < _LOW)

    def _place_cards(self, columns: int, *, low: bool) -> None:
        for _, _, picture in self._cards:
            picture.setFixedHeight(_LOW_PICTURE if low else _PICTURE)
        if columns == self._columns:
            return
        self._columns = columns
        shown = [card for example, card, _ in self._cards if self._kind in ("", example.kind)]
        for _, card, _ in self._cards:
            self._grid.removeWidget(card)
            if card not in shown and card.parent() is not None:
                card.hide()
        for column in range(3):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        for place, card in enumerate(shown):
            self._grid.addWidget(card, place // columns, place % columns, Qt.AlignmentFlag.AlignTop)
            card.show()

    def _start(self) -> None:
        words = self._sentence.field.text().strip()
        if words:
            self.start_asked.emit(words)
        else:
            self._sentence.field.setFocus()
