"""The game kit's data: manifests, slots, looks and scenes fit together."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

import elisa.workshop

PARTS = Path(elisa.workshop.__file__).parent / "parts"
GAME = PARTS / "game"
KIT: dict[str, Any] = json.loads((GAME / "kit.json").read_text(encoding="utf-8"))
PAGE = (GAME / "parts" / "stage" / "index.html").read_text(encoding="utf-8")
PLACE = re.compile(r"\{\{(\w+)\}\}")
CONTRAST = 4.5


def read(path: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GAME / path).read_text(encoding="utf-8"))
    return found


def sources(part: dict[str, Any]) -> list[Path]:
    """Every source file of a part, in each of its choices."""
    found = []
    for entry in part["files"]:
        names = PLACE.findall(entry["from"])
        choices = [
            KIT[f"{name}s"] if name in ("look", "scene") else part["settings"][name]["choices"] for name in names
        ]
        for picked in itertools.product(*choices):
            path = entry["from"]
            for name, value in zip(names, picked, strict=True):
                path = path.replace(f"{{{{{name}}}}}", value)
            found.append(GAME / path)
    return found


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_part_is_listed_and_every_listed_part_is_there() -> None:
    assert {path.name for path in (GAME / "parts").iterdir()} == set(KIT["parts"])
    assert {path.name for path in (GAME / "scenes").iterdir()} == set(KIT["scenes"])
    assert {path.name for path in (GAME / "looks").iterdir()} == set(KIT["looks"])


@pytest.mark.parametrize("name", KIT["parts"])
def test_a_part_declares_each_place_that_it_uses(name: str) -> None:
    part = read(f"parts/{name}/part.json")
    assert part["id"] == name
    assert set(part["needs"]) <= set(KIT["parts"])
    used = set()
    for path in sources(part):
        used |= set(PLACE.findall(path.read_text(encoding="utf-8")))
    lines = json.dumps([part["slots"], part["files"], part["pictures"]]) + json.dumps(part["words"])
    used |= set(PLACE.findall(lines)) - {"n"}
    assert used <= set(part["places"])


@pytest.mark.parametrize("name", KIT["parts"])
def test_a_part_fills_only_slots_of_its_own(name: str) -> None:
    part = read(f"parts/{name}/part.json")
    for slot in part["slots"]:
        assert ("{{n}}" in slot) is (part["many"] > 1)
        for number in range(1, part["many"] + 1):
            marker = f"<!-- slot: {slot.replace('{{n}}', str(number))} -->"
            assert PAGE.count(marker) == 1


def test_between_two_slots_stands_a_line_that_no_part_touches() -> None:
    """Three helpers fill three slots at once, and git merges them without a conflict."""
    lines = [line.strip() for line in PAGE.splitlines()]
    slots = [number for number, line in enumerate(lines) if line.startswith("<!-- slot:")]
    assert all(later - earlier > 1 for earlier, later in itertools.pairwise(slots))
    assert len({lines[number] for number in slots}) == len(slots)


@pytest.mark.parametrize("name", KIT["looks"])
def test_the_colours_of_a_look_can_be_read(name: str) -> None:
    look = read(f"looks/{name}/look.json")
    for accent in look["accents"]:
        assert contrast(accent["accent"], accent["accent_ink"]) >= CONTRAST
    sheet = (GAME / "looks" / name / "look.css").read_text(encoding="utf-8")
    for rule in (":root", '\\[data-light="(?:day|night)"\\]'):
        for block in re.findall(rule + r" \{(.*?)\n\}", sheet, re.DOTALL):
            colours = dict(re.findall(r"--(ink|paper|paper-2): (#[0-9a-f]{6});", block))
            if {"ink", "paper"} <= set(colours):
                assert contrast(colours["ink"], colours["paper"]) >= CONTRAST
                assert contrast(colours["ink"], colours["paper-2"]) >= CONTRAST


@pytest.mark.parametrize("name", KIT["scenes"])
def test_a_scene_looks_different_in_each_look_and_at_night(name: str) -> None:
    colours: dict[str, dict[str, str]] = json.loads(
        (GAME / "scenes" / name / "colours.json").read_text(encoding="utf-8")
    )
    assert set(colours) == {f"{look} {light}" for look in KIT["looks"] for light in ("day", "night")}
    drawn = "".join(
        (GAME / "scenes" / name / f"{layer}.svg").read_text(encoding="utf-8") for layer in ("sky", "back", "front")
    )
    there = set(re.findall(r"#[0-9A-F]{6}", drawn))
    for one, other in itertools.combinations(colours.values(), 2):
        different = [colour for colour in there if one.get(colour, colour) != other.get(colour, colour)]
        assert len(different) > len(there) * 0.7


def test_nothing_is_fetched_from_elsewhere() -> None:
    for path in GAME.rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".svg"):
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"https?:|//cdn|@import|fetch\(|XMLHttpRequest|import\(", text), path
