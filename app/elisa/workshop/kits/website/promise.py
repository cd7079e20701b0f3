"""Promises of the whole page and how they are tested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop.escaping import as_js
from elisa.workshop.kits.website.site import Made

if TYPE_CHECKING:
    from elisa.workshop.kits.website.site import Section, Site

_THERE = 'check(await page.visible("main"), "there is no page");'
_BAD_WORDS = "blood|kill|dead|die|dies|death|gun|hate|stupid|idiot|ugly|horror|scream"
_ELSEWHERE = (
    'check.equal(await page.evaluate(() => performance.getEntriesByType("resource").map((one) => one.name)'
    '.filter((name) => !name.startsWith(location.origin) && !name.startsWith("data:"))), [], "things from elsewhere");'
)
_QUIET = 'check.equal(await page.count("audio, video, iframe"), 0, "things that play by themselves");'
_WIDE = (
    'check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it must be moved sideways");'
)
_FRIENDLY = [
    'const words = await page.evaluate(() => document.body.textContent ?? "");',
    f'check(!/\\b({_BAD_WORDS})\\b/iu.test(words), "there are unfriendly words");',
]
_ENDLESS = "Infinity).length), 0, "
_STILL = (
    "check.equal(await page.evaluate(() => document.getAnimations()"
    f'.filter((one) => one.effect?.getComputedTiming().iterations === {_ENDLESS}"things that move for ever");'
)
_FLASH = (
    "check.equal(await page.evaluate(() => document.getAnimations().map((one) => one.effect?.getComputedTiming())"
    f'.filter((one) => one && Number(one.duration) < 340 && one.iterations === {_ENDLESS}"things that flash");'
)
_TESTS = {
    "scary": _FRIENDLY,
    "violent": _FRIENDLY,
    "rude": _FRIENDLY,
    "ads": [_QUIET, _ELSEWHERE],
    "no_internet": [_ELSEWHERE],
    "flashing": [_FLASH],
    "video": [_QUIET],
    "sound": [_QUIET],
    "account": ['check.equal(await page.count("[type=password]"), 0, "passwords");'],
    "chat": [_ELSEWHERE],
    "shop": [_ELSEWHERE],
    "calm": [_STILL],
    "big_words": [
        'check(parseFloat(await page.style("body", "font-size")) >= 22, "the letters are small");',
    ],
    "any_screen": ["await page.resize(390, 800);", _WIDE, "await page.resize(1366, 768);", _WIDE],
    "keys_only": [
        "const seen = new Set();",
        "for (let press = 0; press < 12; press += 1) {",
        '  await page.press("Tab");',
        '  seen.add(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 80) ?? ""));',
        "}",
        'check(seen.size > 2, "the Tab key leads nowhere");',
    ],
}


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
        return Made(tests=[_THERE, *lines])
    if what == "scene":
        scene = as_js(f'.scene[data-scene="{section.values["scene"]}"]')
        return Made(tests=[f'check(await page.visible({scene}), "the background is another one");'])
    return Made(tests=[_THERE, *_TESTS[what]])
