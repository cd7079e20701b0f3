"""Parts made into files: placeholders filled, slots of ``index.html`` named, drawings brought along."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elisa.workshop.pictures import Colours
from elisa.workshop.places import Places, fill

if TYPE_CHECKING:
    from elisa.workshop.kit import Kit
    from elisa.workshop.understand.design import Design, PartUse

PAGE = "index.html"
_ANY_SCENE = "meadow"


@dataclass
class Piece:
    """What one part adds: whole files, and lines for slots of the page."""

    files: dict[str, str] = field(default_factory=dict)
    slots: dict[str, list[str]] = field(default_factory=dict)


class Composer:
    """Fills the kit's parts with one design."""

    def __init__(self, design: Design, kit: Kit) -> None:
        scene = design.scene if design.scene in kit.scenes() else _ANY_SCENE
        self._design = design
        self._kit = kit
        self._colours = Colours(kit, design.look, scene, design.light)
        self._places = Places(design, kit, self._colours, scene)

    def piece(self, use: PartUse) -> Piece:
        """Return the files and slot lines of one part."""
        part = self._kit.part(use.part)
        values = self._places.values(use, part)
        made = Piece()
        for entry in part.files:
            source = self._kit.text(fill(entry["from"], values))
            is_scene = entry["from"].startswith("scenes/")
            made.files[fill(entry["to"], values)] = (
                self._colours.scene_file(source) if is_scene else fill(source, values)
            )
        for slot, lines in part.slots.items():
            name = slot.replace("{{n}}", str(use.instance))
            made.slots[name] = [fill(line, values) for line in lines]
        for wanted in part.pictures:
            name = fill(wanted, values)
            made.files[f"pictures/{name}.svg"] = self._picture(name)
        return made

    def page(self, pieces: list[Piece], page: str) -> str:
        """Put slot lines into the text of the page, each in front of its marker."""
        for piece in pieces:
            for slot, lines in piece.slots.items():
                page = page.replace(marker(slot), self.filled_slot(slot, lines), 1)
        return page

    def filled_slot(self, slot: str, lines: list[str]) -> str:
        """Return the lines with the marker behind them, indented like the marker itself."""
        indent = self._kit.indents.get(slot, "")
        return f"\n{indent}".join([*lines, marker(slot)])

    def _picture(self, name: str) -> str:
        badge = self._places.badge_of(name)
        if badge is None:
            return self._colours.drawing(name)
        return self._colours.badge(badge[0], self._design.hue + badge[1])


def marker(slot: str) -> str:
    """Return the comment that marks a slot in the page."""
    return f"<!-- slot: {slot} -->"
