"""A child's "given … then …" about a website as lines of a page test, or the words that nobody could make sense of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.workshop.escaping import as_js
from elisa.workshop.kits.page.contents import quoted
from elisa.workshop.kits.website.rule import start_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elisa.spec.nugget import BehavioralTest
    from elisa.workshop.kits.website.site import Made, Section, Site

_SECONDS = re.compile(r"(?P<n>\d+(?:\.\d+)?)\s*(?:s\b|sec)")
_NUMBER = re.compile(r"\b(?P<n>\d+)\b")
_LEAD = re.compile(
    r"^\s*(?:then\s+)?(?:i (?:can )?(?:see|read|find)|the page (?:shows|says)|it (?:shows|says)|shows?|says?)\s+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_NOISE = frozenset(
    {"the", "a", "an", "is", "are", "be", "it", "i", "and", "to", "of", "in", "on", "with", "there", "shown", "visible"}
    | {"see", "page", "my", "can", "you", "that", "comes", "appears", "for", "click", "button", "one", "menu", "link"}
)


def prove(proof: BehavioralTest, site: Site, made: dict[str, Made], requirement: str) -> list[str] | str:
    """Return the lines of the test, or the words that could not become one."""
    writer = _Writer(site, made, [one for one in site.sections if requirement in one.requirements])
    steps = writer.steps(proof.when)
    if steps is None:
        return proof.when
    check = writer.check(proof.then)
    if check is None:
        return proof.then
    before, after = check
    return [*before, *steps, *after]


class _Writer:
    def __init__(self, site: Site, made: dict[str, Made], own: list[Section]) -> None:
        self._site, self._own = site, own
        own_keys = {section.key for section in own}
        ordered = sorted(made.items(), key=lambda one: one[0] not in own_keys)
        self._handles: dict[str, str] = {}
        self._own_handles = {
            words.casefold(): target for key in own_keys for words, target in made[key].handles.items()
        }
        for _, one in ordered:
            for words, target in one.handles.items():
                self._handles.setdefault(words.casefold(), target)

    def steps(self, text: str) -> list[str] | None:
        """Return what is done."""
        heard = [
            name for name, phrases in self._site.speech.table("steps").items() if self._site.speech.hears(text, phrases)
        ]
        seconds = _SECONDS.search(text)
        rule = next((one for one in self._own if one.kind == "reaction"), None)
        if rule is not None and rule.values["on"] in ("opened", "every", "sent", "liked", "pressed"):
            return start_lines(rule, self._site)
        for name in heard:
            lines = self._step(name, text)
            if lines is not None:
                return lines
        if seconds:
            return [f"await page.advance({round(float(seconds['n']) * 1000)});"]
        return None

    def _step(self, name: str, text: str) -> list[str] | None:
        form = self._site.of("form")
        simple = {
            "again": ["await page.reload();"],
            "phone": ["await page.resize(390, 800);"],
            "look": [],
        }
        if name in simple:
            act = self._clicks(text) if name == "again" and self._target(text) else []
            return [*act, *simple[name]]
        if name in ("empty", "send") and form:
            return self._send(name, text, form[0].key)
        if name in ("click", "vote", "send"):
            return self._clicks(text) or None
        return self._use(name, text)

    def _send(self, name: str, text: str, key: str) -> list[str]:
        said = as_js((quoted(text) or ["Hello!"])[0])
        filled = [
            f'await page.type({as_js(f"#{key}-name")}, "Ada");',
            f"await page.type({as_js(f'#{key}-message')}, {said});",
        ]
        return [*(filled if name == "send" else []), f"await page.click({as_js(f'#{key} [data-do=submit]')});"]

    def _use(self, name: str, text: str) -> list[str] | None:
        if name == "find" and self._site.of("search"):
            word = (quoted(text) or [self._named(text) or text.rpartition(" ")[2]])[0]
            return [f'await page.type("[data-do=find]", {as_js(word.strip(" ."))});']
        if name in ("right", "wrong") and self._site.of("quiz"):
            return [f"await page.click({as_js(self._handles[f'{name} answer'])});"]
        if name == "like" and self._site.of("favourites"):
            return [f"await page.click({as_js(self._handles['heart'])});"]
        if name == "find":
            return self._clicks(text) or None
        if name == "wait" and (seconds := _SECONDS.search(text)):
            return [f"await page.advance({round(float(seconds['n']) * 1000)});"]
        return None

    def _clicks(self, text: str) -> list[str]:
        target = self._target(text)
        return [f"await page.click({as_js(target)});"] if target else []

    def _named(self, text: str) -> str:
        """Return the entry of a list that a text names: the one that shares most words with it."""
        names = [item.name for section in [*self._own, *self._site.sections] for item in section.items]
        return max(names, key=lambda name: _shared(name, text), default="") if _most(names, text) else ""

    def _target(self, text: str) -> str:
        """Return what is to be clicked: the longest thing that the words name; without one the own part's button."""
        lower = text.casefold()
        for handles in (self._own_handles, self._handles):
            if _most(handles, text):
                return handles[max(handles, key=lambda words: _shared(words, text))]
        things = self._site.eyes.things(text)
        for thing in things:
            for words, target in self._handles.items():
                if any(other.drawing == thing.drawing for other in self._site.eyes.things(words)):
                    return target
        own = [
            f"#{one.key} button" for one in self._own if one.kind in ("gallery", "facts", "counter", "poll", "reaction")
        ]
        return own[0] if own and re.search(r"\b(?:button|it|one|picture)\b", lower) else ""

    def check(self, text: str) -> tuple[list[str], list[str]] | None:
        """Return lines before the steps and lines after them."""
        speech = self._site.speech
        heard = [name for name, phrases in speech.table("checks").items() if speech.hears(text, phrases)]
        for name in heard:
            found = self._check(name, text)
            if found is not None:
                return found
        words = quoted(text)
        if words:
            return [], [_visible(words[0])]
        return None

    def _check(self, name: str, text: str) -> tuple[list[str], list[str]] | None:
        known: dict[str, tuple[list[str], list[str]]] = {
            "dark": ([], ['check.equal(await page.attribute("html", "data-light"), "night", "the look");']),
            "light": ([], ['check.equal(await page.attribute("html", "data-light"), "day", "the look");']),
            "bits": ([], ['check((await page.count("[data-bit]")) > 0, "nothing flies");']),
            "fits": (
                [],
                ['check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "too wide");'],
            ),
            "moves": ([], ['check((await page.count("[data-moves]")) > 0, "nothing moves");']),
            "right": ([], ['check((await page.count("[data-mark=right]")) > 0, "nothing is marked as right");']),
            "wrong": ([], ['check((await page.count("[data-mark=wrong]")) > 0, "nothing is marked as wrong");']),
        }
        needs = {"right": "quiz", "wrong": "quiz"}
        if name in known and (name not in needs or self._site.of(needs[name])):
            return known[name]
        return self._check_form(name) or self._check_lists(name, text) or self._check_words(name, text)

    def _check_form(self, name: str) -> tuple[list[str], list[str]] | None:
        if not self._site.of("form"):
            return None
        tests = {
            "complains": [
                (
                    "check(await page.evaluate(() => "
                    'document.querySelectorAll(".error:not([hidden])").length > 0), "no hint");'
                )
            ],
            "thanks": ['check(await page.visible(".thanks"), "no thanks");'],
            "listed": [
                'check(Number(await page.attribute("[data-show=messages]", "data-value")) > 0, "no message is shown");'
            ],
        }
        return ([], tests[name]) if name in tests else None

    def _check_lists(self, name: str, text: str) -> tuple[list[str], list[str]] | None:
        named = self._named(text)
        items = [(section, item) for section in self._site.of("gallery", "cards", "list") for item in section.items]
        found = next(((section, item) for section, item in items if item.name == named), None)
        if name == "only" and found:
            shown = as_js(f"#{found[0].key} li[data-item]:not([hidden])")
            return [], [f'check.equal(await page.count({shown}), 1, "things shown");', _visible(named)]
        if name == "gone" and found:
            return [], [f'check(!(await page.visible({as_js("text=" + named)})), "it is still shown");']
        if name in ("counted", "kept"):
            return self._check_number(name, text)
        return None

    def _check_number(self, name: str, text: str) -> tuple[list[str], list[str]] | None:
        shows = {"counter": "count", "favourites": "favourites", "poll": "", "quiz": "score", "reaction": "count"}
        kinds = [one.kind for one in self._own] or []
        kind = next((kind for kind in kinds if kind in shows), "")
        if not kind or (kind == "reaction" and not any(one.values.get("does") == "count" for one in self._own)):
            return None
        selector = as_js(f"[data-show={shows[kind]}]") if shows[kind] else as_js("[data-do=vote][aria-pressed=true]")
        number = _NUMBER.search(text)
        if kind == "poll" or name == "kept":
            return [], [f'check(Number(await page.attribute({selector}, "data-value")) > 0, "nothing was counted");']
        if number:
            return [], [f'check.equal(await page.attribute({selector}, "data-value"), "{number["n"]}", "the number");']
        before = f'const before = Number(await page.attribute({selector}, "data-value"));'
        return [before], [
            f'check(Number(await page.attribute({selector}, "data-value")) > before, "it does not count");'
        ]

    def _check_words(self, name: str, text: str) -> tuple[list[str], list[str]] | None:
        """What shall be seen: words in quotes, an entry of a list, a heading, a thing."""
        target = (quoted(text) or [""])[0]
        if not target and name not in ("there", "kept", "only", "counted", "light", "right"):
            return None
        if (
            not target
            and any(one.kind == "gallery" for one in self._own)
            and re.search(r"\b(?:big|opens?|large)\b", text.casefold())
        ):
            return [], ['check(await page.visible("dialog"), "nothing opens");']
        target = target or self._named(text) or self._heading(text)
        if target:
            return [], [_visible(target)]
        return self._check_own(text)

    def _check_own(self, text: str) -> tuple[list[str], list[str]] | None:
        if any(one.kind == "facts" for one in self._own) and re.search(
            r"\b(?:another|new|different|other)\b", text.casefold()
        ):
            before = 'const before = await page.text("[data-show=fact]");'
            return [before], ['check((await page.text("[data-show=fact]")) !== before, "it shows the same");']
        star = as_js(self._site.star.word)
        for thing in self._site.eyes.things(text):
            if thing.drawing == self._site.star.drawing:
                return [], [(f'check(await page.visible({as_js(f"[data-thing={star}]")}), "it is not there");')]
        return self._own_words(text)

    def _heading(self, text: str) -> str:
        keys = set(re.findall(r"[^\W\d_]+", text.casefold())) - _NOISE
        for section in [*self._own, *self._site.sections]:
            words = set(re.findall(r"[^\W\d_]+", section.heading.casefold())) - _NOISE
            if words and words & keys:
                return section.heading
        return ""

    def _own_words(self, text: str) -> tuple[list[str], list[str]] | None:
        """What a rule of the child's says counts as seen when the proof repeats its words."""
        said = _LEAD.sub("", text).strip(" .").casefold()
        for section in self._own:
            own = str(section.values.get("say", ""))
            if own and (said in own.casefold() or own.casefold() in said):
                return [], [_visible(own)]
        return None


def _most(names: Iterable[str], text: str) -> int:
    return max((_shared(name, text) for name in names), default=0)


def _shared(name: str, text: str) -> int:
    """Count how much of a name stands in a text; the whole name counts most."""
    if name and name.casefold() in text.casefold():
        return 100 + len(name)
    keys = set(_WORD.findall(text.casefold()))
    return sum(len(word) for word in set(_WORD.findall(name.casefold())) & keys - _NOISE if len(word) > 2)


def _visible(words: str) -> str:
    return f'check(await page.visible({as_js("text=" + " ".join(words.split()))}), "the words are not there");'
