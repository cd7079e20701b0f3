"""First code of every child: give up rights, start the real program, and leave nothing behind when it ends.

The guard stays outside the sandbox as the parent of everything that the program starts, also of what detaches itself,
so that the end of the program, or ours, is the end of them all.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elisa.process.tree import kill_descendants

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

_DIE_WITH_PARENT, _ADOPT_ORPHANS = 1, 36
_POLITE = 5


@dataclass(frozen=True)
class Policy:
    """What the guard applies; travels as JSON in its arguments and holds no secret.

    Attributes:
        readable: Places for Landlock; ``None`` where it is not used.
        writable: As above.
        network: Leave TCP alone (because it is allowed, or because bubblewrap has cut it already).
        parent: Our process id, to notice that we died before the guard could ask to be told; 0 inside name spaces.
        cpu_seconds: Bounds as in ``Limits``; ``None`` and 0 set none.
        address_space: In bytes.
        file_bytes: In bytes.
        processes: How many more than there are.
    """

    readable: tuple[str, ...] | None
    writable: tuple[str, ...]
    network: bool
    parent: int
    cpu_seconds: int | None
    address_space: int
    file_bytes: int
    processes: int

    def to_json(self) -> str:
        """Return the policy for the command line."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Policy:
        """Read what ``to_json`` wrote."""
        loaded: dict[str, Any] = json.loads(text)
        return cls(**loaded)


def run_guarded(policy: Policy, program: Callable[[], int]) -> int:
    """Run ``program`` in a child of this process under ``policy``; end all that it started; return its exit code.

    A program that was ended by a signal ends the guard by the same signal, so that whoever waits sees the same.
    """
    _ask_kernel(_DIE_WITH_PARENT, signal.SIGTERM)
    _ask_kernel(_ADOPT_ORPHANS, 1)
    if policy.parent and os.getppid() != policy.parent:
        return 1
    guard = os.getpid()
    child = os.fork()
    if child == 0:
        return _become_program(policy, guard, program)
    signal.signal(signal.SIGTERM, _end_all)
    status = _wait_for(child)
    _leave_nothing()
    if os.WIFSIGNALED(status):
        _end_by(os.WTERMSIG(status))
    return os.waitstatus_to_exitcode(status)


def _become_program(policy: Policy, guard: int, program: Callable[[], int]) -> int:
    _ask_kernel(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != guard:
        return 1
    os.nice(_POLITE)
    _set_limits(policy)
    _restrict(policy)
    return program()


def _set_limits(policy: Policy) -> None:
    import resource

    wanted = [(resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, policy.file_bytes)]
    if policy.address_space:
        wanted.append((resource.RLIMIT_AS, policy.address_space))
    if policy.cpu_seconds:
        wanted.append((resource.RLIMIT_CPU, policy.cpu_seconds + 1))
    if policy.processes and os.getuid() and sys.platform == "linux":
        wanted.append((resource.RLIMIT_NPROC, _own_threads() + policy.processes))
    for which, value in wanted:
        hard = resource.getrlimit(which)[1]
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        softly = which == resource.RLIMIT_CPU and bound > 1  # SIGXCPU first, so that it is seen why
        resource.setrlimit(which, (bound - 1 if softly else bound, bound))


def _own_threads() -> int:
    """Count this user's threads, because the kernel's bound is per user and counts threads."""
    user, count = os.getuid(), 0
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            if entry.stat().st_uid == user:
                fields = Path(entry.path, "stat").read_text(errors="replace").rpartition(")")[2].split()
                count += int(fields[17])
        except (OSError, IndexError):
            continue
    return count


def _restrict(policy: Policy) -> None:
    if policy.readable is None:
        return
    from elisa.process.landlock import restrict

    restrict(map(Path, policy.readable), map(Path, policy.writable), network=policy.network)


def _wait_for(child: int) -> int:
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == child:
            return status


def _end_all(_number: int, _frame: FrameType | None) -> None:
    _leave_nothing()
    _end_by(signal.SIGKILL)


def _leave_nothing() -> None:
    kill_descendants(os.getpid())
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)


def _end_by(number: int) -> None:
    if number not in {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    signal.pause()


def _ask_kernel(option: int, value: int) -> None:
    """``prctl``; only Linux has it."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
