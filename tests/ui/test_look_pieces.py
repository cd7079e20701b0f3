"""The pieces of the look, one by one, as a child meets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QImage, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from elisa.ui.look.battery import Battery
from elisa.ui.look.buttons import Button
from elisa.ui.look.card import Card
from elisa.ui.look.chips import Chip, ToggleChip
from elisa.ui.look.empty import EmptyPlace
from elisa.ui.look.fields import ChoiceField, NumberField
from elisa.ui.look.flow import FlowLayout
from elisa.ui.look.helper import HELPER_STATES, HELPERS, HelperFigure, helper_pixmap
from elisa.ui.look.icons import has_icon, icon_pixmap
from elisa.ui.look.labels import Label
from elisa.ui.look.motion import fade_in
from elisa.ui.look.note import Note
from elisa.ui.look.picture import Picture
from elisa.ui.look.status import StatusShape, paint_status
from elisa.ui.look.toast import Toasts
from elisa.ui.look.tokens import THEMES, load_tokens

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from elisa.ui.kit import Kit
    from elisa.ui.look.look import Look


def show(qtbot: QtBot, widget: QWidget, width: int = 0, height: int = 0) -> QWidget:
    qtbot.addWidget(widget)
    widget.resize(QSize(width, height) if width else widget.sizeHint())
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)
    return widget


def test_a_button_goes_down_on_its_edge_and_says_what_it_does(qtbot: QtBot, kit: Kit) -> None:
    button = Button(kit, "Keep working", kind="main", icon="play")
    show(qtbot, button)
    assert button.accessibleName() == "Keep working"
    rest = button.grab().toImage()
    assert rest.pixelColor(40, button.height() - 2) == kit.look.colour("go_edge")
    with qtbot.waitSignal(button.clicked):
        QTest.mousePress(button, Qt.MouseButton.LeftButton)
        assert button.grab().toImage() != rest
        QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    button.setEnabled(False)
    off = button.grab().toImage()
    assert off.pixelColor(button.width() // 2, 6) != kit.look.colour("go"), "off is another drawing, not a paler one"


def test_a_longer_text_makes_a_button_wider(qtbot: QtBot, kit: Kit) -> None:
    button = Button(kit, "Go")
    qtbot.addWidget(button)
    before = button.sizeHint().width()
    button.show_text("Go on to the next one")
    assert button.sizeHint().width() > before
    assert button.minimumSizeHint() == button.sizeHint(), "words of a button are never cut"
    button.set_icon("play")
    button.setCheckable(True)
    wide = button.sizeHint().width()
    button.setChecked(True)
    assert button.sizeHint().width() > wide, "room for the tick"


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_card_is_pressed_by_mouse_and_by_keyboard(qtbot: QtBot, kit: Kit, key: Qt.Key) -> None:
    card = Card(kit, pressable=True)
    words = QVBoxLayout(card)
    words.addWidget(Label(kit, "Hedgehog Dodge", "heading"))
    words.addWidget(Label(kit, "A game", "small"))
    show(qtbot, card, 200, 80)
    assert card.accessibleName() == "Hedgehog Dodge A game"
    pressed: list[bool] = []
    card.pressed.connect(lambda: pressed.append(True))
    QTest.mouseClick(card, Qt.MouseButton.LeftButton)
    card.setFocus()
    QTest.keyClick(card, key)
    assert len(pressed) == 2
    QTest.mousePress(card, Qt.MouseButton.LeftButton)
    QTest.mouseMove(card, QPoint(400, 400))
    QTest.mouseRelease(card, Qt.MouseButton.LeftButton, pos=QPoint(400, 400))
    assert len(pressed) == 2, "let go outside"
    flat = Card(kit)
    qtbot.addWidget(flat)
    assert flat.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_a_chosen_card_has_a_tick_and_a_line(qtbot: QtBot, kit: Kit) -> None:
    card = Card(kit, pressable=True)
    show(qtbot, card, 200, 80)
    before = card.grab().toImage()
    card.set_chosen(chosen=True)
    after = card.grab().toImage()
    assert after.pixelColor(100, 1) == kit.look.colour("go")
    tick = (card.width() - 20, 10, 12, 20)
    assert after.copy(*tick) != before.copy(*tick)
    card.set_colours(fill="work_soft", edge_colour="#9a6bf0")
    assert card.grab().toImage().pixelColor(60, 40) == kit.look.colour("work_soft")


def test_chips_say_their_words_and_take_their_room(qtbot: QtBot, kit: Kit) -> None:
    chip = Chip(kit, "Ready", "green", "check-circle")
    show(qtbot, chip)
    assert chip.accessibleName() == chip.text == "Ready"
    before = chip.sizeHint().width()
    chip.show_text("Round 2 of 3", "blue")
    assert chip.sizeHint().width() > before
    toggle = ToggleChip(kit, "Hex 4", "wrench")
    show(qtbot, toggle)
    QTest.mouseClick(toggle, Qt.MouseButton.LeftButton)
    assert toggle.isChecked()
    assert toggle.height() >= 40
    QTest.mouseMove(toggle, QPoint(-50, -50))
    assert toggle.grab().toImage().pixelColor(8, 20) == kit.look.colour("ink")


def test_a_label_shows_what_a_helper_wrote_as_it_is(qtbot: QtBot, kit: Kit) -> None:
    label = Label(kit, "<b>if</b> a < b: <img src=x>")
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText
    label.set_tone("stop")
    label.show()
    assert label.palette().windowText().color() == kit.look.colour("stop")


def test_pitfall_51_a_state_is_told_by_its_shape_alone(qtbot: QtBot, kit: Kit) -> None:
    """Without any colour the nine shapes differ from each other, in each theme."""
    for theme in THEMES:
        kit.look.choose(theme=theme)
        drawn = {state: grey(state, kit.look) for state in load_tokens().status}
        assert len(drawn) == 9
        for one, picture in drawn.items():
            for other, second in drawn.items():
                apart = sum(abs(a - b) > 30 for a, b in zip(picture, second, strict=True))
                assert one == other or apart > 50, (theme, apart, one, other)
    shape = StatusShape(kit, "stuck", 29)
    qtbot.addWidget(shape)
    assert shape.accessibleName() == "stuck or failed"
    shape.show_state("done")
    assert shape.accessibleName() == shape.toolTip() == "done, proven"


def grey(state: str, look: Look) -> list[int]:
    image = QImage(29, 29, QImage.Format.Format_ARGB32)
    image.fill(look.colour("surface"))
    painter = QPainter(image)
    paint_status(painter, QRectF(0, 0, 29, 29), state, look)  # type: ignore[arg-type]
    painter.end()
    return [image.pixelColor(x, y).lightness() for y in range(29) for x in range(29)]


def test_each_helper_has_a_picture_of_each_state(kit: Kit) -> None:
    for name in HELPERS:
        pictures = [helper_pixmap(kit.look, name, state, 64).toImage() for state in HELPER_STATES]
        assert all(picture.pixelColor(32, 40).alpha() == 255 for picture in pictures), name
        assert all(one != other for at, one in enumerate(pictures) for other in pictures[:at]), name
        edges = [picture.pixelColor(x, y).alpha() for picture in pictures for x in (0, 63) for y in range(64)]
        assert max(edges) < 40, f"{name} is cut at a side"


def test_a_working_helper_moves_only_while_it_is_seen_and_never_with_calm(qtbot: QtBot, kit: Kit) -> None:
    figure = HelperFigure(kit, "hex")
    show(qtbot, figure)
    beat = figure.findChild(QTimer)
    assert isinstance(beat, QTimer)
    figure.show_state("working")
    assert not beat.isActive(), "calm"
    kit.look.choose(reduced_motion=False)
    assert beat.isActive()
    still = figure.grab().toImage()
    beat.timeout.emit()
    assert figure.grab().toImage() != still
    figure.hide()
    assert not beat.isActive()
    figure.show()
    assert beat.isActive()
    figure.show_state("done")
    assert not beat.isActive()
    figure.show_helper("blot")
    assert figure.accessibleName() == "Blot the drop of ink"
    kit.look.choose(reduced_motion=True)


def test_a_picture_covers_its_place_and_a_broken_one_is_only_paper(qtbot: QtBot, kit: Kit, tmp_path: Path) -> None:
    picture = Picture(kit, "hedgehog-dodge")
    show(qtbot, picture, 300, 100)
    seen = picture.grab().toImage()
    assert {seen.pixelColor(x, 50).name() for x in (5, 150, 295)} & {kit.look.colour("sunken").name()} == set()
    broken = tmp_path / "picture.png"
    broken.write_bytes(b"no picture")
    picture.show_picture(broken)
    assert picture.is_empty
    assert picture.grab().toImage().pixelColor(150, 50) == kit.look.colour("sunken")
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#123456"))
    picture.show_picture(image)
    assert picture.grab().toImage().pixelColor(150, 50).name() == "#123456"
    picture.resize(200, 100)
    assert picture.grab().toImage().pixelColor(190, 50).name() == "#123456", "covered while it is being pulled"
    picture.show_picture("")
    assert picture.is_empty


def test_a_picture_is_sharp_again_after_its_place_has_grown(qtbot: QtBot, kit: Kit) -> None:
    picture = Picture(kit, "hedgehog-dodge", frame=0)
    show(qtbot, picture, 100, 60)
    picture.grab()
    picture.resize(400, 240)
    fresh = Picture(kit, "hedgehog-dodge", frame=0)
    show(qtbot, fresh, 400, 240)
    wanted = fresh.grab().toImage()
    assert picture.grab().toImage() != wanted
    qtbot.waitUntil(lambda: picture.grab().toImage() == wanted)


@pytest.mark.parametrize(
    ("level", "cells", "words"),
    [
        (1.0, 5, "100 % energy left"),
        (0.58, 3, "58 % energy left"),
        (0.6, 3, "60 % energy left"),
        (0.01, 1, "1 % energy left"),
        (0.0, 0, "The battery is empty, we rest"),
        (None, 0, "Energy is not counted here"),
        (7.0, 5, "100 % energy left"),
    ],
)
def test_the_battery_shows_what_is_left(qtbot: QtBot, kit: Kit, level: float | None, cells: int, words: str) -> None:
    battery = Battery(kit)
    qtbot.addWidget(battery)
    battery.show_level(level)
    assert battery.cells == cells
    assert battery.accessibleName() == words
    seen = battery.grab().toImage()
    lit = [seen.pixelColor(13 + round(cell * 17.2), 14).name() for cell in range(5)]
    unlit = kit.look.colour("sunken").name()
    assert sum(colour != unlit for colour in lit) == cells
    assert (kit.look.colour("sun").name() in lit) == (level == 0.01)


def test_a_flow_goes_on_in_the_next_line(qtbot: QtBot, kit: Kit) -> None:
    place = QWidget()
    flow = FlowLayout(place, gap=8)
    buttons = [Button(kit, f"Answer {number}") for number in range(4)]
    for button in buttons:
        flow.addWidget(button)
    wide = flow.sizeHint().width()
    assert flow.heightForWidth(wide) == 40
    assert flow.heightForWidth(wide - 1) == 88
    show(qtbot, place, wide // 2, 200)
    assert {button.y() for button in buttons} == {0, 48}
    assert all(button.size() == button.sizeHint() for button in buttons)
    buttons[1].hide()
    qtbot.waitUntil(lambda: buttons[2].y() == 0)
    place.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    qtbot.waitUntil(lambda: buttons[0].geometry().right() == place.width() - 1)
    first = flow.takeAt(0)
    assert first is not None
    assert first.widget() is buttons[0]
    assert flow.count() == 3
    assert flow.itemAt(9) is None


def test_a_note_holds_its_helper_words_and_buttons(qtbot: QtBot, kit: Kit) -> None:
    answer = Button(kit, "Show me", kind="answer")
    note = Note(kit, "lumi", "Ouch! And then?", "Fill in the empty bubble.", [answer])
    show(qtbot, note, 380, 140)
    assert answer.isVisible()
    assert note.accessibleName() == "Ouch! And then? Fill in the empty bubble."
    assert note.grab().toImage().pixelColor(200, 120) == kit.look.colour("sun_soft")
    bare = Note(kit, "nib", "Only a title")
    show(qtbot, bare, 380, 100)
    assert not bare.text.isVisible()
    bare.add_button(Button(kit, "Fine", kind="answer"))
    assert bare.grab().height() == 100


def test_a_wheel_that_passes_changes_no_field_and_scrolls_what_holds_it(qtbot: QtBot, kit: Kit) -> None:
    choice = ChoiceField(kit, "Helper", ["Nib", "Hex"])
    number = NumberField(kit, "Rounds", 1, 5)
    for field in (choice, number):
        show(qtbot, field)
        field.setFocus()
        place = QPointF(field.rect().center())
        keys, buttons = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.NoButton
        phase = Qt.ScrollPhase.NoScrollPhase
        wheel = QWheelEvent(place, place, QPoint(), QPoint(0, -120), buttons, keys, phase, False)
        QApplication.sendEvent(field, wheel)
        assert not wheel.isAccepted(), "left to whoever scrolls"
    assert (choice.currentText(), number.value()) == ("Nib", 1)
    assert (choice.accessibleName(), number.accessibleName()) == ("Helper", "Rounds")


def test_an_empty_place_always_has_something_to_do(qtbot: QtBot, kit: Kit) -> None:
    place = EmptyPlace(kit, "spool", "No tests yet.", "Put a Proof inside a wish, then press GO.", "Show me where")
    show(qtbot, place, 500, 200)
    with qtbot.waitSignal(place.pressed):
        QTest.mouseClick(place.button, Qt.MouseButton.LeftButton)
    assert place.text.height() >= place.text.heightForWidth(place.text.width())


def test_toasts_stand_in_the_corner_and_take_back(qtbot: QtBot, kit: Kit) -> None:
    window = QWidget()
    toasts = Toasts(kit, window, above=48)
    show(qtbot, window, 800, 500)
    taken_back: list[str] = []
    toast = toasts.show("Thrown away: 3 blocks.", "stamp", lambda: taken_back.append("yes"), "Undo")
    assert toast.geometry().right() <= 800 - 16
    assert toast.geometry().bottom() < 500 - 48
    second = toasts.show("Saved.")
    assert toast.geometry().bottom() < second.geometry().top(), "the newest stands lowest"
    window.resize(600, 400)
    assert second.geometry().right() <= 600 - 16
    assert toast.action is not None
    QTest.mouseClick(toast.action, Qt.MouseButton.LeftButton)
    assert taken_back == ["yes"]
    assert [one.text.text() for one in toasts.shown] == ["Saved."]
    for number in range(5):
        toasts.show(f"Number {number}")
    assert len(toasts.shown) == 3
    toasts.clear()
    assert not toasts.shown


def test_a_toast_goes_by_itself_but_not_from_under_the_keyboard(qtbot: QtBot, kit: Kit) -> None:
    window = QWidget()
    toasts = Toasts(kit, window, linger_ms=1)
    show(qtbot, window, 800, 500)
    kept = toasts.show("Thrown away: 3 blocks.", "", print, "Undo")
    assert kept.action is not None
    kept.action.setFocus()
    toasts.show("Saved.")
    qtbot.waitUntil(lambda: toasts.shown == (kept,))
    QTest.keyClick(kept.action, Qt.Key.Key_Escape)
    assert not toasts.shown


def test_icons_are_drawn_once_for_each_colour_and_a_stroke_is_never_filled(kit: Kit) -> None:
    ink = kit.look.colour("ink")
    assert has_icon("gear-six")
    assert not has_icon("no-such-icon")
    first = icon_pixmap(kit.look, "x", 20, ink)
    assert icon_pixmap(kit.look, "x", 20, ink).cacheKey() == first.cacheKey()
    assert icon_pixmap(kit.look, "x", 20, "stop").cacheKey() != first.cacheKey()
    big = icon_pixmap(kit.look, "x", 32, ink).toImage()
    assert big.pixelColor(16, 4).alpha() == 0, "a cross, not a box with a hole"
    filled = icon_pixmap(kit.look, "star", 32, ink).toImage()
    assert filled.pixelColor(16, 18).alpha() == 255


def test_what_fades_in_is_there_at_the_end(qtbot: QtBot, kit: Kit) -> None:
    widget = Label(kit, "Hello")
    show(qtbot, widget)
    fade_in(widget, kit)
    assert widget.graphicsEffect() is None, "calm: at once"
    kit.look.choose(reduced_motion=False)
    fade_in(widget, kit)
    assert widget.graphicsEffect() is not None
    qtbot.waitUntil(lambda: widget.graphicsEffect() is None)
