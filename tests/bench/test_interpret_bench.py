"""Interpret 1,000 blocks, against reading the same JSON and walking over it once, in the same run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from elisa.blocks.catalog import load_catalog
from elisa.blocks.interpret import interpret
from elisa.core import resources
from elisa.spec import deep_json
from elisa.spec.library import Library
from support.workspaces import block, chain, feature, goal, proof, workspace

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture


def a_thousand_blocks() -> dict[str, Any]:
    """Forty wishes in ten containers, half of them with a proof, then many small blocks in one stack."""
    wishes = [feature(f"wish {n}", f"w{n}", TEST_SOCKET=[proof(block_id=f"p{n}")] if n < 20 else []) for n in range(40)]
    for wish in wishes[20:]:
        wish.pop("inputs")
    boxes = [block("at_same_time", None, f"box{n}", PARALLEL_BLOCKS=wishes[n * 4 : n * 4 + 4]) for n in range(10)]
    rest = [block("deploy_web", None, f"d{n}") for n in range(1000 - 1 - 40 - 20 - 10)]
    return workspace(chain(goal(), *boxes, *rest))


def walk(value: object) -> int:
    """Count the blocks in the plainest way."""
    count = 0
    todo: list[object] = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, dict):
            count += "type" in one
            todo += one.values()
        elif isinstance(one, list):
            todo += one
    return count


@pytest.fixture(scope="module")
def text() -> str:
    return deep_json.write(a_thousand_blocks())


@pytest.mark.benchmark(group="1,000 blocks")
def test_interpreting(benchmark: BenchmarkFixture, text: str) -> None:
    catalog, library = load_catalog(resources.root()), Library()
    assert benchmark(lambda: interpret(deep_json.parse(text), library, catalog)).problems == ()


@pytest.mark.benchmark(group="1,000 blocks")
def test_reading_and_walking_only(benchmark: BenchmarkFixture, text: str) -> None:
    assert benchmark(lambda: walk(deep_json.parse(text))) == 1000
