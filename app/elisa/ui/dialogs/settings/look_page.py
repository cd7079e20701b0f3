"""How it looks and sounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from elisa.core.settings import ThemeChoice
from elisa.ui.look.chips import ChipRow
from elisa.ui.look.labels import Label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.services.preferences import PreferencesService
    from elisa.ui.kit import Kit
    from elisa.ui.loop import Chores

_SIZES = (0.9, 1.0, 1.15, 1.3, 1.5)


class LookPage(QWidget):
    """Theme, text size, movement and sound."""

    def __init__(
        self, kit: Kit, preferences: PreferencesService, chores: Chores, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._kit, self._preferences, self._chores = kit, preferences, chores
        now, say = preferences.current, kit.say
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        themes = {choice: say(f"preferences.theme_{choice}") for choice in get_args(ThemeChoice)}
        self._choices(column, "theme", themes, now.theme)
        sizes = {size: f"{round(size * 100)} %" for size in _SIZES}
        self._choices(column, "text_size", sizes, now.text_size)
        self._switch(column, "preferences.still", "reduced_motion", on=now.reduced_motion)
        self._switch(column, "preferences.sound", "sound", on=now.sound)
        column.addStretch(1)

    def _choices(
        self, column: QVBoxLayout, name: str, options: Mapping[ThemeChoice, str] | Mapping[float, str], now: object
    ) -> None:
        column.addWidget(Label(self._kit, self._kit.say(f"preferences.{name}"), "heading", wrap=False))
        row = ChipRow(self._kit, options, now)
        row.chosen.connect(lambda value: self._choose(name, value))
        column.addWidget(row)

    def _switch(self, column: QVBoxLayout, words: str, name: str, *, on: bool) -> None:
        box = QCheckBox(self._kit.say(words))
        box.setChecked(on)
        box.toggled.connect(lambda checked: self._choose(name, checked))
        column.addWidget(box)

    def _choose(self, name: str, value: object) -> None:
        self._chores.start(self._preferences.choose(**{name: value}))
