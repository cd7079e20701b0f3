"""Finds what a test leaves behind: threads and child processes."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass

import psutil

PATIENCE = 5.0  # seconds for what is already ending; a leak is told after them, a clean test waits for nothing


@dataclass(frozen=True)
class Leaks:
    """The threads and child processes of one moment."""

    threads: frozenset[threading.Thread]
    children: frozenset[psutil.Process]

    @classmethod
    def now(cls) -> Leaks:
        """Look at this moment."""
        return cls(frozenset(threading.enumerate()), frozenset(_children()))

    def complaint(self, *, web: bool) -> str:
        """Return in words what came since and is still there; ``web`` lets Chromium's own processes live on."""
        threads = [
            thread
            for thread in threading.enumerate()
            if thread not in self.threads and type(thread).__name__ != "_DummyThread"
        ]
        for thread in threads:
            thread.join(PATIENCE)
        words = [f"thread {thread.name} still runs" for thread in threads if thread.is_alive()]
        fresh = [child for child in _children() if child not in self.children]
        if web:
            fresh = [child for child in fresh if not child.name().startswith(("QtWebEngine", "chromium"))]
        _, alive = psutil.wait_procs(fresh, timeout=PATIENCE)
        for child in alive:
            words.append(f"child process {child.pid} still runs: {_command(child)}")
            child.kill()
            child.wait()
        return "; ".join(words)


def left_over_processes(folder: str) -> list[str]:
    """Return the command lines of processes, not our own, that name ``folder``; they are ended."""
    found = []
    for process in psutil.process_iter():
        command = _command(process)
        if f"{folder}/" in command and process.pid != os.getpid() and process.pid not in _ancestors():
            found.append(command)
            process.kill()
    return found


def _children() -> list[psutil.Process]:
    return psutil.Process().children(recursive=True)


def _ancestors() -> set[int]:
    return {parent.pid for parent in psutil.Process().parents()}


def _command(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""
