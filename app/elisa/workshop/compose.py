"""Parts made into files: placeholders filled, slots of ``index.html`` named, drawings brought along."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.pictures import Colours
from elisa.workshop.wording import words_of

if TYPE_CHECKING:
    from elisa.workshop.kit import Kit, Part
    from elisa.workshop.understand.design import Design, PartUse, Thing

PAGE = "index.html"
_PLACE = re.compile(r"\{\{(\w+)\}\}")
# Events of the engine's own beat sit on every thing, so a thing may not be called like one of its files.
_FILES = frozenset(
    {"stage", "sprite", "keys", "pointer", "jump", "hearts", "score", "best", "levels", "clock", "goal", "opening", "ending",
     "pause", "sound", "sparkles", "quiz", "questions"}
)
_THINGS = ("hazard", "treasure", "prop")
_RIGHT_TO_LEFT = ("ar", "fa", "he", "ur")
_ACCENTS = 6


@dataclass
class Piece:
    """What one part adds: whole files, and lines for slots of the page."""

    files: dict[str, str] = field(default_factory=dict)
    slots: dict[str, list[str]] = field(default_factory=dict)


class Composer:
    """Fills the kit's parts with one design."""

    def __init__(self, design: Design, kit: Kit) -> None:
        self._design = design
        self._kit = kit
        self._names = _unique_names(design, kit.reserved)
        self._colours = Colours(kit, design.look, self._scene(), design.light)

    def piece(self, use: PartUse) -> Piece:
        """Return the files and slot lines of one part."""
        part = self._kit.part(use.part)
        values = self._values(use, part)
        made = Piece()
        for entry in part.files:
            source = self._kit.text(_fill(entry["from"], values))
            to = _fill(entry["to"], values)
            made.files[to] = self._colours.scene_file(source) if "scenes/" in entry["from"] else _fill(source, values)
        for slot, lines in part.slots.items():
            name = slot.replace("{{n}}", str(use.instance))
            made.slots[name] = [_fill(line, values) for line in lines]
        for wanted in part.pictures:
            name = _fill(wanted, values)
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

    def file_of(self, use: PartUse) -> str:
        """Return the script that a part is mainly made of, for sentences about it."""
        part = self._kit.part(use.part)
        values = self._values(use, part)
        return _fill(part.files[0]["to"], values)

    def _values(self, use: PartUse, part: Part) -> dict[str, str]:
        words = words_of(self._design, use, part.words)
        settings = self._settings(use, part)
        values: dict[str, str] = {}
        for name, place in part.places.items():
            raw = self._raw(name, place["from"], use, settings, words)
            values[name] = self._made_safe(raw, place["type"], name, place["from"], use)
        for name, text in words.items():
            if name in values and "{{" in text:
                values[name] = _fill(values[name], values)
        return values

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
            look = {"look": self._design.look, "scene": self._scene(), "light": self._design.light}
            found |= look | {"accent": self._design.hue % _ACCENTS}
        if use.part == "quiz":
            found["questions"] = [
                {"question": one.ask, "answers": list(one.answers), "right": one.right} for one in self._design.questions
            ]
        return found

    def _scene(self) -> str:
        return self._design.scene if self._design.scene in self._kit.scenes() else "meadow"

    def _raw(
        self, name: str, source: str, use: PartUse, settings: dict[str, object], words: dict[str, str]
    ) -> object:
        kind, _, key = source.partition(":")
        match kind:
            case "setting":
                return settings.get(key, "")
            case "words":
                return words.get(key, "")
            case "thing":
                thing = self._thing(key, use)
                return thing.word if thing else ""
            case "picture":
                return self._picture_name(key, use)
            case "fixed":
                return key
            case "language":
                return self._design.language
            case "direction":
                return "rtl" if self._design.language in _RIGHT_TO_LEFT else "ltr"
            case "look":
                return self._kit.look(self._design.look).get(key, [])
            case "accent":
                return self._kit.look(self._design.look)["accents"][self._design.hue % _ACCENTS][key]
            case "scene":
                return self._colours.scene_value(key)
            case "event":
                return str(settings.get("event", ""))
            case "choice":
                return _chosen(key, name, settings)
            case "repeat":
                setting, _, text = key.partition(":")
                return text * int(float(str(settings.get(setting, 0))))
        raise ValueError(f"{use.part}: unknown source of {name}: {source}")

    def _made_safe(self, raw: object, kind: str, name: str, source: str, use: PartUse) -> str:
        text = str(raw)
        match kind:
            case "js" | "json":
                return escaping.as_js(raw)
            case "html":
                return escaping.as_html(text)
            case "css":
                return escaping.as_css(text)
            case "comment":
                return escaping.as_comment(text)
            case "number":
                return escaping.as_number(raw)
            case "file" | "ident" if source.startswith("thing:"):
                names = self._names[_place_of(source.partition(":")[2], use)]
                return names[0] if kind == "file" else names[1]
            case "file":
                return escaping.as_file(text, use.key)
            case "ident":
                return escaping.as_ident(text, "thing")
            case "code" | "markup":
                return text
        raise ValueError(f"{use.part}: unknown type of {name}: {kind}")

    def _thing(self, key: str, use: PartUse) -> Thing | None:
        return self._design.hero if key == "hero" else use.thing

    def _picture_name(self, key: str, use: PartUse) -> str:
        design = self._design
        coming = [other.thing for other in (*design.of("treasure"), *design.of("hazard")) if other.thing]
        match key:
            case "hero" | "cover":
                return self._drawing_name(design.hero, "hero") if design.hero else "star"
            case "thing" | "prop":
                return self._drawing_name(use.thing, use.key) if use.thing else "star"
            case "score":
                earned = next((other.thing for other in design.of("treasure")), None)
                return self._drawing_name(earned, "treasure-1") if earned else "star"
            case "lost":
                hurting = next((other.thing for other in design.of("hazard")), None) or design.hero
                place = "hazard-1" if design.of("hazard") else "hero"
                return self._drawing_name(hurting, place) if hurting else "star"
            case "won":
                return "trophy" if self._kit.has_drawing("trophy") else "star"
        return coming[0].drawing if coming else "star"

    def _drawing_name(self, thing: Thing, place: str) -> str:
        return f"badge-{self._names[place][0]}" if thing.drawing == "badge" else thing.drawing

    def _picture(self, name: str) -> str:
        for turn, (place, names) in enumerate(self._names.items()):
            use = self._design.part(place)
            thing = self._design.hero if place == "hero" else use.thing if use else None
            if thing is not None and thing.drawing == "badge" and name == f"badge-{names[0]}":
                return self._colours.badge(thing, self._design.hue + turn)
        return self._colours.drawing(name)


def marker(slot: str) -> str:
    """Return the comment that marks a slot in the page."""
    return f"<!-- slot: {slot} -->"


def _fill(text: str, values: dict[str, str]) -> str:
    """Fill all places at once, so that a child's "{{x}}" stays text."""
    return _PLACE.sub(lambda found: values.get(found[1], found[0]), text)


def _place_of(key: str, use: PartUse) -> str:
    return "hero" if key == "hero" or use.part == "quiz" else use.key


def _chosen(choices: str, name: str, settings: dict[str, object]) -> str:
    known = dict(choice.partition("=")[::2] for choice in choices.split(","))
    for setting in (name, *settings):
        if str(settings.get(setting)) in known:
            return known[str(settings[setting])]
    return next(iter(known.values()))


def _unique_names(design: Design, reserved: frozenset[str]) -> dict[str, tuple[str, str]]:
    """Give each thing a file name and a variable name of its own."""
    taken_files, taken_idents = set(_FILES), set(reserved)
    found: dict[str, tuple[str, str]] = {}
    things = [("hero", design.hero), *((use.key, use.thing) for use in design.parts if use.part in _THINGS)]
    for place, thing in things:
        if thing is None:
            continue
        instead = thing.drawing if thing.drawing != "badge" else place
        file, ident = escaping.as_file(thing.word, instead), escaping.as_ident(thing.word, instead)
        while file in taken_files:
            file += "-thing"
        while ident in taken_idents:
            ident += "Thing"
        taken_files.add(file)
        taken_idents.add(ident)
        found[place] = (file, ident)
    return found
