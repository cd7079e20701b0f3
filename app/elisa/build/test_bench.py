"""Where tests run during a build: one page child for all of them, started when the first page is looked at."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from elisa.build.toolset import packages_of
from elisa.verify.page import PageRunner
from elisa.verify.run import run_tests

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from elisa.verify.page import PageCheck
    from elisa.verify.result import TestReport


class TestBench:
    """Runs tests of one build, one run at a time (helpers ask for them while others work)."""

    __test__ = False

    def __init__(self, nugget: Path) -> None:
        self._packages = packages_of(nugget)
        self._pages: PageRunner | None = None
        self._stack = AsyncExitStack()
        self._one = asyncio.Lock()

    async def run(self, root: Path, *, only: Sequence[str] | None) -> TestReport:
        """Run the tests of a folder, all or those of some wishes."""
        async with self._one:
            return await run_tests(root, only=only, pages=await self._runner(), packages=self._packages)

    async def check(self, url: str) -> PageCheck | None:
        """Load a page and say whether it came up without errors; ``None`` without a web engine."""
        async with self._one:
            runner = await self._runner()
            return None if runner is None else await runner.check(url)

    async def close(self) -> None:
        """End the page child."""
        await self._stack.aclose()

    async def _runner(self) -> PageRunner | None:
        if self._pages is None:
            self._pages = await self._stack.enter_async_context(PageRunner())
        return self._pages
