"""What a program's module is told: numbers, words, questions and places, as the child's sentences name them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.escaping import printable
from elisa.workshop.kits.page.contents import items_in, quoted
from elisa.workshop.kits.script.tales import adventure_facts, madlibs_facts
from elisa.workshop.understand.questions import bank_questions, own_questions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elisa.workshop.kits.page.contents import Eyes
    from elisa.workshop.kits.script.design import Program
    from elisa.workshop.kits.script.words import Words

_BETWEEN = re.compile(r"(?:between|from)\s+(?P<low>\d{1,6})\s+(?:and|to)\s+(?P<high>\d{1,7})", re.IGNORECASE)
_UP_TO = re.compile(r"\bup to\s+(?P<high>\d{1,7})", re.IGNORECASE)
_TABLES = re.compile(
    r"\b(?P<one>\d{1,2})\s*(?:times|x)\s+table|\btables?\s+(?:of|from|for)\s+(?P<list>[\d ,andto]+)", re.IGNORECASE
)
_SHIFT = re.compile(r"\b(?:by|shift(?: of)?|key(?: is| of)?)\s+(?P<count>\d{1,2})\b", re.IGNORECASE)
_SIDES = re.compile(r"\bd(?P<short>\d{1,3})\b|\b(?P<long>\d{1,3})[\s-]*sid(?:ed|es)")
_WIDEST = 84
_MARK, _ESCAPED = '"', '\\"'
_LEAD = re.compile(r"^[^:?]*\b(?:quiz|questions?|riddles?)\b[^:?]*:\s*", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,16}")


class Filler:
    """Fills in the facts of programs."""

    def __init__(self, words: Words, eyes: Eyes, goal: str, seed: int, notes: list[str]) -> None:
        self._words, self._eyes, self._goal, self._seed, self._notes = words, eyes, goal, seed, notes
        numbers = words.general["numbers"]
        self._number = rf"(?P<count>\d{{1,4}}|{'|'.join(sorted(numbers, key=len, reverse=True))})"

    def fill(self, program: Program) -> None:
        """Set ``facts``, ``asked`` and ``trouble`` of a program."""
        known = self._words.programs[program.kind]
        program.facts = {"TITLE": program.title, "SAYS": known["says"], "REACTIONS": program.reactions}
        fillers: dict[str, Callable[[Program], None]] = {
            "guess": self._guess, "quiz": self._quiz, "calculator": self._nothing, "generator": self._generator,
            "rps": self._rps, "tables": self._tables, "hangman": self._hangman, "cipher": self._cipher,
            "dice": self._dice, "todo": self._todo, "adventure": self._adventure, "madlibs": self._madlibs,
        }  # fmt: skip
        fillers[program.kind](program)

    def _texts(self, program: Program) -> list[str]:
        return [*program.texts, self._goal]

    def _count(self, program: Program, nouns: str, instead: int, most: int = 1000) -> int:
        """Return the number before one of the nouns ("seven tries"), at most ``most``."""
        for text in self._texts(program):
            found = re.search(rf"\b{self._number}\s+(?:\w+\s+)?(?:{nouns})\b", text, re.IGNORECASE)
            if found:
                word = found["count"].casefold()
                value = int(self._words.general["numbers"].get(word, 0) or (word if word.isdigit() else 0))
                if value > 0:
                    return min(value, most)
        return instead

    def _listed(self, program: Program) -> list[str]:
        """The child's own entries: after a colon, in a list, or in quotes."""
        found: dict[str, str] = {}
        for text in program.texts:
            for name in [item.name for item in items_in(text)] or quoted(text):
                found.setdefault(name.casefold(), name[:60])
        if not found and ":" in self._goal:
            found = {item.name.casefold(): item.name[:60] for item in items_in(self._goal)}
        return [name for name in found.values() if name not in program.reactions.values()]

    def _nothing(self, program: Program) -> None:
        del program

    def _guess(self, program: Program) -> None:
        everything = " . ".join(self._texts(program))
        between, up_to = _BETWEEN.search(everything), _UP_TO.search(everything)
        low, high = (
            (int(between["low"]), int(between["high"])) if between else (1, int(up_to["high"]) if up_to else 100)
        )
        low, high = min(low, high), max(low, high, min(low, high) + 2)
        wanted = "tries" in program.heard or "lost" in program.heard | program.events
        tries = self._count(program, "tries|guesses|chances|attempts|lives", 10 if wanted else 0)
        program.facts |= {
            "LOWEST": low, "HIGHEST": high, "TRIES": tries, "WARMTH": "warmth" in program.heard,
            "KEEP_BEST": "best" in program.heard,
        }  # fmt: skip
        program.asked = {"lowest": low, "highest": high, "tries": tries}
        self._only_if_heard(program, "best", "warmth")
        if not tries:
            program.trouble["tries"] = say("script.left_not_asked")

    def _quiz(self, program: Program) -> None:
        own = own_questions([_LEAD.sub("", text) for text in self._texts(program)], self._seed)
        choices = "choices" in program.heard
        count = self._count(program, "questions|riddles", 6, 20)
        questions = own
        if not own:
            text = " ".join(self._texts(program))
            questions, topic = bank_questions(text, self._words.language, self._seed, 3, count)
            self._notes.append(say("script.note_questions", topic=say(f"workshop.topic_{topic}")))
            program.trouble["own"] = say("script.left_questions")
        asked: list[tuple[str, str, list[str]]] = []
        for one in questions:
            wrong = [answer for place, answer in enumerate(one.answers) if place != one.right]
            asked.append((one.ask, one.answers[one.right], wrong if choices or not own else []))
        if len(asked) < count and "number" in program.heard and self._count(program, "questions|riddles", 0):
            program.trouble["number"] = say("workshop.left_questions", number=len(asked))
        program.facts |= {
            "QUESTIONS": asked, "SHUFFLE": "shuffle" in program.heard, "KEEP_BEST": "best" in program.heard,
        }  # fmt: skip
        program.asked = {"own": [[ask, right] for ask, right, _ in asked], "count": len(asked)}
        if not choices and own:
            program.trouble["choices"] = say("script.left_choices")
        if "shuffle" not in program.heard:
            program.trouble["shuffle"] = say("script.left_not_asked")
        self._only_if_heard(program, "best")

    def _only_if_heard(self, program: Program, *features: str) -> None:
        """A proof about something that nobody asked for is named, not passed."""
        for name in features:
            if name not in program.heard:
                program.trouble[name] = say("script.left_not_asked")

    def _generator(self, program: Program) -> None:
        own = self._listed(program)
        everything = " ".join(self._texts(program)).casefold()
        known = self._words.programs["generator"]["kinds"]
        kind = next((one for one in known.values() if any(word in everything for word in one["words"])), known["idea"])
        thing = next(
            (one.word for one in self._eyes.things(everything)), "the stars" if kind is known["name"] else "robot"
        )
        safe = thing.replace("{", "").replace("}", "")
        parts = [[part.replace("{thing}", safe) for part in parts] for parts in kind.get("parts", [])]
        choices = own if len(own) > 1 else kind.get("choices", [])
        most = 10 if "several" in program.heard else 1
        program.facts |= {
            "CHOICES": choices,
            "PATTERN": kind.get("pattern", ""),
            "PARTS": parts if not choices else [],
            "MOST": most,
        }
        program.asked = {"own": own if len(own) > 1 else [safe] if not choices and "{thing}" in repr(kind) else []}
        if not program.asked["own"]:
            program.trouble["own"] = say("script.left_list")
        self._only_if_heard(program, "several")

    def _rps(self, program: Program) -> None:
        known = self._words.programs["rps"]
        hands = known["more_hands"] if "own" in program.heard else known["hands"]
        rounds = self._count(program, "points?|rounds?|wins?", 0, 50)
        everything = " ".join(self._texts(program))
        first = re.search(r"first to (\d{1,2})", everything, re.IGNORECASE)
        best = re.search(r"best of (\d{1,2})", everything, re.IGNORECASE)
        rounds = int(first[1]) if first else (int(best[1]) + 1) // 2 if best else rounds
        rounds = rounds or 3
        program.facts |= {"BEATS": hands, "ROUNDS": rounds, "KEEP_BEST": "best" in program.heard}
        program.asked = {"rounds": rounds, "hands": len(hands)}
        self._only_if_heard(program, "best")

    def _tables(self, program: Program) -> None:
        everything = " . ".join(self._texts(program))
        tables = tables_in(everything) or list(range(2, 11))
        low = everything.casefold()
        times = bool(tables) and re.search(r"times|multipl|table", low) is not None
        signs = [
            sign for sign, names in (("+", "plus|add"), ("-", "minus|subtract|take away")) if re.search(names, low)
        ]
        signs = [*(["×"] if times or not signs else []), *signs]
        count = self._count(program, "questions|sums|tasks", 10, 50)
        program.facts |= {
            "TABLES": tables, "SIGNS": signs, "COUNT": count, "HIGHEST": 20, "AGAIN": "again" in program.heard,
            "KEEP_BEST": "best" in program.heard,
        }  # fmt: skip
        program.asked = {"tables": tables, "signs": signs, "count": count}
        self._only_if_heard(program, "again", "best")

    def _hangman(self, program: Program) -> None:
        own = [word for word in self._listed(program) if _WORD.fullmatch(word)]
        tries = self._count(program, "tries|lives|chances|wrong guesses|mistakes|wrong letters", 7, 12)
        known = self._words.programs["hangman"]
        program.facts |= {
            "WORDS": own or known["words"], "TRIES": tries, "PARTS": known["parts"],
            "KEEP_BEST": "best" in program.heard,
        }  # fmt: skip
        program.asked = {"own": own, "tries": tries}
        if not own:
            program.trouble["own"] = say("script.left_list")
            self._notes.append(say("script.note_words"))
        if own and len(own) < 2:
            program.trouble["random"] = say("script.left_list")
        self._only_if_heard(program, "best")

    def _cipher(self, program: Program) -> None:
        found = _SHIFT.search(" . ".join(self._texts(program)))
        key = min(max(int(found["count"]), 1), 25) if found else 3
        program.facts |= {"KEY": key, "ASK_KEY": "own_key" in program.heard}
        program.asked = {"key": key}
        self._only_if_heard(program, "own_key")

    def _dice(self, program: Program) -> None:
        sides = _SIDES.search(" ".join(self._texts(program)).casefold())
        many = min(max(int(sides["short"] or sides["long"]), 2), 100) if sides else 6
        dice = self._count(program, "dice", 2 if "double" in program.events else 1, 10)
        program.facts |= {"DICE": dice, "SIDES": many}
        program.asked = {"dice": dice, "sides": many}

    def _todo(self, program: Program) -> None:
        own = self._listed(program)
        program.facts |= {"BEGIN": own}
        program.asked = {"own": own}
        if not own:
            program.trouble["own"] = say("script.left_list")

    def _adventure(self, program: Program) -> None:
        adventure_facts(program, self._eyes, self._texts(program), self._words.programs["adventure"]["tale"])

    def _madlibs(self, program: Program) -> None:
        madlibs_facts(program, self._eyes, self._goal, self._words.programs["madlibs"]["stories"])


def tables_in(text: str) -> list[int]:
    """Return the times tables that a text names: "the 7 times table", "tables from 2 to 5"."""
    tables: set[int] = set()
    for found in _TABLES.finditer(text):
        numbers = [int(one) for one in re.findall(r"\d{1,2}", found["one"] or found["list"])]
        if found["list"] and "to" in found["list"] and len(numbers) == 2:
            numbers = list(range(min(numbers), max(numbers) + 1))
        tables |= {number for number in numbers if 1 <= number <= 20}
    return sorted(tables)


def python_facts(program: Program) -> str:
    """Return the facts as lines of Python with their types."""
    return "\n".join(f"{name}: {_type_of(name, value)} = {literal(value)}" for name, value in program.facts.items())


def _type_of(name: str, value: object) -> str:
    known = {
        "SAYS": "dict[str, str]", "REACTIONS": "dict[str, str]", "QUESTIONS": "list[tuple[str, str, list[str]]]",
        "CHOICES": "list[str]", "PARTS": "list[list[str]]" if _nested(value) else "list[str]", "WORDS": "list[str]",
        "BEATS": "dict[str, list[str]]", "TABLES": "list[int]", "SIGNS": "list[str]", "BEGIN": "list[str]",
        "PLACES": "dict[str, Place]", "STORIES": "list[str]",
    }  # fmt: skip
    return known.get(name, type(value).__name__)


def _nested(value: object) -> bool:
    return value == [] or (isinstance(value, list) and isinstance(value[0], list))


def literal(value: object, indent: str = "") -> str:
    """Return a value as Python, over several lines where one would be long."""
    from elisa.workshop.kits.script.tales import PlaceFacts

    if isinstance(value, PlaceFacts):
        return value.as_python(indent)
    if isinstance(value, str):
        return _quoted(value) if len(value) <= _WIDEST else _wrapped(value, indent)
    deeper = indent + "    "
    if isinstance(value, dict):
        lines = [f"{deeper}{_quoted(str(key))}: {literal(one, deeper)},\n" for key, one in value.items()]
        return "{\n" + "".join(lines) + indent + "}" if lines else "{}"
    if isinstance(value, list | tuple):
        return _row(value, indent)
    return repr(value)


def _row(value: Sequence[object], indent: str) -> str:
    ends = "[]" if isinstance(value, list) else "()"
    parts = [literal(one, indent + "    ") for one in value]
    row = f"{ends[0]}{', '.join(parts)}{',' if ends == '()' and len(parts) == 1 else ''}{ends[1]}"
    if len(row) + len(indent) <= 100 and "\n" not in row:
        return row
    return f"{ends[0]}\n" + "".join(f"{indent}    {part},\n" for part in parts) + f"{indent}{ends[1]}"


def _quoted(text: str) -> str:
    """Return a string literal; signs that cannot be shown are dropped."""
    lines = "\n".join(printable(line) for line in text.split("\n"))
    written = json.dumps(lines, ensure_ascii=False).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f"'{written[1:-1].replace(_ESCAPED, _MARK)}'" if _MARK in lines and "'" not in lines else written


def _wrapped(text: str, indent: str) -> str:
    """Return a long text as several literals below each other."""
    pieces, line = [], ""
    for word in re.findall(r"\S+\s*|\s+", text):
        if len(line) + len(word) > _WIDEST and line:
            pieces.append(line)
            line = ""
        line += word
    lines = "".join(f"{indent}    {_quoted(piece)}\n" for piece in [*pieces, line])
    return f"(\n{lines}{indent})"
