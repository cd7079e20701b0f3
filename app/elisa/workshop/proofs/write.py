"""All tests of a design, one file for each requirement, named for the child's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop import escaping
from elisa.workshop.proofs import steps
from elisa.workshop.proofs.checks import look
from elisa.workshop.proofs.common import START
from elisa.workshop.proofs.script import TestCode, whole_file
from elisa.workshop.proofs.wishes import lines_for

if TYPE_CHECKING:
    from elisa.workshop.understand.design import Design, Proof, Understood

FOLDER = "tests"
_LONGEST_TITLE = 120


def requirement_tests(design: Design, requirement_id: str) -> dict[str, str]:
    """Return the test file of one requirement: its own test and its proofs. Empty for one that is left out."""
    wanted = design.requirement(requirement_id)
    if wanted is None or wanted.left_out or not wanted.wishes:
        return {}
    tests = _own(wanted, design)
    tests += [
        _proof(proof, design) for proof in design.proofs if proof.requirement_id == requirement_id and proof.check
    ]
    name = f"{escaping.as_file(requirement_id, 'wish')}-{escaping.as_file(wanted.text, 'wish')}"
    return {f"{FOLDER}/{name.strip('-')}.test.js": whole_file(design, wanted.text, tests)}


def game_test(design: Design) -> dict[str, str]:
    """Return the test of what every game needs: it opens, begins, ends and begins again."""
    title = say("workshop.test_whole")
    if design.mechanic == "poster":
        lines = ['check(await page.visible("#stage"), "the page is empty");']
    elif not design.part("ending") or not steps.can_end(design):
        lines = [START, 'check.equal(await state(page), "playing", "after the start");']
    else:
        lines = [
            START,
            *steps.end(design),
            'check((await state(page)) !== "playing", "it does not end");',
            'await page.press("Enter");',
            "await page.advance(50);",
            'check.equal(await state(page), "playing", "after the end");',
        ]
    return {f"{FOLDER}/the-whole-game.test.js": whole_file(design, title, [TestCode(title, None, None, lines)])}


def loose_proofs(design: Design) -> dict[str, str]:
    """Return the test file of proofs that belong to no requirement."""
    known = {item.id for item in design.understood}
    tests = [_proof(proof, design) for proof in design.proofs if proof.check and proof.requirement_id not in known]
    return {f"{FOLDER}/proofs.test.js": whole_file(design, say("workshop.test_proofs"), tests)} if tests else {}


def _own(wanted: Understood, design: Design) -> list[TestCode]:
    """One test for each behaviour in the sentence; further ones are numbered."""
    title = _title(wanted.text)
    return [
        TestCode(title if number == 1 else f"{title} ({number})", wanted.id, None, lines_for(wish, design))
        for number, wish in enumerate(wanted.wishes, start=1)
    ]


def _proof(proof: Proof, design: Design) -> TestCode:
    assert_check = proof.check
    if assert_check is None:
        raise ValueError(f"{proof.id} has no check")
    before, after = look(assert_check, design)
    acts: list[str] = []
    for step in proof.steps:
        if step.kind == "start":
            continue
        done = steps.do(step, design)
        acts += (
            ["{", *(f"  {line}" for line in done), "}"] if len(proof.steps) > 1 and not _names_points(done) else done
        )
    if assert_check.kind == "best_kept" and not any(_names_points(steps.do(step, design)) for step in proof.steps):
        acts = [*steps.end_with_points(design), "await page.reload();"]
    title = _title(say("workshop.test_proof", when=proof.when, then=proof.then))
    return TestCode(title, proof.requirement_id, proof.id, [START, *before, *acts, *after])


def _names_points(lines: list[str]) -> bool:
    return any(line.startswith("const points") for line in lines)


def _title(text: str) -> str:
    title = " ".join(escaping.printable(text).split())
    return title[:_LONGEST_TITLE] or say("workshop.test_whole")
