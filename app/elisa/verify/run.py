"""All tests of a nugget, of every kind, as one report."""

from __future__ import annotations

import os
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from elisa.core.errors import ElisaError
from elisa.core.events import Emit, TestFinished, TestsFinished
from elisa.verify.page import PageRunner, page_runner
from elisa.verify.python import run_python_tests
from elisa.verify.result import OnResult, TestReport, TestResult

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

_TESTS = "tests"
_PASSED_OVER = frozenset({"__pycache__", "node_modules", ".elisa"})
_LARGEST_FILE = 1024 * 1024


async def run_tests(
    root: Path, *, only: Sequence[str] | None = None, site: Path | None = None, emit: Emit | None = None,
    pages: PageRunner | None = None, packages: Path | None = None,
) -> TestReport:  # fmt: skip
    """Run ``tests/**/*.test.js`` in the browser child and ``tests/**/test_*.py`` under pytest; ``root`` is only read.

    Args:
        root: The nugget, a worktree or an exported version.
        only: Requirement ids; tests of others are passed over. ``None`` for all.
        site: Folder of the page; looked for by default. Where there is none, each page test fails and says so.
        emit: Gets ``TestFinished`` for each test as it ends, then one ``TestsFinished``.
        pages: A runner to use again; otherwise one is started for this run.
        packages: Folder with what ``install_package`` brought.

    Returns:
        Results in the order of file paths and of the tests in them; ``missing`` says what could not run at all.
    """
    page_files, python_files = nugget_tests(root)
    on_result = _announcer(emit)
    report = TestReport()
    if page_files:
        report = await _page_tests(root, page_files, site or find_folder(root), only, pages, on_result)
    if python_files:
        python = await run_python_tests(root, python_files, only=only, packages=packages, on_result=on_result)
        report = TestReport(
            tests=(*report.tests, *python.tests),
            coverage=python.coverage,
            missing=(*report.missing, *python.missing),
            unrun=report.unrun or python.unrun,
        )
    if emit is not None:
        emit(_summary(report))
    return report


def nugget_tests(root: Path) -> tuple[list[str], list[str]]:
    """Return the page test files and the Python test files below ``tests``, as sorted paths with ``/``."""
    pages, python = [], []
    for folder, folders, names in os.walk(root / _TESTS, followlinks=False):
        folders[:] = sorted(name for name in folders if name not in _PASSED_OVER)
        for name in names:
            path = Path(folder, name)
            if path.is_symlink() or not path.is_file():
                continue
            if name.endswith(".test.js"):
                pages.append(path.relative_to(root).as_posix())
            elif name.endswith(".py") and (name.startswith("test_") or name.endswith("_test.py")):
                python.append(path.relative_to(root).as_posix())
    return sorted(pages), sorted(python)


async def _page_tests(
    root: Path, files: Sequence[str], site: Path | None, only: Sequence[str] | None, pages: PageRunner | None,
    on_result: OnResult | None,
) -> TestReport:  # fmt: skip
    results: list[TestResult] = []
    try:
        async with page_runner(pages) as runner, _served(site) as url:
            for file in files:
                source = (root / file).read_bytes()[:_LARGEST_FILE].decode("utf-8", "replace")
                results += await runner.run_file(url, file, source, only=only, on_result=on_result)
    except ElisaError as problem:
        if problem.code != "verify.no_web_engine":
            raise
        done = {result.file for result in results}
        results += _never_ran([file for file in files if file not in done], problem.sentence, on_result)
        return TestReport(tests=tuple(results), missing=(problem.sentence,), unrun=True)
    return TestReport(tests=tuple(results))


def _never_ran(files: Sequence[str], why: str, on_result: OnResult | None) -> list[TestResult]:
    results = [TestResult(name=file, file=file, status="skipped", message=why) for file in files]
    for result in results:
        if on_result is not None:
            on_result(result)
    return results


def find_folder(root: Path) -> Path | None:
    """Return the folder that holds the page, as the preview would serve it."""
    from elisa.workspace.serve import find_site

    return find_site(root)


@asynccontextmanager
async def _served(site: Path | None) -> AsyncIterator[str | None]:
    if site is None:
        yield None
        return
    from elisa.workspace.serve import serve

    async with serve(site) as served:
        yield served.url


def _announcer(emit: Emit | None) -> OnResult | None:
    if emit is None:
        return None

    def announce(result: TestResult) -> None:
        emit(
            TestFinished(
                name=result.name, status=result.status, requirement_id=result.requirement_id, message=result.message
            )
        )

    return announce


def _summary(report: TestReport) -> TestsFinished:
    return TestsFinished(
        passed=report.count("passed"),
        failed=report.count("failed"),
        skipped=report.count("skipped"),
        coverage=report.coverage,
    )
