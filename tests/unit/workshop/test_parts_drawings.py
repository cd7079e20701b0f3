"""The drawings: one family, small, safe to draw for everybody, and each with its names."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import elisa.workshop

THINGS = Path(elisa.workshop.__file__).parent / "parts" / "things"
NAMES: dict[str, dict[str, Any]] = json.loads((THINGS / "things.json").read_text(encoding="utf-8"))
DRAWINGS = sorted(path for path in THINGS.glob("*.svg") if path.stem != "badge")
SHAPES = {"svg", "g", "path", "circle", "ellipse", "rect"}
LARGEST = 4000  # bytes


class Drawing(HTMLParser):
    """The elements of a drawing, each with how deep it stands; one that nobody closes fails."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[int, str, dict[str, str | None]]] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((len(self._open), tag, dict(attrs)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


def test_there_are_drawings_enough_and_each_has_its_names() -> None:
    assert len(DRAWINGS) >= 120
    assert {path.stem for path in DRAWINGS} == set(NAMES)


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.stem)
def test_a_drawing_keeps_the_rules_of_the_family(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    elements = Drawing(text).elements
    assert len(text) <= LARGEST
    assert elements[0][:2] == (0, "svg")
    assert elements[0][2]["viewbox"] == "0 0 120 120"
    assert {tag for _, tag, _ in elements} <= SHAPES
    rim, ink = (attributes for depth, _, attributes in elements if depth == 1)
    assert rim.get("class") == "rim"
    assert rim.get("stroke") == "#FFF8E8"
    assert ink.get("stroke") == "#2B1F3D"
    assert not re.search(r"url\(|href|style=|filter|clip", text)


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_thing_has_names_in_each_language_and_stands_on_its_foot(name: str) -> None:
    thing = NAMES[name]
    assert set(thing["names"]) == {"en", "es", "fr", "de", "ja"}
    assert all(words and all(words) for words in thing["names"].values())
    assert thing["faces"] in ("right", "front")
    assert thing["good"] in (True, False, None)
    assert 80 <= thing["foot"] <= 120


def test_the_badge_takes_a_letter_and_a_colour() -> None:
    badge = (THINGS / "badge.svg").read_text(encoding="utf-8")
    assert set(re.findall(r"\{\{(\w+)\}\}", badge)) == {"letter", "colour"}
