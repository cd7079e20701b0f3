"""The helpers as cards: who they are, how far they are, and what they do right now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from elisa.ui.look.card import Card
from elisa.ui.look.clearing import put_away
from elisa.ui.look.helper import HelperFigure
from elisa.ui.look.labels import Label
from elisa.ui.look.status import StatusShape

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from elisa.ui.kit import Kit
    from elisa.ui.look.helper import HelperState
    from elisa.ui.models.build import BuildModel, HelperView

MOST = 5
_FACES: dict[str, HelperState] = {"working": "working", "stuck": "stuck", "made": "done", "asks": "thinking"}
_ROLES = ("builder", "tester", "reviewer", "custom")


class _Meter(QWidget):
    """How many of a helper's tasks are done."""

    def __init__(self, kit: Kit, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit, self.share = kit, 0.0
        self.setFixedHeight(8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        kit.look.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._kit.look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for share, token in ((1.0, "sunken"), (self.share, "work")):
            if share:
                painter.setBrush(look.colour(token))
                painter.drawRoundedRect(QRectF(0, 0, max(8.0, self.width() * share), 8), 4, 4)
        painter.end()


class HelperCard(Card):
    """One helper."""

    def __init__(self, kit: Kit, helper: HelperView, parent: QWidget | None = None) -> None:
        super().__init__(kit, parent=parent)
        self._kit = kit
        self._figure = HelperFigure(kit, helper.figure, "idle", 54)
        self._shape = StatusShape(kit, "waiting", 24)
        self._doing = Label(kit, "", "small")
        self._doing.setMaximumHeight(40)
        self._meter = _Meter(kit)
        role = helper.role if helper.role in _ROLES else "custom"
        names = QVBoxLayout()
        names.setSpacing(0)
        names.addWidget(Label(kit, helper.name, "heading", wrap=False))
        names.addWidget(Label(kit, kit.say(f"mission.role_{role}"), "small", wrap=False))
        top = QHBoxLayout()
        top.setSpacing(6)
        top.addWidget(self._figure)
        top.addLayout(names, 1)
        top.addWidget(self._shape, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 12, 12)
        column.setSpacing(4)
        column.addLayout(top)
        column.addWidget(self._doing)
        column.addWidget(self._meter)
        self.show_helper(helper)

    def show_helper(self, helper: HelperView) -> None:
        """Follow the helper."""
        self._figure.show_state(_FACES.get(helper.state, "idle"))
        if self._shape.state != helper.state:
            self._shape.show_state(helper.state)
        self._doing.setText(_short(helper.doing) or self._kit.say("mission.idle"))
        self._meter.share = helper.done / helper.tasks if helper.tasks else 0.0
        self._meter.update()
        self.setAccessibleName(f"{helper.name}: {helper.doing}")


class HelperCards(QWidget):
    """All helpers of the build in a row, the busy ones first where there is no room for all."""

    def __init__(self, kit: Kit, model: BuildModel, most: int = MOST, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit, self._model, self._most = kit, model, most
        self._cards: dict[str, HelperCard] = {}
        self._room = True
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(14, 4, 14, 4)
        self._row.setSpacing(8)
        model.changed.connect(self.refresh)
        self.refresh()

    def show_room(self, *, enough: bool) -> None:
        """Stay away where there is no room."""
        self._room = enough
        self.refresh()

    def refresh(self) -> None:
        """Follow the model."""
        helpers = self._model.state.helpers
        busy_first = sorted(helpers.values(), key=lambda one: one.state not in ("working", "asks", "stuck"))
        shown = {one.name for one in busy_first[: self._most]}
        wanted = [one for one in helpers.values() if one.name in shown]
        if [one.name for one in wanted] != list(self._cards):
            self._build(wanted)
        for helper in wanted:
            self._cards[helper.name].show_helper(helper)
        self.setVisible(bool(wanted) and self._room)

    def _build(self, wanted: list[HelperView]) -> None:
        for card in self._cards.values():
            self._row.removeWidget(card)
            put_away(card)
        self._cards = {helper.name: HelperCard(self._kit, helper, self) for helper in wanted}
        for card in self._cards.values():
            self._row.addWidget(card, 1)


def _short(text: str) -> str:
    first = text.strip().split("\n")[0]
    return first if len(first) <= 60 else f"{first[:57].rsplit(' ', 1)[0]} …"
