"""How a page is dressed: the five looks by day and by night, the child's own colours, the scene and the drawings."""

from __future__ import annotations

import colorsys
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from elisa.workshop import escaping
from elisa.workshop.pictures import Colours
from elisa.workshop.review import contrast_of
from elisa.workshop.understand.design import Thing

if TYPE_CHECKING:
    from elisa.workshop.kit import Kit
    from elisa.workshop.kits.page.contents import Drawn

_READABLE = 4.6
_STEPS = 40
_INKS = ("#FFFFFF", "#1B1030")
LAYERS = ("sky", "back", "front")


@dataclass(frozen=True)
class Dress:
    """The look of one page.

    Attributes:
        look: One of the five looks.
        scene: Scene behind the title.
        light: ``day`` or ``night``, as the page opens.
        accent: The colour of buttons and marks, ``#rrggbb``.
        seed: Decides what the child left open.
    """

    look: str
    scene: str
    light: str
    accent: str
    seed: int

    @property
    def other_light(self) -> str:
        """What the switch between light and dark goes to."""
        return "day" if self.light == "night" else "night"


def dress_of(kit: Kit, look: str, scene: str, *, night: bool, colour: str, seed: int) -> Dress:
    """Return the dress; without a colour of the child's the look's own accents are used, by the seed."""
    accents = kit.look(look)["accents"]
    light = "night" if night else str(_looks()[look]["light"])
    return Dress(look, scene, light, colour or str(accents[seed % len(accents)]["accent"]), seed)


def colours_css(dress: Dress) -> str:
    """Return the style sheet with the look's variables, for both lights."""
    look = _looks()[dress.look]
    lines = [f"/* The look “{dress.look.replace('_', ' ')}”. */", ":root {"]
    lines += [f"  --{name}: {look[name]};" for name in ("line", "radius", "lift", "font")]
    lines += [f"  --title-font: {look['title']};", *_variables(dress.light, dress, look), "}", ""]
    other = dress.other_light
    lines += [f'[data-light="{other}"] {{', *_variables(other, dress, look), "}", ""]
    return "\n".join(lines)


def _variables(light: str, dress: Dress, look: dict[str, Any]) -> list[str]:
    colours = dict(look[light])
    grounds = [colours["paper"], colours["paper-2"], colours["card"]]
    ink = max(_INKS, key=lambda one: contrast_of(one, dress.accent))
    colours["accent"] = _readable(dress.accent, [ink], away_from=ink)
    colours["accent-ink"] = ink
    colours["accent-text"] = _readable(dress.accent, grounds, away_from=colours["paper"])
    colours["good"] = _readable("#2E9E57", grounds, away_from=colours["paper"])
    colours["bad"] = _readable("#E0524A", grounds, away_from=colours["paper"])
    scheme = "dark" if light == "night" else "light"
    return [*(f"  --{name}: {value.lower()};" for name, value in colours.items()), f"  color-scheme: {scheme};"]


def _readable(colour: str, grounds: list[str], *, away_from: str) -> str:
    """Make a colour darker or lighter until it can be read on each ground."""
    target = max(("#000000", "#FFFFFF"), key=lambda one: contrast_of(one, away_from))
    for step in range(_STEPS + 1):
        mixed = _mixed(colour, target, step / _STEPS)
        if all(contrast_of(mixed, ground) >= _READABLE for ground in grounds):
            return mixed
    return target


def _mixed(one: str, other: str, part: float) -> str:
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(first + (second - first) * part):02X}" for first, second in pairs)


def lively(colour: str) -> str:
    """Return a colour's name of a style sheet's kind as a lively ``#RRGGBB``; empty where it is none."""
    hue = {"red": 4, "orange": 28, "yellow": 46, "green": 135, "teal": 178, "blue": 217, "purple": 265, "pink": 330}
    if colour not in hue:
        return ""
    light = 0.58 if colour not in ("yellow", "green", "teal") else 0.48
    red, green, blue = colorsys.hls_to_rgb(hue[colour] / 360, light, 0.78)
    return f"#{round(red * 255):02X}{round(green * 255):02X}{round(blue * 255):02X}"


class Pictures:
    """The drawings and scenes of a page, as files; a drawing is named once however often it is used."""

    def __init__(self, kit: Kit, dress: Dress) -> None:
        self._kit, self._dress = kit, dress
        self._colours = Colours(kit, dress.look, dress.scene, dress.light)

    def scene_files(self, scene: str, light: str) -> dict[str, str]:
        """Return the three layers of a scene."""
        colours = Colours(self._kit, self._dress.look, scene, light)
        names = {layer: f"pictures/{scene}-{light}-{layer}.svg" for layer in LAYERS}
        return {
            name: colours.scene_file(self._kit.text(f"scenes/{scene}/{layer}.svg")) for layer, name in names.items()
        }

    def file(self, drawn: Drawn) -> str:
        """Return the path of a drawing, or of the badge with a word's first letter."""
        name = drawn.drawing or f"badge-{escaping.as_file(drawn.word, 'x')}"
        return f"pictures/{name}.svg"

    def files(self, drawn: Drawn) -> dict[str, str]:
        """Return the file of a drawing."""
        if drawn.drawing:
            return {self.file(drawn): self._colours.drawing(drawn.drawing)}
        turn = self._dress.seed + sum(map(ord, drawn.word))
        return {self.file(drawn): self._colours.badge(Thing(drawn.word, drawn.word, "badge"), turn)}


@cache
def _looks() -> dict[str, dict[str, Any]]:
    place = files(__package__).joinpath("looks.json")
    loaded: dict[str, dict[str, Any]] = json.loads(place.read_text(encoding="utf-8"))
    return loaded
