"""How promises of a whole page are tested: nothing scary, any screen, big letters, by keys alone."""

from __future__ import annotations

THERE = 'check(await page.visible("main"), "there is no page");'
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
PROMISES: dict[str, list[str]] = {
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
