"""The head of Mission Control: Lumi, one sentence on how it stands, and the battery."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from elisa.ui.look.battery import Battery
from elisa.ui.look.helper import HelperFigure
from elisa.ui.look.labels import Label

if TYPE_CHECKING:
    from elisa.ui.kit import Kit
    from elisa.ui.models.build import BuildModel


class Head(QWidget):
    """Follows the model."""

    def __init__(self, kit: Kit, model: BuildModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit, self._model = kit, model
        self._title = Label(kit, "", "heading")
        self._count = Label(kit, "", "small")
        self._battery = Battery(kit)
        self._energy = Label(kit, "", "small", wrap=False)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 14, 4)
        row.setSpacing(12)
        row.addWidget(HelperFigure(kit, "lumi", "idle", 46))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._count)
        row.addLayout(words, 1)
        energy = QVBoxLayout()
        energy.setSpacing(2)
        energy.addWidget(self._battery, 0, Qt.AlignmentFlag.AlignRight)
        energy.addWidget(self._energy, 0, Qt.AlignmentFlag.AlignRight)
        row.addLayout(energy)
        model.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say how it stands."""
        state, say = self._model.state, self._kit.say
        busy = [helper.name for helper in state.helpers.values() if helper.state == "working"]
        if state.waiting:
            title = say("mission.needs_you")
        elif state.phase == "planning" and state.building:
            title = say("mission.planning")
        elif busy:
            title = say("mission.busy_one", name=busy[0]) if len(busy) == 1 else say("mission.busy", count=len(busy))
        else:
            title = say("mission.over") if state.result else say("mission.quiet")
        self._title.setText(state.narrator or title)
        counted = say("mission.count", done=state.done_tasks, all=len(state.tasks)) if state.tasks else ""
        self._count.setText(f"{title}. {counted}" if state.narrator else counted)
        left = state.energy_left
        self._battery.show_level(left)
        if state.is_free:
            self._energy.setText(say("mission.free"))
        else:
            self._energy.setText("" if left is None else say("mission.energy", percent=round(100 * left)))
