"""Our own program as a child of itself: in a checkout ``python -m elisa``, in an installed app the executable."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence

FLAG = "--elisa-internal"
Entry = Callable[[list[str]], int]
_PYTHON_WORDS = ("-c", "-m", "-u", "-B", "-I", "-E", "-s", "-S", "-P", "-O", "-OO", "-X", "-W")


def internal_command(entry: str, *arguments: str) -> list[str]:
    """Return the command that runs one of our entries: ``python``, ``pytest``, ``pip``, ``page`` or ``guard``.

    The current folder never counts as a place for modules, so a nugget's ``json.py`` is not taken for the real one.
    """
    return [*_ourselves(), FLAG, entry, *arguments]


def internal_arguments(command: Sequence[str]) -> list[str] | None:
    """Return ``[entry, *arguments]`` if ``command`` came from ``internal_command``, else ``None``."""
    start = [*_ourselves(), FLAG]
    return list(command[len(start) :]) if list(command[: len(start)]) == start else None


def run_internal(arguments: list[str], entries: Mapping[str, Entry] | None = None) -> int:
    """Run an entry inside this process and return its exit code.

    Args:
        arguments: ``[entry, *arguments]``.
        entries: Entries of higher floors (``page``) beside those of this one.
    """
    known: dict[str, Entry] = {"python": _python, "pytest": _pytest, "pip": _pip, **(entries or {})}
    known["guard"] = lambda rest: _guard(rest, entries)
    entry = known.get(arguments[0]) if arguments else None
    if entry is None:
        sys.stderr.write(f"unknown internal entry: {' '.join(arguments[:1])}\n")
        return 2
    return entry(arguments[1:])


def as_python(arguments: list[str]) -> bool:
    """Tell whether generated code took us for Python: ``subprocess.run([sys.executable, "-c", …])`` when frozen."""
    if os.environ.get("ELISA_AS_PYTHON") != "1" or not arguments:
        return False
    return arguments[0] in _PYTHON_WORDS or arguments[0].endswith(".py")


def _ourselves() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable]
    return [sys.executable, "-P", "-m", "elisa"]


def _guard(arguments: list[str], entries: Mapping[str, Entry] | None) -> int:
    from elisa.process.guard import Policy, run_guarded

    command = arguments[2:]
    inside = internal_arguments(command)

    def program() -> int:
        if inside is None:
            os.execvp(command[0], command)
        return run_internal(inside, entries)

    return run_guarded(Policy.from_json(arguments[0]), program)


def _python(arguments: list[str]) -> int:
    from elisa.process.as_python import run_python

    return run_python(arguments)


def _pytest(arguments: list[str]) -> int:
    import pytest

    return int(pytest.main(arguments))


def _pip(arguments: list[str]) -> int:
    import runpy

    sys.argv = ["pip", *arguments]
    runpy.run_module("pip", run_name="__main__", alter_sys=True)
    return 0
