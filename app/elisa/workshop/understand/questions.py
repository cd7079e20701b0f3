"""Quiz questions: the child's own where the data holds them, else from the workshop's bank by topic."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import TypedDict

from elisa.workshop.understand.design import Question
from elisa.workshop.understand.words import fold, stem, tokens_of

_MOST = 20
_ANSWERS = 3
_MOST_ANSWERS = 3  # wrong ones beside the right one: four answers fit on the screen
DEFAULT_ANSWERS = 3
DEFAULT_QUESTIONS = 6
_PAIR = re.compile(
    r"(?P<ask>[^?？;\n]{2,200}[?？])\s*(?:[-=:→>(]+|answer:?|réponse\s*:?|答え[:：]?)?\s*(?P<answer>[^;；\n?？]{1,80})",
    re.IGNORECASE,
)
_EQUATION = re.compile(r"(?P<ask>[^=;；\n]{1,120}?)\s*(?:=|→|->)\s*(?P<answer>[^;；\n=]{1,60})")
_MARKED = re.compile(
    r"\s*(?:[(\[]\s*(?:the\s+)?(?:right|correct|true|juste|correcte?|vrai|bonne réponse|richtig|正解)(?:\s+answer)?"
    r"\s*[)\]]"
    r"|^\s*[*✓✔✅]|[*✓✔✅]\s*$)\s*",
    re.IGNORECASE,
)
_SINGLE = re.compile(r"^\(([^()]*)\)?$")
_CHOICES = re.compile(r"\s*(?:[/|]|,| or | ou )\s*")


_SUM_WORDS = {"en": "What is {sum}?", "fr": "Combien font {sum} ?"}


class BankTopic(TypedDict):
    """One topic of the bank: words that name it, and questions whose first answer is the right one."""

    words: dict[str, list[str]]
    questions: dict[str, list[list[str]]]


def own_questions(texts: list[str], seed: int) -> list[Question]:
    """Return the questions that the child wrote: "2+2? 4; 3+3? 6", "capital of France = Paris", by line or ";"."""
    pairs: list[tuple[str, str]] = []
    for text in map(_tidy, texts):
        found = [(m["ask"].strip(" :,-"), m["answer"]) for m in _PAIR.finditer(text)]
        found = found or [(m["ask"].strip(" :,-"), m["answer"]) for m in _EQUATION.finditer(text)]
        pairs += [(_without_lead(ask), answer.strip(" .,")) for ask, answer in found]
    pairs = [(ask, answer) for ask, answer in pairs if ask and answer][:_MOST]
    rights = [_choices(answer)[0] for _, answer in pairs]
    return [_question(ask, answer, rights, place, seed) for place, (ask, answer) in enumerate(pairs)]


def _tidy(text: str) -> str:
    """Take "Q:" and "A:" off, and put sums that stand in one line after each other apart."""
    text = re.sub(r"(?:^|(?<=[\n;.]))\s*(?:Q|F)\s*\d*\s*[:.)]\s*", " ", text)
    text = re.sub(r"([?？])\s*(?:A|R)\s*[:.)]\s*", r"\1 ", text)
    return re.sub(r"(=\s*-?\d+(?:[.,]\d+)?)\s*(?:,|and|et)\s*(?=[^=;\n]{1,40}=)", r"\1; ", text)


def _choices(answer: str) -> list[str]:
    """Return the answers, the right one first: the marked one ("(right)", "*", "✓"), else the one written first."""
    parts = [part.strip() for part in _CHOICES.split(answer) if part.strip()] or [answer]
    marked = next((part for part in parts if _MARKED.search(part)), parts[0])
    clean = [_MARKED.sub("", part).strip() or part for part in (marked, *(part for part in parts if part != marked))]
    return [_SINGLE.sub(r"\1", part) for part in clean]


def _without_lead(ask: str) -> str:
    """Cut "questions: " off the first question."""
    return re.sub(r"^\s*(?:the )?(?:quiz )?(?:questions?|data|list|données)\s*[:：]\s*", "", ask, flags=re.IGNORECASE)


def _question(ask: str, answer: str, rights: list[str], place: int, seed: int) -> Question:
    choices = _choices(answer)
    right = choices[0]
    others = [other for other in choices[1:] if other != right]
    if len(others) >= _ANSWERS - 1:
        return turned(ask, right, others[:_MOST_ANSWERS], place + seed)
    others += [other for other in _near_numbers(right) if other not in others]
    others += [other for other in rights if other != right and other not in others]
    others += [other for other in ("?", "0", "—") if other not in others and other != right]
    return turned(ask, right, others[: _ANSWERS - 1], place + seed)


def _near_numbers(right: str) -> list[str]:
    if not re.fullmatch(r"-?\d{1,9}", right):
        return []
    return [str(int(right) + 1), str(int(right) + (2 if int(right) < 4 else -2))]


def turned(ask: str, right: str, wrong: list[str], turn: int) -> Question:
    """Put the right answer at a place that depends on ``turn``, so that it is not always the first."""
    place = turn % (len(wrong) + 1)
    return Question(ask, (*wrong[:place], right, *wrong[place:]), place)


def bank_questions(text: str, language: str, seed: int, answers: int, count: int) -> tuple[list[Question], str]:
    """Return questions on the topic of ``text`` and the topic's name; sums where the bank knows nothing of it."""
    bank = _bank()
    keys = {stem(token.key, code) for token in tokens_of(text) for code in ("en", "fr")}
    for name, topic in bank.items():
        for code, words in topic["words"].items():
            if any(stem(fold(word), code) in keys for word in words):
                return _of_topic(topic, language, seed, answers, count), name
    return _sums(language, seed, answers, count), "sums"


def _of_topic(topic: BankTopic, language: str, seed: int, answers: int, count: int) -> list[Question]:
    questions = topic["questions"].get(language) or topic["questions"]["en"]
    chosen = questions[:count]
    return [turned(ask, right, wrong[: answers - 1], place + seed) for place, (ask, right, *wrong) in enumerate(chosen)]


def _sums(language: str, seed: int, answers: int, count: int) -> list[Question]:
    """Sums are made, so there are as many as are wanted."""
    ask = _SUM_WORDS.get(language, _SUM_WORDS["en"])
    made = []
    for place in range(count):
        one, two = 3 + (seed + 5 * place) % 17, 2 + (seed // 7 + 3 * place) % 9
        sign, right = (("+", one + two), ("×", one * two), ("−", one - two))[place % 3]
        wrong = [str(right + step) for step in (1, -2, 10)]
        made.append(turned(ask.format(sum=f"{one} {sign} {two}"), str(right), wrong[: answers - 1], place + seed))
    return made


@cache
def _bank() -> dict[str, BankTopic]:
    place = files(__package__).joinpath("lexicon", "questions.json")
    loaded: dict[str, BankTopic] = json.loads(place.read_text(encoding="utf-8"))
    return loaded
