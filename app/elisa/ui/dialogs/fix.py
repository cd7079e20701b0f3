"""Asks what is not right yet, in the child's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.ui.asking import answer_of
from elisa.ui.look.dialog import SheetDialog
from elisa.ui.look.fields import TextField

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit


async def ask_what_to_fix(kit: Kit, window: QWidget) -> str:
    """Return what shall be mended, or nothing."""
    say = kit.say
    dialog = SheetDialog(kit, "loupe", say("mission.fix_title"), say("mission.fix_text"), window)
    field = TextField(kit, say("mission.your_words"))
    field.setAccessibleName(say("mission.your_words"))
    dialog.body.addWidget(field)
    dialog.set_first_focus(field)
    dialog.add_button(say("mission.not_now"), "plain", "")
    dialog.add_button(say("mission.fix_go"), "main", "fix")
    said: list[str] = []
    # The sheet is gone after its answer, and the field with it.
    dialog.answered.connect(lambda answer: said.append(field.text().strip() if answer == "fix" else ""))
    await answer_of(dialog)
    return said[0] if said else ""
