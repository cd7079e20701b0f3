"""What the tests of wishes share: how a game starts, what a player does for an event, guards that fail early."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.proofs import steps
from elisa.workshop.proofs.checks import look

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design, Wish

Lines = list[str]
Maker = Callable[["Wish", "Design"], Lines]
START = "await start(page);"


def there(selector: str, words: str) -> str:
    """Return a line that fails at once where a part of the game is missing, so that nobody plays on for a minute."""
    return f"check((await page.count({escaping.as_js(selector)})) > 0, {escaping.as_js(words)});"


def wait_for(selector: str, word: str) -> str:
    """Return a line that waits until a thing (a selector as a JavaScript literal) is on the screen."""
    options = f"{{ within: 12000, what: {escaping.as_js(word)} }}"
    return f"await page.until(async () => (await page.count({selector})) > 0, {options});"


def shown_by(step: Wish, check: Wish, design: Design) -> Lines:
    """Return the lines that do one thing and look for another."""
    before, after = look(check, design)
    return [START, *before, *steps.do(step, design), *after]


def apart(lines: Lines) -> Lines:
    """Return a block of its own, so that names can be used again."""
    return ["{", *(f"  {line}" for line in lines), "}"]


def first_event(design: Design) -> str:
    """Return an event that any player of this game brings about."""
    if design.mechanic == "quiz":
        return "right"
    return "catch" if design.of("treasure") else "hit"
