"""Endings: those that the child asked for, and those that follow from what the reader took along."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop import escaping
from elisa.workshop.kits.story.chapters import sentence
from elisa.workshop.kits.story.tale import Chapter, Choice, Page
from elisa.workshop.understand.lexicon import load_lexicon

if TYPE_CHECKING:
    from elisa.spec.nugget import Requirement
    from elisa.workshop.kits.story.tale import Tale

LAST = "endings"
_WHERE = re.compile(
    r"\b(?:ending|end|ends)s?\b[^:,.]*?(?:\bwhere\b|\bin which\b|\bwith\b|:|\bwhen\b)\s*(?P<rest>[^.]{4,})",
    re.IGNORECASE,
)
_MOST_CHILD = 6


def write_endings(tale: Tale, needs: list[Requirement]) -> Chapter:
    """Return the last chapter: the moment of truth, and the endings."""
    scene = tale.chapters[-1].pages[0].scene if tale.chapters else tale.dress.scene
    crossing = Page(LAST, scene, [tale.hero], [tale.say("last", hero=tale.hero.word)])
    chapter = Chapter(LAST, [crossing], [need.id for need in needs], "", LAST)
    own = [one for need in needs for one in _own(need, tale)]
    labels = tale.speech.table("tale")["end_choices"]
    for place, (name, words) in enumerate(own[:_MOST_CHILD]):
        _add(chapter, tale, f"own-{place + 1}-{name}", words, Choice(labels[place % len(labels)]), scene)
    _from_what_is_had(chapter, tale, scene)
    if len(own) < 2:
        _add(chapter, tale, "alone", tale.say("end_alone", hero=tale.hero.word), Choice(tale.say("try_alone")), scene)
        _add(chapter, tale, "home", tale.say("end_home"), Choice(tale.say("go_home")), tale.dress.scene)
    _too_few(chapter, tale, needs)
    for gift, thing in tale.gifts.items():
        key = "and_friend" if thing.alive else "and_item"
        for page in chapter.pages[1:]:
            if f"-{gift}" not in page.ending:
                page.also[gift] = tale.say(key, thing=thing.word)
    return chapter


def _from_what_is_had(chapter: Chapter, tale: Tale, scene: str) -> None:
    friend = next(((gift, one) for gift, one in tale.gifts.items() if one.alive), None)
    item = next(((gift, one) for gift, one in reversed(list(tale.gifts.items())) if not one.alive), None)
    if friend is not None:
        gift, thing = friend
        choice = Choice(tale.say("use_friend", thing=thing.word), needs=gift)
        _add(chapter, tale, f"with-{gift}", tale.say("end_friend", thing=thing.word), choice, scene)
        chapter.pages[-1].cast.append(thing)
        chapter.pages[0].also[gift] = tale.say("with_friend", thing=thing.word)
    if item is not None:
        gift, thing = item
        choice = Choice(tale.say("use_item", thing=thing.word), needs=gift)
        _add(chapter, tale, f"by-{gift}", tale.say("end_item", thing=thing.word), choice, scene)
        chapter.pages[-1].cast.append(thing)


def _too_few(chapter: Chapter, tale: Tale, needs: list[Requirement]) -> None:
    """More endings are wished for than there are: said, not passed over."""
    there = sum(1 for page in chapter.pages if page.ending)
    for need in needs:
        if max(_numbers(need.description, tale), default=0.0) > there:
            tale.left_out[need.id] = say("kits.left_endings", number=there)
            chapter.requirements.remove(need.id)


def _numbers(text: str, tale: Tale) -> list[float]:
    return [value for _, value in load_lexicon().read(text, tale.language).numbers]


def _add(chapter: Chapter, tale: Tale, name: str, words: str, choice: Choice, scene: str) -> None:
    page_id = f"end-{escaping.as_file(name, 'end')}"
    chapter.pages[0].choices.append(Choice(choice.words, page_id, needs=choice.needs))
    chapter.pages.append(Page(page_id, scene, [tale.hero], [words], ending=name))


def _own(need: Requirement, tale: Tale) -> list[tuple[str, str]]:
    """Return (name, words) of the endings that a wish describes."""
    if need.type == "when_then":
        return [("rule", sentence(f"{need.trigger}, {need.action}"))]
    found = []
    for part in re.split(r"\band an?\b|;", need.description):
        where = _WHERE.search(part)
        kind = next((one for one in ("happy", "sad", "funny") if tale.speech.hears(part, tale.speech.phrases(one))), "")
        if where is not None:
            found.append((kind or "own", sentence(where["rest"])))
        elif kind:
            found.append((kind, tale.say(f"end_{kind}", hero=tale.hero.word)))
    return found
