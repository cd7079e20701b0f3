"""What a test looks at: the child's "then …" as lines before and after the steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.proofs.steps import HERO, thing

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.workshop.understand.design import Design, Wish

_BOX = f"await page.box({escaping.as_js(HERO)})"
_ANSWER = '[data-role="answer"]'
_FALLING = 100
_MOVED = 'check(Math.abs(low.x - high.x) + Math.abs(low.y - high.y) > 2, "it does not move");'
Lines = tuple[list[str], list[str]]


def look(check: Wish, design: Design) -> tuple[list[str], list[str]]:
    """Return the lines before the steps (what was so) and the lines after them (what must be so now).

    Raises:
        KeyError: No check of this kind is known: a mistake in the workshop.
    """
    return _LOOKS[check.kind](check, design)


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
        'check(low.y > high.y, "it does not fall");' if kind == "thing_falls" else _MOVED,
    ]


def _number_moves(check: Wish) -> tuple[list[str], list[str]]:
    name, sign = {
        "hearts_fall": ("lives", -1),
        "hearts_rise": ("lives", 1),
        "score_moves": ("score", 1),
        "level_rises": ("level", 1),
        "time_rises": ("time", 1),
    }[check.kind]
    amount = float(check.values.get("amount", 1.0) or 1.0)
    if check.kind == "score_moves" and amount < 0:
        sign = -1
    before = [f'const before = await number(page, "{name}");']
    least = abs(amount) if check.values.get("exact") else 1
    wanted = f"before {'+' if sign > 0 else '-'} {escaping.as_number(least)}"
    comparison = ">=" if sign > 0 else "<="
    return before, [
        f'check((await number(page, "{name}")) {comparison} {wanted}, "{name} did not change as it should");'
    ]


def _state_is(wanted: str, design: Design) -> list[str]:
    lines = [f'check.equal(await state(page), "{wanted}", "what the game does");']
    if wanted in ("over", "won") and design.part("ending"):
        lines.append(f'check(await page.visible(\'[data-screen="{wanted}"]\'), "no end screen is shown");')
    return lines


def _size(check: Wish, design: Design) -> Lines:
    del design
    sign = ">" if check.kind == "hero_bigger" else "<"
    after = ["await page.advance(50);", f'check(({_BOX}).width {sign} before.width, "its size did not change");']
    return [f"const before = {_BOX};"], after


def _inside(check: Wish, design: Design) -> Lines:
    del check, design
    return [], [
        f"const box = {_BOX};",
        "const width = await page.evaluate(() => innerWidth);",
        'check(box.x >= -1 && box.x + box.width <= width + 1, "it left the screen");',
    ]


def _number_is(check: Wish, design: Design) -> Lines:
    del design
    name = "lives" if check.kind == "hearts_are" else "score"
    return [], [f'check.equal(await number(page, "{name}"), {escaping.as_number(check.values["number"])}, "{name}");']


def _simple(line: str, before: str = "") -> Callable[[Wish, Design], Lines]:
    return lambda *_: ([before] if before else [], [line])


def _words(check: Wish, design: Design) -> Lines:
    del design
    target = escaping.as_js("text=" + str(check.values["words"]))
    return [], [f'check(await page.visible({target}), "the words are not there");']


def _answers(check: Wish, design: Design) -> Lines:
    del design
    wanted = escaping.as_number(check.values["number"])
    return [], [f"check.equal(await page.count('{_ANSWER}'), {wanted}, \"answers\");"]


def _title(check: Wish, design: Design) -> Lines:
    del check
    return [], [f'check.equal(await page.evaluate(() => document.title), {escaping.as_js(design.title)}, "the title");']


_NUMBERS = ("hearts_fall", "hearts_rise", "score_moves", "level_rises", "time_rises")
_THINGS = ("thing_falls", "thing_moves", "thing_seen", "thing_gone")
_STATES = ("state_over", "state_won", "state_paused", "state_playing")
_LOOKS: dict[str, Callable[[Wish, Design], Lines]] = {
    "hero_moves": lambda check, _: _hero_moves(str(check.values.get("to", "any"))),
    "hero_still": _simple(f'check.equal(({_BOX}).x, before.x, "it moved");', f"const before = {_BOX};"),
    "hero_jumps": _simple(f'check(({_BOX}).y < before.y - 5, "it did not jump");', f"const before = {_BOX};"),
    "hero_bigger": _size,
    "hero_smaller": _size,
    "hero_inside": _inside,
    **{kind: lambda check, _: ([], _thing_is_there(check.kind, str(check.values["thing"]))) for kind in _THINGS},
    **{kind: lambda check, _: _number_moves(check) for kind in _NUMBERS},
    **{kind: lambda check, design: ([], _state_is(check.kind.removeprefix("state_"), design)) for kind in _STATES},
    "hearts_are": _number_is,
    "score_is": _number_is,
    "hearts_shown": _simple('check((await number(page, "lives")) > 0, "there are no hearts");'),
    "time_runs": _simple(
        'check((await number(page, "time")) < before, "the time stands still");',
        'const before = await number(page, "time");',
    ),
    "speeds_up": _simple('check(Number(await page.attribute("body", "data-speed")) > 1, "it did not get faster");'),
    "sound_heard": _simple('check(await page.attribute("body", "data-last-sound"), "no sound was made");'),
    "words_shown": _words,
    "bits_fly": _simple('check((await page.count("[data-bit]")) > 0, "nothing flies");'),
    "question_shown": _simple(
        'check((await page.text(\'[data-role="question"]\')).trim() !== "", "no question is asked");'
    ),
    "answers_are": _answers,
    "right_marked": _simple(f"check.equal(await page.count('{_ANSWER}.right'), 1, \"right answers shown\");"),
    "wrong_marked": _simple(f"check.equal(await page.count('{_ANSWER}.wrong'), 1, \"wrong answers shown\");"),
    "best_kept": _simple('check.equal(await number(page, "best"), points, "the best score");'),
    "title_shown": _title,
}
