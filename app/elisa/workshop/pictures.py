"""Drawings and scenes in the colours of a look: the sticker edge, day and night, the badge with a letter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.workshop import escaping

if TYPE_CHECKING:
    from elisa.workshop.kit import Kit
    from elisa.workshop.understand.design import Thing

_COLOUR = re.compile(r"#[0-9A-F]{6}")
_RIM = re.compile(r'\s*<g[^>]*class="rim".*?</g>', re.DOTALL)
_RIM_COLOUR = "#FFF8E8"
_LOOKS_WITH_DAY = ("fun_colorful", "clean_simple", "nature")
_BADGES = ("#F2705B", "#FF9A3C", "#4FB55C", "#17A79F", "#5B8DEF", "#9A6BF0", "#EC6FA9")


class Colours:
    """The colours of one nugget: its look, its scene, day or night."""

    def __init__(self, kit: Kit, look: str, scene: str, light: str) -> None:
        self._kit = kit
        self._scene = kit.scene(scene)
        self._map: dict[str, str] = kit.colours(scene).get(f"{look} {light}", {})
        dark_scene = self._scene.get("light") == "night" and look in _LOOKS_WITH_DAY
        rims = kit.look(look).get("rim", {})
        self._rim: str | None = rims.get("night" if dark_scene else light)

    def scene_file(self, svg: str) -> str:
        """Return a layer of the scene in the look's colours."""
        return _COLOUR.sub(lambda found: self._map.get(found[0], found[0]), svg)

    def scene_value(self, key: str) -> str:
        """Return a fact of the scene; its colours follow the look."""
        return self.scene_file(str(self._scene.get(key, "")))

    def drawing(self, name: str) -> str:
        """Return a drawing with the sticker edge that stands out on this scene, or none."""
        svg = self._kit.drawing(name)
        if self._rim is None:
            return _RIM.sub("", svg, count=1)
        rim = self._rim
        return _RIM.sub(lambda found: found[0].replace(_RIM_COLOUR, rim), svg, count=1)

    def badge(self, thing: Thing, turn: int) -> str:
        """Return the badge for a thing without a drawing: the first letter (or sign) of its word."""
        letter = (thing.word.strip()[:1] or "?").upper()
        svg = self.drawing("badge")
        return svg.replace("{{letter}}", escaping.as_html(letter)).replace("{{colour}}", _BADGES[turn % len(_BADGES)])
