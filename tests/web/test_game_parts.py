"""Each part of the game kit, played in a real page: what it does, and that nothing misses it when it is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from selenium.webdriver.common.keys import Keys

from support.chromium import chromium
from support.game_clock import Player
from support.game_parts import Game, Use, build, load, manifest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ACORN = {"thing": ("acorn", "acorn")}
STAR = {"thing": ("star", "golden star")}
QUESTIONS = [
    {"question": "How many legs has a spider?", "answers": ["Six", "Eight", "Ten"], "right": 1},
    {"question": "Which one is a planet?", "answers": ["Mars", "The Moon"], "right": 0},
]
SCREENS = [Use("opening"), Use("ending")]


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    with chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield Player(browser)


@pytest.fixture(autouse=True)
def _quiet(player: Player) -> Iterator[None]:
    player.console()
    yield
    assert player.console() == []


def begin(player: Player, folder: Path, *uses: Use, size: tuple[int, int] = (1366, 768)) -> None:
    player.open(build(Game([Use("stage"), *uses]), folder), size=size)


def rain(earn: str = "dodge", **settings: object) -> list[Use]:
    """A hero under falling acorns."""
    return [
        Use("hero"),
        Use("keys"),
        Use("hazard", {"every": 0.4, "first": 0.1, **settings}, ACORN),
        Use("score", {"earn": earn}),
    ]


def test_the_page_without_any_part_shows_a_scene_and_says_nothing(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path)
    player.wait(500)
    assert player.state() == "playing"
    assert player.box("#stage")["width"] == 1366
    assert player.number("return document.querySelector('.layer.front').naturalWidth") > 0


@pytest.mark.parametrize("part", [name for name in load("kit.json")["parts"] if name != "stage"])
def test_each_part_stands_alone_with_what_it_needs(player: Player, tmp_path: Path, part: str) -> None:
    things = {"prop": ("tree", "oak tree"), **ACORN}
    needed = [Use(name) for name in manifest(part)["needs"] if name != "stage"]
    settings = {"questions": QUESTIONS} if part == "quiz" else {}
    begin(player, tmp_path, *needed, Use(part, settings, things))
    player.press(" ")
    player.wait(2500)
    assert player.state() in ("playing", "won")


def test_keys_move_the_hero_to_both_sides_and_not_out_of_the_picture(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path, Use("hero"), Use("keys"))
    still = player.box("[data-role=hero]")["x"]
    player.wait(500)
    assert player.box("[data-role=hero]")["x"] == still
    player.hold(Keys.ARROW_RIGHT, 300)
    right = player.box("[data-role=hero]")["x"]
    assert right > still + 60
    player.hold("a", 6000)
    hero = player.box("[data-role=hero]")
    assert hero["x"] < still
    assert hero["x"] >= 0


def test_all_four_arrows_move_a_hero_that_may_go_everywhere(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path, Use("hero"), Use("keys", {"mode": "all"}))
    ground = player.box("[data-role=hero]")["y"]
    player.hold(Keys.ARROW_UP, 400)
    high = player.box("[data-role=hero]")["y"]
    player.hold("s", 200)
    assert high < ground - 100
    assert high < player.box("[data-role=hero]")["y"]


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_hero_comes_to_a_finger(player: Player, tmp_path: Path, size: tuple[int, int]) -> None:
    begin(player, tmp_path, Use("hero"), Use("pointer"), size=size)
    player.touch(size[0] * 0.8, size[1] * 0.7)
    player.wait(1500)
    hero = player.box("[data-role=hero]")
    assert abs(hero["x"] + hero["width"] / 2 - size[0] * 0.8) < 10
    assert 0 < hero["y"] < size[1] - hero["height"] + 30


def test_turning_the_phone_leaves_the_hero_on_the_ground(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path, Use("hero"), Use("keys"), size=(390, 844))
    player.hold("d", 200)
    at = player.box("[data-role=hero]")["x"]
    high = player.run("return game.ground - game.hero.y")
    player.resize((390, 780))
    assert player.box("[data-role=hero]")["x"] == pytest.approx(at, abs=2)
    player.resize((844, 390))
    assert player.run("return game.ground - game.hero.y") == pytest.approx(high, abs=1)


def test_the_hero_jumps_and_lands(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path, Use("hero"), Use("keys"), Use("jump"))
    ground = player.box("[data-role=hero]")["y"]
    player.press(" ")
    player.wait(250)
    assert player.box("[data-role=hero]")["y"] < ground - 60
    player.wait(1200)
    assert player.box("[data-role=hero]")["y"] == pytest.approx(ground, abs=8)


@pytest.mark.parametrize("moves", ["fall", "cross", "run", "chase", "bounce", "appear"])
def test_things_come_move_and_go(player: Player, tmp_path: Path, moves: str) -> None:
    begin(player, tmp_path, Use("hero"), Use("treasure", {"moves": moves, "first": 0.1, "every": 10}, STAR))
    player.until("document.querySelector('[data-role=treasure]')", within=3000)
    assert player.run("return document.querySelector('[data-role=treasure]').dataset.thing") == "golden star"
    before = player.run("return document.querySelector('[data-role=treasure]').style.transform")
    player.wait(300)
    assert player.run("return document.querySelector('[data-role=treasure]').style.transform") != before
    player.until("['catch', 'miss'].includes(document.body.dataset.last)", within=12000)


def test_dodge_is_scored_lost_and_begun_again_with_keys(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path, *rain(speed=400), Use("hearts"), Use("best"), *SCREENS)
    assert player.state() == "ready"
    assert player.visible("[data-screen=start]")
    player.press(Keys.ENTER)
    assert player.state() == "playing"
    assert not player.visible("[data-screen=start]")
    player.hold(Keys.ARROW_LEFT, 3000)
    assert player.shown("score") > 0
    player.until("document.body.dataset.state === 'over'", within=120000)
    assert player.shown("lives") == 0
    assert player.visible("[data-screen=over]")
    assert player.shown("best") == player.shown("score")
    player.press("r")
    assert player.state() == "playing"
    assert (player.shown("score"), player.shown("lives")) == (0, 3)
    assert player.count("[data-role=hazard]") == 0


def test_each_hit_costs_one_heart(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path, *rain(), Use("hearts", {"hearts": 4}))
    player.until("document.body.dataset.last === 'hit'", every=17)
    assert player.shown("lives") == 3
    assert player.count("[data-show=lives] img.lost") == 1


def test_catching_wins_by_touch(player: Player, tmp_path: Path) -> None:
    treasure = Use("treasure", {"every": 0.5, "first": 0.1}, STAR)
    uses = (Use("hero"), Use("pointer"), treasure, Use("score"), Use("goal", {"target": 3}), *SCREENS)
    player.calm("reduce")  # a finger cannot hit a button that is still growing
    begin(player, tmp_path, *uses, size=(390, 844))
    player.tap("[data-do=start]")
    player.wait_for_state("playing")
    for _ in range(80):
        if player.state() == "won":
            break
        player.until("document.querySelector('[data-role=treasure]')")
        star = player.box("[data-role=treasure]")
        player.touch(star["x"] + star["width"] / 2, 700)
        player.wait(400)
    assert player.state() == "won"
    assert player.shown("score") == 3
    assert player.visible("[data-screen=won] .points")
    player.calm("no-preference")


def test_the_best_score_is_still_there_after_loading_again(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path, *rain("second"), Use("best"), Use("clock", {"seconds": 5}), *SCREENS)
    player.press(" ")
    player.until("document.body.dataset.state === 'won'")
    best = player.shown("best")
    assert best == player.shown("score") > 0
    player.reload()
    assert player.shown("best") == best


def test_levels_make_everything_faster(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path, *rain("second"), Use("levels", {"level_by": "point", "every": 3, "faster": 1.5}))
    player.wait(3100)
    assert player.shown("level") == 2
    assert player.visible("#level-banner")
    assert player.run("return document.body.dataset.speed") == "1.50"
    player.wait(1500)
    assert not player.visible("#level-banner")


@pytest.mark.parametrize(("at_end", "state"), [("win", "won"), ("lose", "over")])
def test_the_clock_counts_down_to_the_end(player: Player, tmp_path: Path, at_end: str, state: str) -> None:
    begin(player, tmp_path, Use("clock", {"seconds": 8, "at_end": at_end}))
    assert player.shown("time") == 8
    player.wait(2050)
    assert player.shown("time") == 6
    player.wait(6000)
    assert player.state() == state


def test_pause_stops_everything_until_it_goes_on(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path, *rain(), Use("pause"), *SCREENS)
    player.press(" ")
    player.wait(600)
    player.press("p")
    assert player.state() == "paused"
    assert player.visible("[data-screen=paused]")
    where = player.run("return [...document.querySelectorAll('.sprite')].map(e => e.style.transform)")
    player.wait(2000)
    assert player.run("return [...document.querySelectorAll('.sprite')].map(e => e.style.transform)") == where
    player.press(Keys.ESCAPE)
    assert player.state() == "playing"
    player.click("[data-do=pause]")
    player.click("[data-do=go-on]")
    assert player.state() == "playing"


def test_sound_plays_until_it_is_turned_off_and_stays_off(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path, *rain(), Use("sound"), *SCREENS)
    player.press(" ")
    assert player.run("return document.body.dataset.lastSound") == "start"
    player.until("document.body.dataset.lastSound === 'hit'", every=17)
    player.click("[data-do=sound]")
    player.run("delete document.body.dataset.lastSound")
    player.wait(8000)
    assert player.run("return document.body.dataset.lastSound") is None
    player.reload()
    assert player.run("return document.querySelector('[data-do=sound]').getAttribute('aria-pressed')") == "false"


@pytest.mark.parametrize(("wish", "bits"), [("no-preference", True), ("reduce", False)])
def test_sparkles_fly_unless_the_player_wants_calm(player: Player, tmp_path: Path, wish: str, bits: bool) -> None:
    player.calm(wish)
    begin(player, tmp_path, *rain(), Use("sparkles"))
    player.until("document.body.dataset.last === 'hit'", every=17)
    assert (player.count("[data-bit]") > 0) is bits
    player.calm("no-preference")


def test_quiz_says_right_and_wrong_and_ends(player: Player, tmp_path: Path) -> None:
    uses = (Use("quiz", {"questions": QUESTIONS, "pass": 2}), Use("score", {"earn": "right", "points": 10}), *SCREENS)
    begin(player, tmp_path, *uses)
    player.press(" ")
    assert player.run("return document.querySelector('[data-role=question]').textContent") == QUESTIONS[0]["question"]
    assert player.count("[data-role=answer]") == 3
    player.press("2")
    assert player.run("return document.querySelector('.quiz').dataset.feedback") == "right"
    assert player.shown("score") == 10
    player.press("1")
    player.wait(1300)
    assert player.shown("progress") == 1
    player.click("[data-role=answer][data-number='2']")
    assert player.run("return document.querySelector('.quiz').dataset.feedback") == "wrong"
    assert player.run("return document.querySelector('.answers .right').textContent") == "1Mars"
    player.wait(1300)
    assert player.state() == "over"
    player.press(" ")
    for key in ("2", "1"):
        player.press(key)
        player.wait(1300)
    assert player.state() == "won"


def test_a_thing_can_stand_in_the_scene(player: Player, tmp_path: Path) -> None:
    begin(player, tmp_path, Use("prop", {"at": 70}, {"prop": ("tree", "oak tree")}))
    box = player.box("[data-role=prop][data-thing='oak tree']")
    assert box["width"] > 100
    assert box["x"] > 683


@pytest.mark.parametrize("size", [(1366, 768), (911, 512), (390, 844), (800, 760)])
def test_everything_to_press_is_in_the_window_and_big_enough(
    player: Player, tmp_path: Path, size: tuple[int, int]
) -> None:
    uses = [*rain(), Use("pointer"), Use("jump"), Use("hearts"), Use("pause"), Use("sound"), *SCREENS]
    player.calm("reduce")  # else the card is still growing
    begin(player, tmp_path, *uses, size=size)
    for target in ("[data-do=start]", "[data-do=pause]", "[data-do=sound]"):
        box = player.box(target)
        assert min(box["width"], box["height"]) >= 40
        assert 0 <= box["x"] <= size[0] - box["width"]
        assert 0 <= box["y"] <= size[1] - box["height"]
    named = "return [...document.querySelectorAll('button')].every(b => b.ariaLabel || b.textContent.trim())"
    assert player.run(named)
    player.calm("no-preference")


FRAME_MS = 6.0  # what a game's own script and layout may take at the 95th percentile


def test_a_full_game_stays_within_the_time_of_a_frame(player: Player, tmp_path: Path) -> None:
    many = {"every": 0.25, "first": 0.1, "speed": 120}
    numbers = [Use("hearts", {"hearts": 9}), Use("score", {"earn": "dodge"}), Use("best"), Use("levels"), Use("clock")]
    things = [Use("hazard", many, ACORN), Use("treasure", many | {"moves": "bounce"}, STAR)]
    begin(player, tmp_path, Use("hero"), Use("keys"), Use("pointer"), *things, *numbers, Use("sparkles"), Use("sound"))
    player.wait(4000)
    player.run("game.on('hit', () => game.send('hearts', 1))")
    costs = player.frame_costs(200)
    assert player.count(".sprite") > 10
    assert costs[int(len(costs) * 0.95)] <= FRAME_MS
