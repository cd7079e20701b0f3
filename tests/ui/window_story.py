"""A child at the window, in a process of its own: opens, drags, types, presses GO, answers, plays, undoes, saves.

What was seen goes to stdout as one JSON object. ``python window_story.py FOLDER``
"""

# Waiting for what is on the screen is looking at it again and again.
# ruff: noqa: ASYNC110, ASYNC240

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from elisa.core.settings import Settings
from elisa.ui.loop import run
from elisa.ui.start import make_application
from elisa.ui.studio import StudioProgram

if TYPE_CHECKING:
    from collections.abc import Callable

Json = dict[str, Any]
SECONDS = 90.0
LEFT = Qt.MouseButton.LeftButton
ODD: Json = {
    "blocks": {
        "languageVersion": 0,
        "blocks": [
            {"type": "fastled_init", "id": "led", "x": 300, "y": 20, "fields": {"PIN": 5}, "extraState": {"a": [1]}},
            {
                "type": "nugget_goal",
                "id": "goal",
                "x": 20,
                "y": 20,
                "fields": {"GOAL_TEXT": "a kite", "COLOUR": "red"},
                "next": {
                    "block": {
                        "type": "from_tomorrow",
                        "id": "new",
                        "data": "kept",
                        "next": {
                            "block": {
                                "type": "portal_tell",
                                "id": "tell",
                                "fields": {"PARAM_WORDS": "hello", "PORTAL_ID": "gone", "CAPABILITY_ID": "say"},
                            }
                        },
                    }
                },
            },
        ],
    }
}


class Errors(logging.Handler):
    """Notes what is logged from WARNING up: a console error of our page is one of them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the message."""
        self.told.append(record.getMessage())


class Story:
    """The steps, in order; each writes down what a child would see."""

    def __init__(self, program: StudioProgram, folder: Path) -> None:
        self.program, self.folder = program, folder
        self.seen: Json = {}

    async def tell(self) -> None:
        """Go through all steps, then close the window."""
        await self.until(lambda: hasattr(self.program, "desk") and self.program.window.isVisible())
        self.window, self.editor = self.program.window, self.program.window.parts.editor
        await self.until(lambda: self.editor.page_stands)
        await self.everything_comes_out()
        await self.open_an_example()
        await self.drag_a_block()
        await self.change_by_keyboard()
        await self.kill_the_page()
        await self.build()
        await self.undo_save_reopen()
        self.window.close()

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait for something to be seen."""
        async with asyncio.timeout(SECONDS):
            while not holds():
                await asyncio.sleep(0.02)

    async def everything_comes_out(self) -> None:
        """Load examples and an odd workspace into the page, and note which of them came out different."""
        examples = Path(__file__).resolve().parents[2] / "blockly_assets" / "examples"
        workspaces = {one.name: json.loads((one / "workspace.json").read_text("utf-8")) for one in examples.iterdir()}
        libraries = {
            one.name: {
                part: json.loads((one / f"{part}.json").read_text("utf-8")) for part in ("skills", "rules", "portals")
            }
            for one in examples.iterdir()
        }
        changed = []
        for name, workspace in {**workspaces, "odd": ODD}.items():
            self.editor.load(workspace, libraries.get(name, {}))
            if await self.editor.flush() != workspace:
                changed.append(name)
        self.seen["changed_by_the_editor"] = changed

    async def open_an_example(self) -> None:
        """Press the first card of the welcome page."""
        card = next(card for example, card, _ in self.window.parts.welcome._cards if example.name == "hedgehog-dodge")  # noqa: SLF001
        QTest.mouseClick(card, LEFT, pos=card.rect().center())
        await self.until(lambda: self.program.documents.current is not None)
        await self.until(lambda: self.program.building.understood.spec is not None)
        self.seen["go_after_opening"] = self.program.building.go_state
        self.seen["sentences"] = list(self.program.building.understood.sentences.values())

    async def drag_a_block(self) -> None:
        """Drag a block out of the Wishes bin with the mouse."""
        before = len(await self.block_ids())
        await self.click_in_page("document.querySelectorAll('.bin')[1]")
        flyout = "[...document.querySelectorAll('.blocklyFlyout .blocklyDraggable')]"
        start = await self.place(f"{flyout}.find(one => one.getBoundingClientRect().height > 20)")
        await self.drag(start + QPoint(14, 14), QPoint(700, 420))
        await self.until(lambda: len(ids(self.editor.workspace)) > before)
        self.seen["dragged"] = len(ids(self.editor.workspace)) - before

    async def change_by_keyboard(self) -> None:
        """Change the first bubble without the mouse."""
        proxy = self.page_widget()
        proxy.setFocus()
        await self.script("Blockly.getFocusManager().focusNode(Blockly.getMainWorkspace().getBlockById('goal')), 1")
        for key in (Qt.Key.Key_Right, Qt.Key.Key_Return):
            QTest.keyClick(proxy, key)
            await asyncio.sleep(0.2)
        await self.until_script("document.activeElement?.classList.contains('blocklyHtmlInput') === true")
        QTest.keyClick(proxy, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(proxy, "a game where a hedgehog dodges acorns quickly")
        QTest.keyClick(proxy, Qt.Key.Key_Return)
        await self.until(lambda: "quickly" in json.dumps(self.editor.workspace))
        await self.until(lambda: "quickly" in (self.workspace_file()))
        self.seen["typed"] = "quickly" in self.workspace_file()

    async def kill_the_page(self) -> None:
        """End the editor's process as the system would."""
        before = await self.editor.flush()
        back = asyncio.get_running_loop().create_future()
        self.editor.restored.connect(lambda: None if back.done() else back.set_result(True))
        os.kill(self.editor.page.renderProcessPid(), signal.SIGKILL)
        async with asyncio.timeout(SECONDS):
            await back
        self.seen["after_the_kill"] = await self.editor.flush() == before
        self.seen["said_after_the_kill"] = [toast.accessibleName() for toast in self.window.toasts.shown]

    async def build(self) -> None:
        """Press GO with the keyboard, answer the gate, and look at what came out."""
        QTest.keyClick(self.window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        model = self.program.model
        await self.until(lambda: model.state.waiting)
        self.seen["go_while_building"] = self.window.wall.go.state
        await self.until(lambda: self.window.parts.mission_side.graph.scene().items())
        self.seen["tasks_in_graph"] = len(self.window.parts.mission_side.graph._items)  # noqa: SLF001
        self.seen["tasks"] = len(model.state.tasks)
        await self.until(self.go_on)
        go_on = self.go_on()
        assert go_on is not None
        go_on.setFocus()
        QTest.keyClick(go_on, Qt.Key.Key_Space)
        await self.until(lambda: model.state.result is not None)
        self.seen["wishes"] = {wish.text: wish.state for wish in model.state.wishes.values()}
        self.seen["outcome"] = getattr(model.state.result, "outcome", "")
        await self.until(lambda: self.window.parts.play.page is not None)
        page = self.window.parts.play.page
        await self.until(lambda: page is not None and not page.isLoading() and page.title())
        self.seen["page_title"] = page.title() if page is not None else ""
        self.seen["files_after_build"] = sorted(path.name for path in self.bench().iterdir())

    async def undo_save_reopen(self) -> None:
        """Take the build back, save as a file, open it again: the same blocks and the same files."""
        await self.until(lambda: not self.program.building.is_busy)
        QTest.keyClick(self.window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        await self.until(lambda: any("All is kept" in one.accessibleName() for one in self.window.toasts.shown))
        self.seen["saved_by_keys"] = True
        self.seen["taken_back"] = await self.program.building.take_back(self.bench())
        await self.until(lambda: not (self.bench() / "index.html").exists())
        blocks = await self.editor.flush()
        saved = await self.program.documents.save_as(self.folder / "my game")
        self.seen["saved_as"] = saved.name
        before = {path.name: path.read_bytes() for path in self.bench().iterdir() if path.is_file()}
        await self.program.documents.new("something else")
        await self.program.desk.open(saved)
        await self.until(lambda: self.program.documents.current and self.program.documents.current.file == saved)
        after = {path.name: path.read_bytes() for path in self.bench().iterdir() if path.is_file()}
        self.seen["same_blocks"] = await self.editor.flush() == blocks
        self.seen["same_files"] = json.loads(before["workspace.json"]) == json.loads(after["workspace.json"])

    def go_on(self) -> QPushButton | None:
        """The button that says yes at a gate."""
        buttons = self.window.parts.mission_side.strip.findChildren(QPushButton)
        return next((one for one in buttons if one.text() == "Go on"), None)

    def bench(self) -> Path:
        """The folder of the nugget that is open."""
        current = self.program.documents.current
        assert current is not None
        return current.folder

    def workspace_file(self) -> str:
        return (self.bench() / "workspace.json").read_text("utf-8")

    async def block_ids(self) -> set[str]:
        return ids(await self.editor.flush())

    def page_widget(self) -> QWidget:
        widget = self.editor._view.focusProxy()  # noqa: SLF001
        assert widget is not None
        return widget

    async def script(self, source: str) -> Any:  # noqa: ANN401 - whatever the page answers
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.editor.page.runJavaScript(source, 0, answer.set_result)
        return await answer

    async def until_script(self, source: str) -> None:
        async with asyncio.timeout(SECONDS):
            while not await self.script(source):
                await asyncio.sleep(0.05)

    async def place(self, element: str) -> QPoint:
        await self.until_script(f"!!({element})")
        place = f"(at => JSON.stringify([at.left, at.top]))(({element}).getBoundingClientRect())"
        left, top = json.loads(await self.script(place))
        return QPoint(int(left), int(top))

    async def click_in_page(self, element: str) -> None:
        QTest.mouseClick(self.page_widget(), LEFT, pos=await self.place(element) + QPoint(20, 20))

    async def drag(self, start: QPoint, end: QPoint) -> None:
        widget = self.page_widget()
        QTest.mouseMove(widget, start)
        QTest.mousePress(widget, LEFT, pos=start)
        for step in range(1, 13):
            at = QPointF(start + (end - start) * step / 12)
            move = QMouseEvent(
                QEvent.Type.MouseMove, at, widget.mapToGlobal(at), Qt.MouseButton.NoButton, LEFT,
                Qt.KeyboardModifier.NoModifier,
            )  # fmt: skip
            QApplication.sendEvent(widget, move)
            await asyncio.sleep(0.016)
        QTest.mouseRelease(widget, LEFT, pos=end)


def ids(workspace: Json) -> set[str]:
    """Return the ids of all blocks."""
    found: set[str] = set()
    todo: list[Any] = [workspace]
    while todo:
        one = todo.pop()
        if isinstance(one, dict):
            if "type" in one and "id" in one:
                found.add(one["id"])
            todo += one.values()
        elif isinstance(one, list):
            todo += one
    return found


def main() -> int:
    """Live through the story; print what was seen."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    settings = Settings(theme="light", safe_graphics=True, reduced_motion=True)
    application = make_application(settings)
    program = StudioProgram(application, settings, None, ())
    story = Story(program, Path(sys.argv[1]))

    async def live() -> int:
        telling = asyncio.ensure_future(story.tell())
        running = asyncio.ensure_future(program.run([]))
        await asyncio.wait([telling, running], return_when=asyncio.FIRST_COMPLETED)
        if telling.done() and telling.exception() is not None:
            program.leave()
        code = await running
        await telling
        return code

    code = run(application, live)
    print(json.dumps({**story.seen, "errors": errors.told, "code": code}))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
