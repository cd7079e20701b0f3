"""The drawer of energy: how full the battery of this build is, and which helper used how much."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from elisa.ui.look.battery import Battery
from elisa.ui.look.buttons import Button
from elisa.ui.look.card import Card
from elisa.ui.look.clearing import clear
from elisa.ui.look.helper import HelperFigure
from elisa.ui.look.labels import Label

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from elisa.ui.kit import Kit
    from elisa.ui.look.helper import HelperName

_CELLS = 20
_MOST = 5


@dataclass(frozen=True)
class Used:
    """What one helper used, in tokens."""

    name: str
    figure: HelperName
    tokens: int


@dataclass(frozen=True)
class Energy:
    """What a build used, and the share that is ``left``, if there is a limit; ``free``: the workshop builds."""

    tokens: int = 0
    left: float | None = None
    usd: float | None = None
    estimated: bool = False
    free: bool = True
    helpers: tuple[Used, ...] = ()


class _Cells(QWidget):
    """A row of filled cells, as many as a helper's share."""

    def __init__(self, kit: Kit, share: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit, self._share = kit, share
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(20)
        kit.look.changed.connect(self.update)

    @override
    def sizeHint(self) -> QSize:
        """Room for all cells."""
        return QSize(_CELLS * 15, 20)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells."""
        look = self._kit.look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(look.colour("ink"), 2))
        painter.setBrush(look.colour("work"))
        for place in range(max(1, round(self._share * _CELLS)) if self._share else 0):
            painter.drawRoundedRect(QRectF(place * 15 + 1, 1, 11, 17), 3, 3)
        painter.end()


class EnergyPanel(QWidget):
    """The drawer. ``limit_asked``: the child wants to set a limit."""

    limit_asked = Signal()

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit = kit
        self._shown: Energy | None = None
        self._battery = Battery(kit)
        self._words = Label(kit, "", "heading")
        self._more = Label(kit, "", "small")
        self._who = Card(kit)
        self._rows = QVBoxLayout(self._who)
        self._rows.setContentsMargins(18, 12, 18, 12)
        limit = Button(kit, kit.say("energy.set"), icon="battery-high")
        limit.clicked.connect(self.limit_asked.emit)
        left = QVBoxLayout()
        left.addWidget(Label(kit, kit.say("energy.title"), "heading", wrap=False))
        left.addWidget(self._battery, 0, Qt.AlignmentFlag.AlignLeft)
        left.addWidget(self._words)
        left.addWidget(self._more)
        left.addStretch(1)
        left.addWidget(limit, 0, Qt.AlignmentFlag.AlignLeft)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 14, 24, 14)
        row.setSpacing(20)
        row.addLayout(left, 2)
        row.addWidget(self._who, 3)
        self.show_energy(Energy())

    def show_energy(self, energy: Energy) -> None:
        """Show what was used."""
        if energy == self._shown:
            return
        self._shown = energy
        say = self._kit.say
        self._battery.show_level(1.0 if energy.left is None else energy.left)
        if energy.free:
            self._words.setText(say("energy.free"))
        elif energy.left is None:
            self._words.setText(say("energy.no_limit"))
        else:
            self._words.setText(say("energy.left", percent=round(100 * energy.left)))
        self._more.setText(self._numbers(energy))
        self._show_helpers(energy)

    def _numbers(self, energy: Energy) -> str:
        say = self._kit.say
        if not energy.tokens:
            return "" if energy.free else say("energy.none")
        money = say("energy.money", usd=f"{energy.usd:.2f}") if energy.usd else ""
        numbers = say("energy.numbers", tokens=f"{energy.tokens:,}", money=money)
        return say("energy.about", numbers=numbers) if energy.estimated else numbers

    def _show_helpers(self, energy: Energy) -> None:
        clear(self._rows)
        self._rows.addWidget(Label(self._kit, self._kit.say("energy.who"), "heading", wrap=False))
        users = sorted((one for one in energy.helpers if one.tokens), key=lambda one: -one.tokens)[:_MOST]
        whole = sum(one.tokens for one in users)
        for one in users:
            self._rows.addWidget(self._row(one, one.tokens / whole))
        if not users:
            self._rows.addWidget(Label(self._kit, self._kit.say("energy.none"), "small"))
        self._rows.addStretch(1)

    def _row(self, used: Used, share: float) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(HelperFigure(self._kit, used.figure, "idle", 28))
        name = Label(self._kit, used.name, "body", wrap=False)
        name.setMinimumWidth(90)
        row.addWidget(name)
        row.addWidget(_Cells(self._kit, share), 1)
        row.addWidget(Label(self._kit, f"{round(100 * share)} %", "small", wrap=False))
        return line
