"""A story read from the child's words: sentences become chapters, choices and endings, or features of the book."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.kit import load_kit
from elisa.workshop.kits.page.contents import LONGEST_READ, Drawn, Eyes, quoted
from elisa.workshop.kits.page.dress import Pictures, dress_of
from elisa.workshop.kits.page.naming import Slugs
from elisa.workshop.kits.page.speech import load_speech
from elisa.workshop.kits.story.chapters import ChapterWriter, with_article
from elisa.workshop.kits.story.endings import write_endings
from elisa.workshop.kits.story.tale import Chapter, Tale
from elisa.workshop.understand.lexicon import load_lexicon
from elisa.workshop.understand.style import DEFAULT_SCENE, look_of, scene_of

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec, Requirement

UNSUPPORTED = (
    *("photo", "video", "friends", "chat", "account", "shop", "map", "weather"),
    *("ai", "three_d", "voice", "share", "print", "upload"),
)
FEATURES = ("name", "keep", "reveal", "bag", "sound", "restart", "back")
_WITHOUT = ("scary", "violent", "rude", "ads", "no_internet", "flashing", "video", "account", "chat", "shop")
_BEING = ("big_words", "any_screen", "keys_only")
_IDS = (
    *FEATURES,
    *("cover", "book", "begin", "story", "found", "endings", "the-end", "guide", "review"),
    *("proofs-1", "proofs-2", "proofs-3"),
)
_LONGEST_TITLE = 60
_LEAST_CHAPTERS = 3


def read_tale(spec: NuggetSpec, language: str) -> Tale:
    """Read a spec. Pure: the same spec and language give the same tale."""
    return _Reader(spec, language).read()


class _Reader:
    def __init__(self, spec: NuggetSpec, language: str) -> None:
        self._spec = spec
        everything = " ".join([spec.nugget.goal, *(need.description for need in spec.requirements)])[:LONGEST_READ]
        eyes = Eyes(language)
        eyes.language = eyes.speaks(everything)
        speech = load_speech("story", eyes.language)
        seed = int.from_bytes(hashlib.sha256(everything.encode("utf-8", "surrogatepass")).digest()[:4], "big")
        kit = load_kit()
        look, _ = look_of(spec.style)
        scene = scene_of([load_lexicon().read(spec.nugget.goal[:LONGEST_READ], eyes.language)], spec.style)
        night = "night" in speech.concepts(spec.nugget.goal)
        dress = dress_of(
            kit, look, scene if scene in kit.scenes() else DEFAULT_SCENE, night=night, colour="", seed=seed
        )  # fmt: skip
        rest = with_article(spec.nugget.goal, speech.without_lead(spec.nugget.goal))
        things = [one for one in eyes.things(spec.nugget.goal) if one.alive] or [
            one for one in eyes.things(everything) if one.alive
        ]
        chosen = eyes.of_kind("animal", seed, 1)
        hero = things[0] if things else chosen[0]
        if not things:
            self._note = say("workshop.note_chose_hero", word=hero.word)
        else:
            self._note = ""
        title = self._title(rest) or speech.label("default_title")
        self._goal_rest = rest
        self._slugs = Slugs(_IDS)
        self._tale = Tale(
            title,
            spec.nugget.goal,
            eyes.language,
            speech,
            eyes,
            dress,
            Pictures(kit, dress),
            hero,
            Chapter("cover", []),
        )
        self._writer = ChapterWriter(self._tale, self._slugs)

    def _title(self, rest: str) -> str:
        for text in [self._spec.nugget.goal, *(need.description for need in self._spec.requirements)]:
            named = re.search(r"\b(?:called|titled?|named)\b", text)
            if named and quoted(text):
                return quoted(text)[0][:_LONGEST_TITLE]
        title = rest if len(rest) <= _LONGEST_TITLE else rest[:_LONGEST_TITLE].rsplit(" ", 1)[0] + "…"
        return title[:1].upper() + title[1:]

    def read(self) -> Tale:
        """Read every wish, then add what no story is without."""
        tale = self._tale
        tale.cover = self._writer.cover(self._goal_rest)
        endings: list[Requirement] = []
        timed = {name for need in self._spec.requirements for name in need.body or []}
        for need in self._spec.requirements:
            if need.id not in timed:
                self._wish(need, endings)
        self._fill_up()
        tale.last = write_endings(tale, endings)
        names = [use.name for use in self._spec.skills or ()] + [use.name for use in self._spec.rules or ()]
        tale.notes += [
            note for note in [self._note, *(say("workshop.note_skill", name=one[:40]) for one in names)] if note
        ]
        return tale

    def _wish(self, need: Requirement, endings: list[Requirement]) -> None:
        text = need.description[:LONGEST_READ].strip()
        concepts = self._tale.speech.concepts(need.in_words)
        missing = [concept for concept in UNSUPPORTED if concept in concepts]
        if not text:
            self._leave(need, say("workshop.empty_wish"))
        elif self._promised(need):
            return
        elif missing:
            self._leave(need, say("kits.left_kind", what=say(f"kits.lacks_{missing[0]}")))
        elif need.type == "timer":
            self._leave_timer(need)
        elif need.type == "when_then":
            self._rule(need, endings)
        elif "endings" in concepts:
            endings.append(need)
        elif wanted := [name for name in FEATURES if name in concepts]:
            for name in wanted:
                self._tale.features.setdefault(name, []).append(need.id)
        else:
            self._scene(need, text, concepts)

    def _scene(self, need: Requirement, text: str, concepts: set[str]) -> None:
        tale = self._tale
        if {"title", "picture"} & concepts and not tale.eyes.things(text):
            tale.cover.requirements.append(need.id)
            return
        if "keys" in concepts:
            tale.promises[need.id] = "keys_only"
            return
        chapter = self._writer.choice(need, text) if "choice" in concepts else None
        if chapter is None and "interface" not in concepts and need.type != "constraint":
            chapter = self._writer.scene(need, text)
        if chapter is None:
            self._leave(need, say("workshop.left_unknown", words=text[:80]))
            return
        tale.chapters.append(chapter)

    def _rule(self, need: Requirement, endings: list[Requirement]) -> None:
        if "endings" in self._tale.speech.concepts(need.action or ""):
            endings.append(need)
            return
        self._tale.chapters.append(self._writer.rule(need))

    def _promised(self, need: Requirement) -> bool:
        found = self._tale.speech.spot(need.description[:400])
        refused = [one.concept for one in found if one.negated]
        wanted = [one.concept for one in found if not one.negated]
        if need.type == "constraint":
            refused += [concept for concept in wanted if concept in ("scary", "violent", "rude", "ads", "flashing")]
        kept = next((concept for concept in refused if concept in _WITHOUT), None)
        kept = kept or next((concept for concept in _BEING if concept in wanted), None)
        if kept is None:
            return False
        self._tale.promises[need.id] = kept
        return True

    def _leave_timer(self, need: Requirement) -> None:
        body = [one for one in self._spec.requirements if one.id in (need.body or [])]
        for one in [need, *body]:
            self._leave(one, say("kits.left_timer_story"))

    def _fill_up(self) -> None:
        """A story of one page is none: somebody to meet, something to find."""
        tale = self._tale
        used = {one.drawing for page in tale.pages() for one in page.cast}
        helpers = tale.speech.phrases("helpers")
        names = [name for name in helpers if name not in used and name in tale.eyes.book.drawings]
        seed = tale.dress.seed
        while len(tale.chapters) < _LEAST_CHAPTERS - 1 and names:
            name = names.pop(seed % len(names))
            word = tale.eyes.book.name_of(name, tale.language)
            tale.chapters.append(self._writer.meeting(Drawn(word, name, kind="animal", alive=True)))

    def _leave(self, need: Requirement, reason: str) -> None:
        self._tale.left_out[need.id] = reason
