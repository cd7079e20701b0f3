"""Sheets that ask the child one question and hand back the answer, without ever blocking the window."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from elisa.ui.look.buttons import ButtonKind  # noqa: TC001 - a named tuple reads its annotations
from elisa.ui.look.dialog import SheetDialog

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit


class Choice(NamedTuple):
    """A button of a sheet: what it answers, its words, its kind."""

    name: str
    words: str
    kind: ButtonKind = "plain"


async def answer_of(dialog: SheetDialog) -> str:
    """Open a sheet and wait for its answer; nothing when it was closed."""
    waiting: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def take(answer: str) -> None:
        if not waiting.done():
            waiting.set_result(answer)

    dialog.answered.connect(take)
    dialog.open()
    return await waiting


class Asking:
    """The window's own questions."""

    def __init__(self, kit: Kit, window: QWidget) -> None:
        self._kit, self._window = kit, window

    async def ask(self, helper: str, title: str, text: str, choices: Sequence[Choice]) -> str:
        """Ask; the first choice is the safe one, where the focus begins."""
        dialog = SheetDialog(self._kit, helper, title, text, self._window)
        for choice in choices:
            dialog.add_button(choice.words, choice.kind, choice.name)
        return await answer_of(dialog)

    async def about_unfinished(self) -> str:
        """Ask what to do with a build that was cut off: ``resume``, ``anew`` or nothing yet."""
        say = self._kit.say
        choices = (
            Choice("", say("window.later")),
            Choice("anew", say("window.begin_anew")),
            Choice("resume", say("window.go_on"), "answer"),
        )
        return await self.ask("hex", say("window.unfinished_title"), say("window.unfinished_text"), choices)

    async def about_permissions(self, wishes: Sequence[str], names: Mapping[str, str]) -> bool:
        """Ask whether a nugget may have what it asks for."""
        told = ", ".join(self._wish(wish, names) for wish in wishes)
        return await self._yes("loupe", "allow", self._kit.say("window.allow_text", wishes=told))

    async def about_taking_back(self) -> bool:
        """Ask whether the last build shall step aside."""
        return await self._yes("stamp", "take_back", self._kit.say("window.take_back_text"))

    async def about_starting_over(self) -> bool:
        """Ask whether an empty bench is wanted."""
        return await self._yes("spool", "start_over", self._kit.say("window.start_over_text"))

    async def about_closing(self) -> bool:
        """Ask whether to close while a build goes on."""
        return await self._yes("hex", "closing", self._kit.say("window.closing_text"))

    async def _yes(self, helper: str, about: str, text: str) -> bool:
        """Ask a question that has a no, which is safe, and a yes."""
        say = self._kit.say
        choices = (Choice("", say(f"window.{about}_no")), Choice("yes", say(f"window.{about}_yes"), "answer"))
        return bool(await self.ask(helper, say(f"window.{about}_title"), text, choices))

    async def show_help(self) -> None:
        """Say how it goes, and which keys there are."""
        say = self._kit.say
        steps = "\n".join(say(f"window.help_step_{number}") for number in (1, 2, 3))
        keys = "\n".join(say(f"window.help_key_{name}") for name in ("go", "pages", "blocks", "back"))
        text = f"{steps}\n\n{keys}"
        await self.ask("lumi", say("window.help_title"), text, (Choice("", say("window.fine"), "main"),))

    async def tell(self, sentence: str, detail: str = "") -> None:
        """Tell about something that went wrong; the technical words only under "More"."""
        say = self._kit.say
        fine = Choice("", say("window.fine"), "main")
        choices = (Choice("more", say("window.fault_more"), "link"), fine) if detail else (fine,)
        if await self.ask("hex", say("window.fault_title"), sentence, choices) == "more":
            await self.ask("hex", sentence, detail[:600], (fine,))

    def _wish(self, wish: str, names: Mapping[str, str]) -> str:
        say = self._kit.say
        if wish.startswith("portal:"):
            portal = wish.removeprefix("portal:")
            return say("window.allow_portal", name=names.get(portal, portal))
        return say(f"window.allow_{wish}")
