"""A website as data: its title, its sections and what each wish is about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from elisa.workshop import escaping

if TYPE_CHECKING:
    from elisa.workshop.kits.page.contents import Drawn, Eyes, Item
    from elisa.workshop.kits.page.dress import Dress, Pictures
    from elisa.workshop.kits.page.speech import Speech


@dataclass
class Section:
    """One part of the page.

    Attributes:
        kind: What it is (gallery, form, search …).
        key: Its id on the page, unique.
        heading: What stands over it; empty for a part without a heading of its own.
        requirements: Wishes that asked for it; empty for what a page has anyway.
        items: What it lists.
        values: What else its kind needs to know.
    """

    kind: str
    key: str
    heading: str = ""
    requirements: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)


@dataclass
class Site:
    """The whole page before it is drawn."""

    title: str
    tagline: str
    language: str
    speech: Speech
    eyes: Eyes
    dress: Dress
    pictures: Pictures
    star: Drawn
    sections: list[Section] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    proofs: dict[str, list[str]] = field(default_factory=dict)

    def of(self, *kinds: str) -> list[Section]:
        """Return the sections of some kinds, in their order."""
        return [section for section in self.sections if section.kind in kinds]

    def label(self, key: str, **values: object) -> str:
        """Return visible words of the page, safe for HTML."""
        return escaping.as_html(self.speech.label(key, **values))


@dataclass
class Made:
    """A section as it will stand in the nugget.

    Attributes:
        html: Lines of the section itself.
        slots: Lines for other places of the page: ``menu``, ``tools``, ``footer``, tools of a list.
        files: Path → text of what it brings.
        scripts: Those of the files that the page must load.
        tests: Lines of a page test that fail where the section is missing.
        handles: What a child may call a thing to click or to look at → where it is.
        needs: Keys of the sections on which it stands.
    """

    html: list[str] = field(default_factory=list)
    slots: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    scripts: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)
    handles: dict[str, str] = field(default_factory=dict)
    needs: list[str] = field(default_factory=list)
