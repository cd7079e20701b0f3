"""Reads a spec as a tool: which sections it has, what each wish asks of them, what has to be left out."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.kits.listening import Hit, Line, covering, line_of, places_of, short, title_of
from elisa.workshop.kits.page.contents import quoted
from elisa.workshop.kits.tool.design import Check, Proof, Rule, Section, ToolDesign, Wish
from elisa.workshop.kits.tool.facts import add_facts, entries_in, section_title
from elisa.workshop.kits.tool.words import SECTIONS, load_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elisa.spec.nugget import BehavioralTest, NuggetSpec, Requirement

MOST_SECTIONS = 6
MOST_RULES = 12
_CONSTANT = frozenset({"reload", "undo", "delete", "add", "edit"})
_SAID = re.compile(
    r"\b(?:say|says|shows?|show the (?:words|message)|message|tells? me|cheer|read)\b[\s:]*(?P<words>.+)$",
    re.IGNORECASE,
)


def read_tool(spec: NuggetSpec, language: str) -> ToolDesign:
    """Return the design. Pure: the same spec and language give the same design."""
    return _Reader(spec, language).read()


class _Reader:
    def __init__(self, spec: NuggetSpec, language: str) -> None:
        self._spec, self._words = spec, load_words(language)
        self._language = language
        self._sections: dict[str, Section] = {}
        self._rules: list[Rule] = []
        self._notes: list[str] = []

    def read(self) -> ToolDesign:
        goal = self._line(self._spec.nugget.goal)
        self._open_sections(goal, goal_too=True)
        if not self._sections:
            for need in self._spec.requirements:
                self._open_sections(self._line(need.description), goal_too=True)
        if not self._sections:
            self._open("notes", None)
            self._notes.append(say("tool.note_nothing_known"))
        self._missing_in_goal(goal)
        wishes = [self._wish(need) for need in self._spec.requirements]
        for section in self._sections.values():
            add_facts(section, self._spec.nugget.goal, self._words, self._notes)
        for wish in wishes:
            self._not_possible(wish)
        proofs = [self._proof(test, wishes) for test in self._spec.workflow.behavioral_tests or []]
        everything = " ".join([self._spec.nugget.goal, *(need.description for need in self._spec.requirements)])
        seed = int.from_bytes(hashlib.sha256(everything.encode("utf-8", "surrogatepass")).digest()[:4], "big")
        title = title_of(
            self._spec.nugget.goal, self._words.general["leads"], next(iter(self._sections.values())).title
        )
        return ToolDesign(
            self._language,
            title,
            self._spec.nugget.goal,
            self._sections,
            self._rules,
            wishes,
            proofs,
            self._notes,
            seed,
        )

    def _line(self, text: str) -> Line:
        return line_of(text, self._words.language)

    def _open_sections(self, line: Line, *, goal_too: bool, beside: Sequence[Hit] = ()) -> list[str]:
        """Open a section for each noun of a line; weak nouns count only where there is no other.

        Args:
            line: The goal or a wish.
            goal_too: A single weak word is enough.
            beside: What is asked of the sections that are there; a noun in fewer words is no new section.
        """
        hits = [hit for hit in covering(line.hits(self._words.nouns)) if not _inside(hit, beside)]
        chosen = [hit for hit in hits if not self._is_weak(line, hit)]
        if not chosen and not any(hit.name in self._sections for hit in hits):
            chosen = hits[:1] if goal_too else [hit for hit in hits if hit.words > 1][:1]
        for hit in sorted(chosen, key=lambda one: one.first):
            self._open(hit.name, (line, hit))
        return [hit.name for hit in chosen if hit.name in self._sections]

    def _is_weak(self, line: Line, hit: Hit) -> bool:
        known = self._words.sections[hit.name]
        spelled = line.spelled(hit.first, hit.last).casefold()
        if spelled in known["nouns"] and spelled not in known["weak"]:
            return False
        return hit in line.hits({hit.name: known["weak"]})

    def _open(self, kind: str, named: tuple[Line, Hit] | None) -> None:
        if kind in self._sections or len(self._sections) >= MOST_SECTIONS:
            return
        title = section_title(kind, named[0], named[1], self._words) if named else ""
        self._sections[kind] = Section(kind, title or self._words.sections[kind]["title"])

    def _missing_in_goal(self, goal: Line) -> None:
        lacking = self._lacking(goal, set())
        if lacking:
            self._notes.append(say("tool.note_lacks", what=self._words.general["lacks_words"][lacking]))

    def _lacking(self, line: Line, covered: set[int]) -> str:
        hits = [hit for hit in line.hits(self._words.general["lacks"]) if not places_of([hit]) & covered]
        return hits[0].name if hits else ""

    def _wish(self, need: Requirement) -> Wish:
        wish = Wish(need.id, need.in_words)
        if not need.description.strip():
            wish.left_out = say("tool.empty_wish")
            return wish
        halves = self._halves(need)
        if halves is not None and self._rule(need, wish, *halves):
            return wish
        if halves is not None and need.type == "when_then" and not wish.left_out:
            self._pair(wish, *halves)
        elif not wish.left_out:
            self._feature(need, wish)
        return wish

    def _halves(self, need: Requirement) -> tuple[str, str] | None:
        if need.trigger and need.action:
            return need.trigger, need.action
        found = re.search(
            rf"\b({'|'.join(map(re.escape, self._words.general['splits']))})\b", need.description, re.IGNORECASE
        )
        if found is None or need.type in ("constraint", "data"):
            return None
        before, after = need.description[: found.start()].strip(" ,"), need.description[found.end() :].strip(" ,")
        if before:
            return after, before
        trigger, comma, action = after.partition(",")
        return (trigger.strip(), action.strip()) if comma else None

    def _rule(self, need: Requirement, wish: Wish, trigger: str, action: str) -> bool:
        """An effect on an event: "when all is done, play a sound"."""
        effect, words, covered = self._effect(action)
        found = self._find_step(self._line(trigger))
        if not effect or found is None:
            return False
        section, step = found
        event = self._words.sections[section]["steps"][step].get("event", "")
        innate = self._innate(section, step, effect, words)
        line = self._line(action)
        lacking = self._lacking(line, covered)
        if lacking:
            wish.left_out = say("tool.left_partly", what=self._words.general["lacks_words"][lacking])
            return False
        if innate:
            wish.checks.append(Check(section, step, innate))
            self._settle(wish, need)
            return True
        if not event or len(self._rules) >= MOST_RULES:
            return False
        rule = Rule(len(self._rules) + 1, need.id, section, step, event, effect, words)
        self._rules.append(rule)
        wish.checks.append(Check(section, step, effect=effect, words=words))
        wish.home = f"rule-{rule.number}"
        return True

    def _innate(self, section: str, step: str, effect: str, words: str) -> str:
        """What a section does by itself: a timer rings and says that the time is up."""
        if (section, step) == ("timer", "end"):
            if effect == "sound":
                return "rings"
            if effect == "say" and words.casefold().strip("!. ") in ("time's up", "time is up", "times up"):
                return "over"
        return ""

    def _effect(self, action: str) -> tuple[str, str, set[int]]:
        line = self._line(action)
        hits = covering(line.hits(self._words.general["effects"]))
        if not hits:
            return "", "", set()
        order = ("confetti", "shake", "colour", "sound", "say")
        effect = min((hit.name for hit in hits), key=order.index)
        words = ""
        if effect == "colour":
            colours = line.hits({name: [name] for name in self._words.general["colours"]})
            words = colours[0].name if colours else ""
            effect = effect if words else ""
        elif effect == "say":
            found = quoted(action)
            said = _SAID.search(action)
            words = (
                found[0]
                if found
                else re.sub(
                    r"^(?:the (?:words?|message)|a message|message|me|that)\s*:?\s*",
                    "",
                    said["words"].strip(),
                    flags=re.IGNORECASE,
                )
                if said
                else ""
            )
            if not words and any(hit.name == "say" for hit in hits):
                words = action
            words = short(words.strip(" .\"'“”"), 90)
            words = words[:1].upper() + words[1:]
            effect = effect if words and (found or not self._sees_something(line)) else ""
        return effect, words, places_of(hits)

    def _sees_something(self, line: Line) -> bool:
        """In "show how many are left" the words are not to be said, they name something to see."""
        return any(covering(line.hits(self._words.sights(kind))) for kind in self._sections)

    def _find_step(self, line: Line) -> tuple[str, str] | None:
        named = self._named(line)
        best: tuple[int, str, str] | None = None
        for kind in named or self._sections:
            hits = list(covering(line.hits(self._words.steps(kind))))
            hits.sort(key=lambda hit: (-hit.words, hit.name in _CONSTANT, -hit.first))
            if hits and (best is None or hits[0].words > best[0]):
                best = (hits[0].words, kind, hits[0].name)
        return (best[1], best[2]) if best else None

    def _named(self, line: Line) -> list[str]:
        names = dict.fromkeys(
            hit.name for hit in covering(line.hits(self._words.nouns)) if not self._is_weak(line, hit)
        )
        return [kind for kind in names if kind in self._sections]

    def _pair(self, wish: Wish, trigger: str, action: str) -> None:
        """A when and a then that a section does by itself."""
        line = self._line(action)
        self._open_sections(self._line(trigger), goal_too=False)
        found = self._find_step(self._line(trigger))
        lacking = self._lacking(line, set())
        if found is None or lacking:
            wish.left_out = say("tool.left_rule", words=short(trigger if found is None else action))
            return
        kind, step = found
        sight = self._sight(line, kind, step)
        if not sight:
            wish.left_out = say("tool.left_rule", words=short(action))
            return
        wish.checks.append(Check(kind, step, sight))
        self._settle_in(wish, kind)

    def _sight(self, line: Line, kind: str, step: str) -> str:
        """What is to be seen: of the things seen after this step, else of all, the one with most words."""
        usual = self._words.sections[kind]["steps"].get(step, {}).get("see", [])
        sights = self._words.sections[kind]["sights"]
        hits = covering(line.hits(self._words.sights(kind)))
        fitting = [hit for hit in hits if hit.name in usual or sights[hit.name]["do"] == step]
        if fitting:
            return fitting[0].name
        steps = [hit for hit in covering(line.hits(self._words.steps(kind))) if hit.name == step]
        return str(usual[0]) if steps and usual else ""

    def _feature(self, need: Requirement, wish: Wish) -> None:
        line = self._line(need.description)
        page = covering(line.hits(self._words.general["page"]))
        known = {kind: self._beside(covering(line.hits(self._words.doings(kind))), page) for kind in self._sections}
        named = self._open_sections(line, goal_too=False, beside=[hit for own in known.values() for hit in own])
        named = list(dict.fromkeys([*self._named(line), *named])) or self._weakly_named(need.description, known)
        nouns = [hit for hit in covering(line.hits(self._words.nouns)) if hit.name in self._sections]
        kinds = named or self._likeliest(known)
        hits = {kind: self._beside(self._own_hits(line, kind, nouns), page) for kind in kinds}
        covered = places_of([*page, *nouns, *(hit for own in hits.values() for hit in own)])
        if need.type == "constraint" and page:
            kinds = []
        lacking = self._lacking(line, covered)
        items = self._items(need.description, kinds)
        if lacking:
            key = "tool.left_partly" if kinds or page else "tool.left_kind"
            wish.left_out = say(key, what=self._words.general["lacks_words"][lacking])
        elif not kinds and not page:
            wish.left_out = say("tool.left_unknown", words=short(need.description))
        elif not items and (strange := line.strange_clause(covered, self._words.common)):
            wish.left_out = say("tool.left_clause", words=short(strange))
        else:
            self._take(
                need, wish, kinds, hits, [hit.name for hit in page] if not kinds or need.type == "constraint" else []
            )
            if "files" in {hit.name for hit in page} and "drawing" not in kinds:
                wish.page = ["files"]
                wish.home = wish.home or "files"

    def _own_hits(self, line: Line, kind: str, nouns: list[Hit]) -> list[Hit]:
        """What is asked of a section; its name and the entries of a list ask for nothing more."""
        if kind in _WITH_ITEMS and ":" in line.text:
            line = self._line(line.text.partition(":")[0])
        names = places_of(hit for hit in nouns if hit.words > 1 or hit.name == kind)
        own = covering(line.hits(self._words.doings(kind)))
        return [hit for hit in own if not places_of([hit]) <= names or hit.words > 2]

    def _beside(self, hits: list[Hit], page: list[Hit]) -> list[Hit]:
        """What is asked of the page as a whole in more words ("save a copy") is not asked of a section."""
        return [
            hit
            for hit in hits
            if not any(places_of([hit]) & places_of([one]) and one.words > hit.words for one in page)
        ]

    def _weakly_named(self, text: str, known: dict[str, list[Hit]]) -> list[str]:
        """A word such as "list" or "tasks" names a section that is there, where nothing else does or a list follows."""
        head, colon, _ = text.partition(":")
        if any(known.values()) and not colon:
            return []
        hits = covering(self._line(head).hits(self._words.nouns))
        return list(dict.fromkeys(hit.name for hit in hits if hit.name in self._sections))[:1]

    def _likeliest(self, known: dict[str, list[Hit]]) -> list[str]:
        """The section of which most words were heard; of equals the one that the goal names first."""
        weights = {kind: sum(hit.words for hit in hits) for kind, hits in known.items() if hits}
        return [max(weights, key=lambda kind: weights[kind])] if weights else []

    def _items(self, text: str, kinds: list[str]) -> bool:
        return bool(kinds) and bool(quoted(text) or any(entries_in(text, kind) for kind in kinds))

    def _take(
        self, need: Requirement, wish: Wish, kinds: list[str], hits: dict[str, list[Hit]], page: list[str]
    ) -> None:
        wish.page = list(dict.fromkeys(page))
        for kind in kinds:
            self._sections[kind].texts.append(need.description)
            sees = self._checks_of(kind, hits.get(kind, []))
            wish.checks += sees or [Check(kind, "open", "stands")]
            if kind in _WITH_ITEMS and entries_in(need.description, kind):
                wish.checks.append(Check(kind, "open", "there"))
        if kinds:
            self._settle_in(wish, max(kinds, key=list(self._sections).index))
        else:
            wish.home = "files" if wish.page == ["files"] else "page"

    def _checks_of(self, kind: str, hits: list[Hit]) -> list[Check]:
        section = self._words.sections[kind]
        checks: dict[Check, None] = {}
        steps = [hit.name[3:] for hit in hits if hit.name.startswith("do.")]
        for hit in hits:
            side, _, name = hit.name.partition(".")
            if side == "do":
                checks |= dict.fromkeys(Check(kind, name, sight) for sight in section["steps"][name]["see"])
            else:
                usual = section["sights"][name]["do"]
                step = next((one for one in steps if name in section["steps"][one]["see"]), usual)
                checks[Check(kind, step, name)] = None
        return list(checks)

    def _settle(self, wish: Wish, need: Requirement) -> None:
        self._sections[wish.checks[-1].section].texts.append(need.description)
        self._settle_in(wish, wish.checks[-1].section)

    def _settle_in(self, wish: Wish, kind: str) -> None:
        wish.home = kind
        if wish.id not in self._sections[kind].requirements:
            self._sections[kind].requirements.append(wish.id)

    def _not_possible(self, wish: Wish) -> None:
        """Facts that came out too small or too large for what a wish asks are said here."""
        for check in wish.checks:
            trouble = self._sections[check.section].facts.get("trouble", {}).get(check.sight, "")
            if trouble:
                wish.left_out = trouble
        if wish.left_out:
            wish.checks, wish.page = [], []
            self._rules = [rule for rule in self._rules if rule.requirement != wish.id]
            for section in self._sections.values():
                section.requirements = [name for name in section.requirements if name != wish.id]

    def _proof(self, test: BehavioralTest, wishes: list[Wish]) -> Proof:
        words = say("tool.proof_words", when=test.when, then=test.then)
        owner = next((wish for wish in wishes if wish.id == test.requirement_id), None)
        nothing = Proof(test.id, test.requirement_id or "", words, None, say("tool.left_proof", words=short(test.then)))
        if owner is not None and owner.left_out:
            return nothing
        when, then = self._line(test.when), self._line(test.then)
        found = self._find_step(when) or self._step_of_owner(owner)
        if found is None:
            return nothing
        kind, step = found
        effect, said, _ = self._effect(test.then)
        rule = next((one for one in self._rules if (one.section, one.step, one.effect) == (kind, step, effect)), None)
        if rule is not None and (effect != "say" or not quoted(test.then) or said == rule.words):
            return Proof(test.id, test.requirement_id or "", words, Check(kind, step, effect=effect, words=rule.words))
        sight = self._innate(kind, step, effect, said) or self._sight(then, kind, step)
        return Proof(test.id, test.requirement_id or "", words, Check(kind, step, sight)) if sight else nothing

    def _step_of_owner(self, owner: Wish | None) -> tuple[str, str] | None:
        checks = owner.checks if owner is not None else []
        return (checks[0].section, checks[0].step) if checks else None


_WITH_ITEMS = frozenset(SECTIONS) - {"timer", "stopwatch", "dice", "converter", "calculator", "drawing"}


def _inside(hit: Hit, others: Sequence[Hit]) -> bool:
    """Tell whether another phrase with at least as many words stands at the same place."""
    return any(one.words >= hit.words and places_of([hit]) & places_of([one]) for one in others)
