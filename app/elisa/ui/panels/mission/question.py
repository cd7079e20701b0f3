"""The strip where helpers ask: gates and questions in a queue; nothing ever blocks, and each can be answered later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from elisa.ui.look.buttons import Button
from elisa.ui.look.clearing import put_away
from elisa.ui.look.fields import TextField
from elisa.ui.look.note import Note

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.ui.kit import Kit
    from elisa.ui.models.build import BuildModel, Waiting


class QuestionStrip(QWidget):
    """Shows what waits longest.

    Signals:
        gate_answered: Id, whether to go on, and what shall be different.
        question_answered: Id and the answer.
    """

    gate_answered = Signal(str, bool, str)
    question_answered = Signal(str, str)

    def __init__(self, kit: Kit, model: BuildModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kit, self._model = kit, model
        self._shown: tuple[Waiting, int] | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(14, 8, 14, 4)
        self._note: Note | None = None
        model.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the first that waits; typed words stay as long as the same one is shown."""
        waiting = self._model.state.waiting
        now = (waiting[0], len(waiting)) if waiting else None
        if now == self._shown:
            return
        self._shown = now
        if self._note is not None:
            self._column.removeWidget(self._note)
            put_away(self._note)
            self._note = None
        if now is not None:
            self._note = self._make(*now)
            self._column.addWidget(self._note)
        self.setVisible(now is not None)

    def _make(self, asked: Waiting, count: int) -> Note:
        say = self._kit.say
        if asked.kind == "question":
            title = say("mission.asks", name=asked.helper or say("mission.role_custom"))
        else:
            title = say("mission.plan" if asked.kind == "plan" else "mission.gate")
        if count > 1:
            title += f" · {say('mission.more_wait', count=count - 1)}"
        field = TextField(self._kit, say("mission.your_words"))
        field.setAccessibleName(say("mission.your_words"))
        send = Button(self._kit, say("mission.send"), kind="answer", icon="paper-plane-right")
        own = QWidget()
        row = QHBoxLayout(own)
        row.setContentsMargins(0, 6, 0, 0)
        row.addWidget(field, 1)
        row.addWidget(send)
        note = Note(self._kit, asked.figure, title, asked.text, self._buttons(asked, own, field))
        note.body.addWidget(own)
        own.setVisible(asked.kind == "question" and not asked.options)
        answer = self._sender(asked, field)
        send.clicked.connect(answer)
        field.returnPressed.connect(answer)
        return note

    def _buttons(self, asked: Waiting, own: QWidget, field: TextField) -> list[Button]:
        say = self._kit.say

        def open_own() -> None:
            own.setVisible(True)
            field.setFocus()

        if asked.kind != "question":
            go = Button(self._kit, say("mission.go_on"), kind="answer")
            go.clicked.connect(lambda: self.gate_answered.emit(asked.id, True, ""))
            change = Button(self._kit, say("mission.change"), icon="pencil-simple")
            change.clicked.connect(open_own)
            no = Button(self._kit, say("mission.no"))
            no.clicked.connect(lambda: self.gate_answered.emit(asked.id, False, ""))
            return [go, change, no]
        buttons = []
        for number, option in enumerate(asked.options):
            button = Button(self._kit, option, kind="plain" if number else "answer")
            button.clicked.connect(lambda _checked=False, chosen=option: self.question_answered.emit(asked.id, chosen))
            buttons.append(button)
        if asked.options:
            mine = Button(self._kit, say("mission.own_idea"), icon="pencil-simple")
            mine.clicked.connect(open_own)
            buttons.append(mine)
        return buttons

    def _sender(self, asked: Waiting, field: TextField) -> Callable[[], None]:
        def send() -> None:
            words = field.text().strip()
            if not words:
                field.setFocus()
            elif asked.kind == "question":
                self.question_answered.emit(asked.id, words)
            else:
                self.gate_answered.emit(asked.id, False, words)

        return send
