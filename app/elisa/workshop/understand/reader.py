"""The whole reading: from a NuggetSpec to a Design."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.understand.base import add_base_parts
from elisa.workshop.understand.casting import Picker, fill_cast
from elisa.workshop.understand.design import Design, Proof, Understood, Wish
from elisa.workshop.understand.lexicon import Lexicon, Reading, load_lexicon
from elisa.workshop.understand.proof_words import read_proof
from elisa.workshop.understand.questions import DEFAULT_ANSWERS, DEFAULT_QUESTIONS, bank_questions, own_questions
from elisa.workshop.understand.requirements import LONGEST_READ, UNSUPPORTED, RequirementReader
from elisa.workshop.understand.roles import Casting
from elisa.workshop.understand.sketch import Sketch
from elisa.workshop.understand.style import light_of, look_of, scene_of
from elisa.workshop.understand.things import ThingBook, load_things
from elisa.workshop.understand.titles import title_of

if TYPE_CHECKING:
    from elisa.spec.nugget import NuggetSpec


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
        self._seed = int.from_bytes(hashlib.sha256(everything.encode("utf-8", "surrogatepass")).digest()[:4], "big")
        self._notes: list[str] = []

    def read(self) -> Design:
        goal = self._reading(self._spec.nugget.goal)
        wishes = [self._reading(need.description) for need in self._spec.requirements if need.type != "constraint"]
        casting = Casting(self._book, self._lexicon)
        casting.read_goal(goal)
        for reading in wishes:
            casting.read_wish(reading)
        casting.read_goal_again(goal)
        casting.read_rest([goal, *wishes])
        everything = [goal, *(self._reading(need.description) for need in self._spec.requirements)]
        scene = scene_of(everything, self._spec.style)
        fill_cast(self._spec, goal, casting.roles, scene, Picker(self._book, self._language, self._seed, self._notes))
        sketch = Sketch(self._language, self._lexicon, self._book, casting.roles)
        understood = RequirementReader(self._spec, sketch).read_all()
        proofs = self._proofs(sketch, understood)
        self._questions(sketch, goal, understood)
        self._note(goal, sketch)
        return self._design(goal, sketch, scene, light_of(everything), understood, proofs)

    def _reading(self, text: str) -> Reading:
        return self._lexicon.read(text[:LONGEST_READ], self._language)

    def _proofs(self, sketch: Sketch, understood: list[Understood]) -> list[Proof]:
        by_id = {item.id: item for item in understood}
        proofs = []
        for test in self._spec.workflow.behavioral_tests or []:
            owner = by_id.get(test.requirement_id or "")
            when, then = test.when[:LONGEST_READ], test.then[:LONGEST_READ]
            proof = read_proof(test.id, when, then, test.requirement_id, sketch)
            if sketch.roles.mechanic is None or (owner is not None and owner.left_out):
                proof = replace(proof, steps=(), check=None, not_possible=proof.not_possible or then)
            elif proof.check is not None and owner is not None:
                self._needed_by(proof.check, owner, sketch)
            proofs.append(proof)
        return proofs

    def _needed_by(self, check: Wish, owner: Understood, sketch: Sketch) -> None:
        """A proof may ask for a part that no sentence names: it is added for the proof's requirement."""
        if check.part and check.part not in sketch.parts and not check.part.startswith(("hazard", "treasure", "hero")):
            use = sketch.parts[sketch.use(check.part, check.kind).part]
            use.requirements.append(owner.id)

    def _questions(self, sketch: Sketch, goal: Reading, understood: list[Understood]) -> None:
        if sketch.roles.mechanic != "quiz":
            return
        texts = [need.description for need in self._spec.requirements]
        sketch.questions = own_questions(texts, self._seed)
        wanted = sketch.parts["quiz"].settings if "quiz" in sketch.parts else {}
        answers = int(wanted.pop("answers", 0)) or DEFAULT_ANSWERS
        count = int(wanted.pop("questions", 0)) or DEFAULT_QUESTIONS
        if not sketch.questions:
            text = " ".join([goal.text, *texts])
            sketch.questions, topic = bank_questions(text, self._language, self._seed, answers, count)
            self._notes.append(say("workshop.note_questions", topic=say(f"workshop.topic_{topic}")))
        self._too_few(sketch, understood)

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

    def _note(self, goal: Reading, sketch: Sketch) -> None:
        """Say what the goal asks for and no part can do, and what is drawn only nearly."""
        roles = sketch.roles
        missing = sorted(goal.concepts & UNSUPPORTED)
        if roles.mechanic is None:
            self._notes.insert(0, say("workshop.note_poster"))
        elif missing:
            self._notes.insert(0, say("workshop.note_kind", what=say(f"workshop.lacks_{missing[0]}")))
        things = [*filter(None, [roles.hero]), *roles.hazards, *roles.treasures, *roles.places]
        self._notes += [
            say(f"workshop.note_{thing.how}", word=thing.word, drawing=thing.drawing)
            for thing in things
            if thing.how != "drawn"
        ]
        names = [use.name for use in self._spec.skills or ()] + [use.name for use in self._spec.rules or ()]
        self._notes += [say("workshop.note_skill", name=name[:40]) for name in names]

    def _design(
        self,
        goal: Reading,
        sketch: Sketch,
        scene: str,
        light: str,
        understood: list[Understood],
        proofs: list[Proof],
    ) -> Design:
        style = self._spec.style
        look, look_words = look_of(style)
        mood = " ".join(filter(None, [style.personality, style.tone])) if style else ""
        return Design(
            self._language,
            title_of(goal, sketch.roles, self._spec),
            goal.text,
            sketch.roles.mechanic or "poster",
            look,
            look_words,
            scene,
            self._seed % 360,
            sketch.roles.hero,
            add_base_parts(sketch, scene),
            understood,
            proofs,
            tuple(sketch.questions),
            self._notes,
            mood,
            light,
        )
