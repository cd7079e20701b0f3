"""What a test does: the child's "if I …" as lines of JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design, Wish

HAZARD = '[data-role="hazard"]'
TREASURE = '[data-role="treasure"]'
HERO = '[data-role="hero"]'
_MOST_SECONDS = 60


def thing(word: str, role: str = "") -> str:
    """Return a selector for a thing by its word, as a JavaScript literal."""
    quoted = word.replace("\\", "\\\\").replace('"', '\\"')
    return escaping.as_js(f'[data-thing="{quoted}"]' + (f'[data-role="{role}"]' if role else ""))


def do(step: Wish, design: Design) -> list[str]:
    """Return the lines for one step."""
    values = step.values
    of_thing = thing(str(values["thing"])) if values.get("thing") else ""
    match step.kind:
        case "hold":
            return [f"await page.hold({escaping.as_js(values['key'])}, {escaping.as_number(values['ms'])});"]
        case "press":
            return [f"await page.press({escaping.as_js(values['key'])});", "await page.advance(100);"]
        case "wait":
            return [f"await page.advance({escaping.as_number(values['ms'])});"]
        case "hit":
            return hit(of_thing or escaping.as_js(HAZARD))
        case "catch":
            return caught(of_thing or escaping.as_js(TREASURE))
        case "dodge":
            return passed(of_thing or escaping.as_js(HAZARD), "dodge")
        case "miss":
            return passed(of_thing or escaping.as_js(TREASURE), "miss")
        case "answer_right" | "answer_wrong":
            return [f"await answer(page, {'true' if step.kind == 'answer_right' else 'false'});"]
        case "lose_all":
            return lose(design)
        case "time_up":
            return time_up(design)
        case "win_game":
            return win(design)
        case "score_points" | "next_level":
            return points(design, step)
        case "pause":
            return ['await page.press("p");', "await page.advance(100);"]
        case "jump":
            return ['await page.press("Space");', "await page.advance(150);"]
        case "reload":
            return [*end_with_points(design), "await page.reload();", "await page.advance(100);"]
        case "again":
            return [*end(design), 'await page.press("Enter");', "await page.advance(100);"]
        case "drag":
            return drag()
    return []


def drag() -> list[str]:
    """Press beside the hero and hold: the hero comes."""
    return [
        f"const [from] = await places(page, {escaping.as_js(HERO)});",
        "await page.drag({ x: from.x + 40, y: from.y }, { x: from.x + 160, y: from.y });",
        "await page.advance(600);",
    ]


def hit(selector: str) -> list[str]:
    """Let a thing hit the hero."""
    return [
        'const livesThen = await shown(page, "lives");',
        f'await meet(page, {selector}, async () => (await last(page)) === "hit" || (livesThen !== null && '
        '(await shown(page, "lives")) < livesThen), "nothing ever hit");',
    ]


def caught(selector: str) -> list[str]:
    """Catch a thing."""
    return [
        'const scoreThen = await shown(page, "score");',
        f'await meet(page, {selector}, async () => (await last(page)) === "catch" || (scoreThen !== null && '
        '(await shown(page, "score")) > scoreThen), "nothing was ever caught");',
    ]


def passed(selector: str, event: str) -> list[str]:
    """Let a thing pass."""
    return [f'await avoid(page, {selector}, async () => (await last(page)) === "{event}", "nothing ever passed");']


def _over(design: Design) -> str:
    return 'async () => (await state(page)) !== "playing", "the game never ends", 240'


def lose(design: Design) -> list[str]:
    """Lose the game, the way that this game is lost."""
    hearts = design.part("hearts")
    hurt_by = str(hearts.settings.get("hurt_by", "hit")) if hearts else ""
    if hurt_by == "wrong":
        return ['while ((await state(page)) === "playing") {', "  await answer(page, false);", "  await page.advance(1500);", "}"]
    if hurt_by == "miss":
        return [f"await avoid(page, {escaping.as_js(TREASURE)}, {_over(design)});"]
    if hurt_by == "hit" or any(use.settings.get("action") == "lose" for use in design.of("when")):
        return [f"await meet(page, {escaping.as_js(HAZARD)}, {_over(design)});"]
    return time_up(design)


def _seconds(design: Design) -> int:
    clock = design.part("clock")
    return int(float(clock.settings.get("seconds", _MOST_SECONDS))) if clock else _MOST_SECONDS


def time_up(design: Design) -> list[str]:
    """Play until the time is up."""
    if design.mechanic == "quiz" or not design.of("hazard"):
        return [f"for (let second = 0; second < {_seconds(design) + 2}; second += 1) await page.advance(1000);"]
    return [
        f"await avoid(page, {escaping.as_js(HAZARD)}, async () => (await state(page)) !== \"playing\", "
        f'"the time never ends", {_seconds(design) + 5});'
    ]


def win(design: Design) -> list[str]:
    """Win the game, the way that this game is won."""
    if design.mechanic == "quiz":
        return ['while ((await state(page)) === "playing") {', "  await answer(page, true);", "  await page.advance(1500);", "}"]
    if design.part("goal"):
        return earn(design, 'async () => (await state(page)) !== "playing"', "the game is never won")
    return time_up(design)


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
        *earn(design, 'async () => (await number(page, "score")) > 0', "no point was ever made"),
        *end(design),
        'const points = await number(page, "score");',
    ]


def earn(design: Design, until: str, what: str) -> list[str]:
    """Do what earns points until something holds."""
    score = design.part("score")
    how = str(score.settings.get("earn", "catch")) if score else "catch"
    words = escaping.as_js(what)
    if how == "right":
        return [f"for (let tries = 0; tries < 60 && !(await ({until})()); tries += 1) {{", "  await answer(page, true);",
                "  await page.advance(1500);", "}"]
    if how == "catch" and design.of("treasure"):
        return [f"await meet(page, {escaping.as_js(TREASURE)}, {until}, {words}, 240);"]
    selector = HAZARD if design.of("hazard") else TREASURE
    return [f"await avoid(page, {escaping.as_js(selector)}, {until}, {words}, 240);"]


def points(design: Design, step: Wish) -> list[str]:
    """Make a number of points, or as many as the next level takes."""
    if step.kind == "next_level":
        return earn(design, 'async () => (await number(page, "level")) > 1', "the next level never comes")
    wanted = escaping.as_number(step.values["points"])
    return earn(design, f'async () => (await number(page, "score")) >= {wanted}', "the points are never reached")
