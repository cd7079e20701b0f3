"""What came out of a build, told honestly, and what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from elisa.core import events
from elisa.ui.look.buttons import Button
from elisa.ui.look.card import Card
from elisa.ui.look.clearing import clear
from elisa.ui.look.flow import FlowLayout
from elisa.ui.look.helper import HelperFigure
from elisa.ui.look.labels import Label
from elisa.ui.look.scroll import ScrollArea
from elisa.ui.look.status import StatusShape

if TYPE_CHECKING:
    from elisa.ui.kit import Kit
    from elisa.ui.look.helper import HelperName, HelperState
    from elisa.ui.look.tokens import StatusKey
    from elisa.ui.models.build import BuildModel

_OUTCOMES = {
    "nothing_made": "mission.done_nothing",
    "tests_failing": "mission.done_failing",
    "not_tested": "mission.done_made",
    "budget": "mission.done_budget",
    "unanswered": "mission.done_unanswered",
}
_TEAM: tuple[HelperName, ...] = ("hex", "blot", "loupe")


class DonePanel(Card):
    """Follows the model; its signals are what the child wants next. ``lesson_asked`` carries a ``TeachingMoment``."""

    play_asked = Signal()
    keep_working_asked = Signal()
    fix_asked = Signal()
    undo_asked = Signal()
    share_asked = Signal()
    lesson_asked = Signal(object)

    def __init__(self, kit: Kit, model: BuildModel, parent: QWidget | None = None) -> None:
        super().__init__(kit, parent=parent)
        self._kit, self._model = kit, model
        self._team = QHBoxLayout()
        self._title = Label(kit, "", "title")
        self._title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._said = Label(kit, "", "body")
        self._said.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._scroll = ScrollArea(kit)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(8)
        column.addLayout(self._team)
        column.addWidget(self._title)
        column.addWidget(self._said)
        column.addWidget(self._scroll, 1)
        self._buttons(column)
        model.finished.connect(self.show_result)
        if model.state.result is not None:
            self.show_result(model.state.result)

    def show_result(self, result: object) -> None:
        """Tell what came out."""
        state, say = self._model.state, self._kit.say
        title, said, happy = self._sentence(result)
        self._title.setText(say(title))
        self._said.setText(said)
        self._said.setVisible(bool(said))
        self._show_team(happy=happy)
        fresh = QWidget()
        column = QVBoxLayout(fresh)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(6)
        wishes = state.wishes.values()
        self._list(column, "mission.proven", "done", [(one.text, "") for one in wishes if one.state == "done"])
        made = [(one.text, one.reason) for one in wishes if one.state in ("made", "no_proof")]
        self._list(column, "mission.made", "made", made)
        self._list(
            column, "mission.not_yet", "stuck", [(one.text, one.reason) for one in wishes if one.state == "stuck"]
        )
        never = [(one.text, one.reason) for one in wishes if one.state in ("waiting", "working", "stopped", "asks")]
        self._list(column, "mission.never_begun", "waiting", never)
        self._list(column, "mission.left_out", "left_out", [(one.what, one.reason) for one in state.left_out])
        self._lessons(column)
        self._scroll.show_only(fresh)
        self.play.setEnabled(bool(state.page_url or state.program))

    def _sentence(self, result: object) -> tuple[str, str, bool]:
        """Return the key of the title, a sentence more, and whether the team jumps."""
        if isinstance(result, events.BuildCancelled):
            return "mission.done_stopped", "", False
        if isinstance(result, events.BuildFailed):
            return "mission.done_failed", result.sentence, False
        if isinstance(result, events.BuildFinished):
            key = _OUTCOMES.get(result.outcome)
            if key is None:
                return "mission.done_works", "", True
            return key, result.summary, result.outcome == "not_tested"
        return "mission.done_made", "", False

    def _show_team(self, *, happy: bool) -> None:
        clear(self._team)
        pose: HelperState = "done" if happy else "thinking"
        self._team.addStretch(1)
        for name in _TEAM:
            self._team.addWidget(HelperFigure(self._kit, name, pose, 74))
        self._team.addStretch(1)

    def _list(self, column: QVBoxLayout, title: str, state: StatusKey, lines: list[tuple[str, str]]) -> None:
        if not lines:
            return
        column.addWidget(Label(self._kit, self._kit.say(title), "heading"))
        for text, reason in lines:
            row = QHBoxLayout()
            row.setSpacing(10)
            row.addWidget(StatusShape(self._kit, state, 22), 0, Qt.AlignmentFlag.AlignTop)
            words = QVBoxLayout()
            words.setSpacing(0)
            words.addWidget(Label(self._kit, text, "body"))
            if reason:
                words.addWidget(Label(self._kit, reason, "small"))
            row.addLayout(words, 1)
            column.addLayout(row)

    def _lessons(self, column: QVBoxLayout) -> None:
        lessons = self._model.state.lessons
        if not lessons:
            return
        column.addWidget(Label(self._kit, self._kit.say("mission.learned"), "heading"))
        place = QWidget()
        flow = FlowLayout(place)
        for lesson in lessons[:6]:
            button = Button(self._kit, lesson.headline, icon="lightbulb")
            button.clicked.connect(lambda _checked=False, one=lesson: self.lesson_asked.emit(one))
            flow.addWidget(button)
        column.addWidget(place)

    def _buttons(self, column: QVBoxLayout) -> None:
        kit, say = self._kit, self._kit.say
        self.play = Button(kit, say("mission.play"), kind="main", icon="play")
        keep = Button(kit, say("mission.keep_working"), icon="puzzle-piece")
        fix = Button(kit, say("mission.fix"), icon="wrench")
        share = Button(kit, say("mission.share"), icon="share-network")
        back = Button(kit, say("mission.take_back"), icon="arrow-u-up-left")
        column.addWidget(self.play)
        for pair in ((keep, fix), (share, back)):
            row = QHBoxLayout()
            row.setSpacing(8)
            for button in pair:
                row.addWidget(button, 1)
            column.addLayout(row)
        for button, signal in (
            (self.play, self.play_asked),
            (keep, self.keep_working_asked),
            (fix, self.fix_asked),
            (share, self.share_asked),
            (back, self.undo_asked),
        ):
            button.clicked.connect(signal)
