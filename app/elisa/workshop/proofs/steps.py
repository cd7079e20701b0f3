"""What a test does: the child's "if I …" as lines of JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.workshop.understand.design import Design, Wish

HAZARD = '[data-role="hazard"]'
TREASURE = '[data-role="treasure"]'
HERO = '[data-role="hero"]'
_MOST_SECONDS = 60
ONE_TOUCH = "60, 8"
"""Of ``meet``: how many seconds and touches are enough to know that nothing comes of a single one."""


def thing(word: str, role: str = "") -> str:
    """Return a selector for a thing by its word, as a JavaScript literal."""
    quoted = word.replace("\\", "\\\\").replace('"', '\\"')
    return escaping.as_js(f'[data-thing="{quoted}"]' + (f'[data-role="{role}"]' if role else ""))


def do(step: Wish, design: Design) -> list[str]:
    """Return the lines for one step; none for a step that starting the game already does."""
    make = _STEPS.get(step.kind)
    return make(step, design) if make else []


def _of(step: Wish, role: str) -> str:
    return thing(str(step.values["thing"])) if step.values.get("thing") else escaping.as_js(role)


def _hold(step: Wish, design: Design) -> list[str]:
    del design
    return [f"await page.hold({escaping.as_js(step.values['key'])}, {escaping.as_number(step.values['ms'])});"]


def _press(key: object, ms: int) -> list[str]:
    return [f"await page.press({escaping.as_js(key)});", f"await page.advance({ms});"]


def _answer(step: Wish, design: Design) -> list[str]:
    del design
    return [f"await answer(page, {'true' if step.kind == 'answer_right' else 'false'});"]


def drag() -> list[str]:
    """Press beside the hero and hold: the hero comes."""
    return [
        f"const [from] = await places(page, {escaping.as_js(HERO)});",
        "await page.drag({ x: from.x + 40, y: from.y }, { x: from.x + 160, y: from.y });",
        "await page.advance(600);",
    ]


def hit(selector: str) -> list[str]:
    """Let a thing hit the hero."""
    happened = '(now) => now.last === "hit" || (then !== null && now.lives < then)'
    return [
        f"const then = (await sight(page, {selector})).lives;",
        f'await meet(page, {selector}, {happened}, "nothing ever hit", {ONE_TOUCH});',
    ]


def caught(selector: str) -> list[str]:
    """Catch a thing."""
    happened = '(now) => now.last === "catch" || (then !== null && now.score > then)'
    return [
        f"const then = (await sight(page, {selector})).score;",
        f'await meet(page, {selector}, {happened}, "nothing was ever caught", {ONE_TOUCH});',
    ]


def passed(selector: str, event: str) -> list[str]:
    """Let a thing pass."""
    return [f'await avoid(page, {selector}, (now) => now.last === "{event}", "nothing ever passed");']


_OVER = '(now) => now.state !== "playing"'
_NEVER_ENDS = '"the game never ends", 120'


def lose(design: Design) -> list[str]:
    """Lose the game, the way that this game is lost."""
    hearts = design.part("hearts")
    hurt_by = str(hearts.settings.get("hurt_by", "hit")) if hearts else ""
    if hurt_by == "wrong" and design.mechanic == "quiz":
        return [
            'while ((await state(page)) === "playing") {',
            "  await answer(page, false);",
            "  await page.advance(1500);",
            "}",
        ]
    if hurt_by == "miss":
        return [f"await avoid(page, {escaping.as_js(TREASURE)}, {_OVER}, {_NEVER_ENDS});"]
    if hurt_by in ("hit", "wrong") or any(use.settings.get("action") == "lose" for use in design.of("when")):
        return [f"await meet(page, {escaping.as_js(HAZARD)}, {_OVER}, {_NEVER_ENDS});"]
    return time_up(design)


def _seconds(design: Design) -> int:
    clock = design.part("clock")
    return int(float(clock.settings.get("seconds", _MOST_SECONDS))) if clock else _MOST_SECONDS


def time_up(design: Design) -> list[str]:
    """Play until the time is up."""
    if design.mechanic == "quiz" or not design.of("hazard"):
        return [f"for (let second = 0; second < {_seconds(design) + 2}; second += 1) await page.advance(1000);"]
    return [f'await avoid(page, {escaping.as_js(HAZARD)}, {_OVER}, "the time never ends", {_seconds(design) + 5});']


def win(design: Design) -> list[str]:
    """Win the game, the way that this game is won."""
    if design.mechanic == "quiz":
        return [
            'while ((await state(page)) === "playing") {',
            "  await answer(page, true);",
            "  await page.advance(1500);",
            "}",
        ]
    if design.part("goal"):
        return earn(design, _OVER, "the game is never won")
    return time_up(design)


def can_end(design: Design) -> bool:
    """Tell whether a game has an end at all; a child may want one without."""
    rules = any(use.settings.get("action") in ("lose", "win") for use in design.of("when"))
    return design.mechanic == "quiz" or rules or any(design.part(name) for name in ("hearts", "clock", "goal"))


def end(design: Design) -> list[str]:
    """Bring the game to its end, whichever."""
    if design.mechanic == "quiz":
        return win(design)
    if design.part("hearts") or any(use.settings.get("action") == "lose" for use in design.of("when")):
        return lose(design)
    return win(design)


def end_with_points(design: Design) -> list[str]:
    """End the game with at least one point, and remember the points."""
    if design.mechanic == "quiz":
        return [*win(design), 'const points = await number(page, "score");']
    return [
        *earn(design, "(now) => now.score > 0", "no point was ever made"),
        *end(design),
        'const points = await number(page, "score");',
    ]


def earn(design: Design, until: str, what: str) -> list[str]:
    """Do what earns points until something holds."""
    score = design.part("score")
    how = str(score.settings.get("earn", "catch")) if score else "catch"
    words = escaping.as_js(what)
    if how == "right" and design.mechanic == "quiz":
        return [
            f"for (let tries = 0; tries < 60 && !({until})(await sight(page, {escaping.as_js(HERO)})); tries += 1) {{",
            "  await answer(page, true);",
            "  await page.advance(1500);",
            "}",
        ]
    if how in ("catch", "right") and design.of("treasure"):
        return [f"await meet(page, {escaping.as_js(TREASURE)}, {until}, {words}, {_longest(design, how)});"]
    selector = HAZARD if design.of("hazard") else TREASURE
    return [f"await avoid(page, {escaping.as_js(selector)}, {until}, {words}, {_longest(design, how)});"]


def _longest(design: Design, how: str) -> int:
    """Seconds of playing that earning may take: long enough for the goal, short enough to fail soon."""
    goal, score = design.part("goal"), design.part("score")
    each = float(score.settings.get("points", 1.0)) if score else 1.0
    wanted = float(goal.settings.get("target", 20.0)) / each if goal else 10.0
    return int(min(40 + wanted * (1 if how == "second" else 4), 240))


def points(design: Design, step: Wish) -> list[str]:
    """Make a number of points, or as many as the next level takes."""
    if step.kind == "next_level":
        return earn(design, "(now) => now.level > 1", "the next level never comes")
    wanted = escaping.as_number(step.values["points"])
    return earn(design, f"(now) => now.score >= {wanted}", "the points are never reached")


_STEPS: dict[str, Callable[[Wish, Design], list[str]]] = {
    "hold": _hold,
    "press": lambda step, _: _press(step.values["key"], 100),
    "wait": lambda step, _: [f"await page.advance({escaping.as_number(step.values['ms'])});"],
    "hit": lambda step, _: hit(_of(step, HAZARD)),
    "catch": lambda step, _: caught(_of(step, TREASURE)),
    "dodge": lambda step, _: passed(_of(step, HAZARD), "dodge"),
    "miss": lambda step, _: passed(_of(step, TREASURE), "miss"),
    "answer_right": _answer,
    "answer_wrong": _answer,
    "lose_all": lambda _, design: lose(design),
    "time_up": lambda _, design: time_up(design),
    "win_game": lambda _, design: win(design),
    "score_points": lambda step, design: points(design, step),
    "next_level": lambda step, design: points(design, step),
    "pause": lambda *_: _press("p", 100),
    "jump": lambda *_: _press("Space", 150),
    "reload": lambda _, design: [*end_with_points(design), "await page.reload();", "await page.advance(100);"],
    "again": lambda _, design: [*end(design), *_press("Enter", 100)],
    "drag": lambda *_: drag(),
}
