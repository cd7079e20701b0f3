"""Tests of a story: a wish's own, and a child's "given … then …" as choices and what is read then."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.workshop.escaping import as_js
from elisa.workshop.kits.page.contents import quoted
from elisa.workshop.kits.page.promise_tests import PROMISES, THERE
from elisa.workshop.kits.story.features import choose, feature
from elisa.workshop.kits.story.routes import needed_for, route_to

if TYPE_CHECKING:
    from elisa.spec.nugget import BehavioralTest
    from elisa.workshop.kits.story.tale import Chapter, Choice, Page, Tale

HANDS = """
// Choose by the words on the buttons, one after the other.
async function choose(page, ...all) {
  for (const words of all) {
    const place = await page.evaluate(
      (wanted) => [...document.querySelectorAll("[data-choice]")].findIndex((one) => one.dataset.words === wanted),
      words,
    );
    check(place >= 0, `nobody can choose “${words}” here`);
    await page.press(String(place + 1));
  }
}
"""
_KEY = re.compile(r"\b(?P<key>[1-9])\b")
_WORD = re.compile(r"[^\W\d_]+")
_SECONDS = re.compile(r"(?P<n>\d+)\s*(?:s\b|sec)")
_NOISE = frozenset(
    {"the", "a", "an", "i", "to", "and", "is", "are", "it", "of", "in", "on", "with", "you", "my", "that", "me", "then"}
    | {"choose", "click", "pick", "tap", "decide", "see", "there", "shown", "says", "say", "text", "story", "page"}
)


def wish_lines(requirement: str, tale: Tale) -> list[list[str]]:
    """Return the tests of a wish, as lines."""
    tests: list[list[str]] = []
    if requirement in tale.promises:
        tests.append([THERE, *PROMISES[tale.promises[requirement]]])
    for name, needs in tale.features.items():
        if requirement in needs:
            tests.append(feature(name, tale).tests)
    chapter = tale.chapter_of(requirement)
    if chapter is tale.cover:
        title = as_js(" ".join(tale.title.split()))
        drawn = '[...document.querySelectorAll(".scene img, #cast img")].every((one) => one.naturalWidth > 0)'
        tests.append(
            [
                f'check.equal(await page.text("#cover h1"), {title}, "the title");',
                f'check(await page.evaluate(() => {drawn}), "a picture is not drawn");',
            ]
        )
    elif chapter is not None and chapter is tale.last:
        tests += [_ending(page, tale) for page in chapter.pages if page.ending]
    elif chapter is not None:
        tests.append(_chapter(chapter, tale))
    return tests


def _chapter(chapter: Chapter, tale: Tale) -> list[str]:
    """The page is reached, says the child's words, shows who is in it, and its choices lead to different pages."""
    first = chapter.pages[0]
    lines = [*choose(route_to(tale, first.id) or []), *reads(first)]
    lines.append(f'check.equal(await page.count("[data-choice]"), {len(first.choices)}, "choices");')
    words = [choice.words for choice in first.choices]
    lines += [*choose(words[:1]), 'const one = await page.text("#words");']
    page = next((page for page in chapter.pages if page.id == chapter.shows), first)
    if page.id != first.id:
        lines += reads(page) if first.choices[0].to == page.id else []
    if len(words) > 1:
        lines += [
            "await page.evaluate(() => localStorage.clear());",
            "await page.reload();",
            *choose([*(route_to(tale, first.id) or []), words[1]]),
            'check((await page.text("#words")) !== one, "both choices lead to the same");',
        ]
    return lines


def reads(page: Page) -> list[str]:
    """Return the lines that check a page's words and those who are in it."""
    said = as_js(" ".join(page.words[0].split()))
    lines = [f'check((await page.text("#words")).includes({said}), "the story tells something else");']
    lines += [
        (
            f"check(await page.visible({as_js(f'#cast [data-thing={as_js(one.word)}]')}), "
            f"{as_js(one.word + ' is not there')});"
        )
        for one in page.cast
    ]
    return lines


def _ending(page: Page, tale: Tale) -> list[str]:
    wanted = needed_for(tale, page.id)
    return [
        *choose(route_to(tale, page.id, wanted) or []),
        'check.equal(await page.attribute("body", "data-state"), "ended", "the story");',
        f'check.equal(await page.attribute("body", "data-ending"), {as_js(page.ending)}, "the ending");',
        *reads(page),
    ]


def prove(proof: BehavioralTest, tale: Tale, requirement: str) -> list[str] | str:
    """Return the lines of a proof's test, or the words that could not become one."""
    writer = _Writer(tale, tale.chapter_of(requirement))
    steps = writer.steps(proof.when)
    if steps is None:
        return proof.when
    check = writer.check(proof.then)
    return proof.then if check is None else [*steps, *check]


class _Writer:
    def __init__(self, tale: Tale, chapter: Chapter | None) -> None:
        self._tale, self._chapter = tale, chapter
        self._at: Page | None = None

    def steps(self, text: str) -> list[str] | None:
        """Return what is done, from the cover on."""
        tale = self._tale
        heard = [name for name, phrases in tale.speech.table("steps").items() if tale.speech.hears(text, phrases)]
        start = [tale.speech.label("start")]
        self._at = next(page for page in tale.pages() if page.id == "begin")
        if "reload" in heard:
            return [*choose(start), "await page.reload();"]
        for name in ("restart", "back"):
            if name in heard:
                return [*choose(start), f'await page.click("[data-do={name}]");']
        named = self._named(text)
        if named is not None:
            page, choice = named
            self._at = next((one for one in tale.pages() if one.id == choice.to), page)
            return choose([*(route_to(tale, page.id, needed_for(tale, choice.to)) or []), choice.words])
        return self._elsewhere(text, heard)

    def _elsewhere(self, text: str, heard: list[str]) -> list[str] | None:
        tale = self._tale
        first = self._chapter.pages[0] if self._chapter else None
        if "end" in heard and tale.last:
            self._at = tale.last.pages[-1]
            return choose(route_to(tale, self._at.id, needed_for(tale, self._at.id)) or [])
        if first is not None and first.id != "cover" and ("key" in heard and (key := _KEY.search(text))):
            number = int(key["key"])
            if number > len(first.choices):
                return None
            choice = first.choices[number - 1]
            self._at = next((one for one in tale.pages() if one.id == choice.to), first)
            return [*choose(route_to(tale, first.id) or []), f'await page.press("{number}");']
        if first is not None and first.id != "cover" and ("look" in heard or "choose" in heard or heard == ["wait"]):
            self._at = first
            return choose(route_to(tale, first.id) or [])
        if seconds := _SECONDS.search(text):
            return [*choose([tale.speech.label("start")]), f"await page.advance({int(seconds['n']) * 1000});"]
        return choose([tale.speech.label("start")]) if "look" in heard else None

    def _named(self, text: str) -> tuple[Page, Choice] | None:
        """Return the choice whose words the text names: one of the own chapter first."""
        own = quoted(text)
        wanted = set(_WORD.findall((own[0] if own else text).casefold())) - _NOISE
        best: tuple[int, Page, Choice] | None = None
        for chapter in [*([self._chapter] if self._chapter else []), *self._tale.all_chapters()]:
            for page in chapter.pages:
                for choice in page.choices:
                    words = set(_WORD.findall(choice.words.casefold())) - _NOISE
                    hits = len(words & wanted)
                    if hits and (hits == len(words) or hits * 2 > len(words)) and (best is None or hits > best[0]):
                        best = (hits, page, choice)
            if best is not None:
                return best[1], best[2]
        return None

    def check(self, text: str) -> list[str] | None:
        """Return what must be so then."""
        tale = self._tale
        heard = [name for name, phrases in tale.speech.table("checks").items() if tale.speech.hears(text, phrases)]
        own = quoted(text)
        if own:
            return [f'check((await page.text("#page")).includes({as_js(own[0])}), "the words are not there");']
        if "restart" in heard:
            return ['check.equal(await page.attribute("body", "data-page"), "cover", "the page");']
        if "ending" in heard:
            return ['check.equal(await page.attribute("body", "data-state"), "ended", "the story");']
        if "kept" in heard:
            return ['check.equal(await page.attribute("body", "data-page"), "begin", "the page");']
        gift = next((name for name, one in tale.gifts.items() if one.word.casefold() in text.casefold()), "")
        if "bag" in heard and not gift:
            return None
        return self._held(heard, gift) or self._seen(text)

    def _held(self, heard: list[str], gift: str) -> list[str] | None:
        if gift and "bag" in heard:
            selector = as_js(f'#bag [data-item="{gift}"]')
            return [f'check(await page.visible({selector}), "it is not in the bag");']
        if "choices" in heard and self._at is not None:
            return ['check((await page.count("[data-choice]")) > 1, "there is no choice");']
        return None

    def _seen(self, text: str) -> list[str] | None:
        """A thing that stands on the page, or words of the page that the proof repeats."""
        if self._at is None:
            return None
        there = {one.drawing: one for one in self._at.cast}
        lines = [
            (
                "check(await "
                f'page.visible({as_js(f"#cast [data-thing={as_js(there[one.drawing].word)}]")}), "it '
                'is not there");'
            )
            for one in self._tale.eyes.things(text)
            if one.drawing in there
        ]
        said = set(_WORD.findall(text.casefold())) - _NOISE
        words = next((one for one in self._at.words if said & (set(_WORD.findall(one.casefold())) - _NOISE)), "")
        if words and not lines:
            lines = [
                f'check((await page.text("#words")).includes({as_js(" ".join(words.split()))}), "it is not told");'
            ]
        return lines or None
