"""A website, a story and a tool, built offline and used by a stranger's browser as their blocks say."""

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

    def hand_over(self, selector: str, file: Path) -> None:
        """Choose a file in a field for files."""
        self._page.find_element(By.CSS_SELECTOR, selector).send_keys(str(file))

    def downloads_to(self, folder: Path) -> None:
        self._page.execute_cdp_cmd("Page.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})

    def mark(self, selector: str, name: str) -> str | None:
        return self._page.find_element(By.CSS_SELECTOR, selector).get_attribute(name)

    def words_of(self, selector: str) -> str:
        return self._page.find_element(By.CSS_SELECTOR, selector).text

    def style(self, selector: str, name: str) -> str:
        return self._page.find_element(By.CSS_SELECTOR, selector).value_of_css_property(name)

    def count(self, selector: str) -> int:
        return len(self._page.find_elements(By.CSS_SELECTOR, selector))

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


@pytest.mark.soak
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


@pytest.mark.soak
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


TASKS = "#checklist [data-entry]"


def do_the_tasks(reader: Reader) -> None:
    """Write a task, tick, delete and take back, until all are done and Bella is proud."""
    reader.type("#checklist [data-in=add]", "feed Bella" + Keys.ENTER)
    reader.wait_for(lambda: reader.count(TASKS) == 4, "the new task stands in the list")
    assert reader.words_of("#checklist [data-show=left]") == "4 of 4 left"
    reader.click(f"{TASKS} [data-do=tick]")
    assert "line-through" in reader.style(f"{TASKS}.done .words", "text-decoration")
    assert reader.words_of("#checklist [data-show=left]") == "3 of 4 left"
    reader.click(f"{TASKS}:last-child [data-do=delete]")
    reader.wait_for(lambda: reader.count(TASKS) == 3, "the task is gone")
    reader.click("#said [data-do=undo]")
    reader.wait_for(lambda: "feed Bella" in reader.words_of("#checklist"), "it is back")
    for place in (2, 3, 4):
        assert "Bella is proud of you!" not in reader.words_of("#shout")
        reader.click(f"#checklist li:nth-child({place}) [data-do=tick]")
    reader.wait_for(lambda: reader.words_of("#shout") == "Bella is proud of you!", "the page says the child's words")


def run_the_timer(reader: Reader) -> None:
    """It begins at 20 minutes, runs, stands still in a pause, and makes a sound when the time is up."""
    assert reader.words_of("#timer [data-show=time]") == "20:00"
    reader.click("#timer [data-do=start]")
    reader.wait_for(lambda: reader.words_of("#timer [data-show=time]") == "19:58", "the seconds go down")
    reader.click("#timer [data-do=start]")
    assert reader.mark("#timer .inside", "data-state") == "paused"
    for field, value in (("minutes", "0"), ("seconds", "2")):
        reader.type(f"#timer [data-in={field}]", Keys.CONTROL + "a")
        reader.type(f"#timer [data-in={field}]", value + Keys.TAB)
    assert reader.words_of("#timer [data-show=time]") == "00:02"
    reader.click("#timer [data-do=start]")
    reader.wait_for(lambda: reader.mark("#timer .inside", "data-state") == "over", "the time is up")
    assert reader.mark("body", "data-sounds") == "1"


def learn_the_cards(reader: Reader) -> None:
    """Each front has its own back; who knows all is told so."""
    pairs = {"Bee": "Biene", "Honey": "Honig", "Flower": "Blume", "Hive": "Bienenstock"}
    reader.click("#cards [data-do=practise]")
    seen = set()
    for _ in pairs:
        front = reader.words_of("#cards .flash")
        reader.click("#cards .flash")
        assert reader.words_of("#cards .flash") == pairs[front]
        seen.add(front)
        reader.click("#cards [data-do=yes]")
    assert seen == set(pairs)
    assert "You knew 4 of 4." in reader.words_of("#cards")


def save_and_open_a_copy(reader: Reader, folder: Path) -> None:
    """A copy as a file brings back what was deleted after it."""
    folder.mkdir()
    reader.downloads_to(folder)
    reader.click("[data-do=save-file]")
    copy = folder / "homework-hive.json"
    reader.wait_for(copy.is_file, "the copy is in the downloads")
    reader.click(f"{TASKS}:last-child [data-do=delete]")
    reader.wait_for(lambda: reader.count(TASKS) == 3, "the task is gone")
    reader.hand_over("[data-in=file]", copy)
    reader.wait_for(lambda: reader.count(TASKS) == 4, "the copy brings it back")


@pytest.mark.timeout(420)
def test_a_tool_is_used_as_its_blocks_say(tmp_path: Path) -> None:
    page = build("homework-hive", tmp_path)
    with chromium(tmp_path / "profile") as browser:
        reader = Reader(browser)
        reader.come_to(page.as_uri(), TASKS)
        for words in ("Homework Hive", "Maths page 12", "Read a chapter", "Practise the violin"):
            assert words in reader.words()
        do_the_tasks(reader)
        run_the_timer(reader)
        learn_the_cards(reader)
        save_and_open_a_copy(reader, tmp_path / "downloads")
        reader.come_to(page.as_uri(), TASKS)
        assert reader.count(f"{TASKS}.done") == 4
        assert reader.words_of("#timer [data-show=time]") == "00:02"
        reader.window(390, 844)
        assert reader.run("return document.documentElement.scrollWidth <= innerWidth") is True
        reader.click('nav a[href="#cards"]')
        reader.wait_for(lambda: reader.run("return location.hash") == "#cards", "the links lead to the parts")
        assert reader.console() == []
