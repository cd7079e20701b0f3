"""Where tests run during a build: one page child for all of them, started when the first page is looked at."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from elisa.build.toolset import packages_of
from elisa.core.errors import ElisaError
from elisa.verify.page import PageRunner
from elisa.verify.run import run_tests

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from elisa.core.events import Emit
    from elisa.verify.page import PageCheck
    from elisa.verify.result import TestReport


class TestBench:
    """Runs tests of one build, one run at a time (helpers ask for them while others work)."""

    __test__ = False

    def __init__(self, nugget: Path) -> None:
        self._packages = packages_of(nugget)
        self._pages = PageRunner()
        self._one = asyncio.Lock()
        self._last: dict[Path, TestReport] = {}

    async def run(self, root: Path, *, only: Sequence[str] | None, emit: Emit | None = None) -> TestReport:
        """Run the tests of a folder, all or those of some wishes; ``emit`` hears of each as it ends."""
        packages = self._packages if self._packages.is_dir() else None
        async with self._one:
            report = await run_tests(root, only=only, emit=emit, pages=self._pages, packages=packages)
        self._last[root] = report
        return report

    def take_last(self, root: Path) -> TestReport | None:
        """Return what the last tests of a folder said and forget it; ``None`` when none were run there."""
        return self._last.pop(root, None)

    async def check(self, url: str) -> PageCheck | None:
        """Load a page and say whether it came up without errors; ``None`` without a web engine."""
        try:
            return await self._pages.check(url)
        except ElisaError as error:
            if error.code != "verify.no_web_engine":
                raise
            return None

    async def close(self) -> None:
        """End the page child."""
        await self._pages.close()
