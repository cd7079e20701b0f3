"""The test of each understood wish: what the player does and what the screen must show then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.proofs import quiz_wishes, steps
from elisa.workshop.proofs.checks import look
from elisa.workshop.proofs.quiet import lines_without
from elisa.workshop.proofs.steps import HAZARD, HERO, TREASURE, thing
from elisa.workshop.understand.design import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.workshop.understand.design import Design

Lines = list[str]
START = "await start(page);"
_EVENT_STEPS = {
    "hit": "hit",
    "catch": "catch",
    "dodge": "dodge",
    "miss": "miss",
    "right": "answer_right",
    "wrong": "answer_wrong",
    "answer": "answer_right",
    "over": "lose_all",
    "won": "win_game",
    "level": "next_level",
    "jump": "jump",
    "heart": "hit",
    "time-up": "time_up",
    "paused": "pause",
    "point": "score_points",
}
_SLOWEST_MS = 500


def lines_for(wish: Wish, design: Design) -> Lines:
    """Return the lines of a wish's test, from a freshly loaded page on.

    Raises:
        KeyError: No test is known for this kind of wish: a mistake in the workshop.
    """
    return _TESTS[wish.kind](wish, design)


def shown_by(step: Wish, check: Wish, design: Design) -> Lines:
    """Return the lines that do one thing and look for another."""
    before, after = look(check, design)
    return [START, *before, *steps.do(step, design), *after]


def _moves(wish: Wish, design: Design) -> Lines:
    del wish
    lines = [START]
    for key, to in (("ArrowRight", "right"), ("ArrowLeft", "left")):
        before, after = look(Wish("hero_moves", "keys", {"to": to}), design)
        lines += _apart([*before, f'await page.hold("{key}", 400);', *after])
    return lines


def _apart(lines: Lines) -> Lines:
    """A block of its own, so that names can be used again."""
    return ["{", *(f"  {line}" for line in lines), "}"]


def _moves_all(wish: Wish, design: Design) -> Lines:
    before, after = look(Wish("hero_moves", "keys", {"to": "up"}), design)
    return [*_moves(wish, design), *_apart([*before, 'await page.hold("ArrowUp", 400);', *after])]


def _pointer(wish: Wish, design: Design) -> Lines:
    del wish
    use = design.part("pointer")
    hovers = bool(use and use.settings.get("follow") == "hover")
    go = (
        "await page.move(goal, from.y);"
        if hovers
        else ("await page.drag({ x: from.x + 30, y: from.y }, { x: goal, y: from.y });")
    )
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
    lines = [
        START,
        f"await page.until(async () => (await page.count({selector})) > 0, {{ within: 12000, what: "
        f"{escaping.as_js(word)} }});",
    ]
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


def _costs_heart(wish: Wish, design: Design) -> Lines:
    event = str(wish.values.get("event", "hit"))
    check = Wish("hearts_fall", "hearts", {"amount": wish.values.get("cost", 1.0), "exact": True})
    return shown_by(Wish(_EVENT_STEPS[event], ""), check, design)


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
    more = f'async () => (await number(page, "score")) >= {points}'
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
    if settings.get("level_by") == "second":
        wait = escaping.as_number(1000 * float(settings.get("every", 10.0)) + 500)
        selector = HAZARD if design.of("hazard") else TREASURE
        go = [
            f"const end = {wait};",
            f'await avoid(page, {escaping.as_js(selector)}, async () => (await number(page, "level")) > 1, '
            '"the next level never comes", end / 1000 + 2);',
        ]
        return [START, first, *go, _speed_check()]
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
    return [START, *lines, 'check.equal(await number(page, "time"), 0, "the time left");']


def _wins(wish: Wish, design: Design) -> Lines:
    del wish
    use = design.part("goal")
    target = escaping.as_number(use.settings.get("target", 20.0) if use else 20.0)
    ended = 'async () => (await state(page)) !== "playing"'
    return [
        START,
        *steps.earn(design, ended, "the game is never won"),
        'check.equal(await state(page), "won", "what the game does");',
        f'check((await number(page, "score")) >= {target}, "it was won too early");',
    ]


def _starts(wish: Wish, design: Design) -> Lines:
    del wish, design
    screen = "'[data-screen=\"start\"]'"
    return [
        'check.equal(await state(page), "ready", "before the start");',
        f'check(await page.visible({screen}), "no start screen");',
        "await page.click('[data-do=\"start\"]');",
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
        *steps.end(design),
        'check((await page.count(\'[data-do="again"]\')) > 0, "no button to play again");',
        'await page.press("Enter");',
        "await page.advance(50);",
        'check.equal(await state(page), "playing", "after the end");',
        *score,
    ]


def _shows_win(wish: Wish, design: Design) -> Lines:
    del wish
    return [START, *steps.win(design), *look(Wish("state_won", "ending"), design)[1]]


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
    event = str(wish.values.get("event", "")) or _first_event(design)
    heard = f'async () => (await page.attribute("body", "data-last-sound")) === "{event}"'
    if event in ("start", ""):
        return [
            START,
            "await page.advance(100);",
            'check(await page.attribute("body", "data-last-sound"), "no sound was made");',
        ]
    step = steps.do(Wish(_EVENT_STEPS[event], ""), design)
    return [START, *step, f'await page.until({heard}, {{ within: 500, what: "a sound" }});']


def _first_event(design: Design) -> str:
    if design.mechanic == "quiz":
        return "right"
    return "catch" if design.of("treasure") else "hit"


def _mutes(wish: Wish, design: Design) -> Lines:
    del wish, design
    button = "'[data-do=\"sound\"]'"
    return [
        START,
        f"await page.click({button});",
        f'check.equal(await page.attribute({button}, "aria-pressed"), "false", "the sound");',
    ]


def _sparkles(wish: Wish, design: Design) -> Lines:
    event = str(wish.values.get("event", "")) or _first_event(design)
    return [
        START,
        *steps.do(Wish(_EVENT_STEPS[event], ""), design),
        'check((await page.count("[data-bit]")) > 0, "nothing flies");',
    ]


def _title(wish: Wish, design: Design) -> Lines:
    del wish
    return look(Wish("title_shown", "stage"), design)[1]


def _scene(wish: Wish, design: Design) -> Lines:
    del wish, design
    loaded = 'await page.evaluate(() => [...document.querySelectorAll("#scene img")].filter((one) => one.naturalWidth > 0).length)'
    return [
        f'check(({loaded}) >= 3, "the scene is not drawn");',
        'check(await page.visible("#scene"), "the scene is hidden");',
    ]


def _inside(wish: Wish, design: Design) -> Lines:
    del wish
    _, after = look(Wish("hero_inside", "keys"), design)
    return [
        START,
        *_apart(['await page.hold("ArrowLeft", 3000);', *after]),
        *_apart(['await page.hold("ArrowRight", 5000);', *after]),
    ]


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
        f'await page.until(async () => (await page.count({selector})) > 0, {{ within: 12000, what: "something comes" }});',
        f"const [then] = await places(page, {selector});",
        f"await page.advance({_SLOWEST_MS});",
        f"const [now] = await places(page, {selector});",
        'const zoom = await page.evaluate(() => document.querySelector("#stage").getBoundingClientRect().height / 480);',
        f"const speed = Math.hypot(now.x - then.x, now.y - then.y) / Math.max(zoom, 1) / {_SLOWEST_MS / 1000};",
        f'check(speed > 0 && speed < {limit}, "it comes too fast");',
    ]


def _readable(wish: Wish, design: Design) -> Lines:
    del wish, design
    small = (
        'await page.evaluate(() => [...document.querySelectorAll("p, h2, li, button")].filter((one) => one.offsetWidth > 4 && '
        "parseFloat(getComputedStyle(one).fontSize) < 14).length)"
    )
    return [
        f'check.equal({small}, 0, "words that are too small");',
        START,
        f'check.equal({small}, 0, "words that are too small");',
    ]


def _fits(wish: Wish, design: Design) -> Lines:
    del wish, design
    return [
        "await page.resize(390, 740);",
        START,
        'check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it is wider than the screen");',
        'check(await page.visible("#stage"), "the stage is hidden");',
    ]


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
        step = steps.do(Wish(_EVENT_STEPS[name], "", {"thing": narrowed, "points": 1.0}), design)
    before, after = _rule_look(check, wish, design)
    return [START, *before, *step, *after]


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
    kinds = {
        "lose-heart": "hearts_fall",
        "add-heart": "hearts_rise",
        "points": "score_moves",
        "bigger": "hero_bigger",
        "smaller": "hero_smaller",
        "say": "words_shown",
        "sound": "sound_heard",
        "sparkle": "bits_fly",
        "lose": "state_over",
        "win": "state_won",
        "level": "level_rises",
        "add-time": "time_rises",
        "jump": "hero_jumps",
    }
    return Wish(kinds.get(str(wish.values["action"]), "bits_fly"), "", {**wish.values, "exact": False})


_TESTS: dict[str, Callable[[Wish, Design], Lines]] = {
    "moves": _moves,
    "moves_all": _moves_all,
    "follows_pointer": _pointer,
    "jumps": _jumps,
    "hazard_comes": _comes,
    "treasure_comes": _comes,
    "costs_heart": _costs_heart,
    "has_hearts": _has_hearts,
    "scores": _scores,
    "keeps_best": _best,
    "gets_faster": _faster,
    "counts_down": _counts_down,
    "time_up": _time_up,
    "wins_at": _wins,
    "starts": _starts,
    "explains": _explains,
    "ends": _ends,
    "restarts": _restarts,
    "shows_win": _shows_win,
    "pauses": _pauses,
    "sounds": _sounds,
    "mutes": _mutes,
    "sparkles": _sparkles,
    "has_title": _title,
    "has_scene": _scene,
    "stays_inside": _inside,
    "hero_there": _hero,
    "is_easy": _calm,
    "is_calm": _calm,
    "is_readable": _readable,
    "fits_screen": _fits,
    "rule": _rule,
    "without": lines_without,
    "without_part": lines_without,
    **quiz_wishes.TESTS,
}
