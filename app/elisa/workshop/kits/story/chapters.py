"""Chapters written from sentences: who is met, what is found, where the way forks, what happens if."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.workshop import escaping
from elisa.workshop.kits.page.contents import Drawn, items_in
from elisa.workshop.kits.story.tale import Chapter, Choice, Page
from elisa.workshop.understand.lexicon import load_lexicon
from elisa.workshop.understand.style import DEFAULT_SCENE, scene_of

if TYPE_CHECKING:
    from elisa.spec.nugget import Requirement
    from elisa.workshop.kits.page.naming import Slugs
    from elisa.workshop.kits.story.tale import Tale

_BETWEEN = re.compile(
    r"\bbetween\s+(?P<a>[^,.]+?)(?:,\s*(?P<c>[^,.]+?))?,?\s+(?:and|or)\s+(?P<b>[^,.?]+)", re.IGNORECASE
)
_OR = re.compile(
    r"\b(?:to|choose|decide|pick|go)\s+(?P<a>[^,.]+?)(?:,\s*(?P<c>[^,.]+?))?,?\s+or\s+(?:to\s+)?(?P<b>[^,.?]+)",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"^(?:i|you|the (?:player|reader|user)|somebody|someone)\s+(?:can\s+)?(?:choose(?:s)?\s+(?:to\s+)?)?(?=\S)",
    re.IGNORECASE,
)
_OPTION_LEAD = re.compile(r"^(?:to\s+)?(?=\S)", re.IGNORECASE)
_MOST_CHOICES = 6
_LONGEST_CHOICE = 70
_LONGEST_SENTENCE = 400


class ChapterWriter:
    """Writes chapters for one tale."""

    def __init__(self, tale: Tale, slugs: Slugs) -> None:
        self._tale, self._slugs = tale, slugs
        self._scene_now = tale.dress.scene

    def cover(self, rest: str) -> Chapter:
        """Return the first chapter: the cover, and the beginning with something to find."""
        tale = self._tale
        table = tale.speech.phrases("finds")
        name = table[tale.dress.seed % len(table)]
        find = Drawn(tale.eyes.book.name_of(name, tale.language), name, kind="tool")
        first = sentence(self._once(rest))
        begin = [first, tale.say("begin", hero=tale.hero.word)]
        gift = self._gift(find)
        pages = [
            self._page("cover", [tale.hero], [], [Choice(tale.speech.label("start"), "begin")]),
            self._page(
                "begin", [tale.hero], begin,
                [Choice(tale.say("begin_go")), Choice(tale.say("begin_look"), "begin-look")],
            ),
            self._page(
                "begin-look", [tale.hero, find], [tale.say("looked", find=find.word)],
                [
                    Choice(tale.say("take", thing=find.word), "begin-taken", gives=gift),
                    Choice(tale.say("leave", thing=find.word)),
                ],
            ),
            self._page("begin-taken", [tale.hero], [tale.say("taken", thing=find.word)], [Choice(tale.say("go_on"))]),
        ]  # fmt: skip
        return Chapter("cover", pages, [], tale.goal, "begin")

    def _once(self, rest: str) -> str:
        if not rest:
            return self._tale.say("once", rest=f"a {self._tale.hero.word}")
        own = re.match(r"^(?:an?|the|two|three|my)\s", rest, re.IGNORECASE)
        return self._tale.say("once" if own else "story_of", rest=rest)

    def scene(self, need: Requirement, text: str) -> Chapter | None:
        """Return the chapter of a sentence: by what it is about, one meets, takes, sneaks past, or listens."""
        tale = self._tale
        told = sentence(self._told(text))
        if len(told) < 3:
            return None
        things = [one for one in tale.eyes.things(told) if one.drawing != tale.hero.drawing]
        scene = self._scene_of(told)
        key = self._slugs.of(told, "chapter")
        alive = next((one for one in things if one.alive), None)
        lying = next((one for one in things if not one.alive and one.kind not in ("place", "weather", "space")), None)
        taking = tale.speech.hears(told, tale.speech.phrases("taking"))
        if lying is not None and (taking or alive is None):
            pages = self._taking(key, scene, lying, told, alive)
        elif alive is not None and tale.speech.hears(told, tale.speech.phrases("danger")):
            pages = self._danger(key, scene, alive, told)
        elif alive is not None:
            pages = self._meeting(key, scene, alive, told)
        else:
            pages = self._place(key, scene, things, told)
        return Chapter(key, pages, [need.id], need.in_words, key)

    def meeting(self, thing: Drawn) -> Chapter:
        """Return a chapter that nobody asked for: somebody to meet on the way."""
        key = self._slugs.of(f"meeting {thing.word}", "meeting")
        told = self._tale.say("meets", thing=thing.word)
        return Chapter(key, self._meeting(key, self._scene_now, thing, told), [], told, key)

    def choice(self, need: Requirement, text: str) -> Chapter | None:
        """Return a chapter in which the way forks, or ``None`` where the sentence names no two ways."""
        options = self._options(text)
        if len(options) < 2:
            return None
        tale = self._tale
        key = self._slugs.of(" ".join(options), "choice")
        pages = [self._page(key, [tale.hero], [tale.say("way")], [])]
        for place, option in enumerate(options, start=1):
            words = _OPTION_LEAD.sub("", option)
            words = words[:1].upper() + words[1:]
            mark = f"{key}-{place}"
            scene = self._scene_of(option, keep=False)
            cast = [tale.hero, *[one for one in tale.eyes.things(option) if one.drawing != tale.hero.drawing][:1]]
            told = tale.say("chosen", option=words)
            pages.append(Page(mark, scene, cast, [told], [Choice(tale.say("go_on"))]))
            pages[0].choices.append(Choice(words[:_LONGEST_CHOICE], mark, gives=mark))
        return Chapter(key, pages, [need.id], need.in_words, f"{key}-1")

    def rule(self, need: Requirement) -> Chapter:
        """Return a chapter for "when this, then that": the trigger is a choice, the action is what comes of it."""
        tale = self._tale
        trigger = _WHO.sub("", (need.trigger or need.description).strip(" .!")) or need.description
        action = (need.action or need.description).strip()
        key = self._slugs.of(f"{trigger} {action}", "when")
        happened = sentence(action)
        scene = self._scene_of(f"{trigger}. {action}")
        others = [one for one in tale.eyes.things(trigger) if one.drawing != tale.hero.drawing][:1]
        gift = next((one for one in tale.eyes.things(action) if one.drawing != tale.hero.drawing), None)
        taking = tale.speech.hears(action, tale.speech.phrases("taking")) or (gift is not None and gift.alive)
        gives = self._gift(gift) if gift is not None and taking else ""
        seen = [tale.hero, *([gift] if gift else others)]
        label = trigger[:1].upper() + trigger[1:_LONGEST_CHOICE]
        pages = [
            Page(
                key, scene, [tale.hero, *others], [tale.say("what_now")],
                [Choice(label, f"{key}-then", gives=gives), Choice(tale.say("hurry"), f"{key}-past")],
            ),
            Page(f"{key}-then", scene, seen, [happened], [Choice(tale.say("go_on"))]),
            Page(f"{key}-past", scene, [tale.hero], [tale.say("hurried")], [Choice(tale.say("go_on"))]),
        ]  # fmt: skip
        return Chapter(key, pages, [need.id], need.in_words, f"{key}-then")

    def _taking(self, key: str, scene: str, thing: Drawn, told: str, alive: Drawn | None) -> list[Page]:
        tale = self._tale
        gift = self._gift(thing)
        take, leave = tale.say("take", thing=thing.word), tale.say("leave", thing=thing.word)
        cast = [tale.hero, *([alive] if alive else []), thing]
        return [
            Page(key, scene, cast, [told], [Choice(take, f"{key}-taken", gives=gift), Choice(leave, f"{key}-left")]),
            Page(
                f"{key}-taken", scene, [tale.hero], [tale.say("taken", thing=thing.word)], [Choice(tale.say("go_on"))]
            ),
            Page(
                f"{key}-left",
                scene,
                [tale.hero, thing],
                [tale.say("left", thing=thing.word)],
                [Choice(tale.say("go_on"))],
            ),
        ]

    def _meeting(self, key: str, scene: str, thing: Drawn, told: str) -> list[Page]:
        tale = self._tale
        gift = self._gift(thing)
        ask, alone = tale.say("ask", thing=thing.word), tale.say("alone")
        words = [told, tale.say("asks", thing=thing.word)]
        cast = [tale.hero, thing]
        return [
            Page(key, scene, cast, words, [Choice(ask, f"{key}-joined", gives=gift), Choice(alone, f"{key}-alone")]),
            Page(f"{key}-joined", scene, cast, [tale.say("joined", thing=thing.word)], [Choice(tale.say("go_on"))]),
            Page(
                f"{key}-alone", scene, [tale.hero], [tale.say("waved", thing=thing.word)], [Choice(tale.say("go_on"))]
            ),
        ]

    def _danger(self, key: str, scene: str, thing: Drawn, told: str) -> list[Page]:
        tale = self._tale
        gift = self._gift(thing)
        brave, past = tale.say("brave", thing=thing.word), tale.say("tiptoe", thing=thing.word)
        cast = [tale.hero, thing]
        words = [told, tale.say("heart")]
        return [
            Page(key, scene, cast, words, [Choice(brave, f"{key}-tamed", gives=gift), Choice(past, f"{key}-past")]),
            Page(f"{key}-tamed", scene, cast, [tale.say("tamed", thing=thing.word)], [Choice(tale.say("go_on"))]),
            Page(f"{key}-past", scene, [tale.hero], [tale.say("past")], [Choice(tale.say("go_on"))]),
        ]

    def _place(self, key: str, scene: str, things: list[Drawn], told: str) -> list[Page]:
        tale = self._tale
        cast = [tale.hero, *things[:1]]
        words = [told, tale.say("what_now")]
        listen, hurry = tale.say("listen"), tale.say("hurry")
        return [
            Page(key, scene, cast, words, [Choice(listen, f"{key}-listen"), Choice(hurry, f"{key}-hurry")]),
            Page(f"{key}-listen", scene, cast, [tale.say("listened")], [Choice(tale.say("go_on"))]),
            Page(f"{key}-hurry", scene, [tale.hero], [tale.say("hurried")], [Choice(tale.say("go_on"))]),
        ]

    def _page(self, page_id: str, cast: list[Drawn], words: list[str], choices: list[Choice]) -> Page:
        return Page(page_id, self._scene_now, cast, words, choices)

    def _gift(self, thing: Drawn) -> str:
        """Remember something that can be taken along; return its name."""
        name = escaping.as_file(thing.word, thing.drawing or "thing")
        self._tale.gifts.setdefault(name, thing)
        return name

    def _told(self, text: str) -> str:
        head, colon, rest = text.partition(":")
        if colon and len(head.split()) < 5 and len(rest.split()) > 3:
            return rest.strip()
        told = text if text[:1].isupper() else self._tale.speech.without_lead_ins(text)
        return with_article(text, told)

    def _scene_of(self, text: str, *, keep: bool = True) -> str:
        scene = scene_of([load_lexicon().read(text, self._tale.language)], None)
        if scene == DEFAULT_SCENE and "meadow" not in text.casefold():
            return self._scene_now
        if keep:
            self._scene_now = scene
        return scene

    def _options(self, text: str) -> list[str]:
        found = _BETWEEN.search(text) or _OR.search(text)
        if found:
            return [one.strip(" .!?") for one in (found["a"], found["c"], found["b"]) if one and one.strip(" .!?")]
        return [item.name for item in items_in(text)][:_MOST_CHOICES]


def sentence(text: str) -> str:
    """Return a text as a sentence: a capital first, a full stop last."""
    text = " ".join(escaping.printable(text).split())[:_LONGEST_SENTENCE].strip()
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".!?…”\"'。" or not text else ".")


def with_article(goal: str, rest: str) -> str:
    """Give a goal's rest its article back: "a story about a fox" is about a fox."""
    tidy = " ".join(goal.split())
    found = re.search(rf"\b(?P<article>an?|the)\s+{re.escape(rest)}", tidy, re.IGNORECASE) if rest else None
    return f"{found['article']} {rest}" if found else rest
