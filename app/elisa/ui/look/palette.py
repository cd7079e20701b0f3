"""The palette: what Qt paints by itself (selections, placeholder text, links, menus) in our colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QPalette

if TYPE_CHECKING:
    from elisa.ui.look.look import Look

_ROLES = {
    QPalette.ColorRole.Window: "bench",
    QPalette.ColorRole.WindowText: "ink",
    QPalette.ColorRole.Base: "surface",
    QPalette.ColorRole.AlternateBase: "sunken",
    QPalette.ColorRole.Text: "ink",
    QPalette.ColorRole.Button: "surface",
    QPalette.ColorRole.ButtonText: "ink",
    QPalette.ColorRole.BrightText: "stop",
    QPalette.ColorRole.Highlight: "work",
    QPalette.ColorRole.HighlightedText: "surface",
    QPalette.ColorRole.Accent: "work",
    QPalette.ColorRole.PlaceholderText: "ink2",
    QPalette.ColorRole.ToolTipBase: "ink",
    QPalette.ColorRole.ToolTipText: "surface",
    QPalette.ColorRole.Link: "link",
    QPalette.ColorRole.LinkVisited: "link",
    QPalette.ColorRole.Light: "surface",
    QPalette.ColorRole.Midlight: "sunken",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Dark: "line_strong",
    QPalette.ColorRole.Shadow: "line_strong",
}
_TEXTS = (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText)


def palette_of(look: Look) -> QPalette:
    """Return the palette of the present theme."""
    palette = QPalette()
    for role, token in _ROLES.items():
        palette.setColor(role, look.colour(token))
    for role in _TEXTS:
        palette.setColor(QPalette.ColorGroup.Disabled, role, look.colour("ink2"))
    return palette
