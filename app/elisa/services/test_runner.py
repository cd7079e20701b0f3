"""The test runner as a service: runs a nugget's tests by themselves, and re-emits those of a build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elisa.services.base import Service

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.services.runner import Run
    from elisa.verify.result import TestReport


class TestRunnerService(Service):
    """Emits ``TestFinished``, ``TestsFinished`` and ``RequirementJudged``."""

    __test__ = False

    def test(self, nugget: Path) -> Run[TestReport]:
        """Run all tests of a nugget."""
        return self.runner.start(self._test(nugget))

    async def _test(self, nugget: Path) -> TestReport:
        from elisa.build.test_bench import TestBench

        bench = TestBench(nugget)
        try:
            return await bench.run(nugget, only=None, emit=self.runner.emitter(self.publish))
        finally:
            await bench.close()
