"""The token file: every text can be read on its ground, and what code asks for is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import elisa.ui
from elisa.core import resources
from elisa.ui.look.tokens import THEMES, Theme, load_tokens

LEAST = 4.5
# What our widgets write on what they paint; a widget that joins two colours adds its pair here.
TEXT_PAIRS = [
    "ink/surface",
    "ink/mat",
    "ink/bench",
    "ink/sunken",
    "ink2/surface",
    "ink2/mat",
    "ink2/sunken",
    "ink2/bench",
    "wall_text/wall",
    "wall_text2/wall",
    "wall_text/wall_raise",
    "wood_text/wood",
    "go_text/go",
    "stop_text/stop",
    "sun_text/sun",
    "note_text/sun_soft",
    "ink/go_soft",
    "ink/stop_soft",
    "ink/work_soft",
    "link/surface",
    "link/mat",
    "surface/ink",
    "surface/work",
    "code_text/code_bg",
]
# Lines and shapes that must be seen to know what a thing is.
SHAPE_PAIRS = [
    "line_strong/surface",
    "focus/surface",
    "focus/mat",
    "focus/bench",
    "go/surface",
    "stop/surface",
    "work/surface",
    "ink2/surface",
]


@pytest.mark.parametrize("theme", THEMES)
def test_every_text_stands_out_from_its_ground(theme: Theme) -> None:
    colours = load_tokens().colours[theme]
    faint = [pair for pair in TEXT_PAIRS if contrast(*(colours[name] for name in pair.split("/"))) < LEAST]
    assert not faint


@pytest.mark.parametrize("theme", THEMES)
def test_lines_and_shapes_can_be_seen(theme: Theme) -> None:
    colours = load_tokens().colours[theme]
    faint = [pair for pair in SHAPE_PAIRS if contrast(*(colours[name] for name in pair.split("/"))) < 3]
    assert not faint


@pytest.mark.parametrize("theme", THEMES)
def test_report_P128_the_words_on_every_block_colour_can_be_read(theme: Theme) -> None:
    groups = load_tokens().groups
    assert len(groups) == 6
    for name, group in groups.items():
        colours = group.colours[theme]
        assert contrast(colours["text"], colours["fill"]) >= LEAST, name


def test_code_can_be_read_on_each_of_its_grounds() -> None:
    colours = load_tokens().code_colours
    grounds = ("code_bg", "changed_line", "selection")
    for name in colours.keys() - set(grounds):
        for ground in grounds:
            assert contrast(colours[name], colours[ground]) >= LEAST, (name, ground)


def test_each_theme_has_the_same_tokens() -> None:
    light, *others = (set(load_tokens().colours[theme]) for theme in THEMES)
    assert all(light == other for other in others)


def test_nothing_is_smaller_than_the_floor() -> None:
    tokens = load_tokens()
    assert min(role.px for role in tokens.roles.values()) >= tokens.floor_px == 13


def test_every_icon_that_the_window_names_is_carried() -> None:
    listed = (resources.root() / "packaging" / "web" / "icons.txt").read_text(encoding="utf-8").split()
    told = {status.icon for status in load_tokens().status.values()}
    told |= {group.icon for group in load_tokens().groups.values()}
    for file in Path(elisa.ui.__file__).parent.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        told |= set(re.findall(r'\bicon="([a-z-]+)"', source))
        told |= set(re.findall(r'icon_pixmap\([\w.]+, "([a-z-]+)"', source))
        told |= set(re.findall(r'IconButton\([\w.]*kit, "([a-z-]+)"', source))
    missing = {name for name in told if name and name.removesuffix("-fill").removesuffix("-bold") not in listed}
    assert not missing


def contrast(one: str, other: str) -> float:
    """The contrast of WCAG 2: (lighter + 0.05) / (darker + 0.05)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
