"""The golden corpus: what each workspace comes to, and that the corpus leaves nothing out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from elisa.spec.nugget import NuggetSpec
from elisa.spec.problems import CODES
from support.golden import canvas_cases, load, read_canvas, read_skill, skill_cases

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from elisa.blocks.catalog import Catalog

CANVAS = canvas_cases()
SKILLS = skill_cases()
CONTAINERS = {
    "first_then": ("FIRST_BLOCKS", "THEN_BLOCKS"),
    "at_same_time": ("PARALLEL_BLOCKS",),
    "timer_every": ("ACTION_BLOCKS",),
    "portal_when": ("ACTION_BLOCKS",),
}
NOT_IN_A_FILE = {"circular_block", "too_many_blocks", "more_problems"}  # tested by hand in test_interpret.py
NOT_IN_A_FILE |= {"missing_interface", "interface_type"}  # found beside the file: tests/services/test_neighbours.py


@pytest.mark.parametrize("place", CANVAS.values(), ids=CANVAS.keys())
def test_a_workspace_comes_to_its_golden_spec(place: Path, catalog: Catalog) -> None:
    case = load(place)
    assert read_canvas(case, catalog) == {"spec": case["spec"], "problems": case["problems"]}
    NuggetSpec.model_validate(case["spec"])


@pytest.mark.parametrize("place", SKILLS.values(), ids=SKILLS.keys())
def test_a_composite_skill_comes_to_its_golden_plan(place: Path, catalog: Catalog) -> None:
    case = load(place)
    assert read_skill(case, catalog) == {"plan": case["plan"], "problems": case["problems"]}


def _blocks(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if isinstance(value.get("type"), str):
            yield value
        for held in value.values():
            yield from _blocks(held)
    elif isinstance(value, list):
        for held in value:
            yield from _blocks(held)


@pytest.fixture(scope="module")
def every_block() -> list[dict[str, Any]]:
    canvas = [load(place)["workspace"] for place in CANVAS.values()]
    return [*_blocks(canvas), *_blocks([load(place)["skill"]["workspace"] for place in SKILLS.values()])]


def test_the_corpus_holds_every_block_type_and_every_old_name(
    every_block: list[dict[str, Any]], catalog: Catalog
) -> None:
    used = {block["type"] for block in every_block}
    assert set(catalog.blocks) - used == set()
    assert set(catalog.legacy_types) - used == set()


def test_the_corpus_holds_every_field_and_every_choice(every_block: list[dict[str, Any]], catalog: Catalog) -> None:
    used = {
        (block["type"], name, value if isinstance(value, str) else "")
        for block in every_block
        if isinstance(block.get("fields"), dict)
        for name, value in block["fields"].items()
    }
    names = {(kind, name) for kind, name, _ in used}
    for kind in catalog.blocks.values():
        for field in (*kind.fields.values(),):
            assert (kind.type, field.name) in names
            assert [value for value in field.choices if (kind.type, field.name, value) not in used] == []
        for old in kind.legacy_fields:
            assert (kind.type, old) in names


def test_the_corpus_holds_every_container_in_every_gap_of_every_container(every_block: list[dict[str, Any]]) -> None:
    pairs = {
        (block["type"], name, held["block"]["type"])
        for block in every_block
        for name, held in (block["inputs"] if isinstance(block.get("inputs"), dict) else {}).items()
    }
    wanted = {(outer, gap, inner) for outer, gaps in CONTAINERS.items() for gap in gaps for inner in CONTAINERS}
    assert wanted - pairs == set()


def test_the_corpus_holds_every_problem_code() -> None:
    cases = [load(place) for place in (*CANVAS.values(), *SKILLS.values())]
    found = {problem["code"] for case in cases for problem in case["problems"]}
    assert set(CODES) - found == NOT_IN_A_FILE
