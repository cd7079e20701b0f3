"""Tests of what must not be there; they look at a page that is there, so a missing page is never a pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design, Wish

_PARTS = {
    "sound": '[data-do="sound"]',
    "hazard": '[data-role="hazard"]',
    "clock": '[data-show="time"]',
    "hearts": '[data-show="lives"]',
    "score": '[data-show="score"]',
    "levels": '[data-show="level"]',
    "sparkles": "[data-bit]",
    "pause": '[data-do="pause"]',
    "jump": ".help kbd.wide",
}
_BAD_WORDS = "blood|kill|dead|die|dies|death|gun|hate|stupid|idiot|ugly|horror|scream|sang|mort|tuer|idiot|bête|horreur"
_OTHER_PLACES = (
    'await page.evaluate(() => performance.getEntriesByType("resource").map((one) => one.name)'
    '.filter((name) => !name.startsWith(location.origin) && !name.startsWith("data:")))'
)
_ASKING = "form, input, textarea, iframe, video, a[href^=http]"
_SEES_WORDS = 'await page.evaluate(() => document.body.textContent ?? "")'


def lines_without(wish: Wish, design: Design) -> list[str]:
    """Return the lines that look for what the child does not want."""
    start = [
        'check(await page.visible("#stage"), "there is no game");',
        "await start(page);",
        "await page.advance(3000);",
    ]
    part = wish.values.get("part")
    if part:
        selector = escaping.as_js(_PARTS[str(part)])
        return [*start, f'check.equal(await page.count({selector}), 0, "it is there");']
    del design
    return [*start, *_LOOKS.get(str(wish.values.get("what", "")), _no_forms())]


def _no_bad_words() -> list[str]:
    return [
        f"const words = {_SEES_WORDS};",
        f'check(!/\\b({_BAD_WORDS})\\b/iu.test(words), "there are unfriendly words");',
    ]


def _no_forms() -> list[str]:
    return [f'check.equal(await page.count("{_ASKING}"), 0, "something asks for more");']


def _stays_here() -> list[str]:
    return [f'check.equal({_OTHER_PLACES}, [], "it fetches things from elsewhere");']


def _no_flashing() -> list[str]:
    return ['check.equal(await flashing(page), 0, "things that flash");']


_LOOKS = {
    "scary": _no_bad_words(),
    "violent": _no_bad_words(),
    "rude": _no_bad_words(),
    "ads": [*_no_forms(), *_stays_here()],
    "no_internet": _stays_here(),
    "flashing": _no_flashing(),
    "video": _no_forms(),
    "photo": _no_forms(),
    "loud": ['check.equal(await page.count("audio, video"), 0, "loud sounds");'],
}
