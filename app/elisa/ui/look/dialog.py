"""A sheet of paper over the dimmed window: one question, at most two sentences, the answers at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from elisa.ui.look.announce import announce
from elisa.ui.look.buttons import Button, ButtonKind
from elisa.ui.look.flow import FlowLayout
from elisa.ui.look.helper import HelperFigure, HelperName, HelperState
from elisa.ui.look.labels import Label
from elisa.ui.look.paint import LINE, Tile, draw_tile, painter_on
from elisa.ui.look.pressing import ENTER
from elisa.ui.look.scroll import ScrollArea
from elisa.ui.look.veil import Veil, next_focus

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from elisa.ui.kit import Kit

_CORNER = 20
_WIDEST, _HIGHEST = 1000, 656
_MARGIN, _SMALL_MARGIN = 40, 16
_FIGURE = 64
_UNSAFE = frozenset({"link", "careful"})
"""Kinds of buttons that never have the focus when a sheet opens."""
_PADDING = 20


class SheetDialog(QWidget):
    """Asks inside the window and answers later: ``open()`` shows it, ``answered`` fires once with a button's name.

    Esc answers ``""``; Enter in a field of one line presses the main answer. The focus stays inside, starts on the safe
    answer (the first plain one added, unless another is added with ``safe=True`` or ``set_first_focus`` names a field)
    and goes back to where it was. One sheet at a time: another one waits for its turn, except one that is asked from
    inside the open one.
    """

    answered = Signal(str)

    def __init__(
        self,
        kit: Kit,
        helper: HelperName | str,
        title: str,
        text: str,
        parent: QWidget,
        *,
        state: HelperState = "idle",
        width: int = 560,
        rich: bool = False,
    ) -> None:
        super().__init__(parent)
        self._kit, self._asker, self._width = kit, parent, width
        self._buttons: list[Button] = []
        self._first: QWidget | None = None
        self._before: QWidget | None = None
        self._answer: str | None = None
        self.setObjectName("sheet-dialog")
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.paper = _Paper(kit, self)
        self.title = Label(kit, title, "title")
        self.text = Label(kit, text, "body", rich=rich)
        if not text:  # to show a widget that has no parent yet would make a window of it
            self.text.hide()
        self._scroll = ScrollArea(kit)
        self.body = self._scroll.body
        self._foot = QWidget()
        self._foot_row = QHBoxLayout(self._foot)
        self._links, self._answers = FlowLayout(gap=8), FlowLayout(gap=8, at_end=True)
        self._lay_out(helper, state)
        self._veil = Veil(kit, self)
        self.hide()

    def add_button(
        self, text: str, kind: ButtonKind = "plain", name: str = "", *, icon: str = "", safe: bool = False
    ) -> Button:
        """Add an answer at the right (a link at the left); its press answers ``name``."""
        button = Button(self._kit, text, kind=kind, icon=icon)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.answer(name))
        (self._links if kind == "link" else self._answers).addWidget(button)
        self._buttons.append(button)
        if safe:
            self._first = button
        self._foot.setVisible(True)
        return button

    def set_first_focus(self, widget: QWidget) -> None:
        """Let the focus start somewhere else than on the safe answer, for example in a field."""
        self._first = widget

    def open(self) -> None:
        """Show it, or wait until the sheet that is open has been answered."""
        queue = _queue_of(self._asker.window())
        queue.ask(self)

    def answer(self, name: str) -> None:
        """Answer and go; only the first answer counts."""
        if self._answer is not None:
            return
        self._answer = name
        was_open = self.isVisible()
        self.hide()
        queue = _queue_of(self._asker.window())
        if was_open and self._before is not None and isValid(self._before) and self._before.isVisible():
            self._before.setFocus(Qt.FocusReason.OtherFocusReason)
        queue.leave(self)
        self.answered.emit(name)
        self.deleteLater()

    @property
    def asker(self) -> QWidget:
        """Whoever asked: the parent it was made with."""
        return self._asker

    def come_forward(self) -> None:
        """Cover the window now; called by the queue."""
        window = self._asker.window()
        self._before = QApplication.focusWidget()
        self.setParent(window)
        window.installEventFilter(self)
        self.paper.installEventFilter(self)
        self._cover()
        self.show()
        self._fit_paper()
        self.raise_()
        self._veil.lower_in()
        first = self._first or next((button for button in self._buttons if button.kind not in _UNSAFE), None)
        (first or self).setFocus(Qt.FocusReason.OtherFocusReason)
        announce(self, f"{self.title.text()} {self.text.text()}")

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover the window when it changes its size; fit the paper when what stands on it wants another size."""
        if self.isVisible():
            if event.type() == QEvent.Type.Resize and watched is not self.paper:
                self._cover()
            elif event.type() == QEvent.Type.LayoutRequest and watched is self.paper:
                self._fit_paper()
        return False

    @override
    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes round inside."""
        target = next_focus(self, forward=forward)
        if target is None:
            return True
        target.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.answer("")
        elif event.key() in ENTER and isinstance(QApplication.focusWidget(), QLineEdit):
            self._press_main_answer()
        event.accept()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_on(self)
        self._veil.draw(painter, self.rect(), self.paper.geometry())
        painter.end()

    def _press_main_answer(self) -> None:
        wanted = [button for button in self._buttons if button.kind in {"main", "answer"} and button.isEnabled()]
        if wanted:
            wanted[-1].click()

    def _lay_out(self, helper: str, state: HelperState) -> None:
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self.title)
        words.addWidget(self.text)
        words.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(14)
        if helper:
            figure = HelperFigure(self._kit, helper, state, _FIGURE)  # type: ignore[arg-type]
            head.addWidget(figure, 0, Qt.AlignmentFlag.AlignTop)
        head.addLayout(words, 1)
        self._foot_row.setContentsMargins(0, 0, 0, 0)
        self._foot_row.addLayout(self._links)
        self._foot_row.addLayout(self._answers, 1)
        self._foot.setVisible(False)
        column = QVBoxLayout(self.paper)
        column.setContentsMargins(_PADDING, _PADDING, _PADDING, _PADDING)
        column.setSpacing(14)
        column.addLayout(head)
        column.addWidget(self._scroll, 1)
        column.addWidget(self._foot)

    def _cover(self) -> None:
        self.setGeometry(self._asker.window().rect())
        self._fit_paper()

    def _fit_paper(self) -> None:
        margin = _MARGIN if self.width() >= 1000 else _SMALL_MARGIN
        room = self.size() - QSize(2 * margin, 2 * margin)
        width = min(self._kit.look.px(self._width), max(_WIDEST, self._width), room.width())
        self._scroll.setVisible(self.body.count() > 0)
        layout = self.paper.layout()
        if layout is None:
            return
        layout.activate()
        height = min(self._height_at(width), max(_HIGHEST, 0), room.height())
        place = QRect(0, 0, width, height)
        place.moveCenter(self.rect().center())
        self.paper.setGeometry(place)

    def _height_at(self, width: int) -> int:
        inner = width - 2 * _PADDING
        words = inner - (self._kit.look.px(_FIGURE) + 14)
        head = self.title.heightForWidth(words) + 4
        if not self.text.isHidden():
            head += self.text.heightForWidth(words)
        height = 2 * _PADDING + max(head, self._kit.look.px(_FIGURE))
        if self.body.count():
            body = self.body
            wanted = body.heightForWidth(inner) if body.hasHeightForWidth() else body.sizeHint().height()
            height += 14 + max(wanted, body.minimumSize().height())
        if not self._foot.isHidden():
            height += 14 + self._foot_row.heightForWidth(inner)
        return height


class _Paper(QFrame):
    """The sheet itself."""

    def __init__(self, kit: Kit, parent: QWidget) -> None:
        super().__init__(parent)
        self._kit = kit
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        kit.look.changed.connect(self.update)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._kit.look
        painter = painter_on(self)
        line = look.colour("line")
        rect = self.rect().toRectF()
        draw_tile(painter, rect, Tile(look.colour("surface"), line, line), _CORNER, LINE)
        painter.end()


class _Queue(QObject):
    """The sheets of one window: the open ones, innermost last, and those that wait."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("sheet-queue")
        self.opened: list[SheetDialog] = []
        self._waiting: list[SheetDialog] = []

    def ask(self, sheet: SheetDialog) -> None:
        """Show a sheet if there is none, or if the open one asks it; else let it wait."""
        if sheet in self.opened or sheet in self._waiting:
            return
        top = self.opened[-1] if self.opened else None
        if top is None or top is sheet.asker or top.isAncestorOf(sheet.asker):
            self.opened.append(sheet)
            sheet.come_forward()
        else:
            self._waiting.append(sheet)

    def leave(self, sheet: SheetDialog) -> None:
        """Take a sheet out and show the next one."""
        for group in (self.opened, self._waiting):
            if sheet in group:
                group.remove(sheet)
        while self._waiting and not self.opened:
            following = self._waiting.pop(0)
            if isValid(following):
                self.opened.append(following)
                following.come_forward()


def open_sheet(window: QWidget) -> SheetDialog | None:
    """Return the sheet that covers a window now, or nothing."""
    opened = _queue_of(window).opened
    return opened[-1] if opened else None


def _queue_of(window: QWidget) -> _Queue:
    found = window.findChild(_Queue, "sheet-queue", Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, _Queue) else _Queue(window)
