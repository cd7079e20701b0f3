"""What the book can do besides telling: back, restart, keep the place, reveal, bag, sound, name."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.escaping import as_html, as_js
from elisa.workshop.kits.story.routes import route_to

if TYPE_CHECKING:
    from elisa.workshop.kits.story.tale import Tale

ALWAYS = ("back", "restart", "keep", "reveal", "bag", "sound", "found")
_ICONS = {
    "back": '<path d="M10 5 3 12l7 7M4 12h17"/>',
    "restart": '<path d="M4 12a8 8 0 1 0 3-6.200L4 8M4 3v5h5"/>',
    "sound": '<path d="M4 9v6h4l5 4V5L8 9z"/><path class="waves" d="M16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11"/>',
}


@dataclass
class Feature:
    """One thing that the book can do: its lines on the page, its script, its test."""

    slots: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    tests: list[str] = field(default_factory=list)


@cache
def asset(name: str) -> str:
    """Return the text of a script or a style sheet of the kit."""
    return files(__package__).joinpath("assets", name).read_text(encoding="utf-8")


def feature(name: str, tale: Tale) -> Feature:
    """Return a feature as files, lines and test."""
    slots: dict[str, list[str]] = {}
    if name in _ICONS:
        slots[f"bar-{name}"] = [_button(name, tale)]
    if name == "restart":
        again = as_html(tale.speech.label("again"))
        slots["after"] = [f'<button class="button" type="button" data-do="restart">{again}</button>']
    if name == "bag":
        slots["bar-bag"] = _bag(tale)
    if name == "found":
        words = as_html(tale.speech.label("found"))
        slots["bar-found"] = [f'<p class="chip" data-show="endings" data-value="0" data-words="{words}"></p>']
    if name == "name":
        slots["bar-name"] = ['<p class="chip" data-show="name" hidden></p>']
        slots["cover-name"] = _name_form(tale)
    slots[f"script-{name}"] = [f'<script src="story/{name}.js"></script>']
    return Feature(slots, {f"story/{name}.js": asset(f"{name}.js")}, _TESTS[name](tale) if name in _TESTS else [])


def _button(name: str, tale: Tale) -> str:
    label = as_html(tale.speech.label(name))
    pressed = ' aria-pressed="false"' if name == "sound" else ""
    icon = f'<svg viewBox="0 0 24 24" aria-hidden="true">{_ICONS[name]}</svg>'
    marks = f'data-do="{name}" aria-label="{label}" title="{label}"{pressed}'
    return f'<button class="round" type="button" {marks}>{icon}</button>'


def _bag(tale: Tale) -> list[str]:
    lines = [f'<ul class="bag" id="bag" data-value="0" aria-label="{as_html(tale.speech.label("bag"))}">']
    lines.append(
        f'  <li data-show="empty">{as_html(tale.speech.label("bag"))}: {as_html(tale.speech.label("bag_empty"))}</li>'
    )
    for gift, thing in tale.gifts.items():
        word = as_html(thing.word)
        picture = f'<img src="{tale.pictures.file(thing)}" alt="{word}" title="{word}" width="36" height="36">'
        lines.append(f'  <li data-item="{gift}" hidden>{picture}</li>')
    return [*lines, "</ul>"]


def _name_form(tale: Tale) -> list[str]:
    label = {key: as_html(tale.speech.label(key)) for key in ("ask_name", "name_ready", "name_error")}
    return [
        '<form data-do="name" novalidate>',
        (
            f'  <label for="name-field">{label["ask_name"]}<input id="name-field" maxlength="30" '
            'autocomplete="off"></label>'
        ),
        f'  <button class="button" type="submit">{label["name_ready"]}</button>',
        f'  <p class="error" hidden>{label["name_error"]}</p>',
        "</form>",
    ]


def choose(words: list[str]) -> list[str]:
    """Return the test line that chooses one thing after the other."""
    return [f"await choose(page, {', '.join(as_js(word) for word in words)});"] if words else []


def _start(tale: Tale) -> list[str]:
    return choose([tale.speech.label("start")])


def _back(tale: Tale) -> list[str]:
    go = choose([tale.speech.label("start"), tale.say("begin_look")])
    return [
        *go,
        'await page.click("[data-do=back]");',
        'check.equal(await page.attribute("body", "data-page"), "begin", "the page before");',
    ]


def _restart(tale: Tale) -> list[str]:
    return [
        *_start(tale),
        'check.equal(await page.attribute("body", "data-page"), "begin", "the page");',
        'await page.click("[data-do=restart]");',
        'check.equal(await page.attribute("body", "data-page"), "cover", "the page after the restart");',
    ]


def _keep(tale: Tale) -> list[str]:
    return [
        *_start(tale),
        "await page.reload();",
        'check.equal(await page.attribute("body", "data-page"), "begin", "the page after a new visit");',
    ]


def _reveal(tale: Tale) -> list[str]:
    return [
        *_start(tale),
        'check.equal(await page.attribute("#words", "data-revealing"), "yes", "the text comes slowly");',
        "await page.advance(20000);",
        'check.equal(await page.attribute("#words", "data-revealing"), "no", "all of the text is there in the end");',
    ]


def gift_route(tale: Tale, gift: str) -> list[str]:
    """Return the choices after which the reader has something."""
    for page in tale.pages():
        for choice in page.choices:
            if choice.gives == gift:
                return [*(route_to(tale, page.id) or []), choice.words]
    return []


def _bag_test(tale: Tale) -> list[str]:
    gift = next(iter(tale.gifts))
    selector = escaping.as_js(f'#bag [data-item="{gift}"]')
    return [
        f'check(!(await page.visible({selector})), "it is in the bag too early");',
        *choose(gift_route(tale, gift)),
        f'check(await page.visible({selector}), "the bag is empty");',
    ]


def _sound(tale: Tale) -> list[str]:
    return [
        'check.equal(await page.attribute("[data-do=sound]", "aria-pressed"), "false", "the sound at first");',
        *_start(tale),
        'check.equal(await page.attribute("body", "data-last-sound"), null, "a sound that nobody asked for");',
        'await page.click("[data-do=sound]");',
        *choose([tale.say("begin_look")]),
        'check.equal(await page.attribute("body", "data-last-sound"), "page", "the sound of a page");',
    ]


def _name(tale: Tale) -> list[str]:
    return [
        'await page.type("#name-field", "Ada");',
        'await page.click("[data-do=name] button");',
        'check.equal(await page.text("[data-show=name]"), "Ada", "the name");',
        *_start(tale),
        'check((await page.text("#words")).includes("Ada"), "the story does not know the name");',
        "await page.reload();",
        'check.equal(await page.text("[data-show=name]"), "Ada", "the name after a new visit");',
    ]


_TESTS = {
    "back": _back,
    "restart": _restart,
    "keep": _keep,
    "reveal": _reveal,
    "bag": _bag_test,
    "sound": _sound,
    "name": _name,
}
