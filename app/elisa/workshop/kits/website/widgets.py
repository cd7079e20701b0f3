"""Sections that do something: menu, search, favourites, dark look, form, quiz, poll, counter, countdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.escaping import as_html, as_js
from elisa.workshop.kits.website.asset import script
from elisa.workshop.kits.website.contents import open_section, seen, slugs_of
from elisa.workshop.kits.website.site import Made

if TYPE_CHECKING:
    from elisa.workshop.kits.website.dates import Day
    from elisa.workshop.kits.website.site import Section, Site
    from elisa.workshop.understand.design import Question

_MOON = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M20 14.500A8.500 8.500 '
    '0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z"/></svg>'
)
_HEART = (
    '<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path fill="currentColor" '
    'd="M12 20S3 14.500 3 8.500A4.600 4.600 0 0 1 12 7a4.600 4.600 0 0 1 9 1.500C21 14.500 12 20 12 '
    '20z"/></svg>'
)
_FIELDS = ("name", "age", "town", "favourite")
_SURE = ("name", "message")


def menu(section: Section, site: Site) -> Made:
    """Links to all parts of the page; a button opens them on a small screen."""
    del section
    parts = [(one.key, one.heading) for one in site.sections if one.heading]
    label = site.label("menu")
    html = [
        f'<nav class="menu" data-section="menu" aria-label="{label}">',
        (
            '  <button class="burger" type="button" data-do="menu" aria-expanded="false" '
            f'aria-controls="links">{label}</button>'
        ),
        '  <ul id="links">',
        *(f'    <li><a href="#{key}">{as_html(_short(heading))}</a></li>' for key, heading in parts),
        "  </ul>",
        "</nav>",
    ]
    tests = [f"check.equal(await page.count('[data-section=menu] a'), {len(parts)}, \"links\");"]
    if parts:
        key = parts[-1][0]
        link = as_js(f'[data-section=menu] a[href="#{key}"]')
        tests += [
            f"await page.click({link});",
            "await page.advance(1000);",
            f'check.equal(await page.evaluate(() => location.hash), {as_js("#" + key)}, "where the link leads");',
            "await page.resize(390, 800);",
            f'check(!(await page.visible({link})), "on a phone the menu is folded");',
            'await page.click("[data-do=menu]");',
            f'check(await page.visible({link}), "its button opens the menu");',
        ]
    handles = {heading: f'[data-section=menu] a[href="#{key}"]' for key, heading in parts}
    handles = {f"{heading} {word}": to for heading, to in handles.items() for word in ("menu", "link")}
    return Made(
        slots={"menu": html}, files=script("menu"), scripts=["site/menu.js"],
        tests=tests, handles={**handles, site.speech.label("menu"): "[data-do=menu]"},
    )  # fmt: skip


def dark(section: Section, site: Site) -> Made:
    """A switch between light and dark that is kept."""
    del section
    label = site.label("light")
    button = (
        '<button class="round" type="button" data-do="light" aria-pressed="false" '
        f'aria-label="{label}" title="{label}">{_MOON}</button>'
    )
    other = site.dress.other_light
    tests = [
        'check.equal(await page.count("[data-do=light]"), 1, "switches");',
        'const before = await page.style("body", "background-color");',
        'await page.click("[data-do=light]");',
        f'check.equal(await page.attribute("html", "data-light"), "{other}", "the look");',
        'check((await page.style("body", "background-color")) !== before, "the colours stay as they are");',
        "await page.reload();",
        f'check.equal(await page.attribute("html", "data-light"), "{other}", "the look after a new visit");',
    ]
    handles = dict.fromkeys(
        [site.speech.label("light"), "dark mode", "dark", "night mode", "moon", "light"], "[data-do=light]"
    )
    return Made(
        slots={"tools-light": [button]}, files=script("dark"), scripts=["site/dark.js"], tests=tests, handles=handles
    )


def search(section: Section, site: Site) -> Made:
    """A field that leaves only what fits."""
    target = site.of("gallery", "cards", "list")[0]
    key = section.key
    html = [
        '<form class="finder" role="search" data-do="finder">',
        (
            f'  <label>{site.label("find")}<input type="search" id="{key}-field" data-do="find" '
            f'placeholder="{site.label("find_hint")}" autocomplete="off"></label>'
        ),
        (
            '  <p class="chip" data-show="found" aria-live="polite" '
            f'data-words="{site.label("found")}" data-none="{site.label("found_none")}"></p>'
        ),
        "</form>",
    ]
    first = target.items[0]
    fits = [item for item in target.items if _fold(first.name) in _fold(f"{item.name} {item.note}")]
    shown = as_js(f"#{target.key} li[data-item]:not([hidden])")
    tests = [
        'check.equal(await page.count("[data-do=find]"), 1, "search fields");',
        f'await page.type("[data-do=find]", {as_js(first.name)});',
        f'check.equal(await page.count({shown}), {len(fits)}, "what fits");',
        'await page.type("[data-do=find]", "qqzx");',
        f'check.equal(await page.count({shown}), 0, "what fits no word");',
    ]
    handles = dict.fromkeys(["search", "search box", "search field", "filter"], "[data-do=find]")
    return Made(
        slots={f"tools-{target.key}": html}, files=script("search"), scripts=["site/search.js"],
        tests=tests, handles=handles, needs=[target.key],
    )  # fmt: skip


def favourites(section: Section, site: Site) -> Made:
    """A heart on everything that is listed."""
    del section
    lists = site.of("gallery", "cards", "list")
    words = site.label("favourites")
    chip = (
        '<p class="chip" data-show="favourites" data-value="0" '
        f'data-words="{site.label("favourite")}" title="{words}">{_HEART}<span '
        f'class="unseen">{words}</span><b>0</b></p>'
    )
    first = as_js(f"#{lists[0].key} [data-do=love]")
    tests = [
        (
            f"check.equal(await page.count({as_js(f'#{lists[0].key} [data-do=love]')}), "
            f'{len(lists[0].items)}, "hearts to press");'
        ),
        f"await page.click({first});",
        'check.equal(await page.attribute("[data-show=favourites]", "data-value"), "1", "favourites");',
        "await page.reload();",
        f'check.equal(await page.attribute({first}, "aria-pressed"), "true", "the favourite after a new visit");',
    ]
    handles = dict.fromkeys(["heart", "favourite", "favorite"], f"#{lists[0].key} [data-do=love]")
    return Made(
        slots={"tools-love": [chip]}, files=script("favourites"), scripts=["site/favourites.js"],
        tests=tests, handles=handles, needs=[one.key for one in lists],
    )  # fmt: skip


def form(section: Section, site: Site) -> Made:
    """A message that is looked over, thanked for and kept on this computer."""
    text = str(section.values["text"])
    asked = [
        "name",
        *(name for name in _FIELDS[1:] if site.speech.hears(text, site.speech.table("fields")[name])),
        "message",
    ]
    key = section.key
    fields = []
    for name in asked:
        kind = (
            f'<textarea id="{key}-{name}" name="{name}" rows="3"'
            if name == "message"
            else f'<input id="{key}-{name}" name="{name}" maxlength="60"'
        )
        end = "></textarea>" if name == "message" else ">"
        sure = f' aria-describedby="{key}-{name}-error" required' if name in _SURE else ""
        fields.append(f'  <div><label for="{key}-{name}">{site.label("field_" + name)}</label>{kind}{sure}{end}')
        fields.append(f"  {_error(key, name, site)}</div>" if name in _SURE else "  </div>")
    content = [
        f'<form class="box" id="{key}-form" data-do="send" novalidate>',
        *fields,
        f'  <p class="fine">{site.label("stays_here")}</p>',
        (
            '  <div class="row"><button class="button" type="submit" '
            f'data-do="submit">{site.label("send")}</button><p class="thanks" role="status" '
            f'data-words="{site.label("thanks")}" hidden></p></div>'
        ),
        "</form>",
        f'<ul class="messages" data-show="messages" data-value="0" data-delete="{site.label("delete")}"></ul>',
    ]
    handles = dict.fromkeys([site.speech.label("send"), "send button", "send"], f"#{key} [data-do=submit]")
    return Made(
        open_section(section, content),
        files=script("form"),
        scripts=["site/form.js"],
        tests=_form_tests(section, site),
        handles=handles,
    )


def _form_tests(section: Section, site: Site) -> list[str]:
    key = section.key
    send, messages = as_js(f"#{key} [data-do=submit]"), as_js(f"#{key} [data-show=messages]")
    return [
        *seen(section),
        f"await page.click({send});",
        f'check(await page.visible({as_js(f"#{key}-message-error")}), "an empty message is not complained about");',
        f'check.equal(await page.attribute({messages}, "data-value"), "0", "messages");',
        f'await page.type({as_js(f"#{key}-name")}, "Ada");',
        f'await page.type({as_js(f"#{key}-message")}, "What a page!");',
        f"await page.click({send});",
        (
            f"check.equal(await page.text({as_js(f'#{key} .thanks')}), "
            f'{as_js(_plain(site.speech.label("thanks", name="Ada")))}, "the thanks");'
        ),
        "await page.reload();",
        f'check((await page.text({messages})).includes("What a page!"), "the message is lost after a new visit");',
    ]


def _error(key: str, name: str, site: Site) -> str:
    return f'<p class="error" id="{key}-{name}-error" hidden>{site.label("error_" + name)}</p>'


def _question(question: Question, site: Site) -> list[str]:
    answers = [
        (
            '    <button class="answer" type="button" '
            f'data-right="{"yes" if place == question.right else "no"}">{as_html(answer)}</button>'
        )
        for place, answer in enumerate(question.answers)
    ]
    return [
        '<fieldset class="box question" data-role="question">',
        f"  <legend>{as_html(question.ask)}</legend>",
        '  <div class="answers">',
        *answers,
        "  </div>",
        (
            f'  <p class="feedback" role="status" data-right="{site.label("right")}" '
            f'data-wrong="{site.label("wrong")}"></p>'
        ),
        "</fieldset>",
    ]


def quiz(section: Section, site: Site) -> Made:
    """Questions with answers to choose from."""
    questions: list[Question] = section.values["questions"]
    content = [
        f'<p class="chip" data-show="score" data-value="0" aria-live="polite" data-words="{site.label("score")}"></p>'
    ]
    content.append('<div class="questions">')
    content += [line for question in questions for line in _question(question, site)]
    content.append("</div>")
    right = f"#{section.key} [data-role=question] [data-right=yes]"
    wrong = f"#{section.key} [data-role=question]:last-child [data-right=no]"
    tests = [
        *seen(section),
        (
            f"check.equal(await page.count({as_js(f'#{section.key} [data-role=question]')}), "
            f'{len(questions)}, "questions");'
        ),
        (
            f"check.equal(await page.text({as_js(f'#{section.key} legend')}), "
            f'{as_js(_plain(questions[0].ask))}, "the first question");'
        ),
        f"await page.click({as_js(right)});",
        (
            f"check.equal(await page.attribute({as_js(f'#{section.key} [data-show=score]')}, "
            '"data-value"), "1", "right answers");'
        ),
        (
            f"check.equal(await page.attribute({as_js(f'#{section.key} .feedback')}, "
            '"data-feedback"), "right", "what it says");'
        ),
    ]
    handles = {"right answer": right, "correct answer": right, "wrong answer": wrong}
    return Made(
        open_section(section, content), files=script("quiz"), scripts=["site/quiz.js"], tests=tests, handles=handles
    )


def poll(section: Section, site: Site) -> Made:
    """A vote with bars."""
    handles, buttons = {}, []
    for slug, item in zip(slugs_of(section), section.items, strict=True):
        buttons.append(
            f'  <button class="answer" type="button" data-do="vote" value="{slug}" '
            f'aria-pressed="false"><i></i><span>{as_html(item.name)}</span><span '
            'data-show="votes"></span></button>'
        )
        handles[item.name] = f'#{section.key} [data-do=vote][value="{slug}"]'
    content = ['<div class="box poll">', *buttons, "</div>"]
    html = open_section(section, content)
    html[0] = html[0].replace(">", f' data-words="{site.label("votes")}">', 1)
    first, second = (as_js(target) for target in list(handles.values())[:2])
    tests = [
        *seen(section),
        f'check.equal(await page.count({as_js(f"#{section.key} [data-do=vote]")}), {len(section.items)}, "choices");',
        f"await page.click({first});",
        f'check.equal(await page.attribute({first}, "data-value"), "1", "votes");',
        "await page.reload();",
        f"await page.click({second});",
        f'check.equal(await page.attribute({first}, "data-value"), "0", "votes after a change of mind");',
        f'check.equal(await page.attribute({second}, "data-value"), "1", "votes for the other");',
    ]
    return Made(html, files=script("poll"), scripts=["site/poll.js"], tests=tests, handles=handles)


def counter(section: Section, site: Site) -> Made:
    """A number that a button makes bigger."""
    label = site.label("count_me")
    content = [
        '<div class="box row">',
        '  <b class="number" data-show="count" data-value="0" aria-live="polite">0</b>',
        f'  <button class="button" type="button" data-do="count">{label}</button>',
        "</div>",
    ]
    button, number = as_js(f"#{section.key} [data-do=count]"), as_js(f"#{section.key} [data-show=count]")
    tests = [
        *seen(section),
        f"await page.click({button});",
        f"await page.click({button});",
        f'check.equal(await page.text({number}), "2", "the number");',
        "await page.reload();",
        f'check.equal(await page.text({number}), "2", "the number after a new visit");',
    ]
    handles = dict.fromkeys([site.speech.label("count_me"), "button", "counter"], f"#{section.key} [data-do=count]")
    return Made(
        open_section(section, content),
        files=script("counter"),
        scripts=["site/counter.js"],
        tests=tests,
        handles=handles,
    )


def countdown(section: Section, site: Site) -> Made:
    """Days, hours, minutes and seconds until the child's day."""
    day: Day = section.values["day"]
    until = escaping.as_html(site.speech.label("until", day=day.words))
    parts = [
        f'  <li><b data-show="{name}">0</b><small>{site.label(name)}</small></li>'
        for name in ("days", "hours", "minutes", "seconds")
    ]
    content = [
        (
            f'<p data-show="state" role="status" data-until="{until}" '
            f'data-today="{site.label("today")}" data-over="{site.label("over")}"></p>'
        ),
        f'<ul class="clock" data-month="{day.month}" data-day="{day.day}" data-year="{day.year}" data-value="0">',
        *parts,
        "</ul>",
    ]
    clock = as_js(f"#{section.key} .clock")
    year = day.year or "null"
    tests = [
        *seen(section),
        f'const left = Number(await page.attribute({clock}, "data-value"));',
        "const wanted = await page.evaluate((year, month, day) => {",
        "  const now = new Date();",
        "  const then = new Date(year ?? now.getFullYear(), month - 1, day);",
        (
            "  const next = year === null && then.getTime() + 86400000 <= now.getTime() ? new "
            "Date(now.getFullYear() + 1, month - 1, day) : then;"
        ),
        "  return Math.max(Math.ceil((next.getTime() - now.getTime()) / 1000), 0);",
        f"}}, {year}, {day.month}, {day.day});",
        'check.equal(left, wanted, "seconds left");',
        "await page.advance(3000);",
        (
            f'check.equal(Number(await page.attribute({clock}, "data-value")), Math.max(left - 3, 0), '
            '"seconds left three seconds later");'
        ),
        (
            f'check((await page.text({as_js(f"#{section.key} [data-show=state]")})) !== "", "it does '
            'not say what it counts to");'
        ),
    ]
    return Made(open_section(section, content), files=script("countdown"), scripts=["site/countdown.js"], tests=tests)


def _short(heading: str) -> str:
    return heading if len(heading) <= 22 else heading[:21].rsplit(" ", 1)[0] + "…"


def _fold(text: str) -> str:
    return text.casefold()


def _plain(text: str) -> str:
    return " ".join(escaping.printable(text).split())
