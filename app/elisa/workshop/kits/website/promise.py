"""Promises of the whole page and how they are tested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop.escaping import as_js
from elisa.workshop.kits.page.promise_tests import PROMISES, THERE
from elisa.workshop.kits.website.site import Made

if TYPE_CHECKING:
    from elisa.workshop.kits.website.site import Section, Site


def promise(section: Section, site: Site) -> Made:
    """Return nothing but the tests: the page itself keeps the promise."""
    what = str(section.values["what"])
    if what == "colour":
        red, green, blue = (int(site.dress.accent[at : at + 2], 16) for at in (1, 3, 5))
        lines = [
            'const accent = await page.evaluate(() => getComputedStyle(document.body).getPropertyValue("--accent"));',
            "const [red, green, blue] = accent.trim().slice(1).match(/../g).map((part) => parseInt(part, 16));",
            f"const apart = Math.abs(red - {red}) + Math.abs(green - {green}) + Math.abs(blue - {blue});",
            'check(apart < 200, "the colour is another one");',
        ]
        return Made(tests=[THERE, *lines])
    if what == "scene":
        scene = as_js(f'.scene[data-scene="{section.values["scene"]}"]')
        return Made(tests=[f'check(await page.visible({scene}), "the background is another one");'])
    return Made(tests=[THERE, *PROMISES[what]])
