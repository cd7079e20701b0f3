"""Completion for shells: ``elisa --install-completion`` and ``--show-completion``, and what a shell asks on Tab."""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PROGRAM = "elisa"
OPTIONS = ("--install-completion", "--show-completion")
ASKED_BY = "_ELISA_COMPLETE"
"""The variable in which a shell says what it wants to know; its name is typer's, made from the program's."""


def is_meant(argv: Sequence[str], environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether a shell, or a person who sets it up, asks."""
    return ASKED_BY in environ or (bool(argv) and argv[0].partition("=")[0] in OPTIONS)


def answer(argv: Sequence[str], commands: Mapping[str, str], told: Mapping[str, str]) -> int:
    """Answer it; every command is imported, since each may be completed.

    Args:
        argv: The program's arguments.
        commands: Each command and its module.
        told: What each command does, in one line.
    """
    import typer

    app = typer.Typer(name=PROGRAM, add_completion=True, pretty_exceptions_enable=False, rich_markup_mode=None)
    for name, module in commands.items():
        app.command(name=name, help=told[name])(importlib.import_module(module).command)
    try:
        code = typer.main.get_command(app).main(args=list(argv), prog_name=PROGRAM, standalone_mode=False)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    return code if isinstance(code, int) else 0
