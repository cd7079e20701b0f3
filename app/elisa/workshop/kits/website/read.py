"""A website read from the child's words: one wish after the other becomes a section, or a reason why it does not."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.kit import load_kit
from elisa.workshop.kits.page.contents import LONGEST_READ, Drawn, Eyes, Item, items_in, quoted
from elisa.workshop.kits.page.dress import Pictures, dress_of, lively
from elisa.workshop.kits.page.naming import Slugs
from elisa.workshop.kits.page.speech import Speech, load_speech
from elisa.workshop.kits.website.dates import find_day
from elisa.workshop.kits.website.promises import read_promise
from elisa.workshop.kits.website.reactions import read_reaction
from elisa.workshop.kits.website.site import Section, Site
from elisa.workshop.understand.lexicon import load_lexicon
from elisa.workshop.understand.questions import bank_questions, own_questions
from elisa.workshop.understand.style import DEFAULT_SCENE, look_of, scene_of

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec, Requirement

UNSUPPORTED = (
    *("video", "friends", "chat", "account", "shop", "map", "weather"),
    *("ai", "three_d", "voice", "share", "print", "upload"),
)
_ADDED = ("search", "favourites", "dark", "menu", "footer", "title")
_LISTS = ("gallery", "cards", "list", "facts", "table", "steps")
_CONTENT = (
    "quiz",
    "poll",
    "countdown",
    "form",
    "counter",
    "table",
    "steps",
    "gallery",
    "facts",
    "cards",
    "list",
    "about",
)
_IDS = ("top", "main", "title", "news", "links", "first", "guide", "review", "proofs-1", "proofs-2", "proofs-3", "page")
_LONGEST_TITLE = 44
_LONGEST_HEADING = 60
_LONGEST_TAGLINE = 140
_MOST_CHOSEN = 6
_QUIZ_ANSWERS, _QUIZ_QUESTIONS = 3, 4
_OPTION_LEAD = re.compile(r"^(?:vote\s+)?(?:for|the|like|love|you|are|prefer)\s+(?=\S)", re.IGNORECASE)
_TAIL = re.compile(r"\s+(?:with|where|that|which|so that|and a|and an|using|in it)\s.*$", re.IGNORECASE)


def read_site(spec: NuggetSpec, language: str) -> Site:
    """Read a spec. Pure: the same spec and language give the same site."""
    return _Reader(spec, language).read()


class _Reader:
    def __init__(self, spec: NuggetSpec, language: str) -> None:
        self._spec = spec
        everything = " ".join([spec.nugget.goal, *(need.description for need in spec.requirements)])[:LONGEST_READ]
        eyes = Eyes(language)
        spoken = eyes.speaks(everything)
        eyes.language = spoken
        speech = load_speech("website", spoken)
        seed = int.from_bytes(hashlib.sha256(everything.encode("utf-8", "surrogatepass")).digest()[:4], "big")
        self._slugs = Slugs(_IDS)
        self._everything = everything
        kit = load_kit()
        look, _ = look_of(spec.style)
        lexicon = load_lexicon()
        # A fish in a gallery does not put the page under water: only the goal and words about the look name a scene.
        looks = [text for text in self._texts()[1:] if "looks" in speech.concepts(text)]
        readings = [lexicon.read(text[:LONGEST_READ], spoken) for text in [spec.nugget.goal, *looks]]
        scene = scene_of(readings, spec.style)
        goal_concepts = speech.concepts(spec.nugget.goal)
        colour = self._colour(speech)
        dress = dress_of(
            kit, look, scene if scene in kit.scenes() else DEFAULT_SCENE,
            night="night" in goal_concepts, colour=colour, seed=seed,
        )  # fmt: skip
        title = self._title(speech)
        star = self._star(eyes) or Drawn(title)
        self._site = Site(
            title, self._tagline(title), spoken, speech, eyes, dress, Pictures(kit, dress), star,
            proofs={},
        )  # fmt: skip

    def _star(self, eyes: Eyes) -> Drawn | None:
        """Who greets on the page: somebody alive before a thing, a thing before a place, the goal before the rest."""
        own, rest = eyes.things(self._spec.nugget.goal), eyes.things(self._everything)
        order = [*(one for one in own if one.alive), *(one for one in own if one.kind != "place")]
        order += [*(one for one in rest if one.alive), *own, *rest]
        return order[0] if order else None

    def _texts(self) -> list[str]:
        return [self._spec.nugget.goal, *(need.description for need in self._spec.requirements)]

    def _colour(self, speech: Speech) -> str:
        """The first colour of a sentence about colours, or of the child's style words."""
        style = self._spec.style
        wishes = [text for text in self._texts() if "looks" in speech.concepts(text)]
        wishes += [text for text in (style.colors, style.visual, style.theme) if text] if style else []
        names = speech.table("colours")
        for text in wishes:
            for word in re.findall(r"[^\W\d_]+", text.casefold()):
                if word in names:
                    return lively(names[word])
        return ""

    def _title(self, speech: Speech) -> str:
        for need in self._spec.requirements:
            if "title" in speech.concepts(need.description) and quoted(need.description):
                return _cut(quoted(need.description)[0], _LONGEST_TITLE)
        own = quoted(self._spec.nugget.goal)
        called = re.search(r"\b(?:called|named)\s+(?P<name>[A-Z][^.,;:\n]{0,40})", self._spec.nugget.goal)
        text = own[0] if own else called["name"] if called else speech.without_lead(self._spec.nugget.goal)
        text = _cut(text, _LONGEST_TITLE).strip(" .,:!")
        return text[:1].upper() + text[1:] if text else speech.label("default_title")

    def _tagline(self, title: str) -> str:
        goal = _cut(" ".join(self._spec.nugget.goal.split()), _LONGEST_TAGLINE)
        return "" if goal.casefold() == title.casefold() or not goal else goal[:1].upper() + goal[1:]

    def read(self) -> Site:
        """Read every wish, then add what no page is without."""
        timed = {name for need in self._spec.requirements for name in need.body or []}
        for need in self._spec.requirements:
            if need.id not in timed:
                self._wish(need)
        for section in self._site.of("search", "favourites"):
            self._give_list(section)
        self._always()
        names = [use.name for use in self._spec.skills or ()] + [use.name for use in self._spec.rules or ()]
        self._site.notes += [say("workshop.note_skill", name=name[:40]) for name in names]
        return self._site

    def _wish(self, need: Requirement) -> None:
        text = need.description[:LONGEST_READ].strip()
        if not text:
            self._leave(need, say("workshop.empty_wish"))
        elif need.type in ("when_then", "timer"):
            self._reaction(need)
        elif (promise := read_promise(need, self._site)) is not None:
            self._site.sections.append(promise)
        else:
            self._feature(need, text)

    def _reaction(self, need: Requirement) -> None:
        body = [one for one in self._spec.requirements if one.id in (need.body or [])]
        section = read_reaction(need, body, self._site, self._slugs)
        if section is not None:
            self._site.sections.append(section)
            return
        reason = say("workshop.left_timer") if need.type == "timer" and not body else None
        for one in [need, *body]:
            self._leave(one, reason or say("workshop.left_rule", words=one.in_words[:80]))

    def _feature(self, need: Requirement, text: str) -> None:
        found = self._site.speech.spot(text)
        wanted = {one.concept for one in found if not one.negated}
        missing = [concept for concept in UNSUPPORTED if concept in wanted]
        if missing:
            self._leave(need, say("kits.left_kind", what=say(f"kits.lacks_{missing[0]}")))
            return
        added: list[str] = [concept for concept in _ADDED if concept in wanted and self._really(concept, text)]
        content = [concept for concept in _CONTENT if concept in wanted and concept not in added]
        made = [self._addition(concept, need, text) for concept in added]
        if not made or (content and content[0] in _LISTS and items_in(text)):
            shown = self._content(content, need, text)
            made = [*([shown] if shown is not None else []), *made]
        if not made:
            self._leave(need, self._site.left_out.get(need.id) or say("workshop.left_unknown", words=text[:80]))
        else:
            self._site.left_out.pop(need.id, None)

    def _really(self, concept: str, text: str) -> bool:
        """A food menu and a list of favourites are contents, not parts of the page."""
        return not (concept in ("menu", "favourites") and items_in(text))

    def _addition(self, concept: str, need: Requirement, text: str) -> Section:
        known = self._site.of(concept)
        if known:
            known[0].requirements.append(need.id)
            return known[0]
        section = Section(concept, self._slugs.of(concept, concept), requirements=[need.id], values={"text": text})
        if concept == "footer":
            words = quoted(text) or [item.name for item in items_in(text)] or [self._heading(text)]
            section.values["words"] = words[0]
        self._site.sections.append(section)
        return section

    def _content(self, kinds: list[str], need: Requirement, text: str) -> Section | None:
        kind = kinds[0] if kinds else ("list" if need.type == "data" or items_in(text) else "")
        if kind == "about" and ";" in text:
            kind = "cards" if any(item.note for item in items_in(text)) else "list"
        if kind == "list" and any(item.note for item in items_in(text)):
            kind = "cards"
        if not kind and self._site.eyes.things(text):
            kind = "gallery"
        if not kind:
            return None
        heading = self._heading(text)
        if not heading or heading.casefold() in self._site.speech.phrases("empty_headings"):
            heading = self._site.speech.label(f"default_{kind}")
        section = Section(kind, "", heading, [need.id], items_in(text), {"text": text})
        if not self._filled(section, need):
            return None
        section.key = self._slugs.of(section.heading, kind)
        self._site.sections.append(section)
        return section

    def _filled(self, section: Section, need: Requirement) -> bool:
        """Put into a section what its kind needs; without it the wish is left out, with the reason."""
        text = str(section.values["text"])
        if section.kind in _LISTS and not section.items:
            section.items = self._chosen(section, text)
        if section.kind in _LISTS and not section.items:
            self._leave(need, say("kits.left_empty", words=text[:60]))
            return False
        if section.kind == "quiz":
            self._questions(section, text)
        if section.kind == "poll":
            options = [item.name for item in section.items] or _options(text)
            if len(options) < 2:
                self._leave(need, say("kits.left_options"))
                return False
            section.items = [Item(option) for option in options]
        if section.kind == "countdown":
            day = find_day(text, self._site.speech)
            if day is None:
                self._leave(need, say("kits.left_day"))
                return False
            section.values["day"] = day
        return True

    def _chosen(self, section: Section, text: str) -> list[Item]:
        """What the child did not list: things of the sentence, of the kind that it names, or of the goal."""
        site = self._site
        own = site.eyes.things(text)
        if section.kind == "facts":
            return self._facts(text)
        if section.kind in ("table", "steps"):
            return []
        for words, things in ((text, own), (self._spec.nugget.goal, site.eyes.things(self._spec.nugget.goal))):
            kind = next((name for name, known in site.speech.table("kinds").items() if _names(words, known)), "")
            if len(things) > 1 or (things and section.kind == "gallery" and not kind):
                return [Item(thing.word[:1].upper() + thing.word[1:]) for thing in things]
            if kind:
                chosen = site.eyes.of_kind(kind, site.dress.seed, _MOST_CHOSEN)
                names = ", ".join(thing.word for thing in chosen)
                site.notes.append(say("kits.note_chosen", names=names))
                return [Item(thing.word[:1].upper() + thing.word[1:]) for thing in chosen]
        return []

    def _facts(self, text: str) -> list[Item]:
        questions, topic = bank_questions(
            f"{self._spec.nugget.goal} {text}", self._site.language, self._site.dress.seed, 2, 6
        )
        if topic == "sums":
            return []
        self._site.notes.append(say("kits.note_facts", topic=say(f"workshop.topic_{topic}")))
        return [Item(f"{one.ask} {one.answers[one.right]}") for one in questions]

    def _questions(self, section: Section, text: str) -> None:
        questions = own_questions([text], self._site.dress.seed)
        if not questions:
            questions, topic = bank_questions(
                f"{text} {self._everything}", self._site.language, self._site.dress.seed, _QUIZ_ANSWERS, _QUIZ_QUESTIONS
            )
            self._site.notes.append(say("workshop.note_questions", topic=say(f"workshop.topic_{topic}")))
        section.values["questions"] = questions
        section.items = []

    def _give_list(self, section: Section) -> None:
        """A search and favourites need something to work on."""
        if self._site.of("gallery", "cards", "list"):
            return
        things = Section("gallery", "", "", [], [], {"text": str(section.values["text"])})
        things.items = self._chosen(things, str(section.values["text"])) or self._chosen(things, self._everything)
        if not things.items:
            self._site.sections.remove(section)
            for name in section.requirements:
                self._site.left_out[name] = say("kits.left_no_list")
            return
        things.requirements = [section.requirements[0]]
        things.heading = self._site.speech.label("my_list")
        things.key = self._slugs.of(things.heading, "list")
        self._site.sections.insert(self._site.sections.index(section), things)

    def _always(self) -> None:
        sections = self._site.sections
        if not self._site.of("title"):
            sections.insert(0, Section("title", "hero"))
        if not self._site.of("menu"):
            sections.append(Section("menu", "menu"))
        sections.sort(key=lambda one: one.kind != "title")

    def _leave(self, need: Requirement, reason: str) -> None:
        self._site.left_out[need.id] = reason

    def _heading(self, text: str) -> str:
        """What stands over a section: the child's words without "a gallery of"."""
        own = quoted(text)
        head = own[0] if own else text.partition(":")[0]
        head = self._site.speech.without_lead_ins(head) if not own else head
        head = _cut(_TAIL.sub("", head).strip(" .,:;!"), _LONGEST_HEADING)
        return head[:1].upper() + head[1:]


def _names(text: str, known: list[str]) -> bool:
    words = set(re.findall(r"[^\W\d_]+", text.casefold()))
    return any(set(phrase.split()) <= words for phrase in known)


def _options(text: str) -> list[str]:
    """Return what can be voted for: "cats or dogs", "between cats and dogs"."""
    found = re.search(r"\bbetween\s+(?P<a>[^,.]+?)\s+(?:and|or)\s+(?P<b>[^,.?]+)", text, re.IGNORECASE)
    found = found or re.search(r"(?P<a>[^\W\d_]+(?:\s[^\W\d_]+)?)\s+or\s+(?P<b>[^\W\d_]+(?:\s[^\W\d_]+)?)", text)
    if found is None:
        return []
    parts = [_OPTION_LEAD.sub("", part.strip()) for part in (found["a"], found["b"])]
    return [part[:1].upper() + part[1:40] for part in parts]


def _cut(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    head = text[: longest - 1].rsplit(" ", 1)[0]
    return (head if len(head) > 10 else text[: longest - 1]) + "…"
