"""Puts a game together from the kit's parts with sample words: the smallest reader of the manifests."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import elisa.workshop

if TYPE_CHECKING:
    from collections.abc import Callable

PARTS = Path(elisa.workshop.__file__).parent / "parts"
GAME = PARTS / "game"
_PLACE = re.compile(r"\{\{(\w+)\}\}")
_COLOUR = re.compile(r"#[0-9A-F]{6}")
_RIM = re.compile(r'<g class="rim".*?</g>')


@dataclass
class Use:
    """One part with its settings and with the words and drawings that it is about (key to (drawing, word))."""

    part: str
    settings: dict[str, Any] = field(default_factory=dict)
    things: dict[str, tuple[str, str]] = field(default_factory=dict)
    n: int = 1


@dataclass
class Game:
    """A whole sample game."""

    uses: list[Use]
    title: str = "Hedgehog Dodge"
    look: str = "fun_colorful"
    scene: str = "oak_forest"
    light: str = "day"
    hero: tuple[str, str] = ("hedgehog", "hedgehog")
    words: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)
    accent: int = 0


def load(path: str) -> dict[str, Any]:
    """Return a JSON file of the kit."""
    found: dict[str, Any] = json.loads((GAME / path).read_text(encoding="utf-8"))
    return found


def manifest(part: str) -> dict[str, Any]:
    """Return a part's manifest."""
    return load(f"parts/{part}/part.json")


def build(game: Game, folder: Path) -> Path:
    """Write the game into a folder and return its page."""
    page = ""
    for use in game.uses:
        part = manifest(use.part)
        values = _values(game, use, part)
        for entry in part["files"]:
            text = _fill((GAME / _fill(entry["from"], values)).read_text(encoding="utf-8"), values)
            if entry["to"] == "index.html":
                page = text
            else:
                text = _recoloured(game, text) if entry["to"].endswith("svg") else text
                _write(folder / _fill(entry["to"], values), text)
        for picture in part["pictures"]:
            name = _fill(picture, values)
            _write(folder / "pictures" / f"{name}.svg", drawing(name, _rim(game)))
        for slot, lines in part["slots"].items():
            marker = f"<!-- slot: {slot.replace('{{n}}', str(use.n))} -->"
            assert page.count(marker) == 1, marker
            page = page.replace(marker, "\n".join([*(_fill(line, values) for line in lines), marker]))
    _write(folder / "index.html", page)
    return folder / "index.html"


def drawing(name: str, rim: str | None) -> str:
    """Return a drawing without its sticker edge, or with an edge of another colour."""
    text = (PARTS / "things" / f"{name}.svg").read_text(encoding="utf-8")
    if rim is None:
        return _RIM.sub("", text, count=1)
    return _RIM.sub(lambda found: found.group().replace("#FFF8E8", rim), text, count=1)


def _rim(game: Game) -> str | None:
    rims: dict[str, str | None] = load(f"looks/{game.look}/look.json")["rim"]
    dark = load(f"scenes/{game.scene}/scene.json")["light"] == "night"
    return rims[game.light] or (rims["night"] if dark else None)


def _recoloured(game: Game, text: str) -> str:
    colours: dict[str, str] = load(f"scenes/{game.scene}/colours.json")[f"{game.look} {game.light}"]
    return _COLOUR.sub(lambda found: colours.get(found.group(), found.group()), text)


def _values(game: Game, use: Use, part: dict[str, Any]) -> dict[str, str]:
    settings = {name: one.get("default") for name, one in part["settings"].items()} | use.settings
    if use.part == "stage":
        settings |= {"look": game.look, "scene": game.scene, "light": game.light, "accent": game.accent}
    values: dict[str, str] = {}
    for name, place in part["places"].items():
        raw = _raw(game, use, settings, place["from"])
        values[name] = _safe(raw, place["type"])
    return {name: _fill(text, values) for name, text in values.items()}


def _raw(game: Game, use: Use, settings: dict[str, Any], source: str) -> object:
    kind, _, key = source.partition(":")
    look = load(f"looks/{game.look}/look.json")
    things = {"hero": game.hero, **use.things}
    found: dict[str, Callable[[], object]] = {
        "setting": lambda: settings[key],
        "words": lambda: {"title": game.title, **manifest(use.part)["words"], **game.words}.get(key, ""),
        "thing": lambda: things[key][1],
        "picture": lambda: things[key][0] if key in things else game.pictures.get(key, game.hero[0]),
        "foot": lambda: _feet(things[key][0]),
        "accent": lambda: look["accents"][int(settings["accent"])][key],
        "look": lambda: look[key],
        "scene": lambda: _recoloured(game, str(load(f"scenes/{game.scene}/scene.json")[key])),
        "event": lambda: " ".join(filter(None, (settings["event"], settings["thing"]))),
        "choice": lambda: _chosen(key, settings),
        "repeat": lambda: key.partition(":")[2] * int(settings[key.partition(":")[0]]),
        "fixed": lambda: key,
        "language": lambda: "en",
        "direction": lambda: "ltr",
    }
    return found[kind]()


def _chosen(key: str, settings: dict[str, Any]) -> str:
    choices = dict(one.split("=", 1) for one in key.split(","))
    return next(choices[value] for value in settings.values() if isinstance(value, str) and value in choices)


def _feet(picture: str, size: int = 104) -> int:
    things = json.loads((PARTS / "things" / "things.json").read_text(encoding="utf-8"))
    return round((120 - int(things[picture]["foot"])) / 120 * size)


def _safe(raw: object, kind: str) -> str:
    if kind in ("js", "json"):
        return json.dumps(raw).replace("<", "\\u003c")
    if kind == "html":
        return html.escape(str(raw))
    if kind == "ident":
        first, *more = re.findall(r"[a-z]+", str(raw).lower())
        return str(first) + "".join(word.title() for word in more)
    return str(raw)


def _fill(text: str, values: dict[str, str]) -> str:
    return _PLACE.sub(lambda found: values.get(found.group(1), found.group()), text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
