"""What is safe: graphics, where nuggets are kept, and how much a build may use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFileDialog, QVBoxLayout, QWidget

from elisa.core.settings import projects_folder
from elisa.ui.look.buttons import Button
from elisa.ui.look.fields import NumberField
from elisa.ui.look.labels import Label

if TYPE_CHECKING:
    from elisa.services.preferences import PreferencesService
    from elisa.ui.kit import Kit
    from elisa.ui.loop import Chores

_MOST_TOKENS, _STEP = 10_000_000, 10_000


class SafetyPage(QWidget):
    """Choices that a grown-up may want to look at."""

    def __init__(
        self,
        kit: Kit,
        preferences: PreferencesService,
        chores: Chores,
        window: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._kit, self._preferences, self._chores, self._window = kit, preferences, chores, window
        now, say = preferences.current, kit.say
        self._folder = Label(kit, _short(projects_folder(now)), "body")
        choose = Button(kit, say("preferences.choose_folder"), icon="folder-open")
        choose.clicked.connect(self._ask_folder)
        limit = NumberField(kit, say("preferences.limit"), 0, _MOST_TOKENS, step=_STEP)
        limit.setValue(now.limits.tokens or 0)
        limit.editingFinished.connect(lambda: self._limit(limit.value()))
        graphics = QCheckBox(say("preferences.safe_graphics"))
        graphics.setChecked(now.safe_graphics)
        graphics.toggled.connect(lambda on: chores.start(preferences.choose(safe_graphics=on)))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.addWidget(Label(kit, say("preferences.folder"), "heading", wrap=False))
        column.addWidget(self._folder)
        column.addWidget(choose, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(Label(kit, say("preferences.limit"), "heading", wrap=False))
        column.addWidget(limit, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(graphics)
        column.addWidget(Label(kit, say("preferences.restart"), "small"))
        if preferences.locked:
            column.addWidget(Label(kit, say("preferences.locked"), "small"))
        for name, widget in (("projects_folder", choose), ("limits", limit), ("safe_graphics", graphics)):
            widget.setEnabled(name not in preferences.locked)
        column.addStretch(1)

    def _limit(self, tokens: int) -> None:
        limits = self._preferences.current.limits.model_copy(update={"tokens": tokens or None})
        self._chores.start(self._preferences.choose(limits=limits))

    def _ask_folder(self) -> None:
        dialog = QFileDialog(self._window, self._kit.say("preferences.choose_folder"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self._chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _chosen(self, folder: str) -> None:
        self._folder.setText(_short(Path(folder)))
        self._chores.start(self._preferences.choose(projects_folder=folder))


def _short(folder: Path) -> str:
    """Return a folder as people write it, their own home as ``~``."""
    home = Path.home()
    return f"~/{folder.relative_to(home).as_posix()}" if folder.is_relative_to(home) else str(folder)
