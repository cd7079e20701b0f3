"""Page tests and page checks through one off-screen browser child, kept alive for many sites and files."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from elisa.core.errors import ElisaError, failure
from elisa.core.resources import fetched
from elisa.core.text import say
from elisa.process.child import Child, open_child
from elisa.process.internal import internal_command
from elisa.process.limits import MEBIBYTE, Limits
from elisa.process.sandbox import Sandbox
from elisa.verify.result import OnResult, TestResult

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from types import TracebackType

_log = logging.getLogger(__name__)
_START_SECONDS = 60.0
_SILENCE_SECONDS = 90.0
_LIMITS = Limits(
    seconds=None, memory_bytes=4096 * MEBIBYTE, address_space=False, processes=64, file_bytes=1024 * MEBIBYTE
)


@dataclass(frozen=True)
class PageCheck:
    """Whether a page stands.

    Attributes:
        loaded: It came to the end of loading and answers.
        errors: What it complained about in its first second.
        title: Its title.
        screenshot: What a person would see, as PNG.
    """

    loaded: bool
    errors: tuple[str, ...]
    title: str
    screenshot: bytes | None


class PageRunner:
    """One browser child, started at the first need and again after a crash; an asynchronous context manager.

    Args:
        pictures: Folder for a picture of the page of each failed test; none by default.
        software_3d: Draw WebGL too, in software.
    """

    def __init__(self, *, pictures: Path | None = None, software_3d: bool = False) -> None:
        self._pictures = pictures
        self._command = internal_command("page", *(["--3d"] if software_3d else []))
        self._one_at_a_time = asyncio.Lock()
        self._stack = AsyncExitStack()
        self._child: Child | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the child."""
        self._child = None
        await self._stack.aclose()

    async def start(self) -> None:
        """Start the child now, for example to find out whether it can.

        Raises:
            ElisaError: There is no web engine here, or it cannot start (``verify.no_web_engine``).
        """
        if self._child is not None and self._child.alive:
            return
        await self.close()
        self._stack = AsyncExitStack()
        child = await self._stack.enter_async_context(
            open_child(self._command, cwd=Path("/"), limits=_LIMITS, sandbox=_walls())
        )
        try:
            await child.receive(seconds=_START_SECONDS)
        except ElisaError as problem:
            await self.close()
            raise failure("verify.no_web_engine", problem.detail) from problem
        self._child = child

    async def run_file(
        self, url: str | None, file: str, source: str, *, only: Sequence[str] | None = None,
        on_result: OnResult | None = None,
    ) -> list[TestResult]:  # fmt: skip
        """Run the tests of one file.

        Args:
            url: Where the page is served; ``None`` where there is no page yet, so that each test fails.
            file: The file's path, for messages.
            source: Its text.
            only: Requirement ids; tests of others are passed over without a result.
            on_result: Called with each result as it comes.

        Raises:
            ElisaError: The child cannot start (``verify.no_web_engine``).
        """
        job = {
            "do": "run", "url": url, "file": file, "source": source,
            "only": None if only is None else list(only), "pictures": self._pictures is not None,
        }  # fmt: skip
        results: list[TestResult] = []
        running = file
        async with self._one_at_a_time:
            try:
                async for message in self._job(job):
                    if message["event"] == "started":
                        running = message["title"]
                    elif message["event"] == "test":
                        self._take(file, message, results, on_result)
            except ElisaError as problem:
                if problem.code == "verify.no_web_engine":
                    raise
                _log.info("the page child was lost: %s", problem.detail)
                lost = {"title": running, "ok": False, "message": say("verify.page_crashed")}
                self._take(file, lost, results, on_result)
        return results

    async def check(self, url: str) -> PageCheck:
        """Open a page, let its clock run for a second, and tell whether it stands.

        Raises:
            ElisaError: The child cannot start (``verify.no_web_engine``).
        """
        async with self._one_at_a_time:
            try:
                seen = [message async for message in self._job({"do": "check", "url": url})]
            except ElisaError as problem:
                if problem.code == "verify.no_web_engine":
                    raise
                return PageCheck(loaded=False, errors=(say("verify.page_crashed"),), title="", screenshot=None)
        message = seen[0]
        if message["event"] != "checked":
            return PageCheck(loaded=False, errors=(str(message.get("message")),), title="", screenshot=None)
        picture = message["picture"]
        return PageCheck(
            loaded=message["loaded"],
            errors=tuple(message["errors"]),
            title=message["title"],
            screenshot=None if picture is None else base64.b64decode(picture),
        )

    async def _job(self, job: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        await self.start()
        child = self._child
        if child is None:
            raise failure("verify.no_web_engine")
        finished = False
        try:
            await child.send(job)
            while not (message := await child.receive(seconds=_SILENCE_SECONDS)).get("end"):
                yield message
            finished = True
        finally:
            if not finished:
                self._child = None
                child.kill()

    def _take(self, file: str, message: dict[str, Any], results: list[TestResult], on_result: OnResult | None) -> None:
        result = TestResult(
            name=message["title"],
            file=file,
            status="passed" if message["ok"] else "failed",
            requirement_id=message.get("requirement"),
            proof_id=message.get("proof"),
            message=message["message"],
            duration_ms=message.get("ms", 0.0),
            picture=self._keep_picture(message.get("picture"), len(results), file),
        )
        results.append(result)
        if on_result is not None:
            on_result(result)

    def _keep_picture(self, picture: str | None, number: int, file: str) -> str | None:
        if picture is None or self._pictures is None:
            return None
        self._pictures.mkdir(parents=True, exist_ok=True)
        target = self._pictures / f"{Path(file).name.partition('.')[0]}-{number + 1}.png"
        target.write_bytes(base64.b64decode(picture))
        return str(target)


def _walls() -> Sandbox:
    """Chromium makes name spaces of its own and must reach our server, so it gets no bubblewrap around it."""
    return Sandbox(
        readable=(fetched(), Path("/proc"), Path("/sys")),
        devices=(Path("/dev", "shm"),),
        network=True,
        bubblewrap=False,
    )


@contextlib.asynccontextmanager
async def page_runner(given: PageRunner | None) -> AsyncIterator[PageRunner]:
    """Use the runner that was given and leave it open, or make one for this run only."""
    if given is not None:
        yield given
        return
    async with PageRunner() as own:
        yield own
