"""Sections that show something: hero, gallery, cards, lists, tables, steps, facts, words, footer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.escaping import as_html, as_js
from elisa.workshop.kits.page.dress import LAYERS
from elisa.workshop.kits.page.naming import Slugs
from elisa.workshop.kits.website.asset import script
from elisa.workshop.kits.website.site import Made

if TYPE_CHECKING:
    from elisa.workshop.kits.page.contents import Drawn, Item
    from elisa.workshop.kits.website.site import Section, Site


def open_section(section: Section, lines: list[str]) -> list[str]:
    """Return the lines of a section with its heading around the lines of its content."""
    key, heading = as_html(section.key), as_html(section.heading)
    return [
        f'<section class="part" id="{key}" data-section="{section.kind}" aria-labelledby="{key}-title">',
        f'  <h2 id="{key}-title">{heading}</h2>',
        *(f"  {line}" for line in lines),
        "</section>",
    ]


def seen(section: Section) -> list[str]:
    """Return the test lines that every section has: it is there, under the child's words."""
    key = as_js(f"#{section.key}")
    return [
        f'check(await page.visible({key}), "this part is not on the page");',
        (
            f"check.equal(await page.text({as_js(f'#{section.key} h2')}), "
            f'{as_js(" ".join(section.heading.split()))}, "its heading");'
        ),
    ]


def image(site: Site, drawn: Drawn, *, more: str = "") -> str:
    """Return an image of a thing, named by the child's word."""
    word = as_html(drawn.word)
    return f'<img{more} src="{as_html(site.pictures.file(drawn))}" alt="" data-thing="{word}" width="120" height="120">'


def _drawings(site: Site, items: list[Item]) -> tuple[list[Drawn], dict[str, str]]:
    drawn = [site.eyes.thing(item.name) for item in items]
    files: dict[str, str] = {}
    for one in drawn:
        files |= site.pictures.files(one)
    return drawn, files


def slugs_of(section: Section) -> list[str]:
    """Return a short name for each entry, none of them twice."""
    slugs = Slugs(())
    return [slugs.of(item.name, f"thing-{place}") for place, item in enumerate(section.items, start=1)]


def _tools(section: Section) -> list[str]:
    """Where a search can put its field."""
    return [f"<!-- slot: tools-{section.key} -->", ""]


def title(section: Section, site: Site) -> Made:
    """The first view: the title over a scene, with the thing that the page is about."""
    scene, light = site.dress.scene, site.dress.light
    files = {**site.pictures.scene_files(scene, light), **site.pictures.files(site.star)}
    layers = [f'    <img src="pictures/{scene}-{light}-{layer}.svg" alt="">' for layer in LAYERS]
    said = str(section.values.get("words", "")) or site.tagline
    first = next((one.key for one in site.sections if one.heading), "")
    star = as_html(site.star.word)
    html = [
        '<section class="hero" id="top" data-section="hero" aria-labelledby="title">',
        f'  <div class="scene" data-drawn="{light}" data-scene="{scene}" aria-hidden="true">',
        *layers,
        "  </div>",
        '  <div class="hero-inner">',
        '    <div class="panel">',
        f'      <h1 id="title">{as_html(site.title)}</h1>',
        *([f'      <p class="tagline">{as_html(said)}</p>'] if said else []),
        *(
            [f'      <p class="go"><a class="button" href="#{first}">{site.label("look_around")}</a></p>']
            if first
            else []
        ),
        "    </div>",
        (
            f'    <img class="star" src="{site.pictures.file(site.star)}" alt="{star}" '
            f'data-thing="{star}" width="300" height="300">'
        ),
        "  </div>",
        "</section>",
    ]
    tests = [
        'check(await page.visible("#title"), "the title is not there");',
        f'check.equal(await page.text("#title"), {as_js(" ".join(site.title.split()))}, "the title");',
        (
            'check(await page.evaluate(() => document.querySelector(".star").naturalWidth > 0), "its '
            'picture is not drawn");'
        ),
    ]
    return Made(html, files=files, tests=tests, handles={site.title: "#title"})


def gallery(section: Section, site: Site) -> Made:
    """Pictures that open big."""
    drawn, files = _drawings(site, section.items)
    entries = []
    handles = {}
    for slug, item, one in zip(slugs_of(section), section.items, drawn, strict=True):
        note = f' data-note="{as_html(item.note)}"' if item.note else ""
        entries += [
            f'  <li data-item="{slug}" data-words="{as_html(item.name)}">',
            (
                '    <button class="picture" type="button" '
                f'data-do="look"{note}>{image(site, one)}<span>{as_html(item.name)}</span></button>'
            ),
            "  </li>",
        ]
        handles[item.name] = f'#{section.key} [data-item="{slug}"] [data-do="look"]'
    first = next(iter(handles.values()))
    content = [
        *_tools(section),
        '<ul class="gallery">',
        *entries,
        "</ul>",
        "<dialog>",
        f'  <img src="{site.pictures.file(drawn[0])}" alt="" width="280" height="280">',
        "  <h3></h3>",
        "  <p></p>",
        (
            '  <form method="dialog"><button class="button" type="submit" '
            f'data-do="close">{site.label("close")}</button></form>'
        ),
        "</dialog>",
    ]
    return Made(
        open_section(section, content),
        files={**files, **script("gallery")},
        scripts=["site/gallery.js"],
        tests=_gallery_tests(section, first),
        handles=handles,
    )


def _gallery_tests(section: Section, first: str) -> list[str]:
    return [
        *seen(section),
        f'check.equal(await page.count({as_js(f"#{section.key} [data-item]")}), {len(section.items)}, "pictures");',
        *_names(section),
        f"await page.click({as_js(first)});",
        f'check(await page.visible({as_js(f"#{section.key} dialog")}), "the picture does not open");',
        (
            f"check.equal(await page.text({as_js(f'#{section.key} dialog h3')}), "
            f'{as_js(_plain(section.items[0].name))}, "the big picture");'
        ),
        f"await page.click({as_js(f'#{section.key} [data-do=close]')});",
        f'check(!(await page.visible({as_js(f"#{section.key} dialog")})), "the picture does not close");',
    ]


def cards(section: Section, site: Site) -> Made:
    """A card for each thing, with what the child says about it."""
    drawn, files = _drawings(site, section.items)
    entries, handles = [], {}
    for slug, item, one in zip(slugs_of(section), section.items, drawn, strict=True):
        note = f"<p>{as_html(_sentence(item.note))}</p>" if item.note else ""
        entries.append(
            f'  <li class="card" data-item="{slug}" '
            f'data-words="{as_html(item.name)}">{image(site, one)}<h3>{as_html(item.name)}</h3>{note}</li>'
        )
        handles[item.name] = f'#{section.key} [data-item="{slug}"]'
    content = [*_tools(section), '<ul class="cards">', *entries, "</ul>"]
    tests = [
        *seen(section),
        f'check.equal(await page.count({as_js(f"#{section.key} .card")}), {len(section.items)}, "cards");',
        *_names(section),
    ]
    return Made(open_section(section, content), files=files, tests=tests, handles=handles)


def listing(section: Section, site: Site) -> Made:
    """A list with a small drawing for each entry that can be drawn."""
    drawn, files = _drawings(site, section.items)
    entries, handles = [], {}
    for slug, item, one in zip(slugs_of(section), section.items, drawn, strict=True):
        note = f"<small>{as_html(item.note)}</small>" if item.note else ""
        entries.append(
            f'  <li data-item="{slug}" '
            f'data-words="{as_html(item.name)}">{image(site, one)}<span>{as_html(item.name)}{note}</span></li>'
        )
        handles[item.name] = f'#{section.key} [data-item="{slug}"]'
    content = [*_tools(section), '<ul class="list">', *entries, "</ul>"]
    tests = [
        *seen(section),
        f'check.equal(await page.count({as_js(f"#{section.key} li[data-item]")}), {len(section.items)}, "entries");',
        *_names(section),
    ]
    return Made(open_section(section, content), files=files, tests=tests, handles=handles)


def table(section: Section, site: Site) -> Made:
    """A table: a thing and what belongs to it."""
    rows = [
        f'  <tr><th scope="row">{as_html(item.name)}</th><td>{as_html(item.note)}</td></tr>' for item in section.items
    ]
    content = ['<div class="box">', "<table>", *rows, "</table>", "</div>"]
    last = section.items[-1]
    tests = [
        *seen(section),
        f'check.equal(await page.count({as_js(f"#{section.key} tr")}), {len(section.items)}, "rows");',
        (
            f"check.equal(await page.text({as_js(f'#{section.key} tr:last-child td')}), "
            f'{as_js(_plain(last.note))}, "the last row");'
        ),
        *_names(section),
    ]
    del site
    return Made(open_section(section, content), tests=tests)


def steps(section: Section, site: Site) -> Made:
    """Steps in their order."""
    entries = [
        f"  <li><span>{as_html(item.name)}{': ' + as_html(item.note) if item.note else ''}</span></li>"
        for item in section.items
    ]
    tests = [
        *seen(section),
        f'check.equal(await page.count({as_js(f"#{section.key} ol li")}), {len(section.items)}, "steps");',
        *_names(section),
    ]
    del site
    return Made(open_section(section, ['<ol class="steps">', *entries, "</ol>"]), tests=tests)


def facts(section: Section, site: Site) -> Made:
    """One fact at a time, another one by the button."""
    texts = [item.name + (f": {item.note}" if item.note else "") for item in section.items]
    all_facts = [f"    <li>{as_html(text)}</li>" for text in texts]
    content = [
        '<div class="box row">',
        f'  <p class="fact" data-show="fact" aria-live="polite">{as_html(texts[0])}</p>',
        f'  <button class="button" type="button" data-do="another">{site.label("another")}</button>',
        '  <ul class="all" hidden>',
        *all_facts,
        "  </ul>",
        "</div>",
    ]
    shown, button = as_js(f"#{section.key} [data-show=fact]"), as_js(f"#{section.key} [data-do=another]")
    tests = [
        *seen(section),
        f'check.equal(await page.text({shown}), {as_js(_plain(texts[0]))}, "the first one");',
        f"await page.click({button});",
        f'check.equal(await page.text({shown}), {as_js(_plain(texts[1 % len(texts)]))}, "the next one");',
    ]
    handles = {site.speech.label("another"): f"#{section.key} [data-do=another]"}
    return Made(
        open_section(section, content), files=script("facts"), scripts=["site/facts.js"], tests=tests, handles=handles
    )


def about(section: Section, site: Site) -> Made:
    """The child's own words, with a picture of what they are about."""
    text = str(section.values["text"])
    after = text.partition(":")[2].strip()
    said = after or site.tagline or text
    things = site.eyes.things(f"{section.heading} {after}") or [site.star]
    content = [
        '<div class="box about">',
        f"  {image(site, things[0])}",
        f"  <div><p>{as_html(_sentence(said))}</p></div>",
        "</div>",
    ]
    key = as_js(f"#{section.key} .about p")
    tests = [*seen(section), f'check.equal(await page.text({key}), {as_js(_plain(_sentence(said)))}, "the words");']
    return Made(open_section(section, content), files=site.pictures.files(things[0]), tests=tests)


def footer(section: Section, site: Site) -> Made:
    """Words at the bottom of the page."""
    words = str(section.values["words"])
    del site
    tests = [
        f'check.equal(await page.text("[data-section=footer]"), {as_js(_plain(words))}, "the bottom of the page");'
    ]
    return Made(slots={"footer": [f'<p data-section="footer">{as_html(words)}</p>']}, tests=tests)


def _names(section: Section) -> list[str]:
    names = [_plain(item.name) for item in section.items]
    return [
        f"const words = await page.text({as_js(f'#{section.key}')});",
        f"for (const name of {as_js(names)}) check(words.includes(name), `${{name}} is missing`);",
    ]


def _plain(text: str) -> str:
    return " ".join(escaping.printable(text).split())


def _sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?…" else ".")
