"""Tests of the stage itself: title, scene, hero, edges, speed that suits small children, words to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.proofs.checks import look
from elisa.workshop.proofs.common import START, Lines, Maker, apart, wait_for
from elisa.workshop.proofs.steps import thing
from elisa.workshop.understand.design import Wish

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design


_SLOWEST_MS = 500


def _title(wish: Wish, design: Design) -> Lines:
    del wish
    return look(Wish("title_shown", "stage"), design)[1]


def _scene(wish: Wish, design: Design) -> Lines:
    del wish, design
    return [
        'check((await drawn(page, "#scene img")) >= 3, "the scene is not drawn");',
        'check(await page.visible("#scene"), "the scene is hidden");',
    ]


def _inside(wish: Wish, design: Design) -> Lines:
    """It runs to both edges, and stops there."""
    del wish
    lines = [START]
    for key, to in (("ArrowLeft", "left"), ("ArrowRight", "right")):
        before, moved = look(Wish("hero_moves", "keys", {"to": to}), design)
        _, inside = look(Wish("hero_inside", "keys"), design)
        lines += apart([*before, f'await page.hold("{key}", 4000);', *moved, *inside])
    return lines


def _hero(wish: Wish, design: Design) -> Lines:
    del wish
    word = design.hero.word if design.hero else ""
    return [START, f'check(await page.visible({thing(word, "hero")}), "the hero is not there");']


def _calm(wish: Wish, design: Design) -> Lines:
    selector = thing(str(wish.values["thing"]))
    limit = escaping.as_number(wish.values["speed"])
    del design
    return [
        START,
        wait_for(selector, str(wish.values["thing"])),
        f"const [then] = await places(page, {selector});",
        f"await page.advance({_SLOWEST_MS});",
        f"const [now] = await places(page, {selector});",
        'const zoom = (await page.box("#stage")).height / 480;',
        f"const speed = Math.hypot(now.x - then.x, now.y - then.y) / Math.max(zoom, 1) / {_SLOWEST_MS / 1000};",
        f'check(speed > 0 && speed < {limit}, "it comes too fast");',
    ]


def _readable(wish: Wish, design: Design) -> Lines:
    del wish, design
    large = 'check.equal(await smallWords(page), 0, "words that are too small");'
    return [large, START, large]


def _fits(wish: Wish, design: Design) -> Lines:
    del wish, design
    return [
        "await page.resize(390, 740);",
        START,
        'check(!(await tooWide(page)), "it is wider than the screen");',
        'check(await page.visible("#stage"), "the stage is hidden");',
    ]


TESTS: dict[str, Maker] = {
    "has_title": _title,
    "has_scene": _scene,
    "stays_inside": _inside,
    "hero_there": _hero,
    "is_easy": _calm,
    "is_calm": _calm,
    "is_readable": _readable,
    "fits_screen": _fits,
}
