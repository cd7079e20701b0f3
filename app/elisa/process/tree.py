"""A process and all that it started, found by parenthood: what leaves the group or the session is still found."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Usage:
    """How many processes are alive in a tree and how much memory (bytes) they have of their own."""

    processes: int
    memory_bytes: int


def descendants(root: int) -> list[int]:
    """Return the ids of everything that ``root`` started, nearest first; empty where there is no ``/proc``."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    for pid, parent in _parents():
        children[parent].append(pid)
    found = list(children[root])
    for pid in found:
        found += children[pid]
    return found


def usage(root: int) -> Usage:
    """Measure ``root`` and everything that it started (Linux; elsewhere nothing is known, so nothing is over)."""
    tree = [root, *descendants(root)]
    return Usage(len(tree), sum(map(_own_memory, tree)))


def kill_descendants(root: int) -> None:
    """End everything that ``root`` started, and not ``root`` itself."""
    ours = os.getpgid(root)
    stopped: set[int] = set()
    while fresh := [pid for pid in descendants(root) if pid not in stopped]:
        stopped.update(fresh)
        _signal_groups({group for pid in fresh if (group := _group_of(pid))} - {ours}, "SIGSTOP")
        _signal(fresh, "SIGSTOP")
    _signal(stopped, "SIGKILL")


def kill_tree(root: int) -> None:
    """End ``root``, its group and everything that it started.

    Whole groups are stopped at once by the kernel before anything is counted: a program that forks for ever makes
    processes faster than they could be ended one by one.
    """
    if sys.platform == "win32":
        program = str(Path(os.environ["SYSTEMROOT"], "System32", "taskkill.exe"))
        subprocess.run([program, "/T", "/F", "/PID", str(root)], capture_output=True, check=False)
        return
    groups = {root}
    _signal_groups(groups, "SIGSTOP")
    while fresh := {group for pid in descendants(root) if (group := _group_of(pid))} - groups:
        groups |= fresh
        _signal_groups(fresh, "SIGSTOP")
    _signal_groups(groups, "SIGKILL")


def _group_of(pid: int) -> int:
    with suppress(ProcessLookupError, PermissionError):
        return os.getpgid(pid)
    return 0


def _signal_groups(groups: set[int], name: str) -> None:
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, getattr(signal, name))


def _signal(pids: list[int] | set[int], name: str) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, getattr(signal, name))


def _parents() -> list[tuple[int, int]]:
    found = []
    for entry in _entries():
        try:
            fields = Path("/proc", entry, "stat").read_bytes().rpartition(b")")[2].split()
            if fields[0] != b"Z":
                found.append((int(entry), int(fields[1])))
        except (OSError, IndexError):
            continue
    return found


def _entries() -> list[str]:
    try:
        return [entry.name for entry in os.scandir("/proc") if entry.name.isdigit()]
    except OSError:
        return []


def _own_memory(pid: int) -> int:
    try:
        fields = Path("/proc", str(pid), "statm").read_bytes().split()
        return (int(fields[1]) - int(fields[2])) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0
