"""Tests: each wish with its proofs, how they stand and why; run again; add a proof by filling two blanks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from elisa.ui.look.buttons import Button
from elisa.ui.look.card import Card
from elisa.ui.look.chips import Chip, ChipTone
from elisa.ui.look.clearing import clear
from elisa.ui.look.empty import EmptyPlace
from elisa.ui.look.fields import ChoiceField, TextField
from elisa.ui.look.labels import Label
from elisa.ui.look.scroll import ScrollArea
from elisa.ui.look.status import StatusShape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elisa.ui.kit import Kit
    from elisa.ui.look.tokens import StatusKey
    from elisa.ui.models.build import BuildModel, ProofRow, WishView

_ADD_WIDTH = 400
_TONES: dict[str, ChipTone] = {"done": "green", "stuck": "coral", "working": "blue"}
_COUNTED: tuple[StatusKey, ...] = ("done", "made", "stuck", "waiting", "no_proof", "left_out")


class TestsPanel(QWidget):
    """Follows the model.

    Signals:
        run_asked: Run all tests again.
        block_asked: Show a block.
        proof_added: Id of the wish's block, what is done, what must be seen.
        blocks_asked: Show the blocks.
    """

    __test__ = False
    run_asked = Signal()
    block_asked = Signal(str)
    proof_added = Signal(str, str, str)
    blocks_asked = Signal()

    def __init__(self, kit: Kit, model: BuildModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit, self._model = kit, model
        self._shown: object = None
        self._counts = QHBoxLayout()
        self._run = Button(kit, kit.say("proofs.run"), icon="arrow-clockwise")
        self._run.clicked.connect(self.run_asked)
        self._scroll = ScrollArea(kit)
        say = kit.say
        empty = EmptyPlace(
            kit, "spool", say("proofs.empty_title"), say("proofs.empty_text"), say("proofs.empty_button"), icon="star"
        )
        empty.pressed.connect(self.blocks_asked)
        self._stack = QStackedWidget()
        self._stack.addWidget(empty)
        self._stack.addWidget(self._scroll)
        head = QHBoxLayout()
        head.addWidget(Label(kit, say("proofs.title"), "title", wrap=False))
        head.addSpacing(12)
        head.addLayout(self._counts)
        head.addStretch(1)
        head.addWidget(self._run)
        left = QVBoxLayout()
        left.addLayout(head)
        left.addWidget(self._stack, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(16)
        row.addLayout(left, 1)
        row.addWidget(self._add_card(), 0, Qt.AlignmentFlag.AlignTop)
        model.changed.connect(self.refresh)
        self.show_wishes(())

    def show_wishes(self, wishes: Sequence[tuple[str, str]]) -> None:
        """Say which wishes a proof can be added to: block id and words."""
        now = [(self._wish.itemData(place), self._wish.itemText(place)) for place in range(self._wish.count())]
        if now != list(wishes):
            self._wish.clear()
            for block_id, text in wishes:
                self._wish.addItem(text, block_id)
        self._add.setEnabled(bool(wishes))

    def show_running(self, *, running: bool) -> None:
        """While tests run, the button says so."""
        self._run.setText(self._kit.say("proofs.running" if running else "proofs.run"))
        self._run.setEnabled(not running)

    def refresh(self) -> None:
        """Follow the model."""
        state = self._model.state
        proofs = list(state.proofs.values())
        now = (
            tuple((one.name, one.state, one.reason, one.requirement_id) for one in proofs),
            tuple((one.id, one.state, one.reason) for one in state.wishes.values()),
        )
        if now == self._shown:
            return
        self._shown = now
        self._stack.setCurrentIndex(1 if proofs or any(one.state != "waiting" for one in state.wishes.values()) else 0)
        self._count(proofs)
        fresh = QWidget()
        column = QVBoxLayout(fresh)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(10)
        for wish in state.wishes.values():
            column.addWidget(self._group(wish, [one for one in proofs if one.requirement_id == wish.id]))
        others = [one for one in proofs if one.requirement_id not in state.wishes]
        if others:
            column.addWidget(self._group(None, others))
        self._scroll.show_only(fresh)

    def _count(self, proofs: Sequence[ProofRow]) -> None:
        clear(self._counts)
        for state in _COUNTED:
            count = sum(one.state == state for one in proofs)
            if count:
                self._counts.addWidget(StatusShape(self._kit, state, 22))
                self._counts.addWidget(Label(self._kit, str(count), "small", wrap=False))

    def _group(self, wish: WishView | None, proofs: Sequence[ProofRow]) -> QWidget:
        card = Card(self._kit)
        column = QVBoxLayout(card)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.addWidget(Label(self._kit, wish.text if wish else self._kit.say("proofs.others"), "heading"), 1)
        if wish is not None and wish.block_id:
            button = Button(self._kit, self._kit.say("proofs.block"), kind="link", icon="puzzle-piece")
            button.clicked.connect(lambda: self.block_asked.emit(wish.block_id))
            head.addWidget(button)
        column.addLayout(head)
        for proof in proofs:
            column.addLayout(self._row(proof.name, proof.state, proof.reason))
        if wish is not None and not proofs:
            column.addLayout(self._row("", wish.state, wish.reason))
        elif wish is not None and wish.reason and wish.state in ("no_proof", "stuck"):
            column.addWidget(Label(self._kit, wish.reason, "small"))
        return card

    def _row(self, text: str, state: StatusKey, reason: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(StatusShape(self._kit, state, 24), 0, Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(0)
        if text:
            words.addWidget(Label(self._kit, text, "body"))
        if reason:
            words.addWidget(Label(self._kit, reason, "small"))
        row.addLayout(words, 1)
        chip = Chip(self._kit, self._kit.say(f"proofs.state_{state}"), _TONES.get(state, "plain"))
        row.addWidget(chip, 0, Qt.AlignmentFlag.AlignVCenter)
        return row

    def _add_card(self) -> QWidget:
        kit, say = self._kit, self._kit.say
        card = Card(kit)
        card.setFixedWidth(_ADD_WIDTH)
        self._wish = ChoiceField(kit, say("proofs.for_wish"))
        self._when, self._then = TextField(kit, say("proofs.do")), TextField(kit, say("proofs.see"))
        self._when.setAccessibleName(say("proofs.if_i"))
        self._then.setAccessibleName(say("proofs.then"))
        self._add = Button(kit, say("proofs.add_button"), kind="main", icon="plus")
        self._add.clicked.connect(self._added)
        self._then.returnPressed.connect(self._added)
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 12, 16, 16)
        column.setSpacing(8)
        column.addWidget(Label(kit, say("proofs.add"), "heading", wrap=False))
        for words, field in (
            ("proofs.for_wish", self._wish),
            ("proofs.if_i", self._when),
            ("proofs.then", self._then),
        ):
            column.addWidget(Label(kit, say(words), "small", wrap=False))
            column.addWidget(field)
        column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignRight)
        return card

    def _added(self) -> None:
        when, then = self._when.text().strip(), self._then.text().strip()
        blank = next((field for field, words in ((self._when, when), (self._then, then)) if not words), None)
        if blank is not None:
            blank.setFocus()
            return
        self.proof_added.emit(str(self._wish.currentData()), when, then)
        self._when.clear()
        self._then.clear()
