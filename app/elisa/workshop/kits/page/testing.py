"""Test files of a page: one file for a wish, its own test and those that the child's proofs became."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workshop import escaping
from elisa.workshop.proofs.script import TestCode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elisa.spec.nugget import BehavioralTest, Requirement

FOLDER = "tests"
_LONGEST_TITLE = 120
_LONGEST_WORDS = 80


def wish_file(need: Requirement, tests: Iterable[TestCode], hands: str = "") -> dict[str, str]:
    """Return the test file of one wish."""
    name = f"{escaping.as_file(need.id, 'wish')}-{escaping.as_file(need.in_words, 'wish')}".strip("-")
    return {f"{FOLDER}/{name}.test.js": whole_file(need.in_words, tests, hands)}


def whole_file(about: str, tests: Iterable[TestCode], hands: str = "") -> str:
    """Return the text of a test file."""
    parts = [f"// {escaping.as_comment(about)[:200]}", hands.strip(), *map(str, tests)]
    return "\n\n".join(part for part in parts if part) + "\n"


def wish_test(need: Requirement, lines: list[str]) -> TestCode:
    """Return the test of a wish."""
    return TestCode(title_of(need.in_words), need.id, None, lines)


def proof_test(proof: BehavioralTest, lines: list[str]) -> TestCode:
    """Return the test that a proof of the child's became."""
    words = say("workshop.test_proof", when=proof.when, then=proof.then)
    return TestCode(title_of(words), proof.requirement_id, proof.id, lines)


def missing_proof(words: str) -> str:
    """Say which words of a proof could not become a test."""
    return say("workshop.left_proof", words=words[:_LONGEST_WORDS])


def title_of(text: str) -> str:
    """Return the title of a test, in the child's words."""
    return " ".join(escaping.printable(text).split())[:_LONGEST_TITLE] or say("workshop.test_whole_page")
