"""When this happens, then that: each action of the child's rules can be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from selenium.webdriver.common.keys import Keys

from support.chromium import chromium
from support.game_clock import Player
from support.game_parts import Game, Use, build

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ACORN = {"thing": ("acorn", "acorn")}


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Player]:
    with chromium(tmp_path_factory.mktemp("profile")) as browser:
        yield Player(browser)


def after(player: Player, folder: Path, action: str, event: str = "hit", **settings: object) -> None:
    """Play until the event has happened once, with a rule for it."""
    fixed = [Use("hero"), Use("keys"), Use("jump"), Use("hazard", {"every": 0.5, "first": 0.1}, ACORN), Use("sparkles")]
    numbers = [Use("hearts", {"hearts": 5}), Use("score"), Use("levels"), Use("clock"), Use("sound")]
    rule = Use("when", {"event": event, "action": action, "rule": "my-rule", **settings})
    player.open(build(Game([Use("stage"), *fixed, *numbers, rule]), folder))
    if event in ("hit", "hit acorn"):
        player.until("['hit', 'level'].includes(document.body.dataset.last)", every=17)
    assert player.console() == []


@pytest.mark.parametrize(
    ("action", "settings", "seen"),
    [
        ("say", {}, "document.querySelector('[data-say]').textContent === 'Wow!'"),
        ("points", {"amount": 7}, "document.querySelector('[data-show=score]').dataset.value === '7'"),
        ("lose-heart", {}, "document.querySelector('[data-show=lives]').dataset.value === '3'"),
        ("add-heart", {}, "document.querySelector('[data-show=lives]').dataset.value === '5'"),
        ("level", {}, "document.querySelector('[data-show=level]').dataset.value === '2'"),
        ("add-time", {"amount": 50}, "Number(document.querySelector('[data-show=time]').dataset.value) > 100"),
        ("faster", {"amount": 2}, "document.body.dataset.speed === '2.00'"),
        ("slower", {"amount": 2}, "document.body.dataset.speed === '0.50'"),
        ("sound", {"tune": "won"}, "document.body.dataset.lastSound === 'won'"),
        ("shake", {}, "'shaking' in document.body.dataset"),
        ("sparkle", {}, "document.querySelectorAll('.burst').length >= 2"),
        ("win", {}, "document.body.dataset.state === 'won'"),
        ("lose", {}, "document.body.dataset.state === 'over'"),
        ("colour", {"colour": "blue"}, "document.querySelector('[data-role=hero]').dataset.colour === 'blue'"),
        ("more", {}, "document.querySelectorAll('[data-role=hazard]').length > 2"),
        ("spin", {}, "'spinning' in document.querySelector('[data-role=hero]').dataset"),
    ],
)
def test_each_action_is_seen_after_its_event(
    player: Player, tmp_path: Path, action: str, settings: dict[str, Any], seen: str
) -> None:
    after(player, tmp_path, action, **settings)
    assert player.run(f"return {seen}"), seen


@pytest.mark.parametrize(("action", "times"), [("bigger", 1.5), ("smaller", 1 / 1.5)])
def test_the_hero_grows_and_shrinks(player: Player, tmp_path: Path, action: str, times: float) -> None:
    after(player, tmp_path, action, event="every 1", amount=1.5)
    before = player.box("[data-role=hero]")["width"]
    player.wait(1050)
    assert player.box("[data-role=hero]")["width"] == pytest.approx(before * times, rel=0.02)


def test_the_hero_jumps_by_itself(player: Player, tmp_path: Path) -> None:
    after(player, tmp_path, "jump", event="every 2")
    ground = player.box("[data-role=hero]")["y"]
    player.wait(2250)
    assert player.box("[data-role=hero]")["y"] < ground - 40


def test_freezing_stops_the_things_and_not_the_hero(player: Player, tmp_path: Path) -> None:
    after(player, tmp_path, "freeze", amount=3)
    things = "return [...document.querySelectorAll('[data-role=hazard]')].map(e => e.style.transform).join()"
    player.wait(50)
    where, at = player.run(things), player.box("[data-role=hero]")["x"]
    player.hold(Keys.ARROW_RIGHT, 1000)
    assert player.run(things) == where
    assert player.box("[data-role=hero]")["x"] > at
    player.wait(3000)
    assert player.run(things) != where


@pytest.mark.parametrize("event", ["hit acorn", "key x", "tap", "every 2", "start", "time-up"])
def test_a_rule_hears_narrow_events(player: Player, tmp_path: Path, event: str) -> None:
    after(player, tmp_path, "say", event=event)
    if event == "key x":
        player.press("x")
    elif event == "tap":
        player.click("[data-role=hero]")
    elif event == "every 2":
        assert not player.visible("[data-say]")
        player.wait(2050)
    elif event == "time-up":
        player.run("game.on('hit', () => game.send('hearts', 1))")
        player.until("document.body.dataset.state !== 'playing'", within=70000)
    assert player.visible("[data-say]")
    player.wait(2100)
