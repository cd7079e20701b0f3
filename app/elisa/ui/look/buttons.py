"""Buttons: enamel tiles with a thick bottom edge, on which they go down when they are pressed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtWidgets import QPushButton, QSizePolicy
from typing_extensions import override

from elisa.ui.look.hover import Hover
from elisa.ui.look.icons import icon_pixmap, on_button
from elisa.ui.look.paint import EDGE, LINE, Tile, draw_dashed, draw_tile, painter_on
from elisa.ui.look.pressing import pressed_by_enter

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
    from PySide6.QtWidgets import QWidget

    from elisa.ui.kit import Kit

ButtonKind = Literal["plain", "main", "answer", "careful", "link"]


class _Colours(NamedTuple):
    fill: str
    line: str
    edge: str
    text: str
    icon: str


_COLOURS: dict[ButtonKind, _Colours] = {
    "plain": _Colours("surface", "line_strong", "line_strong", "ink", "ink"),
    "main": _Colours("go", "go", "go_edge", "go_text", "go_text"),
    "answer": _Colours("sun", "sun", "sun_edge", "sun_text", "sun_text"),
    "careful": _Colours("surface", "stop", "stop", "ink", "stop"),
    "link": _Colours("", "", "", "link", "link"),
}
_HEIGHT, _SIDE, _LINK_SIDE, _GAP, _ICON, _CORNER = 40, 16, 8, 8, 20, 12


class Button(QPushButton):
    """A button with words and perhaps an icon; a checkable one shows its choice by a green line and a tick."""

    def __init__(
        self, kit: Kit, text: str, *, kind: ButtonKind = "plain", icon: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(text, parent)
        self._kit, self.kind, self._icon = kit, kind, on_button(icon)
        self._hover = Hover(self, kit.look)
        self.setFont(kit.look.font("button"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.setProperty("corner", _CORNER)
        self.setAccessibleName(text)
        kit.look.changed.connect(self._look_changed)

    def set_icon(self, icon: str) -> None:
        """Show another icon, or none."""
        if on_button(icon) != self._icon:
            self._icon = on_button(icon)
            self.updateGeometry()
            self.update()

    def show_text(self, text: str) -> None:
        """Change the words, for the eye and for a screen reader."""
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(text)
            self.updateGeometry()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    @override
    def sizeHint(self) -> QSize:
        """At least 40 high, and as wide as the words."""
        look = self._kit.look
        side = _LINK_SIDE if self.kind == "link" else _SIDE
        return QSize(self._content_width() + 2 * look.px(side), look.px(_HEIGHT))

    @override
    def minimumSizeHint(self) -> QSize:
        """Words of a button are never cut."""
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_on(self)
        down = EDGE - LINE if self.isDown() and self.kind != "link" else 0
        self._draw_ground(painter, down)
        lift = 0 if self.kind == "link" else EDGE - LINE
        self._draw_content(painter, QRectF(0, down, self.width(), self.height() - lift))
        painter.end()

    def _draw_ground(self, painter: QPainter, down: int) -> None:
        look = self._kit.look
        rect = QRectF(self.rect()).adjusted(0, down, 0, 0)
        if self.kind == "link":
            ground = look.colour("sunken")
            ground.setAlphaF(self._hover.amount())
            painter.setBrush(ground)
            painter.drawRoundedRect(rect, _CORNER, _CORNER)
            return
        if not self.isEnabled():
            draw_dashed(painter, rect, look.colour("line_strong"), _CORNER)
            return
        names = _COLOURS[self.kind]
        fill, line, edge = look.colour(names.fill), look.colour(names.line), look.colour(names.edge)
        if self.isChecked():
            draw_tile(
                painter, rect, Tile(look.colour("go_soft"), look.colour("go"), look.colour("go_edge")), _CORNER, EDGE, 3
            )
            return
        hovered = look.colour("sunken") if names.fill == "surface" else _lighter(fill, look.theme)
        face = self._hover.mix(fill, hovered)
        draw_tile(painter, rect, Tile(face, face if names.line == names.fill else line, edge), _CORNER, EDGE - down)

    def _draw_content(self, painter: QPainter, room: QRectF) -> None:
        look, names = self._kit.look, _COLOURS[self.kind]
        off = not self.isEnabled()
        left = room.left() + (room.width() - self._content_width()) / 2
        words = look.text_width("button", self._shown_text())
        parts = [(name, look.px(_ICON)) for name in (self._icon, "seal-tick" if self.isChecked() else "") if name]
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        places = _places(left, words, [size for _, size in parts], look.px(_GAP), leading=bool(self._icon))
        if mirrored:
            places = [(room.left() + room.right() - x - width, width) for x, width in places]
        for (name, size), (x, _) in zip(parts, places[1:], strict=True):
            ink = look.colour("ink2" if off else names.icon)
            shown, tint = ("check-circle-fill", look.colour("go")) if name == "seal-tick" else (name, ink)
            painter.drawPixmap(QPointF(x, room.center().y() - size / 2), icon_pixmap(look, shown, size, tint))
        painter.setPen(look.colour("ink2" if off else "ink" if self.isChecked() else names.text))
        painter.setFont(self.font())
        box = QRectF(places[0][0] - 2, room.top(), words + 4, room.height())
        flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextShowMnemonic
        painter.drawText(box, int(flags), self.text())

    def _shown_text(self) -> str:
        return self.text().replace("&&", "\0").replace("&", "").replace("\0", "&")

    def _content_width(self) -> int:
        look = self._kit.look
        extra = look.px(_ICON) + look.px(_GAP)
        icons = bool(self._icon) + (self.isCheckable() and self.isChecked())
        return look.text_width("button", self._shown_text()) + icons * extra

    def _look_changed(self) -> None:
        self.setFont(self._kit.look.font("button"))
        self.updateGeometry()
        self.update()


class IconButton(QPushButton):
    """A button with an icon alone; its name is its tooltip and what a screen reader says."""

    def __init__(
        self, kit: Kit, icon: str, name: str, *, edged: bool = False, tone: str = "ink", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._kit, self._icon, self._edged, self._tone = kit, icon, edged, tone
        self._hover = Hover(self, kit.look)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setProperty("corner", _CORNER)
        self.rename(name)
        kit.look.changed.connect(self.updateGeometry)
        kit.look.changed.connect(self.update)

    def rename(self, name: str) -> None:
        """Say what it does."""
        self.setToolTip(name)
        self.setAccessibleName(name)

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        self._icon = icon
        self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not pressed_by_enter(self, event):
            super().keyPressEvent(event)

    @override
    def sizeHint(self) -> QSize:
        """A square of 40, grown with the text."""
        edge = self._kit.look.px(_HEIGHT)
        return QSize(edge, edge)

    @override
    def minimumSizeHint(self) -> QSize:
        """Never smaller than a finger."""
        return self.sizeHint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._kit.look
        painter = painter_on(self)
        down = EDGE - LINE if self.isDown() else 0
        rect = QRectF(self.rect()).adjusted(0, down, 0, 0)
        wall = self._tone.startswith("wall")
        if self._edged and self.isEnabled():
            face = self._hover.mix(look.colour("surface"), look.colour("sunken"))
            strong = look.colour("line_strong")
            draw_tile(painter, rect, Tile(face, strong, strong), _CORNER, EDGE - down)
        else:
            ground = look.colour("wall_raise" if wall else "sunken")
            ground.setAlphaF(self._hover.amount())
            painter.setBrush(ground)
            painter.drawRoundedRect(rect, _CORNER, _CORNER)
        colour = look.colour(self._tone)
        if not self.isEnabled():
            colour.setAlphaF(0.4)
        size = look.px(_ICON)
        lift = EDGE - LINE if self._edged else 0
        at = QPointF((self.width() - size) / 2, (self.height() - lift - size) / 2 + down)
        painter.drawPixmap(at, icon_pixmap(look, self._icon, size, colour))
        painter.end()


def _lighter(colour: QColor, theme: str) -> QColor:
    return colour.darker(108) if theme == "light" else colour.lighter(112)


def _places(left: float, words: int, icons: list[int], gap: int, *, leading: bool) -> list[tuple[float, float]]:
    """Return where words and icons stand (x, width): the words first, then each icon in its order."""
    at = left
    placed: list[tuple[float, float]] = []
    rest = list(icons)
    if leading and rest:
        placed.append((at, rest[0]))
        at += rest.pop(0) + gap
    text = (at, float(words))
    at += words
    for size in rest:
        at += gap
        placed.append((at, size))
        at += size
    return [text, *placed]
