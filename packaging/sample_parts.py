"""Fills the workshop's script parts with sample words, so that eslint and tsc can read them as a game has them."""

from __future__ import annotations

import itertools
import json
import re
import shutil
from typing import TYPE_CHECKING, Any

from node import WEB

if TYPE_CHECKING:
    from pathlib import Path

KIT = WEB.parents[1] / "app" / "elisa" / "workshop" / "parts" / "game"
SAMPLES = WEB / ".sample-parts"
PLACE = re.compile(r"\{\{(\w+)\}\}")
BY_TYPE = {
    "number": "1",
    "js": '"words"',
    "json": "[]",
    "ident": "sample",
    "file": "sample",
    "code": "game.win();",
}


def write_samples() -> Path:
    """Write each script of each part, in each of its choices, and return the folder."""
    shutil.rmtree(SAMPLES, ignore_errors=True)
    SAMPLES.mkdir()
    for manifest in sorted(KIT.glob("parts/*/part.json")):
        part = json.loads(manifest.read_text(encoding="utf-8"))
        for values in choices(part):
            for entry in part["files"]:
                source = KIT / fill(entry["from"], values)
                if source.suffix == ".js":
                    name = f"{part['id']}-{source.name}"
                    text = fill(source.read_text(encoding="utf-8"), values)
                    (SAMPLES / name).write_text(text, encoding="utf-8")
    return SAMPLES


def choices(part: dict[str, Any]) -> list[dict[str, str]]:
    """Return the sample value of each place, once for every combination of the part's choices in file names."""
    named = {name for entry in part["files"] for name in PLACE.findall(entry["from"])}
    settings = {name: part["settings"].get(name, {}) for name in sorted(named)}
    options = {name: setting["choices"] for name, setting in settings.items() if "choices" in setting}
    values = {name: sample(place, part["settings"]) for name, place in part.get("places", {}).items()}
    return [values | dict(zip(options, picked, strict=True)) for picked in itertools.product(*options.values())]


def sample(place: dict[str, str], settings: dict[str, Any]) -> str:
    """Return what may stand in a place: the setting's own default for a word of code, else a sample of its type."""
    source, _, name = place["from"].partition(":")
    if place["type"] == "js" and source == "setting" and isinstance(settings.get(name, {}).get("default"), str):
        return json.dumps(settings[name]["default"])
    return BY_TYPE.get(place["type"], "words")


def fill(text: str, values: dict[str, str]) -> str:
    """Replace each ``{{place}}`` by its value."""
    return PLACE.sub(lambda found: values.get(found[1], "sample"), text)
