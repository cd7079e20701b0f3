"""Tests of screens, sounds and what flies about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.proofs import steps
from elisa.workshop.proofs.checks import look
from elisa.workshop.proofs.common import START, Lines, Maker, first_event, there
from elisa.workshop.understand.design import Wish
from elisa.workshop.understand.vocabulary import EVENT_STEPS

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design


def _starts(wish: Wish, design: Design) -> Lines:
    del wish, design
    screen, button = "'[data-screen=\"start\"]'", "'[data-do=\"start\"]'"
    return [
        'check.equal(await state(page), "ready", "before the start");',
        f'check(await page.visible({screen}), "no start screen");',
        f'await page.until(() => page.visible({button}), {{ within: 3000, what: "the start button" }});',
        f"await page.click({button});",
        "await page.advance(100);",
        'check.equal(await state(page), "playing", "after the start");',
        f'check(!(await page.visible({screen})), "the screen stays");',
    ]


def _explains(wish: Wish, design: Design) -> Lines:
    del wish, design
    return [
        "const help = await page.text('[data-screen=\"start\"] .help');",
        'check(help.trim().length > 3, "nothing is explained");',
    ]


def _ends(wish: Wish, design: Design) -> Lines:
    del wish
    return [
        START,
        there('[data-screen="over"]', "there is no end screen"),
        *steps.end(design),
        "const end = await state(page);",
        'check(end === "over" || end === "won", "it does not end");',
        'check(await page.visible(`[data-screen="${end}"]`), "no end screen");',
    ]


def _restarts(wish: Wish, design: Design) -> Lines:
    del wish
    score = ['check.equal(await number(page, "score"), 0, "the new score");'] if design.part("score") else []
    return [
        START,
        there('[data-do="again"]', "there is no button to play again"),
        *steps.end(design),
        'await page.press("Enter");',
        "await page.advance(50);",
        'check.equal(await state(page), "playing", "after the end");',
        *score,
    ]


def _shows_win(wish: Wish, design: Design) -> Lines:
    del wish
    guard = there('[data-screen="won"]', "there is no screen for winning")
    return [START, guard, *steps.win(design), *look(Wish("state_won", "ending"), design)[1]]


def _says_at_end(wish: Wish, design: Design) -> Lines:
    state = str(wish.values["state"])
    target = escaping.as_js(f"text={wish.values['words']}")
    play = steps.lose(design) if state == "over" else steps.win(design)
    guard = there(f'[data-screen="{state}"]', "there is no end screen")
    return [START, guard, *play, f'check(await page.visible({target}), "the words are not there");']


def _pauses(wish: Wish, design: Design) -> Lines:
    del wish, design
    return [
        START,
        'await page.press("p");',
        'check.equal(await state(page), "paused", "after P");',
        'check(await page.visible(\'[data-screen="paused"]\'), "no pause screen");',
        'await page.press("p");',
        'check.equal(await state(page), "playing", "after P again");',
    ]


def _sounds(wish: Wish, design: Design) -> Lines:
    event = str(wish.values.get("event", "")) or first_event(design)
    heard = f'async () => (await page.attribute("body", "data-last-sound")) === "{event}"'
    if event in ("start", ""):
        return [
            START,
            "await page.advance(100);",
            'check(await page.attribute("body", "data-last-sound"), "no sound was made");',
        ]
    step = steps.do(Wish(EVENT_STEPS[event], ""), design)
    guard = there('[data-do="sound"]', "there is no sound")
    return [START, guard, *step, f'await page.until({heard}, {{ within: 500, what: "a sound" }});']


def _mutes(wish: Wish, design: Design) -> Lines:
    del wish, design
    button = "'[data-do=\"sound\"]'"
    return [
        START,
        f"await page.click({button});",
        f'check.equal(await page.attribute({button}, "aria-pressed"), "false", "the sound");',
    ]


def _sparkles(wish: Wish, design: Design) -> Lines:
    event = str(wish.values.get("event", "")) or first_event(design)
    return [
        START,
        *steps.do(Wish(EVENT_STEPS[event], ""), design),
        'check((await page.count("[data-bit]")) > 0, "nothing flies");',
    ]


TESTS: dict[str, Maker] = {
    "starts": _starts,
    "explains": _explains,
    "ends": _ends,
    "restarts": _restarts,
    "shows_win": _shows_win,
    "says_at_end": _says_at_end,
    "pauses": _pauses,
    "sounds": _sounds,
    "mutes": _mutes,
    "sparkles": _sparkles,
}
