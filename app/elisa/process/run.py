"""Run a child process to its end, within limits: the way in which Elisa starts another program and waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from elisa.core.errors import failure
from elisa.process.environment import child_environment
from elisa.process.guard import Policy
from elisa.process.internal import internal_arguments, internal_command
from elisa.process.limits import Ended, Limits
from elisa.process.sandbox import Sandbox, in_bubblewrap, landlock_places, probe_means
from elisa.process.scratch import scratch
from elisa.process.tree import kill_tree, usage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence
    from pathlib import Path

_log = logging.getLogger(__name__)
_LOOK_SECONDS = 0.1
_CHUNK = 65536
_CUT = "\n[… the rest was cut off]\n"
_END_SECONDS = 5.0
_OUR_OWN = 3  # bubblewrap is two processes, the guard one


@dataclass(frozen=True)
class Finished:
    """How a child ended.

    Attributes:
        returncode: Its exit code; negative for the signal that ended it.
        stdout: What it wrote, bytes that are no UTF-8 replaced; the end is marked where it was cut off.
        stderr: As above.
        ended: ``exited`` by itself, or why it was ended: ``timeout``, ``memory``, ``output``, ``processes``; ``killed``
            by a signal that was not ours.
        seconds: Wall-clock time.
    """

    returncode: int
    stdout: str
    stderr: str
    ended: Ended
    seconds: float


async def run_child(
    command: Sequence[str],
    *,
    cwd: Path,
    limits: Limits | None = None,
    sandbox: Sandbox | None = None,
    env: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    on_line: Callable[[str], None] | None = None,
) -> Finished:
    """Run ``command`` without a shell and wait for it; cancelling the task ends the child with all that it started.

    Args:
        command: Program and arguments, or what ``internal_command`` returned.
        cwd: Where it runs.
        limits: Bounds; the usual ones by default.
        sandbox: What it may touch; ``None`` for a program of our own that needs no wall.
        env: Names added to the short environment that every child gets.
        stdin: What it can read; then its input ends, so nothing waits for ever.
        on_line: Called with each line of stdout, without its end.

    Raises:
        ElisaError: The program is not there (``process.not_found``).
    """
    bounds = limits or Limits()
    async with started(command, cwd=cwd, limits=bounds, sandbox=sandbox, env=env) as process:
        watch = _Watch(process, bounds, on_line)
        return await watch.until_end(stdin)


@asynccontextmanager
async def started(
    command: Sequence[str],
    *,
    cwd: Path,
    limits: Limits,
    sandbox: Sandbox | None,
    env: Mapping[str, str] | None = None,
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start a child in a group of its own with a private home; on leaving, whatever is left of both is gone."""
    with scratch("child") as home:
        network = sandbox is not None and sandbox.network
        whole = _wrapped(command, cwd=cwd, limits=limits, sandbox=sandbox, home=home)
        process = await _spawn(whole, command[0], cwd, child_environment(home, network=network, extra=env))
        try:
            yield process
        finally:
            await _bury(process)


async def _spawn(whole: list[str], program: str, cwd: Path, env: dict[str, str]) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    try:
        return await asyncio.create_subprocess_exec(
            *whole, cwd=cwd, env=env, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
    except (FileNotFoundError, NotADirectoryError, PermissionError) as error:
        raise failure("process.not_found", str(error), program=program) from error


async def _bury(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        kill_tree(process.pid)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await process.wait()
    transport = getattr(process, "_transport", None)
    if transport is not None:
        transport.close()


def _wrapped(command: Sequence[str], *, cwd: Path, limits: Limits, sandbox: Sandbox | None, home: Path) -> list[str]:
    """Put the guard, and around it bubblewrap, before ``command`` (nothing where there are no such means)."""
    if os.name != "posix":
        return list(command)
    found = shutil.which(command[0], path=child_environment(home)["PATH"])
    if internal_arguments(command) is None and found is None:
        raise failure("process.not_found", command[0], program=command[0])
    means = probe_means()
    wraps = sandbox is not None and sandbox.bubblewrap and means.bubblewrap is not None
    policy = _policy(limits, sandbox, home, wraps=wraps)
    if internal_arguments(command) is None:
        policy = replace(policy, address_space=0)
    guarded = internal_command("guard", policy.to_json(), "--", *command)
    if sandbox is None or means.bubblewrap is None or not wraps:
        return guarded
    return in_bubblewrap(means.bubblewrap, guarded, sandbox, home=home, cwd=cwd)


def _policy(limits: Limits, sandbox: Sandbox | None, home: Path, *, wraps: bool) -> Policy:
    readable, writable = landlock_places(sandbox, home) if sandbox is not None else ((), ())
    locks = sandbox is not None and probe_means().landlock > 0
    return Policy(
        readable=tuple(map(str, readable)) if locks else None,
        writable=tuple(map(str, writable)),
        network=wraps or (sandbox is not None and sandbox.network),
        parent=0 if wraps else os.getpid(),
        cpu_seconds=limits.cpu_seconds,
        address_space=limits.memory_bytes if limits.address_space else 0,
        file_bytes=limits.file_bytes,
        processes=limits.processes,
    )


class _Watch:
    """Reads a child's output, looks at what it uses, and ends it when a limit is passed."""

    def __init__(
        self, process: asyncio.subprocess.Process, limits: Limits, on_line: Callable[[str], None] | None
    ) -> None:
        self._process = process
        self._limits = limits
        self._on_line = on_line
        self._why: Ended | None = None
        self._left = limits.output_bytes
        self._begin = time.monotonic()

    async def until_end(self, stdin: bytes) -> Finished:
        out, err = bytearray(), bytearray()
        async with asyncio.TaskGroup() as group:
            watching = group.create_task(self._look())
            group.create_task(self._feed(stdin))
            reading = [
                group.create_task(self._read(self._process.stdout, out, self._on_line)),
                group.create_task(self._read(self._process.stderr, err, None)),
            ]
            await asyncio.wait(reading)
            await self._process.wait()
            watching.cancel()
        return self._finished(out, err)

    def _finished(self, out: bytearray, err: bytearray) -> Finished:
        code = self._process.returncode or 0
        code = 128 - code if 128 < code < 192 else code
        text, complaint = (bytes(part).decode("utf-8", "replace") for part in (out, err))
        if self._why == "output":
            text += _CUT
        ended: Ended = self._why or _why_by_itself(code, complaint)
        if ended != "exited":
            _log.info("child ended by %s, code %s", ended, code)
        return Finished(code, text, complaint, ended, time.monotonic() - self._begin)

    async def _feed(self, stdin: bytes) -> None:
        pipe = self._process.stdin
        if pipe is None:
            return
        with contextlib.suppress(ConnectionError):
            pipe.write(stdin)
            await pipe.drain()
        with contextlib.suppress(ConnectionError):
            pipe.close()

    async def _read(
        self, stream: asyncio.StreamReader | None, into: bytearray, on_line: Callable[[str], None] | None
    ) -> None:
        line = bytearray()
        while stream is not None and (chunk := await stream.read(_CHUNK)):
            if self._why == "output":
                continue
            kept = chunk[: self._left]
            self._left -= len(kept)
            into += kept
            if on_line is not None:
                line += kept
                *whole, rest = line.split(b"\n")
                line = bytearray(rest)
                for part in whole:
                    on_line(part.decode("utf-8", "replace").rstrip("\r"))
            if len(kept) < len(chunk):
                self._end("output")
        if on_line is not None and line:
            on_line(line.decode("utf-8", "replace"))

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            seconds = self._limits.seconds
            if seconds is not None and time.monotonic() - self._begin > seconds:
                self._end("timeout")
                return
            used = usage(self._process.pid)
            if used.processes > self._limits.processes + _OUR_OWN:
                self._end("processes")
            elif used.memory_bytes > self._limits.memory_bytes:
                self._end("memory")

    def _end(self, why: Ended) -> None:
        if self._why is None and self._process.returncode is None:
            self._why = why
            kill_tree(self._process.pid)


def _why_by_itself(code: int, complaint: str) -> Ended:
    if code >= 0:
        return "memory" if code and complaint.rstrip().endswith("MemoryError") else "exited"
    import signal

    return "timeout" if -code == getattr(signal, "SIGXCPU", 0) else "killed"
