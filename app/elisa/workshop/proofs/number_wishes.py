"""Tests of what is counted: hearts, points, the best score, levels, time, winning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.proofs import steps
from elisa.workshop.proofs.checks import look
from elisa.workshop.proofs.common import START, Lines, Maker, shown_by, there
from elisa.workshop.proofs.steps import HAZARD, TREASURE
from elisa.workshop.understand.design import Wish
from elisa.workshop.understand.vocabulary import EVENT_STEPS

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design


def _costs_heart(wish: Wish, design: Design) -> Lines:
    event = str(wish.values.get("event", "hit"))
    check = Wish("hearts_fall", "hearts", {"amount": wish.values.get("cost", 1.0), "exact": True})
    return shown_by(Wish(EVENT_STEPS[event], ""), check, design)


def _has_hearts(wish: Wish, design: Design) -> Lines:
    use = design.part(wish.part)
    number = float(use.settings.get("hearts", 3.0)) if use else 3.0
    _, after = look(Wish("hearts_are", "hearts", {"number": number}), design)
    shown = (
        "check.equal(await page.count('[data-show=\"lives\"] img:not(.lost)'), "
        + escaping.as_number(number)
        + ', "drawn hearts");'
    )
    return [START, *after, shown]


def _scores(wish: Wish, design: Design) -> Lines:
    del wish
    use = design.part("score")
    how = str(use.settings.get("earn", "catch")) if use else "catch"
    points = escaping.as_number(use.settings.get("points", 1.0) if use else 1.0)
    at_start = 'check.equal(await number(page, "score"), 0, "the score at the start");'
    if how == "second":
        return [
            START,
            at_start,
            "await page.advance(2100);",
            f'check((await number(page, "score")) >= 2 * {points}, "no points");',
        ]
    more = f"(now) => now.score >= {points}"
    return [
        START,
        at_start,
        *steps.earn(design, more, "no point was ever made"),
        f'check.equal((await number(page, "score")) % {points}, 0, "points for each");',
    ]


def _best(wish: Wish, design: Design) -> Lines:
    del wish
    return [
        START,
        there('[data-show="best"]', "no best score is shown"),
        *steps.end_with_points(design),
        "await page.reload();",
        *look(Wish("best_kept", "best"), design)[1],
        'check(points > 0, "no points were made");',
    ]


def _faster(wish: Wish, design: Design) -> Lines:
    del wish
    use = design.part("levels")
    settings = use.settings if use else {}
    first = 'check.equal(await number(page, "level"), 1, "the first level");'
    hearts = design.part("hearts")
    if settings.get("level_by") == "second" and hearts is not None and hearts.settings.get("hurt_by") == "miss":
        waiting = steps.earn(design, "(now) => now.level > 1", "the next level never comes")
        return [START, first, *waiting, _speed_check()]  # who keeps away from everything loses before that
    if settings.get("level_by") == "second":
        wait = escaping.as_number(1000 * float(settings.get("every", 10.0)) + 500)
        selector = HAZARD if design.of("hazard") else TREASURE
        what = '"the next level never comes", end / 1000 + 2'
        go = f"await avoid(page, {escaping.as_js(selector)}, (now) => now.level > 1, {what});"
        return [START, first, f"const end = {wait};", go, _speed_check()]
    return [START, first, *steps.points(design, Wish("next_level", "")), _speed_check()]


def _speed_check() -> str:
    return 'check(Number(await page.attribute("body", "data-speed")) > 1, "it did not get faster");'


def _counts_down(wish: Wish, design: Design) -> Lines:
    del wish
    use = design.part("clock")
    seconds = escaping.as_number(use.settings.get("seconds", 60.0) if use else 60.0)
    return [
        START,
        'const first = await number(page, "time");',
        f'check(first <= {seconds} && first >= {seconds} - 1, "the time at the start");',
        "await page.advance(2000);",
        'const later = await number(page, "time");',
        'check(later <= first - 1 && later >= first - 3, "it does not count down");',
    ]


def _time_up(wish: Wish, design: Design) -> Lines:
    state = "over" if wish.values.get("at_end") == "lose" else "won"
    lines = [*steps.time_up(design), f'check.equal(await state(page), "{state}", "what the game does");']
    guard = there('[data-show="time"]', "no time is shown")
    return [START, guard, *lines, 'check.equal(await number(page, "time"), 0, "the time left");']


def _wins(wish: Wish, design: Design) -> Lines:
    del wish
    use = design.part("goal")
    target = escaping.as_number(use.settings.get("target", 20.0) if use else 20.0)
    ended = '(now) => now.state !== "playing"'
    return [
        START,
        *steps.earn(design, ended, "the game is never won"),
        'check.equal(await state(page), "won", "what the game does");',
        f'check((await number(page, "score")) >= {target}, "it was won too early");',
    ]


TESTS: dict[str, Maker] = {
    "costs_heart": _costs_heart,
    "has_hearts": _has_hearts,
    "scores": _scores,
    "keeps_best": _best,
    "gets_faster": _faster,
    "counts_down": _counts_down,
    "time_up": _time_up,
    "wins_at": _wins,
}
