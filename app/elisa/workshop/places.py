"""Where the value of a placeholder comes from, and how it is made safe for its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.wording import words_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.workshop.kit import Kit, Part
    from elisa.workshop.pictures import Colours
    from elisa.workshop.understand.design import Design, PartUse, Thing

PLACE = re.compile(r"\{\{(\w+)\}\}")
ACCENTS = 6
_DRAWN = 120
_FILE_NAME = re.compile(r"[a-z0-9_-]{1,60}")
_RIGHT_TO_LEFT = ("ar", "fa", "he", "ur")
_THINGS = ("hazard", "treasure", "prop")
# A thing may not be called like one of the game's own files.
_FILES = frozenset(
    {"stage", "sprite", "crowd", "keys", "pointer", "jump", "hearts", "score", "best", "levels", "clock", "goal"}
    | {"opening", "ending", "pause", "sound", "sparkles", "quiz", "questions"}
)


@dataclass(frozen=True)
class Names:
    """A thing's file name and variable name, each used by no other thing of the game."""

    file: str
    ident: str


@dataclass(frozen=True)
class Asked:
    """One question for a value: which place of which part, with its settings and words."""

    name: str
    use: PartUse
    settings: dict[str, object]
    words: dict[str, str]


class Places:
    """Answers for every place of a part what stands there."""

    def __init__(self, design: Design, kit: Kit, colours: Colours, scene: str) -> None:
        self._design, self._kit, self._colours, self._scene = design, kit, colours, scene
        self.names = unique_names(design, kit.reserved)
        self._sources: dict[str, Callable[[str, Asked], object]] = {
            "setting": lambda key, asked: asked.settings.get(key, ""),
            "words": lambda key, asked: asked.words.get(key, ""),
            "thing": lambda key, asked: self._word(key, asked.use),
            "picture": lambda key, asked: self._picture(key, asked.use),
            "fixed": lambda key, _: key,
            "language": lambda *_: design.language,
            "direction": lambda *_: "rtl" if design.language in _RIGHT_TO_LEFT else "ltr",
            "look": lambda key, _: kit.look(design.look).get(key, []),
            "accent": lambda key, _: kit.look(design.look)["accents"][design.hue % ACCENTS][key],
            "scene": lambda key, _: colours.scene_value(key),
            "event": lambda _, asked: asked.settings.get("event", ""),
            "foot": lambda *_: self._foot(),
            "choice": _chosen,
            "repeat": _repeated,
        }
        self._escapes: dict[str, Callable[[object], str]] = {
            "js": escaping.as_js,
            "json": escaping.as_js,
            "html": lambda raw: escaping.as_html(str(raw)),
            "css": lambda raw: escaping.as_css(str(raw)),
            "comment": lambda raw: escaping.as_comment(str(raw)),
            "number": escaping.as_number,
            "file": _as_file,
            "ident": lambda raw: escaping.as_ident(str(raw), "thing"),
            "code": str,
            "markup": str,
        }

    def values(self, use: PartUse, part: Part) -> dict[str, str]:
        """Return place → text for all places of a part.

        Raises:
            KeyError: A manifest names a source or a type that does not exist: a mistake in the kit, found by a test.
        """
        words = words_of(self._design, use, part.words)
        asked = [
            (name, place, Asked(name, use, self._settings(use, part), words)) for name, place in part.places.items()
        ]
        values = {name: self._value(place, one) for name, place, one in asked}
        numbers = {name: values[name] for name, place, _ in asked if place["type"] == "number"}
        # Words of the kit may hold numbers ("Points to win: {{target}}"); nothing else is ever filled in twice.
        return {name: fill(value, numbers) if name in part.words else value for name, value in values.items()}

    def _value(self, place: dict[str, str], asked: Asked) -> str:
        source, _, key = place["from"].partition(":")
        if source == "thing" and place["type"] in ("file", "ident"):
            names = self.names["hero" if key == "hero" or asked.use.part == "quiz" else asked.use.key]
            return names.file if place["type"] == "file" else names.ident
        return self._escapes[place["type"]](self._sources[source](key, asked))

    def _settings(self, use: PartUse, part: Part) -> dict[str, object]:
        """Defaults, then the design's values, kept inside the part's bounds."""
        found: dict[str, object] = {}
        for name, setting in part.settings.items():
            value = use.settings.get(name, setting.get("default"))
            if setting["type"] == "number" and isinstance(value, int | float):
                value = min(max(value, setting.get("min", value)), setting.get("max", value))
            elif setting["type"] == "choice" and value not in setting["choices"]:
                value = setting.get("default")
            found[name] = value
        if use.part == "stage":
            look = {"look": self._design.look, "scene": self._scene, "light": self._design.light}
            found |= {**look, "accent": self._design.hue % ACCENTS}
        if use.part == "quiz":
            found["questions"] = [
                {"question": one.ask, "answers": list(one.answers), "right": one.right}
                for one in self._design.questions
            ]
        return found

    def _word(self, key: str, use: PartUse) -> str:
        thing = self._design.hero if key == "hero" else use.thing
        return thing.word if thing else ""

    def _foot(self) -> int:
        """How far below its picture's edge the hero stands, so that its feet are on the ground (world units)."""
        use = self._design.part("hero")
        usual = self._kit.part("hero").settings["size"]["default"]
        size = use.settings.get("size", usual) if use else usual
        drawing = self._design.hero.drawing if self._design.hero else "badge"
        return round((_DRAWN - self._kit.foot(drawing)) / _DRAWN * float(size))

    def _picture(self, key: str, use: PartUse) -> str:
        """Name the drawing for hero and cover, the thing, what is earned, what is lost against, and the prize."""
        place, thing = {
            "hero": ("hero", self._design.hero),
            "cover": ("hero", self._design.hero),
            "thing": (use.key, use.thing),
            "prop": (use.key, use.thing),
            "score": self._first("treasure"),
            "lost": self._first("hazard") if self._design.of("hazard") else ("hero", self._design.hero),
            "won": ("", None),
        }[key]
        if thing is None:
            return "trophy" if key == "won" else "star"
        return f"badge-{self.names[place].file}" if thing.drawing == "badge" else thing.drawing

    def _first(self, part: str) -> tuple[str, Thing | None]:
        use = next(iter(self._design.of(part)), None)
        return (use.key, use.thing) if use else ("", None)

    def badge_of(self, picture: str) -> tuple[Thing, int] | None:
        """Return the thing whose badge a picture is, and its place in the cast."""
        for turn, (place, names) in enumerate(self.names.items()):
            use = self._design.part(place)
            thing = self._design.hero if place == "hero" else use.thing if use else None
            if thing is not None and thing.drawing == "badge" and picture == f"badge-{names.file}":
                return thing, turn
        return None


def fill(text: str, values: dict[str, str]) -> str:
    """Fill all places at once, so that a child's "{{x}}" stays text."""
    return PLACE.sub(lambda found: values.get(found[1], found[0]), text)


def _as_file(raw: object) -> str:
    text = str(raw)
    return text if _FILE_NAME.fullmatch(text) else escaping.as_file(text, "thing")


def _chosen(choices: str, asked: Asked) -> str:
    known = dict(choice.partition("=")[::2] for choice in choices.split(","))
    for setting in (asked.name, *asked.settings):
        if str(asked.settings.get(setting)) in known:
            return known[str(asked.settings[setting])]
    return next(iter(known.values()))


def _repeated(key: str, asked: Asked) -> str:
    setting, _, text = key.partition(":")
    return text * int(float(str(asked.settings.get(setting, 0))))


def unique_names(design: Design, reserved: frozenset[str]) -> dict[str, Names]:
    """Give each thing of a design a file name and a variable name of its own, by place (``hero``, ``hazard-1`` …)."""
    files, idents = set(_FILES), set(reserved)
    found: dict[str, Names] = {}
    for place, thing in [("hero", design.hero), *((use.key, use.thing) for use in design.parts if use.part in _THINGS)]:
        if thing is None:
            continue
        instead = thing.drawing if thing.drawing != "badge" else place
        file, ident = escaping.as_file(thing.word, instead), escaping.as_ident(thing.word, instead)
        while file in files:
            file += "-thing"
        while ident in idents:
            ident += "Thing"
        files.add(file)
        idents.add(ident)
        found[place] = Names(file, ident)
    return found
