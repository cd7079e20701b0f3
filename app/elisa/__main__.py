"""The program's entry: an internal child, the command line or the window; nothing else."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_STOPPED = 3


def main() -> int:
    """Choose what this process is and return its exit code; Ctrl-C while we still start is a Stop like any other."""
    try:
        return _run()
    except KeyboardInterrupt:
        return _STOPPED


def _run() -> int:
    from elisa.process.internal import FLAG, as_python, run_internal

    arguments = sys.argv[1:]
    if arguments[:1] == [FLAG]:
        return run_internal(arguments[1:], {"page": _page, "document": _document})
    if as_python(arguments):
        return run_internal(["python", *arguments])
    from elisa.cli.app import run

    code = run(arguments, _studio if _has_screen() else None)
    # Python would look through all objects for cycles once more, 0.8 s after a build; the system frees them anyway.
    gc.freeze()
    return code


def _has_screen() -> bool:
    from elisa.ui.start import has_screen

    return has_screen()


def _studio(files: Sequence[str]) -> int:
    from elisa.ui.start import open_studio

    return open_studio([Path(file) for file in files])


def _page(arguments: list[str]) -> int:
    from elisa.ui.web.children.page import run_page_child

    return run_page_child(arguments)


def _document(arguments: list[str]) -> int:
    from elisa.workspace.document import run_document_child

    return run_document_child(arguments)


if __name__ == "__main__":
    sys.exit(main())
