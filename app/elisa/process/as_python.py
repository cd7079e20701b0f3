"""Ourselves in the place of the Python interpreter: ``-c CODE``, ``-m MODULE``, ``FILE.py`` and the usual letters."""

from __future__ import annotations

import runpy
import sys
import types
from importlib.abc import InspectLoader
from pathlib import Path

_WITH_VALUE = ("-X", "-W")


def run_python(arguments: list[str]) -> int:
    """Run a program as ``python`` would and return 0; its own ``sys.exit`` and errors pass through.

    Letters that only tune the interpreter (``-u``, ``-B``, ``-X …``) are passed over: the environment sets them.
    """
    rest = list(arguments)
    while rest and rest[0].startswith("-") and rest[0] not in {"-c", "-m", "-"}:
        del rest[: 2 if rest[0] in _WITH_VALUE else 1]
    if not rest:
        sys.stderr.write("which program?\n")
        return 2
    _forget_our_own_folder()
    if rest[0] == "-c":
        _run_text(rest[1], ["-c", *rest[2:]])
    elif rest[0] == "-m":
        sys.argv = rest[1:]
        sys.path.insert(0, str(Path.cwd()))
        runpy.run_module(rest[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = rest
        sys.path.insert(0, str(Path(rest[0]).resolve().parent))
        runpy.run_path(rest[0], run_name="__main__")
    return 0


def _run_text(code: str, argv: list[str]) -> None:
    sys.argv = argv
    sys.path.insert(0, "")
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    _Typed(code).exec_module(main)


class _Typed(InspectLoader):
    """Loads a module from the text that stands behind ``-c``."""

    def __init__(self, code: str) -> None:
        self._code = code

    def get_source(self, fullname: str) -> str | None:
        """Return the text of the one module that it knows."""
        return self._code if fullname == "__main__" else None


def _forget_our_own_folder() -> None:
    """In a checkout our folder stands first through ``PYTHONPATH``; a nugget's program has no business there."""
    ours = str(Path(__file__).resolve().parents[2])
    if not ours.endswith("site-packages"):
        sys.path[:] = [entry for entry in sys.path if entry != ours]
