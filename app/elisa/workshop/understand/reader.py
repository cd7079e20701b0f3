"""The whole reading: from a NuggetSpec to a Design."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.understand.casting import Picker, fill_cast
from elisa.workshop.understand.constraints import read_constraint
from elisa.workshop.understand.design import Design, PartUse, Proof, Understood, Wish
from elisa.workshop.understand.features import read_data, read_feature
from elisa.workshop.understand.lexicon import Lexicon, Reading, load_lexicon
from elisa.workshop.understand.proof_words import read_proof
from elisa.workshop.understand.questions import DEFAULT_ANSWERS, DEFAULT_QUESTIONS, bank_questions, own_questions
from elisa.workshop.understand.roles import UNSUPPORTED_KINDS, Casting
from elisa.workshop.understand.rules import read_rule, split_rule
from elisa.workshop.understand.sketch import Sketch
from elisa.workshop.understand.style import light_of, look_of, scene_of
from elisa.workshop.understand.things import ThingBook, load_things
from elisa.workshop.understand.titles import title_of
from elisa.workshop.understand.words import fold

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec, Requirement

UNSUPPORTED = frozenset(
    {
        *UNSUPPORTED_KINDS,
        "photo",
        "video",
        "friends",
        "chat",
        "account",
        "leaderboard",
        "shop",
        "inventory",
        "boss",
        "three_d",
        "voice",
        "ai",
        "print",
        "share",
        "gps",
        "calendar",
        "editor",
        "save_game",
        "tilt",
        "music",
        "animate",
        "spin",
    }
)
_LONGEST_READ = 400
MOST_PROPS = 3
_PROP_PLACES = (14.0, 84.0, 66.0)


def understand(
    spec: NuggetSpec, language: str, *, lexicon: Lexicon | None = None, book: ThingBook | None = None
) -> Design:
    """Read a spec. Pure: the same spec and language give the same design."""
    return _Reader(spec, language, lexicon or load_lexicon(), book or load_things()).read()


class _Reader:
    def __init__(self, spec: NuggetSpec, language: str, lexicon: Lexicon, book: ThingBook) -> None:
        self._spec = spec
        self._book = book
        self._lexicon = lexicon.with_known_words(book.known_words)
        everything = " ".join([spec.nugget.goal, *(need.description for need in spec.requirements)])
        self._language = self._lexicon.guess_language(everything, language)
        self.seed = int.from_bytes(hashlib.sha256(everything.encode("utf-8", "surrogatepass")).digest()[:4], "big")

    def read(self) -> Design:
        goal = self._reading(self._spec.nugget.goal)
        casting = Casting(self._book, self._lexicon)
        casting.read_goal(goal)
        readings = {need.id: self._reading(need.description) for need in self._spec.requirements}
        for need in self._spec.requirements:
            if need.type != "constraint":
                casting.read_wish(readings[need.id])
        self._readings = [goal, *readings.values()]
        notes: list[str] = []
        scene = scene_of([goal, *readings.values()], self._spec.style, casting.roles)
        fill_cast(self._spec, goal, casting.roles, scene, Picker(self._book, self._language, self.seed, notes))
        self._cast = casting.roles.all()
        sketch = Sketch(self._language, self._lexicon, self._book, casting.roles)
        understood = [self._wishes(need, readings[need.id], sketch) for need in self._ordered()]
        understood.sort(key=lambda item: [need.id for need in self._spec.requirements].index(item.id))
        proofs = self._proofs(sketch, understood)
        self._questions(sketch, goal, understood, notes)
        return self._design(sketch, goal, scene, understood, proofs, notes)

    def _reading(self, text: str) -> Reading:
        return self._lexicon.read(text[:_LONGEST_READ], self._language)

    def _ordered(self) -> list[Requirement]:
        """Rules first: they say exactly what costs a heart and what earns points. Then wishes, then what must not be."""
        ranks = {"when_then": 0, "feature": 1, "data": 1, "timer": 2, "constraint": 3}
        return sorted(self._spec.requirements, key=lambda need: ranks.get(need.type, 1))

    def _wishes(self, need: Requirement, reading: Reading, sketch: Sketch) -> Understood:
        found = Understood(need.id, _in_words(need))
        before = set(sketch.parts)
        if sketch.roles.mechanic is None and need.description.strip():
            found.left_out = say("workshop.left_not_game")
            return found
        if not need.description.strip():
            found.left_out = say("workshop.empty_wish")
            return found
        if need.type == "when_then" or (need.type == "feature" and split_rule(need.description, None, None)):
            self._rule(need, sketch, found)
            if need.type == "feature" and found.left_out and (wishes := read_feature(reading, sketch)):
                found.wishes, found.left_out = wishes, ""
        elif need.type == "constraint":
            found.wishes = read_constraint(reading, sketch)
        elif need.type == "timer":
            found.left_out = say("workshop.left_timer")
        else:
            found.wishes = (read_data(reading, sketch) if need.type == "data" else []) or read_feature(reading, sketch)
        self._judge(need, reading, found, sketch)
        if found.left_out:
            found.wishes = []
        for wish in found.wishes:
            use = sketch.parts.get(wish.part)
            if use is not None and need.id not in use.requirements:
                use.requirements.append(need.id)
        if found.left_out and need.type == "when_then":
            for key in set(sketch.parts) - before:
                if sketch.parts[key].part == "when":
                    del sketch.parts[key]
        return found

    def _rule(self, need: Requirement, sketch: Sketch, found: Understood) -> None:
        halves = split_rule(need.description, need.trigger, need.action) or (need.description, need.description)
        trigger, action = (self._reading(half) for half in halves)
        found.wishes, missing = read_rule(trigger, action, sketch, f"{halves[0]} {halves[1]}"[:48])
        if missing and not found.wishes:
            found.left_out = say("workshop.left_rule", words=_short(missing))
        elif missing:
            found.left_out = say("workshop.left_part_of_rule", words=_short(missing))

    def _judge(self, need: Requirement, reading: Reading, found: Understood, sketch: Sketch) -> None:
        """Leave out what asks for something that no part can do, and say so."""
        if found.left_out or any(wish.kind == "asks_own" for wish in found.wishes):
            return
        missing = sorted((reading.concepts & UNSUPPORTED) - self._covered(found, need))
        if need.type == "constraint":
            missing = [concept for concept in missing if concept not in reading.refused and not found.wishes]
        if missing:
            what = say(f"workshop.lacks_{missing[0]}")
            key = "workshop.left_partly" if found.wishes else "workshop.left_kind"
            found.left_out = say(key, what=what)
            return
        unknown = self._unknown_clause(need, reading, found)
        if not found.wishes:
            found.left_out = say("workshop.left_unknown", words=_short(need.description))
        elif unknown:
            found.left_out = say("workshop.left_clause", words=_short(unknown))

    def _covered(self, found: Understood, need: Requirement) -> set[str]:
        kinds = {wish.kind for wish in found.wishes}
        covered: set[str] = set()
        if any(wish.part.startswith(("hazard", "treasure")) for wish in found.wishes):
            covered.add("chase_free")
        if "without" in kinds or need.type == "constraint":
            covered |= {
                concept for concept in UNSUPPORTED if concept in {str(w.values.get("what")) for w in found.wishes}
            }
        return covered

    def _unknown_clause(self, need: Requirement, reading: Reading, found: Understood) -> str:
        """A piece between "and"s in which no word is known: it must not be passed over in silence."""
        if need.type in ("when_then", "constraint", "data") or self._language not in ("en", "fr"):
            return ""
        language = self._lexicon.languages[self._language]
        marked = {at for mark in reading.marks if mark.concept != "cheerful" for at in range(mark.first, mark.last + 1)}
        start = 0
        for at, token in enumerate([*reading.tokens, None]):
            ends = token is None or token.key in {"and", "et", ",", ";", ".", "but", "mais", "while"}
            if not ends:
                continue
            piece = range(start, at)
            words = [i for i in piece if reading.tokens[i].is_word and reading.tokens[i].key not in language.common]
            unknown = [
                i
                for i in words
                if i not in marked
                and self._book.at(reading, i) is None
                and reading.tokens[i].key not in language.adjectives
                and not self._in_cast(reading.tokens[i].key)
            ]
            if unknown and not any(i in marked for i in piece):
                return reading.text[reading.tokens[start].start : reading.tokens[at - 1].end]
            start = at + 1
        return ""

    def _in_cast(self, key: str) -> bool:
        return any(key in fold(f"{thing.word} {thing.words}").split() for thing in self._cast)

    def _proofs(self, sketch: Sketch, understood: list[Understood]) -> list[Proof]:
        by_id = {item.id: item for item in understood}
        proofs = []
        for test in self._spec.workflow.behavioral_tests or []:
            owner = by_id.get(test.requirement_id or "")
            proof = read_proof(
                test.id, test.when[:_LONGEST_READ], test.then[:_LONGEST_READ], test.requirement_id, sketch
            )
            if owner is not None and owner.left_out:
                proof = replace(proof, steps=(), check=None, not_possible=test.then)
            elif proof.check is not None and owner is not None:
                self._needed_by(proof.check, owner, sketch)
            proofs.append(proof)
        return proofs

    def _needed_by(self, check: Wish, owner: Understood, sketch: Sketch) -> None:
        """A proof may ask for a part that no sentence names: it is added for the proof's requirement."""
        if check.part and check.part not in sketch.parts and not check.part.startswith(("hazard", "treasure", "hero")):
            use = sketch.parts[sketch.use(check.part, check.kind).part]
            use.requirements.append(owner.id)

    def _too_few(self, sketch: Sketch, understood: list[Understood]) -> None:
        """More questions or answers than there are: said, not passed over."""
        most = min((len(question.answers) for question in sketch.questions), default=0)
        for item in understood:
            for wish in item.wishes:
                if wish.kind == "asks" and float(wish.values.get("questions", 0)) > len(sketch.questions):
                    item.left_out = say("workshop.left_questions", number=len(sketch.questions))
                elif wish.kind == "asks" and float(wish.values.get("answers", 0)) > most:
                    item.left_out = say("workshop.left_answers", number=most)
            if item.left_out:
                item.wishes = []

    def _questions(self, sketch: Sketch, goal: Reading, understood: list[Understood], notes: list[str]) -> None:
        if sketch.roles.mechanic != "quiz":
            return
        texts = [need.description for need in self._spec.requirements]
        sketch.questions = own_questions(texts, self.seed)
        wanted = sketch.parts["quiz"].settings if "quiz" in sketch.parts else {}
        answers = int(wanted.pop("answers", 0)) or DEFAULT_ANSWERS
        count = int(wanted.pop("questions", 0)) or DEFAULT_QUESTIONS
        if not sketch.questions:
            text = " ".join([goal.text, *texts])
            sketch.questions, topic = bank_questions(text, self._language, self.seed, answers, count)
            notes.append(say("workshop.note_questions", topic=say(f"workshop.topic_{topic}")))
        self._too_few(sketch, understood)

    def _design(
        self,
        sketch: Sketch,
        goal: Reading,
        scene: str,
        understood: list[Understood],
        proofs: list[Proof],
        notes: list[str],
    ) -> Design:
        style = self._spec.style
        look, look_words = look_of(style, self._lexicon, self._language)
        roles = sketch.roles
        kind_note = self._kind_note(goal, sketch)
        if kind_note:
            notes.insert(0, kind_note)
        for thing in [*filter(None, [roles.hero]), *roles.hazards, *roles.treasures]:
            if thing.how != "drawn":
                notes.append(say(f"workshop.note_{thing.how}", word=thing.word, drawing=thing.drawing))
        for use in [*(self._spec.skills or []), *(self._spec.rules or [])]:
            notes.append(say("workshop.note_skill", name=use.name[:40]))
        mood = " ".join(filter(None, [style.personality, style.tone])) if style else ""
        return Design(
            self._language,
            sketch.title or title_of(goal, roles, self._spec),
            goal.text,
            roles.mechanic or "poster",
            look,
            look_words,
            scene,
            self.seed % 360,
            roles.hero,
            _base_parts(sketch),
            understood,
            proofs,
            tuple(sketch.questions),
            notes,
            mood,
            light_of(self._readings),
        )

    def _kind_note(self, goal: Reading, sketch: Sketch) -> str:
        """What the goal asks for and no part can do: another kind of game, or no game at all."""
        missing = sorted(goal.concepts & UNSUPPORTED)
        if missing:
            return say("workshop.note_kind", what=say(f"workshop.lacks_{missing[0]}"))
        if sketch.roles.mechanic is None:
            return say("workshop.note_poster")
        return ""


def _in_words(need: Requirement) -> str:
    """The wish as a sentence; the format's own "When … happens, … should happen" is said more simply."""
    halves = split_rule(need.description, need.trigger, need.action) if need.type == "when_then" else None
    return say("workshop.rule_in_words", when=halves[0], then=halves[1]) if halves else need.description


def _short(text: str) -> str:
    cleaned = re.sub(r"\s+", " ", text).strip()
    return cleaned if len(cleaned) <= 60 else cleaned[:57].rstrip() + "…"


def _base_parts(sketch: Sketch) -> list[PartUse]:
    """Add what each kind of game needs to be played at all, then put the parts into the kit's order."""
    roles = sketch.roles
    sketch.use("stage", "")
    for place, prop in enumerate(roles.places[:MOST_PROPS], start=1):
        sketch.use("prop", "", key=f"prop-{place}", thing=prop, at=_PROP_PLACES[place - 1])
    if roles.mechanic in ("dodge", "catch"):
        sketch.use("hero", "", thing=roles.hero)
        sketch.use("keys", "", mode="side")
        sketch.use("pointer", "")
        for thing in [*roles.hazards, *roles.treasures]:
            sketch.coming(thing)
        sketch.use("score", "", earn="catch" if roles.treasures else "dodge")
        if not sketch.parts.keys() & {"clock", "hearts"} and not any(
            u.settings.get("action") == "lose" for u in sketch.parts.values()
        ):
            sketch.use("hearts", "", hurt_by="hit" if roles.hazards else "miss")
        sketch.use("opening", "")
        sketch.use("ending", "")
    elif roles.mechanic == "quiz":
        sketch.use("quiz", "", thing=roles.hero)
        sketch.use("score", "", earn="right")
        sketch.use("opening", "")
        sketch.use("ending", "")
    else:
        sketch.use("opening", "")
        if roles.hero is not None:
            sketch.use("hero", "", thing=roles.hero)
    for part in sketch.refused:
        for key in [key for key, use in sketch.parts.items() if use.part == part and not use.requirements]:
            del sketch.parts[key]
    for use in sketch.parts.values():
        if use.part == "hero":
            use.thing = roles.hero
    return list(sketch.parts.values())
