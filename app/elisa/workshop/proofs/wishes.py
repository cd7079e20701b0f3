"""The test of each understood wish: what the player does and what the screen must show then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.proofs import number_wishes, quiz_wishes, rule_wishes, screen_wishes, stage_wishes
from elisa.workshop.proofs.checks import look
from elisa.workshop.proofs.common import START, Lines, Maker, apart, wait_for
from elisa.workshop.proofs.quiet import lines_without
from elisa.workshop.proofs.steps import HERO, thing
from elisa.workshop.understand.design import Wish

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design


def lines_for(wish: Wish, design: Design) -> Lines:
    """Return the lines of a wish's test, from a freshly loaded page on.

    Raises:
        KeyError: No test is known for this kind of wish: a mistake in the workshop.
    """
    return _TESTS[wish.kind](wish, design)


def _moves(wish: Wish, design: Design) -> Lines:
    del wish
    lines = [START]
    for key, to in (("ArrowRight", "right"), ("ArrowLeft", "left")):
        before, after = look(Wish("hero_moves", "keys", {"to": to}), design)
        lines += apart([*before, f'await page.hold("{key}", 400);', *after])
    return lines


def _moves_all(wish: Wish, design: Design) -> Lines:
    before, after = look(Wish("hero_moves", "keys", {"to": "up"}), design)
    return [*_moves(wish, design), *apart([*before, 'await page.hold("ArrowUp", 400);', *after])]


def _pointer(wish: Wish, design: Design) -> Lines:
    del wish
    use = design.part("pointer")
    hovers = bool(use and use.settings.get("follow") == "hover")
    by_hand = "await page.drag({ x: from.x + 30, y: from.y }, { x: goal, y: from.y });"
    by_mouse = "for (let way = 0; way < 4; way += 1) { await page.move(goal - way, from.y); await page.advance(200); }"
    go = by_mouse if hovers else by_hand
    return [
        START,
        f"const [from] = await places(page, {escaping.as_js(HERO)});",
        "const goal = from.x + 150;",
        go,
        "await page.advance(900);",
        f"const [to] = await places(page, {escaping.as_js(HERO)});",
        'check(Math.abs(to.x - goal) < 30, "it did not follow");',
    ]


def _jumps(wish: Wish, design: Design) -> Lines:
    del wish, design
    box = f"(await page.box({escaping.as_js(HERO)})).y"
    return [
        START,
        f"const ground = {box};",
        'await page.press("Space");',
        "await page.advance(250);",
        f'check({box} < ground - 20, "it did not jump");',
        "await page.advance(1800);",
        f'check(Math.abs({box} - ground) < 8, "it did not come down again");',
    ]


def _comes(wish: Wish, design: Design) -> Lines:
    role = "hazard" if wish.kind == "hazard_comes" else "treasure"
    word = str(wish.values["thing"])
    selector = thing(word, role)
    use = design.part(wish.part)
    lines = [START, wait_for(selector, word)]
    moves = str(use.settings.get("moves", "fall")) if use else "fall"
    if moves == "appear":
        return lines
    moved = "low.y > high.y" if moves == "fall" else "Math.abs(low.x - high.x) + Math.abs(low.y - high.y) > 2"
    return [
        *lines,
        f"const [high] = await places(page, {selector});",
        "await page.advance(150);",
        f"const [low] = await places(page, {selector});",
        f'check({moved}, "it does not move");',
    ]


_TESTS: dict[str, Maker] = {
    "moves": _moves,
    "moves_all": _moves_all,
    "follows_pointer": _pointer,
    "jumps": _jumps,
    "hazard_comes": _comes,
    "treasure_comes": _comes,
    "without": lines_without,
    "without_part": lines_without,
    **number_wishes.TESTS,
    **screen_wishes.TESTS,
    **stage_wishes.TESTS,
    **rule_wishes.TESTS,
    **quiz_wishes.TESTS,
}
