"""Real input: mouse, finger and keys as Qt sends them, so the page sees trusted events as from a person."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from elisa.ui.web.children.later import pause
from elisa.ui.web.children.site import Site, WordsError

if TYPE_CHECKING:
    from collections.abc import Callable

ARRIVE_SECONDS = 6.0
_LOOK_MS = 4
_DRAG_STEPS = 10
_LEFT = Qt.MouseButton.LeftButton
_NAMED = {
    "ArrowLeft": Qt.Key.Key_Left, "ArrowRight": Qt.Key.Key_Right,
    "ArrowUp": Qt.Key.Key_Up, "ArrowDown": Qt.Key.Key_Down,
    "Enter": Qt.Key.Key_Return, "Escape": Qt.Key.Key_Escape, "Tab": Qt.Key.Key_Tab, "Backspace": Qt.Key.Key_Backspace,
    "Delete": Qt.Key.Key_Delete, "Home": Qt.Key.Key_Home, "End": Qt.Key.Key_End, "PageUp": Qt.Key.Key_PageUp,
    "PageDown": Qt.Key.Key_PageDown, "Insert": Qt.Key.Key_Insert, "Space": Qt.Key.Key_Space, " ": Qt.Key.Key_Space,
    "Shift": Qt.Key.Key_Shift, "Control": Qt.Key.Key_Control, "Alt": Qt.Key.Key_Alt, "Meta": Qt.Key.Key_Meta,
    **{f"F{number}": Qt.Key(Qt.Key.Key_F1.value + number - 1) for number in range(1, 13)},
}  # fmt: skip
_TEXT = {"Enter": "\r", "Tab": "\t", "Space": " ", "Backspace": "\b", "Escape": "\x1b", "Delete": "\x7f"}
_MODIFIERS = {
    "Shift": Qt.KeyboardModifier.ShiftModifier, "Control": Qt.KeyboardModifier.ControlModifier,
    "Alt": Qt.KeyboardModifier.AltModifier, "Meta": Qt.KeyboardModifier.MetaModifier,
}  # fmt: skip


class Hands:
    """The hands of a test on one page. Each act returns when the page has seen it."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._finger = QTest.createTouchDevice()

    async def click(self, target: str) -> None:
        """Press and release the left button in the middle of a target."""
        place = await self._site.point(target)
        point = self._site.screen_point(place.x, place.y)

        def act() -> None:
            self._mouse(QEvent.Type.MouseMove, point, Qt.MouseButton.NoButton)
            self._mouse(QEvent.Type.MouseButtonPress, point, _LEFT)
            self._mouse(QEvent.Type.MouseButtonRelease, point, Qt.MouseButton.NoButton)

        await self._seen(act, {"pointerdown": 1, "pointerup": 1}, f"click on “{target}”", deaf=place.deaf)

    async def tap(self, target: str) -> None:
        """Touch the middle of a target with one finger."""
        place = await self._site.point(target)
        point = self._site.screen_point(place.x, place.y)

        def act() -> None:
            QTest.touchEvent(self._target(), self._finger).press(0, point, self._target()).commit()
            QTest.touchEvent(self._target(), self._finger).release(0, point, self._target()).commit()

        wanted = {"touchstart": 1, "touchend": 1, "click": 1}
        await self._seen(act, wanted, f"tap on “{target}”", deaf=place.deaf)

    async def press(self, key: str) -> None:
        """Press a key, alone (``ArrowLeft``, ``a``) or with others (``Shift+Tab``), and let it go."""
        *held, last = _keys(key)
        count = len(held) + 1
        await self._seen(lambda: self._press(held, last), {"keydown": count, "keyup": count}, f"key “{key}”")

    async def hold(self, key: str, milliseconds: float) -> None:
        """Keep a key down while the page's clock moves by so much."""
        (last,) = _keys(key)[-1:]
        modifier = Qt.KeyboardModifier.NoModifier
        await self._seen(lambda: self._key(QEvent.Type.KeyPress, last, modifier), {"keydown": 1}, f"key “{key}”")
        await self._site.advance(milliseconds)
        await self._seen(lambda: self._key(QEvent.Type.KeyRelease, last, modifier), {"keyup": 1}, f"key “{key}”")

    async def type(self, target: str, text: str) -> None:
        """Put the focus on a target and type; letters that have no key come as from an input method."""
        await self._site.point(target)
        if not await self._site.look("focus", target):
            raise WordsError(f"“{target}” is nothing that one can type into.")
        for letter in text:
            await self._type_letter(letter)

    async def drag(self, start: object, end: object) -> None:
        """Move the mouse with its button held from one place to another (targets or ``{x, y}``)."""
        begin, finish = await self._place(start), await self._place(end)
        await self._seen(lambda: self._mouse(QEvent.Type.MouseMove, begin, Qt.MouseButton.NoButton), {}, "drag")
        await self._seen(
            lambda: self._mouse(QEvent.Type.MouseButtonPress, begin, _LEFT), {"pointerdown": 1}, "press of the drag"
        )
        for step in range(1, _DRAG_STEPS + 1):
            between = begin + (finish - begin) * (step / _DRAG_STEPS)
            await self._moved(between, _LEFT)
        await self._seen(
            lambda: self._mouse(QEvent.Type.MouseButtonRelease, finish, Qt.MouseButton.NoButton),
            {"pointerup": 1},
            "end of the drag",
        )

    async def move(self, x: float, y: float) -> None:
        """Move the mouse to a place in the page, no button held."""
        await self._moved(self._site.screen_point(x, y), Qt.MouseButton.NoButton)

    async def _moved(self, point: QPoint, held: Qt.MouseButton) -> None:
        await self._seen(lambda: self._mouse(QEvent.Type.MouseMove, point, held), {"pointermove": 1}, "move", deaf=True)

    async def _place(self, place: object) -> QPoint:
        if isinstance(place, dict):
            return self._site.screen_point(float(place["x"]), float(place["y"]))
        found = await self._site.point(str(place))
        return self._site.screen_point(found.x, found.y)

    async def _type_letter(self, letter: str) -> None:
        if letter == "\n":
            await self.press("Enter")
        elif letter.isascii() and letter.isprintable():
            await self.press(letter)
        else:
            event = QInputMethodEvent()
            event.setCommitString(letter)
            await self._seen(lambda: self._send(event), {"input": 1}, f"letter “{letter}”")

    async def _seen(self, act: Callable[[], None], wanted: dict[str, int], what: str, *, deaf: bool = False) -> None:
        """Act, then wait until the page has seen it; where nothing may come (``deaf``), until it was drawn once."""
        before = await self._site.heard()
        act()
        deadline = time.monotonic() + (0.1 if deaf else ARRIVE_SECONDS)
        while True:
            now = await self._site.heard()
            if now["born"] != before["born"] or all(
                now[kind] >= before[kind] + count for kind, count in wanted.items()
            ):
                break
            if time.monotonic() > deadline:
                if deaf:
                    break
                raise WordsError(f"The page did not notice the {what}.")
            await pause(_LOOK_MS)
        await self._site.settled()

    def _press(self, held: list[str], last: str) -> None:
        modifiers = Qt.KeyboardModifier.NoModifier
        for name in held:
            modifiers |= _MODIFIERS[name]
            self._key(QEvent.Type.KeyPress, name, modifiers)
        self._key(QEvent.Type.KeyPress, last, modifiers)
        self._key(QEvent.Type.KeyRelease, last, modifiers)
        for name in reversed(held):
            self._key(QEvent.Type.KeyRelease, name, modifiers)
            modifiers &= ~_MODIFIERS[name]

    def _key(self, kind: QEvent.Type, name: str, modifiers: Qt.KeyboardModifier) -> None:
        code = _NAMED.get(name) or Qt.Key(ord(name.upper()))
        text = _TEXT.get(name, name if name not in _NAMED or name == " " else "")
        if modifiers & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
            text = ""
        if len(name) == 1 and name.isupper():
            modifiers |= Qt.KeyboardModifier.ShiftModifier
        self._send(QKeyEvent(kind, code, modifiers, text))

    def _mouse(self, kind: QEvent.Type, point: QPoint, held: Qt.MouseButton) -> None:
        button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else _LEFT
        place = QPointF(point)
        screen = QPointF(self._target().mapToGlobal(point))
        self._send(QMouseEvent(kind, place, screen, button, held, Qt.KeyboardModifier.NoModifier))

    def _send(self, event: QEvent) -> None:
        QApplication.sendEvent(self._target(), event)

    def _target(self) -> QWidget:
        return self._site.view.focusProxy() or self._site.view


def _keys(words: str) -> list[str]:
    """Split ``Shift+Tab`` into its keys.

    Raises:
        WordsError: There is no such key.
    """
    names = ["+"] if words == "+" else [name or "+" for name in words.split("+")]
    for name in names[:-1]:
        if name not in _MODIFIERS:
            raise WordsError(f"“{name}” cannot be held; use Shift, Control, Alt or Meta.")
    if names[-1] not in _NAMED and not (len(names[-1]) == 1 and names[-1].isprintable()):
        raise WordsError(f"There is no key “{names[-1]}”. Use names like ArrowLeft, Enter, Space, a, 1.")
    return names
