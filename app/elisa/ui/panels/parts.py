"""The panels that a window is furnished with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.ui.panels.done import DonePanel
    from elisa.ui.panels.mission.panels import MissionPage, MissionSide
    from elisa.ui.panels.play import PlayPanel
    from elisa.ui.panels.tests import TestsPanel
    from elisa.ui.panels.welcome import WelcomePanel
    from elisa.ui.web.editor import BlockEditor


@dataclass(frozen=True)
class Parts:
    """One of each."""

    welcome: WelcomePanel
    editor: BlockEditor
    mission_side: MissionSide
    mission_page: MissionPage
    play: PlayPanel
    done: DonePanel
    tests: TestsPanel
