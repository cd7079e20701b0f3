"""Sheets: one question over the window, by keyboard as well as by mouse, never two at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from elisa.ui.look.buttons import Button
from elisa.ui.look.dialog import SheetDialog, open_sheet
from elisa.ui.look.fields import TextArea, TextField
from elisa.ui.look.labels import Label

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from elisa.ui.kit import Kit


@pytest.fixture
def window(qtbot: QtBot, kit: Kit) -> QWidget:
    """A window with two buttons; the first has the keyboard."""
    made = QWidget()
    column = QVBoxLayout(made)
    for name in ("First", "Second"):
        column.addWidget(Button(kit, name))
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.findChildren(Button)[0].setFocus()
    return made


def ask(kit: Kit, window: QWidget, title: str = "May the helpers go online?") -> tuple[SheetDialog, list[str]]:
    sheet = SheetDialog(kit, "loupe", title, "Hex wants one file. Nothing of yours is sent.", window)
    sheet.add_button("What is that?", "link", "why")
    sheet.add_button("No", "plain", "no")
    sheet.add_button("Just this once", "answer", "yes")
    answers: list[str] = []
    sheet.answered.connect(answers.append)
    return sheet, answers


def press(key: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key)


def focused() -> str:
    widget = QApplication.focusWidget()
    return widget.text() if isinstance(widget, Button) else type(widget).__name__


def test_the_keyboard_starts_on_the_safe_answer_stays_inside_and_goes_back(window: QWidget, kit: Kit) -> None:
    sheet, answers = ask(kit, window)
    sheet.open()
    assert sheet.geometry() == window.rect()
    assert open_sheet(window) is sheet
    assert focused() == "No"
    went = []
    for _ in range(4):
        press(Qt.Key.Key_Tab)
        went.append(focused())
    assert went == ["Just this once", "What is that?", "No", "Just this once"]
    press(Qt.Key.Key_Backtab)
    assert focused() == "No"
    press(Qt.Key.Key_Space)
    assert answers == ["no"]
    assert focused() == "First", "back where it was"
    assert open_sheet(window) is None


def test_pitfall_51_escape_closes_every_sheet_without_an_answer(window: QWidget, kit: Kit) -> None:
    sheet, answers = ask(kit, window)
    field = TextField(kit, "Your own idea")
    sheet.body.addWidget(field)
    sheet.set_first_focus(field)
    sheet.open()
    assert field.hasFocus()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert answers == [""]
    sheet.answer("yes")
    assert answers == [""], "only the first answer counts"


def test_enter_presses_the_button_that_has_the_keyboard(window: QWidget, kit: Kit) -> None:
    sheet, answers = ask(kit, window)
    sheet.open()
    press(Qt.Key.Key_Return)
    assert answers == ["no"]


def test_a_second_sheet_waits_for_the_first(window: QWidget, kit: Kit) -> None:
    first, _ = ask(kit, window)
    second, answers = ask(kit, window, "Take the last build back?")
    first.open()
    second.open()
    assert not second.isVisible()
    first.answer("no")
    assert second.isVisible()
    assert open_sheet(window) is second
    second.answer("yes")
    assert answers == ["yes"]
    assert focused() == "First"


def test_a_sheet_that_waits_can_be_taken_back(window: QWidget, kit: Kit) -> None:
    first, _ = ask(kit, window)
    second, answers = ask(kit, window)
    first.open()
    second.open()
    second.answer("")
    assert answers == [""]
    assert first.isVisible()
    first.answer("no")
    assert open_sheet(window) is None


def test_a_sheet_may_ask_from_inside_another(window: QWidget, kit: Kit) -> None:
    outer, outer_answers = ask(kit, window, "Settings")
    outer.open()
    inner, inner_answers = ask(kit, outer, "Forget the key?")
    inner.open()
    assert inner.isVisible()
    assert outer.isVisible()
    press(Qt.Key.Key_Escape)
    assert (inner_answers, outer_answers) == ([""], [])
    assert open_sheet(window) is outer
    assert focused() == "No"


@pytest.mark.parametrize("size", [(1366, 768), (911, 512), (640, 420)])
def test_the_answers_never_scroll_away(window: QWidget, kit: Kit, size: tuple[int, int]) -> None:
    window.resize(*size)
    sheet, _ = ask(kit, window)
    for number in range(40):
        sheet.body.addWidget(Label(kit, f"Line {number} with some words in it"))
    sheet.body.addWidget(TextArea(kit, "Your own idea"))
    sheet.open()
    QApplication.processEvents()
    room = window.rect()
    assert room.contains(sheet.paper.geometry())
    for button in sheet.findChildren(Button):
        corner = button.mapTo(window, button.rect().bottomRight())
        assert sheet.paper.geometry().contains(corner), button.text()
        assert button.size() == button.sizeHint()
    window.resize(1000, 600)
    assert sheet.geometry() == window.rect()


def test_words_of_a_sheet_are_whole(window: QWidget, kit: Kit) -> None:
    kit.look.choose(text_size=1.5)
    sheet, _ = ask(kit, window, "Something with a rather long title that needs two lines to be said")
    sheet.open()
    QApplication.processEvents()
    for label in (sheet.title, sheet.text):
        assert label.height() >= label.heightForWidth(label.width())
    kit.look.choose(text_size=1.0)


def test_the_window_below_is_dimmed(window: QWidget, kit: Kit) -> None:
    before = window.grab().toImage().pixelColor(3, 3)
    sheet, _ = ask(kit, window)
    sheet.open()
    assert window.grab().toImage().pixelColor(3, 3).lightness() < before.lightness()
    button = window.findChildren(Button)[0]
    assert window.childAt(button.geometry().topLeft()) is not button, "what lies below cannot be pressed"
