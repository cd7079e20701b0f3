"""A rule of the child's on the page: what starts it, what happens, and what a test sees of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop.escaping import as_comment, as_html, as_js, as_number
from elisa.workshop.kits.website.asset import asset
from elisa.workshop.kits.website.site import Made

if TYPE_CHECKING:
    from elisa.workshop.kits.page.contents import Drawn
    from elisa.workshop.kits.website.site import Section, Site

_PALE = {"red": "#FFD9D6", "orange": "#FFE3C7", "yellow": "#FFF1B8", "green": "#D5F2DA", "teal": "#CDF1EF"}
_PALE |= {"blue": "#D6E6FF", "purple": "#E6DBFF", "pink": "#FFD8EA"}
_ACTS = ("spin", "jump", "grow", "show")


def reaction(section: Section, site: Site) -> Made:
    """Return a rule as a small section with its script."""
    values = section.values
    does, on = str(values["does"]), str(values["on"])
    actor: Drawn = values.get("actor") or site.star
    marks = {"rule": section.key, "on": on, "does": does}
    marks |= {name: _text(values[name]) for name in ("key", "seconds") if name in values}
    if does == "colour":
        marks |= {"colour": str(values["colour"]), "paper": _PALE[str(values["colour"])]}
    files = {f"site/{section.key}.js": _script(section)}
    lines, files_of_body = _body(section, site, actor)
    files |= files_of_body
    attributes = " ".join(f'data-{name}="{as_html(value)}"' for name, value in marks.items())
    label = as_html(str(values["words"])[:120])
    html = [
        f'<section class="part" id="{section.key}" data-section="reaction" {attributes} aria-label="{label}">',
        '  <div class="row">',
        *(f"    {line}" for line in lines),
        "  </div>",
        "</section>",
    ]
    handles = {}
    if on == "clicked":
        thing: Drawn | None = values.get("thing")
        names = [thing.word] if thing else [str(values["label"]) or site.speech.label("button"), "button"]
        handles = dict.fromkeys(names, f"#{section.key} [data-do=react]")
    return Made(html, files=files, scripts=[f"site/{section.key}.js"], tests=_tests(section, site), handles=handles)


def _body(section: Section, site: Site, actor: Drawn) -> tuple[list[str], dict[str, str]]:
    values, does = section.values, str(section.values["does"])
    files: dict[str, str] = {}
    lines: list[str] = []
    thing: Drawn | None = values.get("thing")
    acts_itself = does in _ACTS and thing is not None and thing.drawing == actor.drawing and does != "show"
    if values["on"] == "clicked":
        if thing is not None:
            files |= site.pictures.files(thing)
            word = as_html(thing.word)
            extra = ' class="actor"' if acts_itself else ""
            picture = (
                f'<img{extra} src="{site.pictures.file(thing)}" alt="{word}" data-thing="{word}" '
                'width="140" height="140">'
            )
            lines.append(f'<button class="touch" type="button" data-do="react">{picture}</button>')
        else:
            words = as_html(str(values["label"]) or site.speech.label("button"))
            lines.append(f'<button class="button" type="button" data-do="react">{words}</button>')
    if does in _ACTS and not acts_itself:
        files |= site.pictures.files(actor)
        word = as_html(actor.word)
        hidden = " hidden" if does == "show" else ""
        lines.append(
            f'<img class="actor" src="{site.pictures.file(actor)}" alt="{word}" '
            f'data-thing="{word}" width="140" height="140"{hidden}>'
        )
    if does == "say":
        lines.append(f'<p class="say" data-say hidden>{as_html(str(values["say"]))}</p>')
    if does == "count":
        lines.append('<b class="number" data-show="count" data-value="0" aria-live="polite">0</b>')
    return lines, files


def _script(section: Section) -> str:
    rule = asset("reaction.js").replace("{{rule}}", section.key)
    return rule.replace('"use strict";\n', f'"use strict";\n// {as_comment(str(section.values["words"]))[:200]}\n', 1)


def start_lines(section: Section, site: Site) -> list[str]:
    """Return the test lines that start a rule."""
    values = section.values
    form = site.of("form")
    liked = site.of("gallery", "cards", "list")
    if values["on"] == "clicked":
        return [f"await page.click({as_js(f'#{section.key} [data-do=react]')});"]
    if values["on"] == "pressed":
        key = str(values["key"])
        return [f"await page.press({as_js({'space': 'Space', 'enter': 'Enter'}.get(key, key))});"]
    if values["on"] == "every":
        return [f"await page.advance({as_number(round(float(values['seconds']) * 1000) + 50)});"]
    if values["on"] == "sent" and form:
        key = form[0].key
        return [
            f'await page.type({as_js(f"#{key}-name")}, "Ada");',
            f'await page.type({as_js(f"#{key}-message")}, "Hello!");',
            f"await page.click({as_js(f'#{key} [data-do=submit]')});",
        ]
    if values["on"] == "liked" and liked:
        return [f"await page.click({as_js(f'#{liked[0].key} [data-do=love]')});"]
    return []


def _tests(section: Section, site: Site) -> list[str]:
    values, key = section.values, section.key
    does = str(values["does"])
    before, after = _effect(does, values, key)
    there = f'check.equal(await page.count({as_js("#" + key)}), 1, "the rule is not on the page");'
    quiet = [] if values["on"] == "opened" else before
    return [there, *quiet, *start_lines(section, site), *after]


def _effect(does: str, values: dict[str, object], key: str) -> tuple[list[str], list[str]]:
    fired = as_js(f"#{key}")
    said = as_js(f"#{key} [data-say]")
    words = as_js(" ".join(str(values.get("say", "")).split()))
    colour = as_js(values.get("colour", ""))
    effects: dict[str, tuple[list[str], list[str]]] = {
        "say": (
            [f'check(!(await page.visible({said})), "it says it too early");'],
            [f'check.equal(await page.text({said}), {words}, "what it says");',
             f'check(await page.visible({said}), "nothing is said");'],
        ),
        "confetti": ([], ['check((await page.count("[data-bit]")) > 0, "nothing flies");']),
        "sound": ([], ['check.equal(await page.attribute("body", "data-last-sound"), "beep", "the sound");']),
        "count": ([], [f'check.equal(await page.text({as_js(f"#{key} [data-show=count]")}), "1", "the number");']),
        "dark": (
            ['const before = await page.attribute("html", "data-light");'],
            ['check((await page.attribute("html", "data-light")) !== before, "the look stays");'],
        ),
        "colour": ([], [f'check.equal(await page.attribute("html", "data-colour"), {colour}, "the colour");']),
        "fact": (
            ['const before = await page.text("[data-show=fact]");'],
            ['check((await page.text("[data-show=fact]")) !== before, "it shows the same");'],
        ),
        "show": (
            [f'check(!(await page.visible({as_js(f"#{key} .actor")})), "it is there too early");'],
            [f'check(await page.visible({as_js(f"#{key} .actor")}), "it does not come");'],
        ),
    }  # fmt: skip
    moves: tuple[list[str], list[str]] = (
        [],
        [f'check.equal(await page.attribute({as_js(f"#{key} .actor")}, "data-moves"), {as_js(does)}, "what it does");'],
    )
    before, after = effects.get(does, moves)
    return before, [f'check((await page.attribute({fired}, "data-fired")) !== null, "nothing happens");', *after]


def _text(value: object) -> str:
    return as_number(value) if isinstance(value, float | int) else str(value)
