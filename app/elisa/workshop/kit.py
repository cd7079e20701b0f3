"""The kit of parts as it lies in ``parts/game``: manifests, source files, drawings."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_SLOT = re.compile(r"^(?P<indent>[ \t]*)<!-- slot: (?P<name>[\w-]+) -->[ \t]*$", re.MULTILINE)
_FOOT = 110.0


@dataclass(frozen=True)
class Part:
    """One part's manifest.

    Attributes:
        id: Its name.
        needs: Parts that it cannot do without.
        many: How often it may be used.
        settings: Name → type, default, bounds or choices.
        words: Key → English text.
        places: Placeholder → type and where its value comes from.
        files: Source (relative to the kit) and target (relative to the nugget).
        pictures: Drawings to bring along.
        slots: Slot of ``index.html`` → lines.
    """

    id: str
    needs: tuple[str, ...] = ()
    many: int = 1
    settings: dict[str, dict[str, Any]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    places: dict[str, dict[str, str]] = field(default_factory=dict)
    files: tuple[dict[str, str], ...] = ()
    pictures: tuple[str, ...] = ()
    slots: dict[str, list[str]] = field(default_factory=dict)


class Kit:
    """Reads the kit, each file once."""

    def __init__(self, root: Traversable) -> None:
        self._game = root.joinpath("game")
        self._things = root.joinpath("things")
        self._texts: dict[str, str] = {}
        self._parts: dict[str, Part] = {}
        self._feet: dict[str, float] | None = None
        self.reserved: frozenset[str] = frozenset(self._kit_json().get("reserved", ()))

    def part(self, name: str) -> Part:
        """Return a part's manifest.

        Raises:
            FileNotFoundError: There is no such part.
        """
        if name not in self._parts:
            data = json.loads(self.text(f"parts/{name}/part.json"))
            known = {key: value for key, value in data.items() if key in Part.__dataclass_fields__}
            for key in ("needs", "files", "pictures"):
                known[key] = tuple(known.get(key, ()))
            self._parts[name] = Part(**known)
        return self._parts[name]

    def text(self, path: str) -> str:
        """Return a source file of the kit; ``path`` is relative to ``parts/game``."""
        if path not in self._texts:
            self._texts[path] = self._game.joinpath(*path.split("/")).read_text(encoding="utf-8")
        return self._texts[path]

    def drawing(self, name: str) -> str:
        """Return a drawing's SVG."""
        key = f"thing {name}"
        if key not in self._texts:
            self._texts[key] = self._things.joinpath(f"{name}.svg").read_text(encoding="utf-8")
        return self._texts[key]

    def foot(self, drawing: str) -> float:
        """Return the y of a drawing's lowest ink, in its 120 x 120 field."""
        if self._feet is None:
            things = json.loads(self._things.joinpath("things.json").read_text(encoding="utf-8"))
            self._feet = {name: float(entry.get("foot", _FOOT)) for name, entry in things.items()}
        return self._feet.get(drawing, _FOOT)

    @property
    def indents(self) -> dict[str, str]:
        """Slot → the white space before its marker in ``index.html``."""
        return {found["name"]: found["indent"] for found in _SLOT.finditer(self.text("parts/stage/index.html"))}

    def look(self, name: str) -> dict[str, Any]:
        """Return a look's facts: ``sparkles`` colours, contrast pairs."""
        loaded: dict[str, Any] = json.loads(self.text(f"looks/{name}/look.json"))
        return loaded

    def scene(self, name: str) -> dict[str, Any]:
        """Return a scene's facts: light, colours of sky and ground, what drifts."""
        loaded: dict[str, Any] = json.loads(self.text(f"scenes/{name}/scene.json"))
        return loaded

    def colours(self, scene: str) -> dict[str, dict[str, str]]:
        """Return how each look recolours a scene: ``"LOOK LIGHT"`` → old colour → new colour."""
        loaded: dict[str, dict[str, str]] = json.loads(self.text(f"scenes/{scene}/colours.json"))
        return loaded

    def scenes(self) -> frozenset[str]:
        """Return the names of all scenes."""
        return frozenset(self._kit_json()["scenes"])

    def _kit_json(self) -> dict[str, Any]:
        loaded: dict[str, Any] = json.loads(self.text("kit.json"))
        return loaded


@cache
def load_kit() -> Kit:
    """Return the kit that the program carries."""
    return Kit(files("elisa.workshop").joinpath("parts"))
