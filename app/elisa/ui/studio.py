"""The studio program: makes the services and the window, connects them, and ends in an orderly way."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject, QSettings, Qt

from elisa import wiring
from elisa.core.errors import ElisaError
from elisa.core.settings import home, projects_folder
from elisa.core.text import say_in
from elisa.services.keys import Keys
from elisa.services.preferences import PreferencesService
from elisa.services.runner import WorkerLoop
from elisa.ui.asking import Asking
from elisa.ui.building import Building
from elisa.ui.desk import Desk
from elisa.ui.kit import Kit
from elisa.ui.look.look import Look
from elisa.ui.loop import Chores
from elisa.ui.models.build import BuildModel
from elisa.ui.panels.done import DonePanel
from elisa.ui.panels.mission.panels import MissionPage, MissionSide
from elisa.ui.panels.parts import Parts
from elisa.ui.panels.play import PlayPanel
from elisa.ui.panels.tests import TestsPanel
from elisa.ui.panels.welcome import ExampleCard, RecentCard, WelcomePanel
from elisa.ui.web.editor import BlockEditor
from elisa.ui.window import StudioWindow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QApplication

    from elisa.core.settings import Settings
    from elisa.ui.instance import SingleInstance
    from elisa.ui.look.tokens import Theme

_log = logging.getLogger(__name__)
_PLACE = "window/place"


class StudioProgram(QObject):
    """Everything between the first double click and the last."""

    def __init__(
        self, application: QApplication, settings: Settings, instance: SingleInstance | None, troubles: Sequence[str]
    ) -> None:
        super().__init__(application)
        self._application, self.settings, self._instance, self._troubles = application, settings, instance, troubles
        self.look = Look(
            theme=_theme_of(application, settings),
            text_size=settings.text_size,
            reduced_motion=settings.reduced_motion,
            parent=self,
        )
        self.look.apply(application)
        language = settings.language
        self.kit = Kit(self.look, partial(say_in, language))
        self.chores = Chores(self._fault)
        self._closed: asyncio.Future[int] | None = None

    async def run(self, files: Sequence[Path]) -> int:
        """Show the window and stay until it is closed; return the exit code."""
        self._closed = asyncio.get_running_loop().create_future()
        self._make()
        self.window.show()
        if self._instance is not None:
            self._instance.asked.connect(self._asked_to_open)
            self._instance.start_telling()
        for sentence in self._troubles:
            self.window.toasts.show(sentence)
        self.chores.start(self.desk.show_welcome())
        for path in files:
            self.chores.start(self.desk.open(path))
        try:
            return await self._closed
        finally:
            await self._end()

    def _make(self) -> None:
        self.runner = WorkerLoop(self)
        self.keys = Keys()
        self.preferences = PreferencesService(self.runner, self.settings, self.keys, self)
        self.preferences.changed.connect(self._settings_changed)
        studio, historian = wiring.window_studio(self.runner, home())
        self.studio = studio
        self.model = BuildModel(self.kit.say, self)
        studio.hub.happened.connect(self.model.take)
        self.documents = wiring.documents(self.runner, lambda: projects_folder(self.preferences.current), self.keys)
        self.blocks = wiring.editor_blocks(self.runner, self.settings.language)
        self.window = StudioWindow(self.kit)
        asking = Asking(self.kit, self.window)
        self.building = Building(self.runner, studio, self.keys, asking, self)
        self.window.furnish(self.kit, self._parts())
        self.desk = Desk(self, historian, asking)
        self.desk.connect_all()
        place = self._remembered().value(_PLACE)
        if isinstance(place, QByteArray) and not place.isEmpty():
            self.window.restoreGeometry(place)
        else:
            self.window.resize(1366, 768)

    def _parts(self) -> Parts:
        kit = self.kit
        cards = [
            ExampleCard(one["name"], one["title"], one["description"], one["category"], one["picture"])
            for one in wiring.examples()
        ]
        return Parts(
            welcome=WelcomePanel(kit, cards),
            editor=BlockEditor(kit, self.blocks.data(), sounds=self.settings.sound),
            mission_side=MissionSide(kit, self.model),
            mission_page=MissionPage(kit, self.model),
            play=PlayPanel(kit),
            done=DonePanel(kit, self.model),
            tests=TestsPanel(kit, self.model),
        )

    async def recents(self) -> list[RecentCard]:
        """Return what was open lately, for the first page."""
        found = await self.documents.recents()
        return [RecentCard(one.folder, one.title, _day(one.at), one.picture) for one in found]

    def leave(self) -> None:
        """End the program; ``run`` returns."""
        if self._closed is not None and not self._closed.done():
            self._closed.set_result(0)

    async def _end(self) -> None:
        self._remembered().setValue(_PLACE, self.window.saveGeometry())
        await self.desk.end()
        await self.building.ended()
        await self.documents.close()
        await self.chores.end()
        self.window.parts.play.put_page_away()
        self.window.parts.editor.close_page()
        self.window.let_go()
        self.runner.close()
        if self._instance is not None:
            self._instance.close()
        self.window.deleteLater()

    def _asked_to_open(self, files: list[str]) -> None:
        """Come forward, with what another start wants opened."""
        self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()
        for file in files[:1]:
            self.chores.start(self.desk.open(Path(file)))

    def _settings_changed(self) -> None:
        """Let every choice count at once."""
        now = self.settings = self.preferences.current
        theme = _theme_of(self._application, now)
        if (theme, now.text_size, now.reduced_motion) != (
            self.look.theme,
            self.look.text_size,
            self.look.reduced_motion,
        ):
            self.look.choose(theme=theme, text_size=now.text_size, reduced_motion=now.reduced_motion)

    def _fault(self, fault: Exception) -> None:
        """Say what went wrong in a chore: its own sentence, or that something slipped."""
        if isinstance(fault, ElisaError):
            self.chores.start(self.desk.tell(fault))
            return
        _log.error("a chore of the window ended by a fault", exc_info=fault)
        slipped = ElisaError("studio.fault", self.kit.say("window.fault_text"), f"{type(fault).__name__}: {fault}")
        self.chores.start(self.desk.tell(slipped))

    def _remembered(self) -> QSettings:
        return QSettings(str(home() / "place.ini"), QSettings.Format.IniFormat)


def _theme_of(application: QApplication, settings: Settings) -> Theme:
    if settings.theme != "system":
        return settings.theme
    return "dark" if application.styleHints().colorScheme() is Qt.ColorScheme.Dark else "light"


def _day(at: float) -> str:
    return time.strftime("%x", time.localtime(at))
