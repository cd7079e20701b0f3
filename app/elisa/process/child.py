"""A child that lives on and talks in JSON lines, one object a line, both ways."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from elisa.core.errors import failure
from elisa.process.run import started
from elisa.process.tree import kill_tree, usage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence
    from pathlib import Path

    from elisa.process.limits import Limits
    from elisa.process.sandbox import Sandbox

_log = logging.getLogger(__name__)
_LOOK_SECONDS = 0.5
_CHUNK = 65536
_LONGEST_LINE = 32 * 1024 * 1024
_KEPT_COMPLAINTS = 20_000


class Child:
    """The running child; ``open_child`` makes one and ends it with all that it started."""

    def __init__(self, process: asyncio.subprocess.Process, limits: Limits) -> None:
        self._process = process
        self._limits = limits
        self._answers: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._complaints = bytearray()
        self._gone = False

    @property
    def pid(self) -> int:
        """Process id of the outermost process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.returncode is None and not self._gone

    @property
    def complaints(self) -> str:
        """The end of what it wrote to stderr, for the log."""
        return bytes(self._complaints).decode("utf-8", "replace")

    async def send(self, message: Mapping[str, Any]) -> None:
        """Send one object.

        Raises:
            ElisaError: The child is gone (``process.child_died``).
        """
        line = json.dumps(message, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
        pipe = self._process.stdin
        try:
            if pipe is None or not self.alive:
                raise ConnectionResetError
            pipe.write(line)
            await pipe.drain()
        except ConnectionError as error:
            raise failure("process.child_died", self.complaints) from error

    async def receive(self, *, seconds: float) -> dict[str, Any]:
        """Return the next object that the child sends.

        Raises:
            ElisaError: Nothing came in time (``process.child_silent``) or the child is gone (``process.child_died``).
        """
        try:
            async with asyncio.timeout(seconds):
                answer = await self._answers.get()
        except TimeoutError as error:
            raise failure("process.child_silent", f"nothing for {seconds} s\n{self.complaints}") from error
        if answer is None:
            self._answers.put_nowait(None)
            raise failure("process.child_died", self.complaints)
        return answer

    def kill(self) -> None:
        """End it at once, with all that it started."""
        if self._process.returncode is None:
            kill_tree(self._process.pid)

    async def watch(self) -> None:
        """Read what it says and look at what it uses until it is gone."""
        async with asyncio.TaskGroup() as group:
            looking = group.create_task(self._look())
            listening = [group.create_task(self._listen()), group.create_task(self._hear_complaints())]
            await asyncio.wait(listening)
            self._gone = True
            self._answers.put_nowait(None)
            looking.cancel()

    async def _listen(self) -> None:
        line = bytearray()
        while self._process.stdout is not None and (chunk := await self._process.stdout.read(_CHUNK)):
            line += chunk
            *whole, rest = line.split(b"\n")
            line = bytearray(rest)
            for part in whole:
                self._take(bytes(part))
            if len(line) > _LONGEST_LINE:
                _log.info("child sent a line without end")
                self.kill()

    def _take(self, line: bytes) -> None:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if isinstance(answer, dict):
            self._answers.put_nowait(answer)
        elif line.strip():
            _log.info("child sent no JSON: %r", line[:200])

    async def _hear_complaints(self) -> None:
        while self._process.stderr is not None and (chunk := await self._process.stderr.read(_CHUNK)):
            self._complaints += chunk
            del self._complaints[:-_KEPT_COMPLAINTS]

    async def _look(self) -> None:
        begin = time.monotonic()
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            used = usage(self._process.pid)
            late = self._limits.seconds is not None and time.monotonic() - begin > self._limits.seconds
            if late or used.memory_bytes > self._limits.memory_bytes or used.processes > self._limits.processes:
                _log.info("child passed a limit: %s, late: %s", used, late)
                self.kill()


@asynccontextmanager
async def open_child(
    command: Sequence[str],
    *,
    cwd: Path,
    limits: Limits,
    sandbox: Sandbox | None,
    env: Mapping[str, str] | None = None,
) -> AsyncIterator[Child]:
    """Start a child that speaks JSON lines; on leaving, it and all that it started are gone.

    Args:
        command: As for ``run_child``.
        cwd: Where it runs.
        limits: Bounds; ``output_bytes`` does not count here.
        sandbox: What it may touch.
        env: Names added to the short environment.
    """
    async with started(command, cwd=cwd, limits=limits, sandbox=sandbox, env=env) as process:
        child = Child(process, limits)
        watching = asyncio.create_task(child.watch())
        try:
            yield child
        finally:
            child.kill()
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching
