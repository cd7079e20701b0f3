"""The settings: who thinks, how it looks, and what is safe. Every change counts at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QStackedWidget, QWidget

from elisa.ui.dialogs.settings.look_page import LookPage
from elisa.ui.dialogs.settings.safety_page import SafetyPage
from elisa.ui.dialogs.settings.thinking_page import ThinkingPage
from elisa.ui.look.chips import ChipRow
from elisa.ui.look.dialog import SheetDialog

if TYPE_CHECKING:
    from elisa.services.preferences import PreferencesService
    from elisa.ui.kit import Kit
    from elisa.ui.loop import Chores

_WIDTH = 860


def settings_sheet(
    kit: Kit, preferences: PreferencesService, chores: Chores, window: QWidget, page: str = "thinking"
) -> SheetDialog:
    """Return the sheet, ready to be opened."""
    say = kit.say
    sheet = SheetDialog(kit, "hex", say("preferences.title"), "", window, width=_WIDTH)
    pages: dict[str, QWidget] = {
        "thinking": ThinkingPage(kit, preferences, chores),
        "look": LookPage(kit, preferences, chores),
        "safety": SafetyPage(kit, preferences, chores, window),
    }
    stack = QStackedWidget()
    for widget in pages.values():
        stack.addWidget(widget)
    stack.setCurrentWidget(pages[page])
    tabs = ChipRow(kit, {name: say(f"preferences.{name}") for name in pages}, page)
    tabs.chosen.connect(lambda name: stack.setCurrentWidget(pages[name]))
    sheet.body.addWidget(tabs)
    sheet.body.addWidget(stack)
    sheet.add_button(say("preferences.done"), "main", "done", safe=True)
    return sheet
