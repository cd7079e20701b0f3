"""The website kit: from the child's words to a blueprint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop import escaping
from elisa.workshop.blueprint import Blueprint, Piece
from elisa.workshop.kits.page.dress import colours_css
from elisa.workshop.kits.page.guide import guide_of
from elisa.workshop.kits.page.slots import put_in, slot_lines
from elisa.workshop.kits.page.testing import (
    FOLDER,
    missing_proof,
    proof_test,
    title_of,
    whole_file,
    wish_file,
    wish_test,
)
from elisa.workshop.kits.website import contents, widgets
from elisa.workshop.kits.website.asset import asset
from elisa.workshop.kits.website.promise import promise
from elisa.workshop.kits.website.proofs import prove
from elisa.workshop.kits.website.read import read_site
from elisa.workshop.kits.website.rule import reaction
from elisa.workshop.proofs.script import TestCode

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.kits.website.site import Made, Section, Site

KIND = "website"
BASE = "page"
_MAKERS: dict[str, Callable[[Section, Site], Made]] = {
    "title": contents.title,
    "gallery": contents.gallery,
    "cards": contents.cards,
    "list": contents.listing,
    "table": contents.table,
    "steps": contents.steps,
    "facts": contents.facts,
    "about": contents.about,
    "footer": contents.footer,
    "menu": widgets.menu,
    "dark": widgets.dark,
    "search": widgets.search,
    "favourites": widgets.favourites,
    "form": widgets.form,
    "quiz": widgets.quiz,
    "poll": widgets.poll,
    "counter": widgets.counter,
    "countdown": widgets.countdown,
    "reaction": reaction,
    "promise": promise,
}
_INLINE = ("title",)


def draw(spec: NuggetSpec, language: str) -> Blueprint:
    """Draw a website. Pure: the same spec and language give the same blueprint."""
    return _Drawing(spec, language).blueprint()


class _Drawing:
    def __init__(self, spec: NuggetSpec, language: str) -> None:
        self._spec = spec
        self.site = read_site(spec, language)
        self.made = {section.key: _MAKERS[section.kind](section, self.site) for section in self.site.sections}

    def blueprint(self) -> Blueprint:
        """Put everything together."""
        tests, missing = self._tests()
        heaps = self._heaps()
        pieces = [self._base(heaps.pop(BASE, [])), *(self._piece(heap) for heap in heaps.values())]
        wishes = [need.in_words for need in self._spec.requirements if need.id not in self.site.left_out]
        lost = [
            f"{need.in_words}: {self.site.left_out[need.id]}"
            for need in self._spec.requirements
            if need.id in self.site.left_out
        ]
        made = [piece.made for piece in pieces if piece.made]
        return Blueprint(
            kind=KIND,
            pieces=tuple(pieces),
            tests=tests,
            whole_tests=self._whole(),
            left_out=dict(self.site.left_out),
            missing_proofs=missing,
            notes=tuple(dict.fromkeys(self.site.notes)),
            guide=guide_of(self._spec, self.site.title, made, wishes, lost),
        )

    def _heaps(self) -> dict[str, list[Section]]:
        """Sections by piece: what one wish asks for belongs together; what nobody asked for goes with the page."""
        heap_of: dict[str, str] = {}
        heaps: dict[str, list[Section]] = {}
        for section in self.site.sections:
            known = [heap_of[name] for name in section.requirements if name in heap_of]
            with_page = section.kind == "promise" or not section.requirements
            heap = BASE if with_page else [*known, section.key][0]
            for other in dict.fromkeys(known):
                if other != heap:
                    heaps.setdefault(heap, []).extend(heaps.pop(other))
                    heap_of.update({name: heap for name, at in heap_of.items() if at == other})
            heaps.setdefault(heap, []).append(section)
            heap_of.update(dict.fromkeys(section.requirements, heap))
        return heaps

    def _piece(self, sections: list[Section]) -> Piece:
        slots: dict[str, list[str]] = {}
        files: dict[str, str] = {}
        for section in sections:
            files |= self.made[section.key].files
            slots |= self._slots(section)
        own = {section.key for section in sections}
        needs = {need for section in sections for need in self.made[section.key].needs} - own
        name = self._name(sections[0])
        return Piece(
            id=sections[0].key,
            name=name,
            requirements=tuple(dict.fromkeys(name for section in sections for name in section.requirements)),
            files=self._shared_less(files, sections[0].key),
            needs=(BASE, *sorted(self._home(need) for need in needs)),
            doing=say("kits.doing_section", name=name),
            made=say("kits.made_section", name=name),
            slots=slots,
        )

    def _home(self, key: str) -> str:
        """Return the piece that a section belongs to."""
        return next((home for home, heap in self._heaps().items() if any(one.key == key for one in heap)), BASE)

    def _shared_less(self, files: dict[str, str], home: str) -> dict[str, str]:
        """A file that several pieces bring (a drawing, the gallery's script) comes with the page."""
        del home
        return {path: text for path, text in files.items() if path not in self._shared()}

    def _shared(self) -> dict[str, str]:
        seen: dict[str, str] = {}
        shared: dict[str, str] = {}
        for heap, sections in self._heaps().items():
            files = [entry for one in sections for entry in self.made[one.key].files.items()]
            shared |= {path: text for path, text in files if seen.setdefault(path, heap) != heap}
        return shared

    def _slots(self, section: Section) -> dict[str, list[str]]:
        made = self.made[section.key]
        slots = dict(made.slots)
        if made.html:
            slots["hero" if section.kind in _INLINE else f"section-{section.key}"] = made.html
        loaded = [f'<script src="{path}"></script>' for path in made.scripts if path not in self._loaded_by(section)]
        if loaded:
            slots[f"script-{section.key}"] = loaded
        return slots

    def _loaded_by(self, section: Section) -> set[str]:
        """Scripts that another section loads already: they serve all sections of their kind."""
        before = self.site.sections[: self.site.sections.index(section)]
        return {path for one in before for path in self.made[one.key].scripts}

    def _base(self, sections: list[Section]) -> Piece:
        page = self._page()
        files: dict[str, str] = {}
        for section in sections:
            files |= self.made[section.key].files
            for slot, lines in self._slots(section).items():
                page = put_in(page, slot, lines)
        files |= self._shared() | self.site.pictures.files(self.site.star)
        style = asset("site.css")
        if self._promised("calm"):
            style += "\n.hero .star {\n  animation: none;\n}\n"
        files |= {
            "index.html": page,
            "look.css": colours_css(self.site.dress),
            "site/site.css": style,
            "site/site.js": asset("site.js"),
        }
        name = say("kits.name_page", title=self.site.title[:60])
        needs = tuple(dict.fromkeys(name for section in sections for name in section.requirements))
        return Piece(BASE, name, needs, files, doing=say("kits.doing_page"), made=say("kits.made_page"))

    def _promised(self, what: str) -> bool:
        return any(section.values.get("what") == what for section in self.site.of("promise"))

    def _page(self) -> str:
        site = self.site
        title, star = escaping.as_html(site.title), site.pictures.file(site.star)
        words = ' data-words="big"' if self._promised("big_words") else ""
        direction = "rtl" if site.language in ("ar", "fa", "he", "ur") else "ltr"
        slots = [f"section-{one.key}" for one in site.sections if self.made[one.key].html and one.kind not in _INLINE]
        scripts = [f"script-{one.key}" for one in site.sections if self.made[one.key].scripts]
        lines = [
            "<!doctype html>",
            (
                f'<html lang="{site.language}" dir="{direction}" data-light="{site.dress.light}" '
                f'data-look="{site.dress.look}"{words}>'
            ),
            "<head>",
            '  <meta charset="utf-8">',
            '  <meta name="viewport" content="width=device-width, initial-scale=1">',
            f"  <title>{title}</title>",
            f'  <link rel="icon" href="{star}">',
            '  <link rel="stylesheet" href="look.css">',
            '  <link rel="stylesheet" href="site/site.css">',
            "</head>",
            "<body>",
            f'  <a class="skip" href="#main">{site.label("skip")}</a>',
            '  <header class="top">',
            (
                f'    <a class="brand" href="#top"><img src="{star}" alt="" width="46" '
                f'height="46"><span>{title}</span></a>'
            ),
            *slot_lines(["menu"], "    "),
            '    <div class="tools">',
            *slot_lines(["tools-love", "tools-light"], "      "),
            "    </div>",
            "  </header>",
            '  <main id="main">',
            *slot_lines(["hero", *slots], "    "),
            "  </main>",
            '  <footer class="foot">',
            *slot_lines(["footer"], "    "),
            f"    <p>{site.label('made_with')}</p>",
            "  </footer>",
            '  <p id="news" class="unseen" aria-live="polite"></p>',
            '  <script src="site/site.js"></script>',
            *slot_lines(scripts, "  "),
            "</body>",
            "</html>",
        ]
        return "\n".join(lines) + "\n"

    def _name(self, section: Section) -> str:
        name = section.heading or str(section.values.get("words", ""))
        name = name or self.site.speech.label(f"name_{section.kind}")
        return " ".join(escaping.printable(name).split())[:70]

    def _tests(self) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
        tests: dict[str, dict[str, str]] = {}
        missing: dict[str, str] = {}
        proofs = self._spec.workflow.behavioral_tests or []
        for need in self._spec.requirements:
            if need.id in self.site.left_out:
                missing |= {one.id: missing_proof(one.then) for one in proofs if one.requirement_id == need.id}
                continue
            code = [
                wish_test(need, self.made[one.key].tests) for one in self.site.sections if need.id in one.requirements
            ]
            for proof in (one for one in proofs if one.requirement_id == need.id):
                lines = prove(proof, self.site, self.made, need.id)
                if isinstance(lines, str):
                    missing[proof.id] = missing_proof(lines)
                else:
                    code.append(proof_test(proof, lines))
            tests[need.id] = wish_file(need, code)
        known = {need.id for need in self._spec.requirements}
        missing |= {one.id: missing_proof(one.then) for one in proofs if one.requirement_id not in known}
        return tests, missing

    def _whole(self) -> dict[str, str]:
        title = say("workshop.test_whole_page")
        title_words = escaping.as_js(" ".join(self.site.title.split()))
        lines = [
            (f'check.equal(await page.evaluate(() => document.title), {title_words}, "the title");'),
            'check(await page.visible("h1"), "there is no heading");',
            "for (const width of [390, 1366]) {",
            "  await page.resize(width, 768);",
            (
                "  check(await page.evaluate(() => document.documentElement.scrollWidth <= "
                "innerWidth), `too wide at ${width}`);"
            ),
            "}",
        ]
        return {f"{FOLDER}/the-whole-page.test.js": whole_file(title, [TestCode(title_of(title), None, None, lines)])}
