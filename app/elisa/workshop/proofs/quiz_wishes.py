"""Tests of quiz wishes: questions are asked, answers are judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.workshop import escaping

if TYPE_CHECKING:
    from collections.abc import Callable

    from elisa.workshop.understand.design import Design, Wish

_QUESTION = "'[data-role=\"question\"]'"
_ANSWER = "'[data-role=\"answer\"]'"


def _asks(wish: Wish, design: Design) -> list[str]:
    lines = ["await start(page);", f'check((await page.text({_QUESTION})).trim() !== "", "no question is asked");']
    if wish.values.get("answers"):
        wanted = escaping.as_number(wish.values["answers"])
        lines.append(f'check.equal(await page.count({_ANSWER}), {wanted}, "answers");')
    else:
        lines.append(f'check((await page.count({_ANSWER})) >= 2, "there is nothing to choose from");')
    if wish.values.get("questions"):
        lines += _count(escaping.as_number(wish.values["questions"]))
    del design
    return lines


def _count(wanted: str) -> list[str]:
    return [
        "const asked = new Set();",
        'while ((await state(page)) === "playing" && asked.size <= 60) {',
        f"  asked.add(await page.text({_QUESTION}));",
        "  await answer(page, true);",
        "  await page.advance(1500);",
        "}",
        f'check(asked.size >= {wanted}, "too few questions");',
    ]


def _asks_own(wish: Wish, design: Design) -> list[str]:
    del wish
    first = design.questions[0]
    return [
        "await start(page);",
        f"const asked = (await page.text({_QUESTION})).trim();",
        f'check.equal(asked, {escaping.as_js(first.ask.strip())}, "the first question");',
        f'check.equal(await answersShown(page), {escaping.as_js(list(first.answers))}, "its answers");',
    ]


def _tells(wish: Wish, design: Design) -> list[str]:
    del wish, design
    return [
        "await start(page);",
        "await answer(page, false);",
        'check.equal(await page.attribute(".quiz", "data-feedback"), "wrong", "the wrong answer");',
        'check((await page.count(".quiz [data-role=\\"answer\\"].right")) === 1, "the right answer is not shown");',
        "await page.advance(2500);",
        "await answer(page, true);",
        'check.equal(await page.attribute(".quiz", "data-feedback"), "right", "the right answer");',
    ]


TESTS: dict[str, Callable[[Wish, Design], list[str]]] = {"asks": _asks, "asks_own": _asks_own, "tells_right": _tells}
