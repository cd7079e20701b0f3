"""The story kit: from the child's words to a blueprint."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop import escaping
from elisa.workshop.blueprint import Blueprint, Piece
from elisa.workshop.kits.page.dress import LAYERS, colours_css
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
from elisa.workshop.kits.story.features import ALWAYS, asset, feature
from elisa.workshop.kits.story.proofs import HANDS, prove, wish_lines
from elisa.workshop.kits.story.read import FEATURES, read_tale
from elisa.workshop.kits.story.tale import page_data
from elisa.workshop.proofs.script import TestCode

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.kits.page.contents import Drawn
    from elisa.workshop.kits.story.tale import Chapter

KIND = "story"
BASE = "book"
_ORDER = ("name", "keep", "bag", "reveal", "sound", "restart", "back", "found")


def draw(spec: NuggetSpec, language: str) -> Blueprint:
    """Draw a story. Pure: the same spec and language give the same blueprint."""
    return _Drawing(spec, language).blueprint()


class _Drawing:
    def __init__(self, spec: NuggetSpec, language: str) -> None:
        self._spec = spec
        self.tale = read_tale(spec, language)
        self._cast: dict[str, Drawn] = {}
        for page in self.tale.pages():
            self._cast |= {one.word: one for one in page.cast}
        self._names = {word: escaping.as_file(word, f"who-{place}") for place, word in enumerate(self._cast)}
        if "name" in self.tale.features:
            begin = next(page for page in self.tale.pages() if page.id == "begin")
            begin.words.append(self.tale.say("you_decide"))

    def blueprint(self) -> Blueprint:
        """Put everything together."""
        tests, missing = self._tests()
        pieces = [self._base(), *(self._chapter(one) for one in self._own_chapters()), *self._features()]
        left_out = self.tale.left_out
        wishes = [need.in_words for need in self._spec.requirements if need.id not in left_out]
        lost = [f"{need.in_words}: {left_out[need.id]}" for need in self._spec.requirements if need.id in left_out]
        return Blueprint(
            kind=KIND,
            pieces=tuple(pieces),
            tests=tests,
            whole_tests=self._whole(),
            left_out=dict(left_out),
            missing_proofs=missing,
            notes=tuple(dict.fromkeys(self.tale.notes)),
            guide=guide_of(self._spec, self.tale.title, [piece.made for piece in pieces if piece.made], wishes, lost),
        )

    def _own_chapters(self) -> list[Chapter]:
        """Chapters that somebody asked for; the others come with the book."""
        found = [one for one in self.tale.all_chapters() if one.requirements]
        return [one for one in found if one is not self.tale.cover]

    def _chapter(self, chapter: Chapter) -> Piece:
        about = chapter.about or self.tale.speech.label("the_end")
        name = " ".join(escaping.printable(about).split())[:70]
        return Piece(
            id=chapter.key,
            name=name,
            requirements=tuple(chapter.requirements),
            files={f"story/{chapter.key}.js": self._script(chapter)},
            needs=(BASE,),
            doing=say("kits.doing_chapter", name=name),
            made=say("kits.made_chapter", name=name),
            slots={f"script-{chapter.key}": [f'<script src="story/{chapter.key}.js"></script>']},
        )

    def _script(self, chapter: Chapter) -> str:
        lines = ['"use strict";', f"// {escaping.as_comment(chapter.about)[:200]}".rstrip(" /") or "//"]
        for page in chapter.pages:
            written = _pretty(json.loads(escaping.as_js(page_data(page, self._names))))
            lines.append(f"book.page({escaping.as_js(chapter.key)}, {escaping.as_js(page.id)}, {written});")
        if chapter is self.tale.last:
            lines.append(f"book.end({escaping.as_js(chapter.key)});")
        return "\n".join(line for line in lines if line) + "\n"

    def _features(self) -> list[Piece]:
        pieces: list[Piece] = []
        done: dict[str, str] = {}
        for name in FEATURES:
            needs = [one for one in self.tale.features.get(name, ()) if one not in done]
            if name not in self.tale.features:
                continue
            made = feature(name, self.tale)
            words = say(f"kits.name_{name}")
            joined = next((done[one] for one in self.tale.features[name] if one in done), None)
            if joined is not None and not needs:
                place = next(at for at, piece in enumerate(pieces) if piece.id == joined)
                old = pieces[place]
                pieces[place] = Piece(
                    old.id, old.name, old.requirements, old.files | made.files, old.needs, old.doing, old.made,
                    old.slots | made.slots,
                )  # fmt: skip
                continue
            done |= dict.fromkeys(needs, name)
            doing, finished = say("kits.doing_section", name=words), say("kits.made_feature", name=words)
            pieces.append(Piece(name, words, tuple(needs), made.files, (BASE,), doing, finished, made.slots))
        return pieces

    def _base(self) -> Piece:
        tale = self.tale
        page = self._page()
        files = {"look.css": colours_css(tale.dress), "story/story.css": asset("story.css")}
        files |= {"story/book.js": asset("book.js"), "story/begin.js": asset("begin.js")}
        for scene in self._scenes():
            files |= tale.pictures.scene_files(scene, tale.dress.light)
        for one in [*self._cast.values(), *tale.gifts.values()]:
            files |= tale.pictures.files(one)
        for name in ALWAYS:
            if name not in tale.features:
                made = feature(name, tale)
                files |= made.files
                for slot, lines in made.slots.items():
                    page = put_in(page, slot, lines)
        for chapter in (one for one in tale.all_chapters() if one is tale.cover or not one.requirements):
            path = f"story/{chapter.key}.js"
            files[path] = self._script(chapter)
            page = put_in(page, f"script-{chapter.key}", [f'<script src="{path}"></script>'])
        needs = [*tale.cover.requirements, *tale.promises]
        name = say("kits.name_book", title=tale.title[:60])
        doing, made_words = say("kits.doing_book", hero=tale.hero.word), say("kits.made_book", hero=tale.hero.word)
        return Piece(BASE, name, tuple(needs), {"index.html": page, **files}, doing=doing, made=made_words)

    def _scenes(self) -> list[str]:
        return list(dict.fromkeys(page.scene for page in self.tale.pages()))

    def _page(self) -> str:
        tale = self.tale
        title, hero = escaping.as_html(tale.title), tale.pictures.file(tale.hero)
        label = {key: escaping.as_html(tale.speech.label(key)) for key in ("the_end", "how")}
        light = tale.dress.light
        words = ' data-words="big"' if "big_words" in tale.promises.values() else ""
        goal = "" if tale.title.casefold() in tale.goal.casefold() else " ".join(tale.goal.split())
        plain = escaping.as_html(tale.say("end_plain", hero=tale.hero.word))
        direction = "rtl" if tale.language in ("ar", "fa", "he", "ur") else "ltr"
        chapters = [f"script-{one.key}" for one in tale.all_chapters()]
        return "\n".join(
            [
                "<!doctype html>",
                (
                    f'<html lang="{tale.language}" dir="{direction}" data-light="{light}" '
                    f'data-look="{tale.dress.look}"{words}>'
                ),
                "<head>",
                '  <meta charset="utf-8">',
                '  <meta name="viewport" content="width=device-width, initial-scale=1">',
                f"  <title>{title}</title>",
                f'  <link rel="icon" href="{hero}">',
                '  <link rel="stylesheet" href="look.css">',
                '  <link rel="stylesheet" href="story/story.css">',
                "</head>",
                f'<body data-state="reading" data-plain="{plain}">',
                "  <main>",
                *self._pictures(),
                '    <header class="bar">',
                f"      <h2>{title}</h2>",
                '      <span class="space"></span>',
                *slot_lines([f"bar-{name}" for name in ("name", "found", "bag", "sound", "back", "restart")], "      "),
                "    </header>",
                '    <div id="cast">',
                *(self._figure(one) for one in self._cast.values()),
                "    </div>",
                *self._article(goal, label),
                "  </main>",
                '  <script src="story/book.js"></script>',
                *slot_lines([*chapters, *(f"script-{name}" for name in _ORDER)], "  "),
                '  <script src="story/begin.js"></script>',
                "</body>",
                "</html>",
                "",
            ]
        )

    def _article(self, goal: str, label: dict[str, str]) -> list[str]:
        """Return the page on which the story stands."""
        return [
            '    <article id="page">',
            '      <div id="cover">',
            f"        <h1>{escaping.as_html(self.tale.title)}</h1>",
            *([f"        <p>{escaping.as_html(goal[:1].upper() + goal[1:])}</p>"] if goal else []),
            *slot_lines(["cover-name"], "        "),
            f'        <p class="how">{label["how"]}</p>',
            "      </div>",
            f'      <p id="end" hidden>{label["the_end"]}</p>',
            '      <div id="words" aria-live="polite"></div>',
            '      <ol id="choices"></ol>',
            '      <div class="after">',
            *slot_lines(["after"], "        "),
            "      </div>",
            "    </article>",
        ]

    def _pictures(self) -> list[str]:
        light = self.tale.dress.light
        lines = []
        for scene in self._scenes():
            layers = "".join(f'<img src="pictures/{scene}-{light}-{layer}.svg" alt="">' for layer in LAYERS)
            lines.append(f'    <div class="scene" data-name="{scene}" aria-hidden="true" hidden>{layers}</div>')
        return lines

    def _figure(self, one: Drawn) -> str:
        word = escaping.as_html(one.word)
        name = self._names[one.word]
        source = self.tale.pictures.file(one)
        return f'      <img src="{source}" alt="{word}" data-thing="{word}" data-name="{name}" hidden>'

    def _tests(self) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
        tests: dict[str, dict[str, str]] = {}
        missing: dict[str, str] = {}
        proofs = self._spec.workflow.behavioral_tests or []
        known = {need.id for need in self._spec.requirements}
        for need in self._spec.requirements:
            own = [one for one in proofs if one.requirement_id == need.id]
            if need.id in self.tale.left_out:
                missing |= {one.id: missing_proof(one.then) for one in own}
                continue
            code = [wish_test(need, lines) for lines in wish_lines(need.id, self.tale)]
            for proof in own:
                lines = prove(proof, self.tale, need.id)
                if isinstance(lines, str):
                    missing[proof.id] = missing_proof(lines)
                else:
                    code.append(proof_test(proof, lines))
            tests[need.id] = wish_file(need, code, HANDS)
        missing |= {one.id: missing_proof(one.then) for one in proofs if one.requirement_id not in known}
        return tests, missing

    def _whole(self) -> dict[str, str]:
        title = say("workshop.test_whole_page")
        start = escaping.as_js(self.tale.speech.label("start"))
        lines = [
            (
                'check.equal(await page.text("#cover h1"), '
                f'{escaping.as_js(" ".join(self.tale.title.split()))}, "the title");'
            ),
            f"await choose(page, {start});",
            'check((await page.text("#words")) !== "", "the story does not begin");',
            "for (let pages = 0; pages < 200; pages += 1) {",
            '  if ((await page.attribute("body", "data-state")) === "ended") break;',
            '  await page.press("1");',
            "}",
            'check.equal(await page.attribute("body", "data-state"), "ended", "the story has an end");',
        ]
        text = whole_file(title, [TestCode(title_of(title), None, None, lines)], HANDS)
        return {f"{FOLDER}/the-whole-story.test.js": text}


def _pretty(data: object) -> str:
    """Return JSON over several lines that is safe inside a script, too."""
    written = json.dumps(data, ensure_ascii=False, indent=2)
    for char, escape in (
        ("<", "\\u003c"),
        (">", "\\u003e"),
        ("&", "\\u0026"),
        ("\u2028", "\\u2028"),
        ("\u2029", "\\u2029"),
    ):
        written = written.replace(char, escape)
    return written
