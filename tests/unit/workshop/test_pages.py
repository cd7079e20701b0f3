"""The tests that the workshop writes, run in a real page: green on what it built, red on what lacks the part."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from elisa.verify.page import PageRunner
from elisa.verify.run import run_tests
from elisa.workshop.provider import WorkshopProvider
from unit.workshop.drive import Driven, drive
from unit.workshop.wishing import EXAMPLES, KINDS, example

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import NuggetSpec


async def prove(spec: NuggetSpec, place: Path, only: frozenset[str] | None = None) -> None:
    """All tests pass on the whole game, and each wish has one that fails on the version before its task."""
    driven = await drive(WorkshopProvider(), spec, place, keep=True)
    async with PageRunner() as pages:
        report = await run_tests(driven.tree, pages=pages)
        assert [(test.name, test.message) for test in report.tests if test.status != "passed"] == []
        for task in driven.plan.tasks:
            if task.kind == "build" and task.requirement_ids and (only is None or task.id in only):
                assert await still_green(driven, task.id, task.requirement_ids, pages) == []
    made = {name for task in driven.plan.tasks if task.kind == "build" for name in task.requirement_ids}
    assert made <= {test.requirement_id for test in report.tests}


async def still_green(driven: Driven, task: str, requirements: tuple[str, ...], pages: PageRunner) -> list[str]:
    """The wishes of a task whose final tests all pass without it; there must be none."""
    tree = driven.before[task]
    shutil.rmtree(tree / "tests", ignore_errors=True)
    shutil.copytree(driven.tree / "tests", tree / "tests")
    before = await run_tests(tree, only=requirements, pages=pages)
    return [name for name in requirements if all(test.status == "passed" for test in before.of(name))]


async def test_a_game_is_green_and_red_without_its_parts(tmp_path: Path) -> None:
    await prove(example("hedgehog-dodge"), tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", EXAMPLES)
async def test_every_bundled_example_is_green_and_red_without_its_parts(name: str, tmp_path: Path) -> None:
    await prove(example(name), tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", KINDS)
async def test_every_kind_of_wish_is_green_and_red_without_its_part(name: str, tmp_path: Path) -> None:
    await prove(KINDS[name], tmp_path)
