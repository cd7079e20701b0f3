"""The look as a whole: typefaces, sizes, themes, the keyboard's way and its ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontInfo, QRawFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget

from elisa.core.text import say
from elisa.ui.kit import Kit
from elisa.ui.look.buttons import Button, IconButton
from elisa.ui.look.card import Card
from elisa.ui.look.chips import Chip, ToggleChip
from elisa.ui.look.labels import Label
from elisa.ui.look.scroll import ScrollArea
from elisa.ui.look.sheet import style_sheet
from elisa.ui.look.tokens import THEMES, load_tokens
from support.look_sheet import ComponentSheet

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from elisa.ui.look.look import Look

MEASURED = (Label, Button, IconButton, Chip, ToggleChip, QAbstractButton, QLineEdit)


def shown(qtbot: QtBot, widget: QWidget, width: int = 600, height: int = 400) -> None:
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)


def ring_of(window: QWidget) -> QWidget | None:
    ring = window.findChild(QWidget, "focus-ring")
    return ring if isinstance(ring, QWidget) and ring.isVisible() else None


def test_each_typeface_is_really_there_and_knows_the_letters_of_our_languages(look: Look) -> None:
    for family in load_tokens().choices:
        look.choose(family=family)
        assert QFontInfo(look.font("body")).family() == family
        raw = QRawFont.fromFont(look.font("body"))
        missing = [letter for letter in "äöüßñçéèêàœÆ" if not raw.supportsCharacter(ord(letter))]
        assert not missing, family
    look.choose(family="Nunito")
    assert QFontInfo(look.font("title")).family() == "Fredoka"
    assert QFontInfo(look.font("code")).family() == "JetBrains Mono"
    assert QRawFont.fromFont(look.font("body")).supportsCharacter(ord("ő")), "the subsets are one file"


def test_a_chosen_typeface_sets_titles_too_but_never_code(look: Look) -> None:
    look.choose(family="OpenDyslexic")
    assert look.families("title")[0] == look.families("body")[0] == "OpenDyslexic"
    assert look.families("code")[0] == "JetBrains Mono"


@pytest.mark.parametrize("theme", THEMES)
def test_the_sheet_has_no_place_left_open(look: Look, theme: str) -> None:
    look.choose(theme=theme)  # type: ignore[arg-type]
    assert "@" not in style_sheet(look)


def test_calm_motion_takes_no_time(look: Look) -> None:
    assert {look.ms(name) for name in load_tokens().motion} == {0}
    look.choose(reduced_motion=False)
    assert look.ms("press") == 80


def test_letters_never_go_below_the_floor(look: Look) -> None:
    look.choose(text_size=0.9)
    assert look.font("small").pixelSize() == 13
    look.choose(text_size=1.5)
    assert look.font("body").pixelSize() == 22


@pytest.mark.parametrize("size", [1.0, 1.5])
def test_nothing_on_the_sheet_is_cut(qtbot: QtBot, look: Look, size: float) -> None:
    look.choose(text_size=size)
    sheet = ComponentSheet(look)
    shown(qtbot, sheet, 1366, round(900 * size))
    cut = [describe(widget) for kind in MEASURED for widget in sheet.findChildren(kind) if is_cut(widget)]
    assert not cut
    small = [describe(button) for button in sheet.findChildren(QAbstractButton) if button.height() < 40]
    assert not small


def is_cut(widget: QWidget) -> bool:
    if not widget.isVisible() or (isinstance(widget.parent(), QWidget) and widget.objectName().startswith("qt_")):
        return False
    least = widget.minimumSizeHint()
    height = widget.heightForWidth(widget.width()) if widget.hasHeightForWidth() else least.height()
    return widget.width() < least.width() or widget.height() < min(height, least.height())


def describe(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.accessibleName() or getattr(widget, 'text', str)()} {widget.size()}"


def test_tab_reaches_everything_that_can_be_used_and_shows_where_it_is(qtbot: QtBot, look: Look) -> None:
    sheet = ComponentSheet(look)
    shown(qtbot, sheet, 1366, 900)
    wanted = {
        widget
        for widget in sheet.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisible()
        and widget.isEnabled()
        and widget.focusProxy() is None
    }
    reached: set[QWidget] = set()
    for _ in range(len(wanted) * 2):
        QTest.keyClick(QApplication.focusWidget() or sheet, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        assert focus is not None
        reached.add(focus)
        ring = ring_of(sheet)
        assert ring is not None, describe(focus)
        place = focus.mapTo(sheet, focus.rect().center())
        assert ring.geometry().contains(place)
    # Of two radio buttons Tab takes the chosen one, the arrows the other.
    missed = {describe(widget) for widget in wanted - reached if "Radio" not in type(widget).__name__}
    assert not missed
    unnamed = [
        widget for widget in reached if isinstance(widget, (Button, IconButton, ToggleChip)) and not named(widget)
    ]
    assert not unnamed


def named(widget: QWidget) -> bool:
    return bool(widget.accessibleName())


def test_the_ring_follows_its_widget_and_a_mouse_press_shows_none(qtbot: QtBot, look: Look) -> None:
    window = QWidget()
    kit = Kit(look, say)
    button = Button(kit, "Share", parent=window)
    other = Button(kit, "Other", parent=window)
    other.move(0, 100)
    button.move(50, 20)
    shown(qtbot, window)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    ring = ring_of(window)
    assert ring is not None
    assert ring.geometry() == button.geometry().adjusted(-5, -5, 5, 5)
    button.move(200, 60)
    assert ring.geometry() == button.geometry().adjusted(-5, -5, 5, 5)
    look.choose(theme="dark")
    ring_colour = window.grab().toImage().pixelColor(ring.geometry().center().x(), ring.geometry().top() + 1)
    assert ring_colour == look.colour("focus")
    QTest.mouseClick(other, Qt.MouseButton.LeftButton)
    assert other.hasFocus()
    assert ring_of(window) is None
    button.setFocus()
    button.hide()
    assert ring.geometry() == other.geometry().adjusted(-5, -5, 5, 5), "the keyboard went on to the next"


def test_the_ring_stays_inside_a_scrolled_area(qtbot: QtBot, look: Look) -> None:
    kit = Kit(look, say)
    area = ScrollArea(kit)
    buttons = [Button(kit, f"Row {number}") for number in range(20)]
    for button in buttons:
        area.body.addWidget(button)
    shown(qtbot, area, 300, 200)
    buttons[0].setFocus()
    for _ in buttons[1:]:
        QTest.keyClick(QApplication.focusWidget() or area, Qt.Key.Key_Tab)
    assert buttons[-1].hasFocus()
    ring = ring_of(area)
    assert ring is not None, "Tab scrolls to where it goes"
    area.verticalScrollBar().setValue(0)
    assert ring_of(area) is None, "what is scrolled away has no ring over its neighbours"


def test_a_change_of_theme_reaches_every_widget_at_once(qtbot: QtBot, look: Look) -> None:
    sheet = ComponentSheet(look)
    shown(qtbot, sheet, 1366, 900)
    for theme in ("dark", "hc", "light"):
        look.choose(theme=theme)
        picture = sheet.grab().toImage()
        assert picture.pixelColor(4, 4) == look.colour("bench")
        for card in sheet.findChildren(Card):
            place = card.mapTo(sheet, QPoint(12, 8))
            assert picture.pixelColor(place) == look.colour("surface"), theme
        label = sheet.findChildren(Label)[0]
        assert label.palette().windowText().color() == look.colour("ink")


def test_choosing_what_is_chosen_changes_nothing(qtbot: QtBot, look: Look) -> None:
    with qtbot.assertNotEmitted(look.changed):
        look.choose(theme="light", text_size=1.0)
    with qtbot.waitSignal(look.changed):
        look.choose(theme="dark")
