"""A story as data: chapters of pages with choices, what can be taken along, endings, and what the book can do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from elisa.workshop.kits.page.contents import Drawn, Eyes
    from elisa.workshop.kits.page.dress import Dress, Pictures
    from elisa.workshop.kits.page.speech import Speech

NEXT = "next"


@dataclass(frozen=True)
class Choice:
    """A button: its words, the page it opens (``next``: the next chapter), what the reader gets, what it takes."""

    words: str
    to: str = NEXT
    gives: str = ""
    needs: str = ""

    def data(self) -> dict[str, str]:
        """Return it as it stands in the book."""
        found = {"words": self.words, "to": self.to, "gives": self.gives, "needs": self.needs}
        return {key: value for key, value in found.items() if value}


@dataclass
class Page:
    """One page.

    Attributes:
        id: Its name in the book.
        scene: What stands behind it.
        cast: Who and what can be seen.
        words: Paragraphs.
        choices: Where it can go on; an ending has none.
        ending: Name of the ending that it is.
        also: What the reader has → a sentence for those who have it.
    """

    id: str
    scene: str
    cast: list[Drawn] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    ending: str = ""
    also: dict[str, str] = field(default_factory=dict)


@dataclass
class Chapter:
    """Pages that belong together; the first one opens it.

    Attributes:
        key: Its name, a slug.
        pages: Its pages.
        requirements: Wishes that it carries out.
        about: The child's words.
        seen: Words that must stand on the page ``shows`` (an id), for the test.
        shows: Page whose words the child wrote.
    """

    key: str
    pages: list[Page]
    requirements: list[str] = field(default_factory=list)
    about: str = ""
    shows: str = ""


@dataclass
class Tale:
    """The whole story before it is drawn."""

    title: str
    goal: str
    language: str
    speech: Speech
    eyes: Eyes
    dress: Dress
    pictures: Pictures
    hero: Drawn
    cover: Chapter
    chapters: list[Chapter] = field(default_factory=list)
    last: Chapter | None = None
    gifts: dict[str, Drawn] = field(default_factory=dict)
    features: dict[str, list[str]] = field(default_factory=dict)
    promises: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def say(self, key: str, **values: str) -> str:
        """Return one of the tale's sentences, with the child's words put in."""
        text = str(self.speech.table("tale")[key])
        for name, value in values.items():
            text = text.replace("{" + name + "}", value)
        return text

    def all_chapters(self) -> list[Chapter]:
        """Return the chapters in the order of reading."""
        return [self.cover, *self.chapters, *([self.last] if self.last else [])]

    def pages(self) -> list[Page]:
        """Return all pages."""
        return [page for chapter in self.all_chapters() for page in chapter.pages]

    def chapter_of(self, requirement: str) -> Chapter | None:
        """Return the chapter that carries out a wish."""
        return next((one for one in self.all_chapters() if requirement in one.requirements), None)


def page_data(page: Page, name_of: dict[str, str]) -> dict[str, Any]:
    """Return a page as it stands in the book; ``name_of`` gives the name of a picture for a word."""
    data: dict[str, Any] = {"scene": page.scene, "cast": [name_of[one.word] for one in page.cast], "words": page.words}
    if page.also:
        data["also"] = [{"has": has, "words": words} for has, words in page.also.items()]
    if page.choices:
        data["choices"] = [choice.data() for choice in page.choices]
    if page.ending:
        data["ending"] = page.ending
    return data
