"""The day that a countdown runs to, read from the child's words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elisa.workshop.kits.page.speech import Speech

_ISO = re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b")
_DOTTED = re.compile(r"\b(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.(?:\s?(?P<year>\d{4}))?")
_YEAR = re.compile(r"\b(?:19|20)\d{2}\b")


@dataclass(frozen=True)
class Day:
    """A day; without a year it comes every year."""

    month: int
    day: int
    year: int = 0
    words: str = ""


def find_day(text: str, speech: Speech) -> Day | None:
    """Return the day that a text names, or ``None``."""
    for pattern in (_ISO, _DOTTED):
        found = pattern.search(text)
        if found and _is_day(int(found["month"]), int(found["day"])):
            return Day(int(found["month"]), int(found["day"]), int(found["year"] or 0), found.group().strip())
    return _with_month(text, speech) or _with_name(text, speech)


def _with_month(text: str, speech: Speech) -> Day | None:
    months = [str(month) for month in speech.phrases("months")]
    names = "|".join(f"{month}|{month[:3]}" for month in months)
    day, month = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?", rf"(?P<month>{names})"
    for pattern in (rf"\b{day}\s+(?:of\s+)?{month}\b", rf"\b{month}\.?\s+(?:the\s+)?{day}\b"):
        found = re.search(pattern, text, re.IGNORECASE)
        if found:
            number = [one[:3] for one in months].index(found["month"].casefold()[:3]) + 1
            year = _YEAR.search(text, found.end() - 4 if found["day"] else found.end())
            if _is_day(number, int(found["day"])):
                return Day(number, int(found["day"]), int(year.group()) if year else 0, found.group())
    return None


def _with_name(text: str, speech: Speech) -> Day | None:
    folded = text.casefold().replace("'", "").replace("’", "")
    days = sorted(speech.table("days").items(), key=lambda one: -len(one[0]))
    return next((Day(month, day, 0, name.title()) for name, (month, day) in days if name in folded), None)


def _is_day(month: int, day: int) -> bool:
    lengths = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return 1 <= month <= 12 and 1 <= day <= lengths[month - 1]
