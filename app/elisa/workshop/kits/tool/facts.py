"""What a section is told: its entries, times, goals, sides, units and colours, as the child's sentences name them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from elisa.core.text import say
from elisa.workshop.kits.listening import line_of
from elisa.workshop.kits.page.contents import items_in, quoted
from elisa.workshop.kits.tool.units import add_units

if TYPE_CHECKING:
    from elisa.workshop.kits.listening import Hit, Line
    from elisa.workshop.kits.tool.design import Section
    from elisa.workshop.kits.tool.words import Words

_TIME = re.compile(r"(?P<count>\d+(?:[.,]\d+)?|{words})[\s-]*(?P<unit>hours?|hrs?|minutes?|mins?|seconds?|secs?)\b")
_SECONDS = {"h": 3600, "m": 60, "s": 1}
_LONGEST_TIME = 36000
_SIDES = re.compile(r"\bd(?P<short>\d{1,3})\b|\b(?P<long>\d{1,3})[\s-]*sid(?:ed|es)")
_GOAL = re.compile(
    r"(?:reach(?:es)?|goal(?: of| is)?|first to(?: reach)?|target(?: of| is)?|win(?:s)? (?:at|with)|up to|has)\s+"
    r"(?P<count>\d{1,4})",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\bcount(?:s|ing)?\s+(?:how many\s+)?(?:my |the |all |our )?(?P<what>[^.,;]+?)"
    r"(?:\s+(?:i|we|you|with|on|in|every|each|that|when)\b.*)?$",
    re.IGNORECASE,
)
_STEP = re.compile(r"(?:steps? of|counts? (?:up )?by|by|adds?|plus|\+)\s*(?P<count>\d{1,3})\b", re.IGNORECASE)
_PLUS = re.compile(r"\+\s*(\d{1,3})")
_ROW = re.compile(r"(?P<count>\d{1,3}|{words})\s+days?\s+(?:in a row|running)", re.IGNORECASE)
_PAIR = re.compile(
    r"\bfor\s+(?P<one>[\w' -]{1,30}?)\s+and\s+(?P<other>[\w' -]{1,30})$"
    r"|\b(?:called|named)\s+(?P<first>[\w' -]{1,30}?)\s+and\s+(?P<second>[\w' -]{1,30})$",
    re.IGNORECASE,
)
_VERBS = frozenset(
    {
        "draw", "paint", "convert", "count", "counts", "counting", "roll", "flip", "toss", "pick", "picks", "choose",
        "chooses", "decide", "learn", "keep", "keeps", "time", "measure", "add", "who", "random", "sums", "arithmetic",
    }
)  # fmt: skip
_PALETTE = ("black", "red", "orange", "yellow", "green", "blue", "purple", "pink")
_MOST_STREAK = 60
_OF_NAMES = frozenset({"picker", "counter", "scores", "habits"})


def section_title(kind: str, line: Line, hit: Hit, words: Words) -> str:
    """Return the child's own name of a section: the noun with the word before it; empty where it is no name."""
    spoken = line.spelled(hit.first, hit.last)
    if line.tokens[hit.first].key in _VERBS or spoken.casefold() in words.sections[kind]["weak"]:
        return ""
    before = hit.first - 1
    if before >= 0 and line.tokens[before].is_word and line.tokens[before].key not in words.common:
        gap = line.text[line.tokens[before].end : line.tokens[hit.first].start]
        if gap in (" ", "-"):
            spoken = line.spelled(before, hit.last)
    return spoken[:1].upper() + spoken[1:40]


def add_facts(section: Section, goal: str, words: Words, notes: list[str]) -> None:
    """Fill in what the section's script is told, from its wishes first and the goal after them."""
    known = words.sections[section.kind]
    texts = [*section.texts, goal]
    section.facts = {
        "id": section.kind, "kind": section.kind, "title": section.title, "icon": known["icon"],
        **{key: known[key] for key in ("label", "example", "empty", "all_done", "button") if key in known},
        "items": _items(section.kind, section.texts, goal),
    }  # fmt: skip
    filler = _FILL.get(section.kind)
    if filler is not None:
        filler(section.facts, texts, words, notes)


def _items(kind: str, texts: list[str], goal: str) -> list[str]:
    found: dict[str, str] = {}
    for text in [*texts, goal]:
        if text == goal and (":" not in text or kind == "cards"):
            continue
        names = entries_in(text, kind)
        if kind in ("checklist", "picker", "counter", "scores", "habits") and text != goal:
            names = names or quoted(text)
        for name in names:
            found.setdefault(name.casefold(), name[:60])
    return list(found.values())[:12]


def entries_in(text: str, kind: str) -> list[str]:
    """Return a sentence's list; where names are kept, "for Ada and Ben" is one, too."""
    return [item.name for item in items_in(text)] or (_two(text) if kind in _OF_NAMES else [])


def _two(text: str) -> list[str]:
    found = _PAIR.search(text.strip(" .!"))
    parts = [part for part in found.groups() if part] if found else []
    if any(len(part.split()) > 3 for part in parts):
        return []
    return [part[:1].upper() + part[1:] for part in (one.strip() for one in parts)]


def _number(text: str, words: Words) -> float:
    spelled = words.general["numbers"]
    return float(spelled[text.casefold()]) if text.casefold() in spelled else float(text.replace(",", "."))


def _times(texts: list[str], words: Words) -> list[int]:
    """Return the times that are named, in seconds, each once."""
    spelled = "|".join(sorted(map(re.escape, words.general["numbers"]), key=len, reverse=True))
    pattern = re.compile(rf"\b{_TIME.pattern.replace('{words}', spelled)}", re.IGNORECASE)
    found = [
        round(_number(one["count"], words) * _SECONDS[one["unit"][0].casefold()])
        for text in texts
        for one in pattern.finditer(text)
    ]
    return [seconds for seconds in dict.fromkeys(found) if 0 < seconds <= _LONGEST_TIME]


def spelled_time(seconds: int) -> str:
    """Return a time as a button says it."""
    if seconds % 60:
        return f"{seconds} s" if seconds < 60 else f"{seconds // 60}:{seconds % 60:02d}"
    return f"{seconds // 60} min"


def _timer(facts: dict[str, Any], texts: list[str], words: Words, notes: list[str]) -> None:
    times = _times(texts, words)
    everything = " ".join(texts).casefold()
    rest = "pomodoro" in everything or bool(re.search(r"\b(?:break|rest)\b", everything))
    end = words.sections["timer"]["end"]
    facts["phases"] = [{"seconds": times[0] if times else 300, "begin": "", "end": end}]
    if rest:
        work, pause = ([*times, 1500, 300])[0], ([*times[1:], 300])[0]
        facts["phases"] = [
            {"seconds": work, "begin": "Work time!", "end": f"{end} Work is over."},
            {"seconds": pause, "begin": "Break time!", "end": f"{end} The break is over."},
        ]
        facts["next"] = "Break time!"
    elif not times:
        notes.append(say("tool.note_time"))
    presets = times[1:5] if len(times) > 1 and not rest else [60, 300, 600]
    facts |= {"seconds": facts["phases"][0]["seconds"], "end": end, "page": ""}
    facts["presets"] = [] if rest else [{"seconds": each, "words": spelled_time(each)} for each in presets]
    facts["preset"] = presets[0]
    if not rest:
        facts["trouble"] = {"next": say("tool.left_break")}
    else:
        facts["trouble"] = dict.fromkeys(("chosen", "quick", "kept"), say("tool.left_set_with_breaks"))


def _counter(facts: dict[str, Any], texts: list[str], words: Words, _notes: list[str]) -> None:
    everything = " . ".join(texts)
    step, goal = _STEP.search(everything), _GOAL.search(everything)
    facts["step"] = max(1, int(step["count"])) if step else 1
    facts["goal"] = int(goal["count"]) if goal else 0
    if not facts["items"]:
        counted = (_COUNTED.search(text.strip(" .!")) for text in texts)
        what = next((found["what"].strip() for found in counted if found), "")
        name = what if what and len(what) < 40 else words.sections["counter"]["title"]
        facts["items"] = [name[:1].upper() + name[1:]]
    if not facts["goal"]:
        facts["trouble"] = dict.fromkeys(("reached", "goal"), say("tool.left_goal"))


def _dice(facts: dict[str, Any], texts: list[str], words: Words, _notes: list[str]) -> None:
    everything = " ".join(texts).casefold()
    known = words.sections["dice"]
    sides = _SIDES.search(everything)
    facts |= {"sides": 6, "count": 1, "faces": ["Heads", "Tails"]}
    if sides:
        facts["sides"] = min(max(int(sides["short"] or sides["long"]), 2), 100)
    elif re.search(r"\b(?:coin|heads)\b", everything) and not re.search(r"\b(?:dice|die)\b", everything):
        facts |= {"sides": 2, "button": known["coin_button"]}
    spelled = "|".join(words.general["numbers"])
    count = re.search(rf"\b(?P<count>[1-6]|{spelled})\s+(?:\d+[\s-]sided\s+)?(?:dice|coins)\b", everything)
    if count:
        facts["count"] = min(6, int(_number(count["count"], words)))


def _picker(facts: dict[str, Any], texts: list[str], words: Words, _notes: list[str]) -> None:
    once = {"once": words.sections["picker"]["steps"]["everyone"]["words"]}
    facts["once"] = any(line_of(text, words.language).hits(once) for text in texts)


def _checklist(facts: dict[str, Any], texts: list[str], words: Words, _notes: list[str]) -> None:
    star = {"star": words.sections["checklist"]["steps"]["star"]["words"]}
    facts["star"] = any(line_of(text, words.language).hits(star) for text in texts)


def _habits(facts: dict[str, Any], texts: list[str], words: Words, _notes: list[str]) -> None:
    spelled = "|".join(words.general["numbers"])
    found = re.search(_ROW.pattern.replace("{words}", spelled), " ".join(texts), re.IGNORECASE)
    facts["goal"] = min(_MOST_STREAK, int(_number(found["count"], words))) if found else 3


def _drawing(facts: dict[str, Any], texts: list[str], words: Words, _notes: list[str]) -> None:
    colours: dict[str, str] = words.general["colours"]
    line = line_of(" . ".join(texts), words.language)
    named = sorted(line.hits({name: [name] for name in colours}), key=lambda hit: hit.first)
    names = list(dict.fromkeys([*(hit.name for hit in named), *_PALETTE]))
    spelled = "|".join(words.general["numbers"])
    count = re.search(rf"\b(?P<count>\d{{1,2}}|{spelled})\s+(?:different\s+)?colou?rs", " ".join(texts), re.IGNORECASE)
    many = (
        min(len(colours), max(2, int(_number(count["count"], words))))
        if count
        else max(8, len({hit.name for hit in named}))
    )
    names = list(dict.fromkeys([*names, *colours]))[:many]
    facts["colours"] = [{"name": name, "value": colours[name]} for name in names]


def _cards(facts: dict[str, Any], texts: list[str], words: Words, _notes: list[str]) -> None:
    known = words.sections["cards"]
    pairs = {item.name: item.note for text in texts for item in items_in(text) if item.note}
    facts |= {"pairs": [list(pair) for pair in pairs.items()][:40], "front": known["front"], "back": known["back"]}
    if not pairs:
        facts["trouble"] = {"there": say("tool.left_sides")}


def _scores(facts: dict[str, Any], texts: list[str], _words: Words, _notes: list[str]) -> None:
    everything = " . ".join(texts)
    goal = _GOAL.search(everything)
    steps = sorted({int(found) for found in _PLUS.findall(everything)} - {0})[:4]
    facts["goal"] = int(goal["count"]) if goal else 0
    facts["steps"] = steps or [1]
    facts["step"] = facts["steps"][0]
    if not facts["items"]:
        facts["items"] = ["Player 1", "Player 2"]
    if not facts["goal"]:
        facts["trouble"] = dict.fromkeys(("wins", "goal"), say("tool.left_goal"))


_FILL = {
    "timer": _timer, "counter": _counter, "dice": _dice, "picker": _picker, "checklist": _checklist,
    "habits": _habits, "drawing": _drawing, "cards": _cards, "scores": _scores, "converter": add_units,
}  # fmt: skip
