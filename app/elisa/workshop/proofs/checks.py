"""What a test looks at: the child's "then …" as lines before and after the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.proofs.steps import HERO, thing

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design, Wish

_BOX = f"await page.box({escaping.as_js(HERO)})"
_FALLING = 100


def look(check: Wish, design: Design) -> tuple[list[str], list[str]]:
    """Return the lines before the steps (what was so) and the lines after them (what must be so now)."""
    values = check.values
    match check.kind:
        case "hero_moves":
            return _hero_moves(str(values.get("to", "any")))
        case "hero_still":
            return [f"const before = {_BOX};"], [f'check.equal(({_BOX}).x, before.x, "it moved");']
        case "hero_jumps":
            return [f"const before = {_BOX};"], [f'check(({_BOX}).y < before.y - 5, "it did not jump");']
        case "hero_bigger" | "hero_smaller":
            sign = ">" if check.kind == "hero_bigger" else "<"
            return [f"const before = {_BOX};"], ["await page.advance(50);", f"check(({_BOX}).width {sign} before.width, "
                                                 f'"its size did not change");']
        case "hero_inside":
            return [], [f"const box = {_BOX};", "const width = await page.evaluate(() => innerWidth);",
                        'check(box.x >= -1 && box.x + box.width <= width + 1, "it left the screen");']
        case "thing_falls" | "thing_seen" | "thing_gone":
            return [], _thing_is_there(check.kind, str(values["thing"]))
        case "hearts_fall" | "hearts_rise" | "score_moves" | "level_rises" | "time_rises":
            return _number_moves(check)
        case "hearts_are" | "score_is":
            name = "lives" if check.kind == "hearts_are" else "score"
            wanted = escaping.as_number(values["number"])
            return [], [f'check.equal(await number(page, "{name}"), {wanted}, "{name}");']
        case "hearts_shown":
            return [], ['check((await number(page, "lives")) > 0, "there are no hearts");']
        case "time_runs":
            return ['const before = await number(page, "time");'], [
                'check((await number(page, "time")) < before, "the time stands still");']
        case "speeds_up":
            return [], ['check((await number(page, "level")) > 1, "it did not get faster");']
        case "state_over" | "state_won" | "state_paused" | "state_playing":
            return [], _state_is(check.kind.removeprefix("state_"), design)
        case "sound_heard":
            return [], ['check(await page.attribute("body", "data-last-sound"), "no sound was made");']
        case "words_shown":
            return [], [f"check(await page.visible({escaping.as_js('text=' + str(values['words']))}), \"the words are not there\");"]
        case "bits_fly":
            return [], ['check((await page.count("[data-bit]")) > 0, "nothing flies");']
        case _:
            return [], _quiz_or_page(check, design)


def _hero_moves(to: str) -> tuple[list[str], list[str]]:
    now = f"const now = {_BOX};"
    tests = {
        "right": 'check(now.x > before.x + 5, "it did not move right");',
        "left": 'check(now.x < before.x - 5, "it did not move left");',
        "up": 'check(now.y < before.y - 5, "it did not move up");',
        "down": 'check(now.y > before.y + 5, "it did not move down");',
    }
    anywhere = 'check(Math.abs(now.x - before.x) + Math.abs(now.y - before.y) > 5, "it did not move");'
    return [f"const before = {_BOX};"], [now, tests.get(to, anywhere)]


def _thing_is_there(kind: str, word: str) -> list[str]:
    selector = thing(word)
    if kind == "thing_gone":
        return [f'check.equal(await page.count({selector}), 0, "it is still there");']
    there = f'check((await page.count({selector})) > 0, "there is none");'
    if kind == "thing_seen":
        return [there]
    return [
        there,
        f"const [high] = await places(page, {selector});",
        f"await page.advance({_FALLING});",
        f"const [low] = await places(page, {selector});",
        'check(low.y > high.y, "it does not fall");',
    ]


def _number_moves(check: Wish) -> tuple[list[str], list[str]]:
    name, sign = {
        "hearts_fall": ("lives", -1), "hearts_rise": ("lives", 1), "score_moves": ("score", 1), "level_rises": ("level", 1),
        "time_rises": ("time", 1),
    }[check.kind]
    amount = float(check.values.get("amount", 1.0) or 1.0)
    if check.kind == "score_moves" and amount < 0:
        sign = -1
    before = [f'const before = await number(page, "{name}");']
    least = abs(amount) if check.values.get("exact") else 1
    wanted = f"before {'+' if sign > 0 else '-'} {escaping.as_number(least)}"
    comparison = ">=" if sign > 0 else "<="
    return before, [f'check((await number(page, "{name}")) {comparison} {wanted}, "{name} did not change as it should");']


def _state_is(wanted: str, design: Design) -> list[str]:
    lines = [f'check.equal(await state(page), "{wanted}", "what the game does");']
    if wanted in ("over", "won") and design.part("ending"):
        lines.append(f"check(await page.visible('[data-screen=\"{wanted}\"]'), \"no end screen is shown\");")
    return lines


def _quiz_or_page(check: Wish, design: Design) -> list[str]:
    match check.kind:
        case "question_shown":
            return ["const asked = await page.text('[data-role=\"question\"]');", 'check(asked.trim() !== "", "no question is asked");']
        case "answers_are":
            wanted = escaping.as_number(check.values["number"])
            return [f"check.equal(await page.count('[data-role=\"answer\"]'), {wanted}, \"answers\");"]
        case "right_marked":
            return ["check((await page.count('[data-role=\"answer\"].right')) === 1, \"the right answer is not shown\");"]
        case "wrong_marked":
            return ["check((await page.count('[data-role=\"answer\"].wrong')) === 1, \"the wrong answer is not shown\");"]
        case "best_kept":
            return ['check.equal(await number(page, "best"), points, "the best score");']
        case "title_shown":
            title = escaping.as_js(design.title)
            return [f"check.equal(await page.evaluate(() => document.title), {title}, \"the title\");"]
    raise ValueError(f"no check for {check.kind}")
