"""The engine's own share of a build: twelve scripted tasks against the version work they cannot do without."""

from __future__ import annotations

import asyncio
import statistics
import time
from itertools import count
from typing import TYPE_CHECKING

from elisa.workspace.versions import Versions
from support.building import build, planned, task, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

TASKS = 12
ROUNDS = 5
AT_MOST_TIMES = 6
"""Measured 2 to 3 times the bare version work on two cores; twice that is a fault worth a look."""


def names() -> list[str]:
    return [f"t{number:02}" for number in range(TASKS)]


def scripted_build(folder: Path) -> None:
    """Build a dozen tasks, three at once, with a model that answers at once and nothing to test or to show."""
    plan = planned(*(task(name, number) for number, name in enumerate(names())))
    helpers = [writes(name, {f"{name}.txt": name * 500}) for name in names()]
    built = asyncio.run(build(folder, wishes(TASKS), [plan, *helpers]))
    assert len(list(built.folder.glob("t*.txt"))) == TASKS


def bare_versions(folder: Path) -> None:
    """Do by hand what any build has to do with its folder: a worktree, a file, a merge and the end, for each task."""
    folder.mkdir()
    versions = Versions(folder)
    versions.begin_build("build")
    for name in names():
        worktree = versions.open_worktree(name)
        (worktree.path / f"{name}.txt").write_text(name * 500)
        versions.merge(worktree, name, name)
        versions.drop_worktree(worktree)


def test_engine_share_of_a_twelve_task_build(tmp_path: Path, benchmark: BenchmarkFixture) -> None:
    numbers = count()
    bare = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        bare_versions(tmp_path / f"bare-{next(numbers)}")
        bare.append(time.perf_counter() - begun)
    whole: list[float] = []

    def measured() -> None:
        begun = time.perf_counter()
        scripted_build(tmp_path / f"build-{next(numbers)}")
        whole.append(time.perf_counter() - begun)

    benchmark(measured)
    share = statistics.median(whole) / statistics.median(bare)
    benchmark.extra_info["times_the_bare_version_work"] = round(share, 2)
    benchmark.extra_info["engine_ms_a_task"] = round(
        1000 * (statistics.median(whole) - statistics.median(bare)) / TASKS, 1
    )
    assert share <= AT_MOST_TIMES
