"""The component sheet: one of each piece of the look on one page, to be looked at and to be measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QProgressBar,
    QRadioButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from elisa.core.text import say
from elisa.ui.kit import Kit
from elisa.ui.look.battery import Battery
from elisa.ui.look.buttons import Button, IconButton
from elisa.ui.look.card import Card
from elisa.ui.look.chips import Chip, ToggleChip
from elisa.ui.look.empty import EmptyPlace
from elisa.ui.look.fields import NumberField, TextArea, TextField
from elisa.ui.look.flow import FlowLayout
from elisa.ui.look.helper import HELPERS, HelperFigure
from elisa.ui.look.labels import Label
from elisa.ui.look.note import Note
from elisa.ui.look.picture import Picture
from elisa.ui.look.scroll import ScrollArea
from elisa.ui.look.status import StatusShape

if TYPE_CHECKING:
    from elisa.ui.look.look import Look


class ComponentSheet(QWidget):
    """One of each."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.kit = Kit(look, say)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        for row in (self._type_row, self._button_row, self._field_row, self._state_row, self._paper_row):
            line = QHBoxLayout()
            line.setSpacing(12)
            row(line)
            column.addLayout(line)
        column.addStretch(1)

    def _card(self, title: str) -> tuple[Card, QVBoxLayout]:
        card = Card(self.kit, corner=16)
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 12, 16, 12)
        column.addWidget(Label(self.kit, title, "heading"))
        return card, column

    def _type_row(self, line: QHBoxLayout) -> None:
        card, column = self._card("Type")
        row = QHBoxLayout()
        for role, words in (("display", "Display 34"), ("title", "Title 22"), ("heading", "Heading 17")):
            row.addWidget(Label(self.kit, words, role, wrap=False))  # type: ignore[arg-type]
        row.addStretch(1)
        column.addLayout(row)
        row = QHBoxLayout()
        for role, words in (("body", "Body Nunito 15"), ("small", "Small 13, the floor"), ("code", "code 14")):
            row.addWidget(Label(self.kit, words, role, wrap=False))  # type: ignore[arg-type]
        row.addStretch(1)
        column.addLayout(row)
        line.addWidget(card, 1)
        card, column = self._card("The eight helpers")
        row = QHBoxLayout()
        for name in HELPERS:
            row.addWidget(HelperFigure(self.kit, name, size=52))
        row.addStretch(1)
        column.addLayout(row)
        line.addWidget(card, 1)

    def _button_row(self, line: QHBoxLayout) -> None:
        card, column = self._card("Buttons, at least 40 high")
        flow = FlowLayout()
        for kind, words, icon in (
            ("main", "Keep working", ""),
            ("answer", "Lose a heart", ""),
            ("plain", "Share", "share-network"),
            ("careful", "Throw away", "trash"),
            ("link", "What happened?", "question"),
        ):
            flow.addWidget(Button(self.kit, words, kind=kind, icon=icon))  # type: ignore[arg-type]
        off = Button(self.kit, "Share")
        off.setEnabled(False)
        flow.addWidget(off)
        chosen = Button(self.kit, "My own idea", icon="pencil-simple")
        chosen.setCheckable(True)
        chosen.setChecked(True)
        flow.addWidget(chosen)
        flow.addWidget(IconButton(self.kit, "plus", "Larger", edged=True))
        flow.addWidget(IconButton(self.kit, "x", "Close"))
        column.addLayout(flow)
        line.addWidget(card, 1)

    def _field_row(self, line: QHBoxLayout) -> None:
        card, column = self._card("Fields and chips")
        row = QHBoxLayout()
        self.field = TextField(self.kit, "What shall it be?")
        row.addWidget(self.field)
        combo = QComboBox()
        combo.addItems(["Claude", "Workshop"])
        row.addWidget(combo)
        row.addWidget(NumberField(self.kit, "How many"))
        for button in (QCheckBox("Sound"), QCheckBox("Calm"), QRadioButton("Light"), QRadioButton("Dark")):
            row.addWidget(button)
        row.itemAt(3).widget().setChecked(True)  # type: ignore[union-attr]
        row.itemAt(5).widget().setChecked(True)  # type: ignore[union-attr]
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setValue(40)
        row.addWidget(slider)
        meter = QProgressBar()
        meter.setValue(60)
        row.addWidget(meter)
        column.addLayout(row)
        flow = FlowLayout()
        for words, tone, icon in (
            ("Ready", "green", "check-circle-fill"),
            ("Busy", "blue", "gear-fine"),
            ("Your turn", "sun", "question"),
            ("Unplugged", "coral", "plug"),
            ("Plain", "plain", "clock"),
        ):
            flow.addWidget(Chip(self.kit, words, tone, icon))  # type: ignore[arg-type]
        everyone = ToggleChip(self.kit, "Everyone")
        everyone.setChecked(True)
        flow.addWidget(everyone)
        flow.addWidget(ToggleChip(self.kit, "Hex 4", "wrench"))
        for level in (0.58, 0.15, 0.0, None):
            battery = Battery(self.kit)
            battery.show_level(level)
            flow.addWidget(battery)
        column.addLayout(flow)
        line.addWidget(card, 1)

    def _state_row(self, line: QHBoxLayout) -> None:
        card, column = self._card("Status: shape first")
        flow = FlowLayout(gap=14)
        for state in self.kit.look.tokens.status:
            pair = QWidget()
            row = QHBoxLayout(pair)
            row.setContentsMargins(0, 0, 0, 0)
            row.addWidget(StatusShape(self.kit, state, 25))  # type: ignore[arg-type]
            row.addWidget(Label(self.kit, say(f"look.status_{state}"), wrap=False))
            flow.addWidget(pair)
        column.addLayout(flow)
        column.addStretch(1)
        line.addWidget(card, 1)
        card, column = self._card("Empty place")
        words = ("No tests yet.", "Put a Proof inside a wish, then press GO.", "Show me where")
        column.addWidget(EmptyPlace(self.kit, "spool", *words, icon="star-fill", state="thinking"))
        line.addWidget(card, 1)
        card, column = self._card("Something long")
        area = ScrollArea(self.kit)
        for number in range(12):
            area.body.addWidget(Button(self.kit, f"Row {number}"))
        area.setMaximumHeight(140)
        column.addWidget(area)
        line.addWidget(card, 1)

    def _paper_row(self, line: QHBoxLayout) -> None:
        answer = Button(self.kit, "Show me", kind="answer")
        note = Note(self.kit, "lumi", "Ouch! And then?", "Fill in the empty bubble.", [answer])
        line.addWidget(note, 1)
        card = Card(self.kit, pressable=True)
        row = QHBoxLayout(card)
        picture = Picture(self.kit, "hedgehog-dodge", 8)
        picture.setFixedSize(88, 54)
        row.addWidget(picture)
        words = QVBoxLayout()
        words.addStretch(1)
        words.addWidget(Label(self.kit, "A card you can press", "heading"))
        words.addWidget(Label(self.kit, "One picture, one title, one line.", "small"))
        words.addStretch(1)
        row.addLayout(words, 1)
        line.addWidget(card, 1)
        chosen = Card(self.kit, pressable=True)
        QVBoxLayout(chosen).addWidget(Label(self.kit, "The chosen one", "heading"))
        chosen.set_chosen(chosen=True)
        line.addWidget(chosen, 1)
        line.addWidget(TextArea(self.kit, "It rolls into a ball and everybody claps"), 1)
