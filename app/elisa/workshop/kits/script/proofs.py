"""The tests of a script: somebody types, and what stands on the screen is looked at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop.kits.listening import short
from elisa.workshop.kits.script.design import BASE, Check
from elisa.workshop.kits.script.facts import literal
from elisa.workshop.kits.script.words import source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elisa.workshop.kits.script.design import ScriptDesign, Wish

Tested = tuple[str, str, Check]
"""The words of a test, the id of the child's own proof if it is one, and what it checks."""


def tests_of(wish: Wish, design: ScriptDesign) -> dict[str, str]:
    """Return a wish's test files, one for each program that it speaks of; the child's own proofs stand in them."""
    tested: list[Tested] = [(wish.text, "", check) for check in wish.checks]
    tested += [
        (proof.words, proof.id, proof.check)
        for proof in design.proofs
        if proof.requirement == wish.id and proof.check is not None
    ]
    files: dict[str, str] = {}
    for place, kind in enumerate(dict.fromkeys(check.program for _, _, check in tested)):
        name = f"tests/test_{wish.id}.py" if place == 0 else f"tests/test_{wish.id}_{kind}.py"
        files[name] = _file(kind, wish.id, [one for one in tested if one[2].program == kind], design)
    return files


def whole_tests(design: ScriptDesign) -> dict[str, str]:
    """Return the test of the script as a whole."""
    every = [Check(BASE), Check(BASE, "again"), Check(BASE, "quit"), Check(BASE, "strange")]
    words = say("script.test_whole")
    files = {"tests/test_main.py": _file(BASE, "", [(words, "", check) for check in every], design)}
    for kind in design.programs:
        files[f"tests/test_{kind}.py"] = _file(kind, "", [(words, "", Check(kind))], design)
    return files


def _file(kind: str, requirement: str, tested: Sequence[Tested], design: ScriptDesign) -> str:
    program = design.programs.get(kind)
    asked = program.asked if program is not None else {}
    folder = "base" if kind == BASE else kind
    parts = [source("base/hands.py.txt"), f"asked = {literal(asked)}\n", source(f"{folder}/proofs.py.txt")]
    return "".join([*parts, *(_test(place, kind, requirement, one) for place, one in enumerate(tested))])


def _test(place: int, kind: str, requirement: str, tested: Tested) -> str:
    words, proof, check = tested
    name = check.event or check.feature
    marks = [f"@pytest.mark.requirement({literal(requirement)})\n"] if requirement else []
    marks += [f"@pytest.mark.proof({literal(proof)})\n"] if proof else []
    body = f"    prove_{check.feature}()\n"
    if check.event:
        body = (
            f"    typed = EVENTS[{literal(check.event)}]()\n"
            f"    screen = typed if isinstance(typed, str) else played({kind}, *typed)\n"
            f"    assert {literal(check.words)} in screen\n"
        )
    return f"\n\n{''.join(marks)}def test_{place}_{name}() -> None:\n    {_docstring(words)}\n{body}"


def _docstring(words: str) -> str:
    """Return the child's words as a docstring; signs that would end it are taken out."""
    plain = re.sub(r'[\\"]', "'", short(words, 100))
    return f'"""{"".join(char for char in plain if char.isprintable())} """'.replace(' """', '"""')
