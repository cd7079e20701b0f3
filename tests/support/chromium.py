"""Debian's Chromium, driven from outside: the second opinion on what our own page runner says.

It knows only what a stranger could find out by looking: keys, the words on the screen, where things are, and the marks
that a game puts on its page (``body[data-state]``, ``[data-show]``, ``[data-role]``).
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

WINDOW = (1366, 768)
PATIENCE_SECONDS = 60.0
LOOK_EVERY_SECONDS = 0.03
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium(profile: Path) -> Iterator[webdriver.Chrome]:
    """Start a browser with an empty profile and close it afterwards; skips where there is no Chromium."""
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.skip("Debian's chromium and chromium-driver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={WINDOW[0]},{WINDOW[1]}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser_window = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield browser_window
    finally:
        browser_window.quit()


class Visitor:
    """Somebody who sits down in front of a game that they have never seen."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self._browser = browser
        self._held: str | None = None

    def open(self, address: str) -> None:
        """Go to a page and wait until it stands."""
        self._browser.get(address)
        self.wait_for(lambda: self.state != "", "the page says what state it is in")

    @property
    def state(self) -> str:
        """``ready``, ``playing``, ``paused``, ``over`` or ``won``; empty before the game stands."""
        return str(self.run("return document.body ? (document.body.dataset.state || '') : ''"))

    def shown(self, what: str) -> float | None:
        """The number that the screen shows for score, lives, level or time; ``None`` where it shows none."""
        script = "const e = document.querySelector(arguments[0]); return e ? Number(e.dataset.value) : null"
        value = self.run(script, f"[data-show='{what}']")
        return None if value is None else float(str(value))

    def words(self) -> str:
        """All words that can be seen."""
        return str(self.run("return document.body.innerText"))

    def run(self, script: str, *arguments: object) -> object:
        """Look at the page with a piece of script; changes nothing."""
        return self._browser.execute_script(script, *arguments)

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        ActionChains(self._browser).send_keys(key).perform()

    def hold(self, key: str | None) -> None:
        """Keep ``key`` down and let the one that was held go; ``None`` holds nothing."""
        if key == self._held:
            return
        actions = ActionChains(self._browser, duration=0)
        if self._held is not None:
            actions.key_up(self._held)
        if key is not None:
            actions.key_down(key)
        actions.perform()
        self._held = key

    def wait_for(self, seen: Callable[[], bool], what: str) -> None:
        """Look again and again until ``seen``; fails with ``what`` when patience ends."""
        wait = WebDriverWait(self._browser, PATIENCE_SECONDS, poll_frequency=LOOK_EVERY_SECONDS)
        wait.until(lambda _: seen(), message=what)

    def start_by_key(self) -> None:
        """Begin the game as the start screen invites to: with Enter."""
        self.press(Keys.ENTER)
        self.wait_for(lambda: self.state == "playing", "Enter starts the game")

    def play_until(self, seen: Callable[[], bool], what: str, *, after: str) -> None:
        """Run with the arrow keys after things of the role ``after`` (``treasure`` or ``hazard``) until ``seen``."""

        def step() -> bool:
            if seen():
                return True
            self.hold(self._way_to(after))
            return False

        try:
            self.wait_for(step, what)
        finally:
            self.hold(None)

    def console(self) -> list[str]:
        """Everything that the page wrote to the console since the last look."""
        return [str(entry["message"]) for entry in self._browser.execute("getLog", {"type": "browser"})["value"]]

    def _way_to(self, role: str) -> str | None:
        way = self.run(_WAY, role)
        return {"left": Keys.ARROW_LEFT, "right": Keys.ARROW_RIGHT}.get(str(way))


# The lowest thing of the role that is not yet below the hero decides; 12 px of slack keep the hero from trembling.
_WAY = """
const middle = e => { const b = e.getBoundingClientRect(); return {x: b.x + b.width / 2, y: b.y + b.height / 2}; };
const hero = document.querySelector("[data-role='hero']");
if (!hero) return "";
const at = middle(hero);
const things = [...document.querySelectorAll("[data-role='" + arguments[0] + "']")].map(middle);
const ahead = things.filter(t => t.y < at.y + 20).sort((a, b) => b.y - a.y)[0];
if (!ahead) return "";
return ahead.x < at.x - 12 ? "left" : ahead.x > at.x + 12 ? "right" : "";
"""
