"""Reads a spec as a Python script: which programs it has, what each wish asks of them, what has to be left out."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.kits.listening import Hit, Line, covering, line_of, places_of, short, title_of
from elisa.workshop.kits.page.contents import Eyes, items_in, quoted
from elisa.workshop.kits.script.design import BASE, Check, Program, Proof, ScriptDesign, Wish
from elisa.workshop.kits.script.facts import Filler, tables_in
from elisa.workshop.kits.script.words import load_words

if TYPE_CHECKING:
    from elisa.spec.nugget import BehavioralTest, NuggetSpec, Requirement

MOST_PROGRAMS = 6
_LONGEST_WORDS = 120
_TELLING = frozenset({"adventure", "madlibs", "generator"})
_SAID = re.compile(
    r"\b(?:say|says|shows?|prints?|tells? me|writes?|cheers?|answers? with|message)\b\s*:?\s*(?P<words>.+)$",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"(?P<kept>\"[^\"]*\"|'[^']*'|“[^”]*”)"
    r"|,?\s*\b(?:in|with|using|for|on)\s+(?:the\s+)?(?:python|terminal|console|command line)\b"
    r"|,\s*python\b|\bpython\s+(?=\w)",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\d")
_SUREST = 3
_FILLING = re.compile(r"^(?:the (?:words?|message)|a message|that)\s*:?\s*", re.IGNORECASE)


def read_script(spec: NuggetSpec, language: str) -> ScriptDesign:
    """Return the design. Pure: the same spec and language give the same design."""
    return _Reader(spec, language).read()


class _Reader:
    def __init__(self, spec: NuggetSpec, language: str) -> None:
        self._spec, self._words, self._language = spec, load_words(language), language
        self._programs: dict[str, Program] = {}
        self._notes: list[str] = []
        self._eyes = Eyes(language)

    def read(self) -> ScriptDesign:
        spec, words = self._spec, self._words
        goal = self._line(spec.nugget.goal)
        self._open_programs(goal, weak_too=True)
        if not self._programs:
            for need in spec.requirements:
                self._open_programs(self._line(need.description), weak_too=True)
        if not self._programs:
            self._open_likeliest()
        lacking = self._lacking(goal, set())
        if lacking:
            self._notes.append(say("script.note_lacks", what=words.general["lacks_words"][lacking]))
        wishes = [self._wish(need) for need in spec.requirements]
        self._hear_goal(goal)
        everything = " ".join([spec.nugget.goal, *(need.description for need in spec.requirements)])
        seed = int.from_bytes(hashlib.sha256(everything.encode("utf-8", "surrogatepass")).digest()[:4], "big")
        filler = Filler(words, self._eyes, spec.nugget.goal, seed, self._notes)
        for program in self._programs.values():
            filler.fill(program)
        for wish in wishes:
            self._not_possible(wish)
        proofs = [self._proof(test, wishes) for test in spec.workflow.behavioral_tests or []]
        return ScriptDesign(
            self._language, self._title(), spec.nugget.goal, self._programs, wishes, proofs, self._notes
        )

    def _title(self) -> str:
        """The goal's name; that it is written in Python and where it runs is no name."""
        goal = _ASIDE.sub(lambda found: found["kept"] or " ", self._spec.nugget.goal)
        instead = next(iter(self._programs.values())).title
        return title_of(" ".join(goal.split()), self._words.general["leads"], instead)

    def _line(self, text: str) -> Line:
        return line_of(text, self._words.language)

    def _is_weak(self, line: Line, hit: Hit) -> bool:
        return hit in line.hits({hit.name: self._words.programs[hit.name]["weak"]})

    def _open_programs(self, line: Line, *, weak_too: bool, beside: frozenset[int] = frozenset()) -> list[str]:
        hits = [hit for hit in covering(line.hits(self._words.nouns)) if not places_of([hit]) & beside]
        strong = [hit for hit in hits if not self._is_weak(line, hit)]
        chosen = strong or (hits[:1] if weak_too else [])
        for hit in sorted(chosen, key=lambda one: one.first):
            self._open(hit.name)
        return [hit.name for hit in chosen if hit.name in self._programs]

    def _open_likeliest(self) -> None:
        """Where no program is named, the one of which most is heard in the wishes; else a story."""
        weights = dict.fromkeys(self._words.programs, 0)
        for need in self._spec.requirements:
            line = self._line(need.description)
            for kind in weights:
                weights[kind] += sum(hit.words for hit in covering(line.hits(self._words.features(kind))))
        best = max(weights, key=lambda kind: weights[kind])
        self._open(best if weights[best] >= _SUREST else "madlibs")
        if weights[best] < _SUREST:
            self._notes.append(say("script.note_nothing_known"))

    def _open(self, kind: str) -> None:
        if kind not in self._programs and len(self._programs) < MOST_PROGRAMS:
            self._programs[kind] = Program(kind, self._words.programs[kind]["title"])

    def _hear_goal(self, goal: Line) -> None:
        """The goal may ask for something as well ("guess a number with 7 tries"); it proves nothing by itself."""
        for kind, program in self._programs.items():
            program.heard |= {hit.name for hit in covering(goal.hits(self._words.features(kind)))}

    def _lacking(self, line: Line, covered: set[int]) -> str:
        hits = [hit for hit in line.hits(self._words.general["lacks"]) if not places_of([hit]) & covered]
        signs = self._words.general["lacks_signs"].items()
        seen = (name for name, sign in signs if re.search(sign, line.text, re.IGNORECASE))
        return hits[0].name if hits else next(seen, "")

    def _wish(self, need: Requirement) -> Wish:
        wish = Wish(need.id, need.in_words)
        if not need.description.strip():
            wish.left_out = say("script.empty_wish")
            return wish
        halves = self._halves(need)
        if halves is not None and self._reaction(wish, *halves):
            return wish
        self._feature(need, wish, halves)
        return wish

    def _halves(self, need: Requirement) -> tuple[str, str] | None:
        if need.trigger and need.action:
            return need.trigger, need.action
        splits = "|".join(map(re.escape, self._words.general["splits"]))
        found = re.search(rf"\b({splits})\b", need.description, re.IGNORECASE)
        if found is None or need.type in ("constraint", "data"):
            return None
        before, after = need.description[: found.start()].strip(" ,"), need.description[found.end() :].strip(" ,")
        if before:
            return after, before
        trigger, comma, action = after.partition(",")
        return (trigger.strip(), action.strip()) if comma else None

    def _reaction(self, wish: Wish, trigger: str, action: str) -> bool:
        """The child's own words at an event: "when I guess it, say Hooray"."""
        words = self._own_words(action)
        found = self._event(self._line(trigger))
        if not words or found is None:
            return False
        kind, event = found
        program = self._programs[kind]
        if program.reactions.get(event, words) != words:
            words = f"{program.reactions[event]} {words}"
        program.reactions[event] = words
        program.events.add(event)
        wish.checks.append(Check(kind, event=event, words=words))
        self._settle(wish, kind, f"{trigger} {action}")
        return True

    def _own_words(self, action: str) -> str:
        """The words in quotes, or what stands after "say"; not where the action names something that is there."""
        found = quoted(action)
        line = self._line(action)
        if found:
            return short(found[0], _LONGEST_WORDS) if line.hits({"say": self._words.general["say"]}) else ""
        if any(covering(line.hits(self._words.features(kind))) for kind in self._programs):
            return ""
        said = _SAID.search(action)
        return short(_FILLING.sub("", said["words"]).strip(" .\"'"), _LONGEST_WORDS) if said else ""

    def _event(self, line: Line) -> tuple[str, str] | None:
        best: tuple[int, str, str] | None = None
        for kind in self._named(line) or self._programs:
            for hit in covering(line.hits(self._words.events(kind))):
                if best is None or hit.words > best[0]:
                    best = (hit.words, kind, hit.name)
        return (best[1], best[2]) if best else None

    def _named(self, line: Line) -> list[str]:
        hits = covering(line.hits(self._words.nouns))
        names = dict.fromkeys(hit.name for hit in hits if not self._is_weak(line, hit))
        return [kind for kind in names if kind in self._programs]

    def _feature(self, need: Requirement, wish: Wish, halves: tuple[str, str] | None) -> None:
        line = self._line(need.description)
        base = covering(line.hits(self._words.general["base"]))
        known = {kind: covering(line.hits(self._words.features(kind))) for kind in self._programs}
        taken = frozenset(places_of(hit for hits in known.values() for hit in hits))
        opened = self._open_programs(line, weak_too=False, beside=taken)
        named = list(dict.fromkeys([*self._named(line), *opened]))
        nouns = [hit for hit in covering(line.hits(self._words.nouns)) if hit.name in self._programs]
        kinds = [] if need.type == "constraint" and base else named or self._likeliest(known, base)
        if not kinds and not base:
            kinds = self._meant(need, line, nouns)
        hits = {kind: self._own(line, kind, nouns) for kind in kinds}
        covered = places_of([*base, *nouns, *(hit for own in hits.values() for hit in own), *self._things(line, kinds)])
        lacking = self._lacking(line, covered)
        strange = "" if items_in(need.description) else line.strange_clause(covered, self._words.common)
        action = self._line(halves[1]) if halves is not None and need.type == "when_then" else None
        if lacking:
            key = "script.left_partly" if kinds or base else "script.left_kind"
            wish.left_out = say(key, what=self._words.general["lacks_words"][lacking])
        elif not kinds and not base:
            wish.left_out = say("script.left_unknown", words=short(need.description))
        elif action is not None and not self._understood(action, kinds):
            wish.left_out = say("script.left_rule", words=short(action.text))
        elif strange:
            wish.left_out = say("script.left_clause", words=short(strange))
        else:
            self._take(need, wish, hits, base)

    def _meant(self, need: Requirement, line: Line, nouns: list[Hit]) -> list[str]:
        """Where neither a program nor a feature is named: a weak noun, a list, or what an adventure tells of."""
        if nouns:
            return [nouns[0].name]
        if items_in(need.description):
            return [next(iter(self._programs))]
        things = self._things(line, ["adventure"]) if "adventure" in self._programs else []
        deeds = line.hits({"deed": self._words.programs["adventure"]["deeds"]})
        told = places_of([*things, *deeds])
        strange = (token.key not in self._words.common for place, token in enumerate(line.tokens) if place not in told)
        return ["adventure"] if things and not any(strange) else []

    def _understood(self, action: Line, kinds: list[str]) -> bool:
        """A rule's action must name something that the program does; knowing its trigger is not enough."""
        phrases = [self._words.features(kind) for kind in kinds] + [self._words.general["base"]]
        return any(action.hits(known) for known in phrases)

    def _own(self, line: Line, kind: str, nouns: list[Hit]) -> list[Hit]:
        names = places_of(hit for hit in nouns if hit.words > 1 or hit.name == kind)
        own = covering(line.hits(self._words.features(kind)))
        counts = _COUNTED.search(line.text) or line.hits({"number": list(self._words.general["numbers"])})
        own = [hit for hit in own if hit.name != "number" or counts]
        return [hit for hit in own if not places_of([hit]) <= names or hit.words > 2]

    def _likeliest(self, known: dict[str, list[Hit]], base: list[Hit]) -> list[str]:
        weights = {kind: sum(hit.words for hit in hits) for kind, hits in known.items() if hits}
        best = max(weights, key=lambda kind: weights[kind]) if weights else ""
        return [best] if best and weights[best] > sum(hit.words for hit in base) else []

    def _things(self, line: Line, kinds: list[str]) -> list[Hit]:
        """The things that a program tells of are understood, too."""
        if not _TELLING & set(kinds):
            return []
        return line.hits({"thing": [thing.word for thing in self._eyes.things(line.text)]})

    def _take(self, need: Requirement, wish: Wish, hits: dict[str, list[Hit]], base: list[Hit]) -> None:
        for kind, own in hits.items():
            program = self._programs[kind]
            features = list(dict.fromkeys(hit.name for hit in own))
            if items_in(need.description) and "own" in self._words.features(kind) and "own" not in features:
                features.append("own")
            if kind == "tables" and tables_in(need.description) and "tables" not in features:
                features.append("tables")
            if kind == "adventure" and not features and self._things(self._line(need.description), [kind]):
                features.append("own")
            program.heard |= set(features)
            wish.checks += [Check(kind, name) for name in features] or [Check(kind)]
            self._settle(wish, kind, need.description)
        taken = places_of(hit for own in hits.values() for hit in own)
        beside = [hit for hit in base if not hits or (hit.words > 1 and not places_of([hit]) & taken)]
        wish.checks += [Check(BASE, name) for name in dict.fromkeys(hit.name for hit in beside)]
        wish.home = wish.home or BASE

    def _settle(self, wish: Wish, kind: str, text: str) -> None:
        self._programs[kind].texts.append(text)
        order = list(self._programs)
        wish.home = kind if wish.home not in order else max(wish.home, kind, key=order.index)

    def _not_possible(self, wish: Wish) -> None:
        for check in wish.checks:
            program = self._programs.get(check.program)
            trouble = program.trouble.get(check.feature, "") if program is not None and not check.event else ""
            if (check.program, check.feature) == (BASE, "menu") and len(self._programs) < 2:
                trouble = say("script.left_menu")
            wish.left_out = wish.left_out or trouble
        if wish.left_out:
            wish.checks, wish.home = [], ""

    def _proof(self, test: BehavioralTest, wishes: list[Wish]) -> Proof:
        words = say("script.proof_words", when=test.when, then=test.then)
        owner = next((wish for wish in wishes if wish.id == test.requirement_id), None)
        requirement = test.requirement_id or ""
        check = None if owner is not None and owner.left_out else self._proving(test, owner, wishes)
        if check is None:
            return Proof(test.id, requirement, words, None, say("script.left_proof", words=short(test.then)))
        return Proof(test.id, requirement, words, check)

    def _proving(self, test: BehavioralTest, owner: Wish | None, wishes: list[Wish]) -> Check | None:
        when, then = self._line(test.when), self._line(test.then)
        own = [check.program for check in owner.checks] if owner is not None else []
        kinds = list(dict.fromkeys([*(kind for kind in own if kind in self._programs), *self._programs]))
        found = self._event(when)
        said = quoted(test.then)
        if found is not None:
            reaction = self._programs[found[0]].reactions.get(found[1], "")
            if reaction and (reaction in said or reaction.casefold() in test.then.casefold()):
                return Check(found[0], event=found[1], words=reaction)
        if said:
            return None
        for kind in kinds:
            seen = covering(then.hits(self._words.features(kind)))
            done = {hit.name for hit in covering(when.hits(self._words.features(kind)))}
            seen.sort(key=lambda hit: (hit.name not in done, -hit.words))
            fitting = [hit.name for hit in seen if self._can(kind, hit.name)]
            if fitting:
                return Check(kind, fitting[0])
        base = [hit.name for hit in covering(then.hits(self._words.general["base"]))]
        if not base or (base[0] == "menu" and len(self._programs) < 2):
            return None
        asks_name = any(check == Check(BASE, "name") for wish in wishes for check in wish.checks)
        return Check(BASE, base[0]) if base[0] != "name" or asks_name else None

    def _can(self, kind: str, feature: str) -> bool:
        """A proof may only test what was asked for or is always there."""
        program = self._programs[kind]
        return feature not in program.trouble
