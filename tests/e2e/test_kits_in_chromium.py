"""A website and a story, built offline and used by a stranger's browser as their blocks say."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from elisa.core import resources
from support.chromium import Visitor, chromium

if TYPE_CHECKING:
    from pathlib import Path

    from selenium import webdriver

BUILD_SECONDS = 240
READY = "return document.readyState === 'complete' && document.querySelector(arguments[0]) !== null"


def build(example: str, folder: Path) -> Path:
    """Build a bundled example as a person would, and return the one-file page."""
    page = folder / "page.html"
    command = [sys.executable, "-m", "elisa", "build", str(resources.root() / "blockly_assets" / "examples" / example)]
    options = ["--out", str(folder / "nugget"), "--yes", "--single-file", str(page)]
    built = subprocess.run([*command, *options], check=False, capture_output=True, text=True, timeout=BUILD_SECONDS)
    assert built.returncode == 0, built.stdout + built.stderr
    return page


class Reader(Visitor):
    """Somebody who reads, clicks and types."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        super().__init__(browser)
        self._page = browser

    def come_to(self, address: str, mark: str) -> None:
        self._page.get(address)
        self.wait_for(lambda: bool(self.run(READY, mark)), f"{mark} stands")

    def click(self, selector: str) -> None:
        place = self._page.find_element(By.CSS_SELECTOR, selector)
        self.run("arguments[0].scrollIntoView({ behavior: 'instant', block: 'center' })", place)
        place.click()

    def type(self, selector: str, words: str) -> None:
        self._page.find_element(By.CSS_SELECTOR, selector).send_keys(words)

    def sees(self, selector: str) -> bool:
        return any(one.is_displayed() for one in self._page.find_elements(By.CSS_SELECTOR, selector))

    def mark(self, selector: str, name: str) -> str | None:
        return self._page.find_element(By.CSS_SELECTOR, selector).get_attribute(name)

    def window(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self._page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def choose(self, words: str) -> None:
        """Press the number that stands in front of some words."""
        self.wait_for(lambda: words in self.words(), f"“{words}” can be chosen")
        number = self.run(
            "return [...document.querySelectorAll('[data-choice]')].find((one) => one.dataset.words === arguments[0])"
            ".dataset.choice",
            words,
        )
        self.press(str(number))


@pytest.mark.timeout(420)
def test_a_website_is_used_as_its_blocks_say(tmp_path: Path) -> None:
    page = build("paw-friends", tmp_path)
    with chromium(tmp_path / "profile") as browser:
        reader = Reader(browser)
        reader.come_to(page.as_uri(), "[data-do=find]")
        assert "Paw Friends" in reader.words()
        reader.type("[data-do=find]", "mimi")
        reader.wait_for(lambda: not reader.sees("[data-item=bello-the-dog]"), "the dog is filtered out")
        assert reader.sees("[data-item=mimi-the-cat]")
        reader.click("[data-item=mimi-the-cat] [data-do=love]")
        assert reader.mark("[data-show=favourites]", "data-value") == "1"
        reader.click("[data-do=submit]")
        reader.wait_for(lambda: reader.sees(".error"), "an empty message is complained about")
        reader.type("#contact-form-name", "Ada")
        reader.type("#contact-form-message", "I love Mimi!")
        reader.click("[data-do=submit]")
        reader.wait_for(lambda: "Thank you, Ada!" in reader.words(), "thanks are said")
        assert reader.sees("[data-show=messages] li")
        assert reader.run("return document.querySelectorAll('[data-bit]').length") != 0
        reader.click("[data-do=light]")
        assert reader.mark("html", "data-light") == "night"
        reader.come_to(page.as_uri(), "[data-do=find]")
        assert reader.mark("html", "data-light") == "night"
        assert reader.mark("[data-show=favourites]", "data-value") == "1"
        assert "I love Mimi!" in reader.words()
        reader.window(390, 844)
        assert not reader.sees("[data-section=menu] a")
        reader.click("[data-do=menu]")
        reader.click('[data-section=menu] a[href="#our-animals"]')
        reader.wait_for(lambda: reader.run("return location.hash") == "#our-animals", "the menu leads there")
        assert reader.run("return document.documentElement.scrollWidth <= innerWidth") is True
        assert reader.console() == []


@pytest.mark.timeout(420)
def test_a_story_comes_to_two_endings_and_begins_again(tmp_path: Path) -> None:
    page = build("lost-star", tmp_path)
    with chromium(tmp_path / "profile") as browser:
        reader = Reader(browser)
        reader.come_to(page.as_uri(), "[data-choice]")
        assert reader.mark("[data-do=sound]", "aria-pressed") == "false"
        reader.choose("Open the book")
        reader.choose("Follow the path")
        assert "The fox meets a wise owl in the forest." in reader.words()
        reader.choose("Ask the owl to come along")
        reader.click("[data-do=back]")
        assert not reader.sees("#bag [data-item=owl]")
        reader.choose("Ask the owl to come along")
        assert reader.sees("#bag [data-item=owl]")
        for words in ("Go on", "The old bridge", "Go on", "Take the key", "Go on", "Open the castle gate", "Go on"):
            reader.choose(words)
        reader.choose("Tiptoe past the dragon")
        reader.choose("Go on")
        reader.choose("Do it together with the owl")
        reader.wait_for(lambda: reader.mark("body", "data-state") == "ended", "the story ends")
        first = reader.mark("body", "data-ending")
        reader.click(".after [data-do=restart]")
        assert reader.mark("body", "data-page") == "cover"
        assert reader.mark("#bag", "data-value") == "0"
        while reader.mark("body", "data-state") != "ended":
            reader.press("1")
        assert reader.mark("body", "data-ending") != first
        assert reader.mark("[data-show=endings]", "data-value") == "2"
        reader.press("r")
        assert reader.mark("body", "data-page") == "cover"
        reader.press(Keys.TAB)
        assert reader.console() == []
