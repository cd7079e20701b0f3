"""Tests of the child's own when/then rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.proofs import steps
from elisa.workshop.proofs.checks import look
from elisa.workshop.proofs.common import START, Lines, Maker
from elisa.workshop.proofs.steps import HAZARD, HERO, TREASURE, thing
from elisa.workshop.understand.design import Wish
from elisa.workshop.understand.vocabulary import ACTION_CHECKS, EVENT_STEPS

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design


def _rule(wish: Wish, design: Design) -> Lines:
    event = str(wish.values["event"])
    name, _, narrowed = event.partition(" ")
    check = _rule_check(wish)
    if name == "every":
        step = [f"await page.advance({int(narrowed) * 1000 + 100});"]
    elif name == "key":
        step = [f"await page.press({escaping.as_js(narrowed)});", "await page.advance(50);"]
    elif name == "tap":
        step = [f"await page.click({escaping.as_js(HERO)});", "await page.advance(50);"]
    elif name in ("start", "best"):
        step = []
    else:
        step = steps.do(Wish(EVENT_STEPS[name], "", {"thing": narrowed, "points": 1.0}), design)
    if narrowed and name in ("hit", "catch") and str(wish.values["action"]) in _SEEN_AT_ONCE:
        return _with_one_thing(wish, narrowed)
    before, after = _rule_look(check, wish, design)
    return [START, *before, *step, *after]


_SEEN_AT_ONCE = {
    "points": "now.score >= then.score + {amount}",
    "lose-heart": "now.lives < then.lives",
    "say": "now.said.includes({words})",
    "faster": "now.speed > then.speed",
    "slower": "now.speed < then.speed",
    "spin": "now.spinning",
    "shake": "now.shaking",
    "freeze": "now.frozen",
}


def _with_one_thing(wish: Wish, word: str) -> Lines:
    """A rule about one thing of several: others may come first, so run to this one until the rule is seen to work."""
    seen = _SEEN_AT_ONCE[str(wish.values["action"])].replace("{amount}", escaping.as_number(wish.values["amount"]))
    seen = seen.replace("{words}", escaping.as_js(wish.values["words"]))
    selector = thing(word)
    return [
        START,
        f"const then = await sight(page, {selector});",
        f'await meet(page, {selector}, (now) => {seen}, "nothing came of it", {steps.ONE_TOUCH});',
    ]


def _rule_look(check: Wish, wish: Wish, design: Design) -> tuple[Lines, Lines]:
    body = {"spin": f"{HERO}[data-spinning]", "shake": "body[data-shaking]", "freeze": "body[data-frozen]"}
    action = str(wish.values["action"])
    if action in body:
        return [], [f'check((await page.count({escaping.as_js(body[action])})) > 0, "nothing happened");']
    if action in ("faster", "slower"):
        sign = ">" if action == "faster" else "<"
        return [], [f'check(Number(await page.attribute("body", "data-speed")) {sign} 1, "the speed did not change");']
    if action == "colour":
        colour = escaping.as_js(wish.values["words"])
        return [], [
            f'check.equal(await page.attribute({escaping.as_js(HERO)}, "data-colour"), {colour}, "the colour");'
        ]
    if action == "more":
        return [], [f'check((await page.count({escaping.as_js(HAZARD + ", " + TREASURE)})) > 0, "nothing came");']
    return look(check, design)


def _rule_check(wish: Wish) -> Wish:
    return Wish(
        ACTION_CHECKS.get(str(wish.values["action"]), "bits_fly"),
        "",
        {**wish.values, "exact": wish.values["action"] == "points"},
    )


TESTS: dict[str, Maker] = {"rule": _rule}
