"""The command line: finds the command, runs it, and turns what goes wrong into one sentence and an exit code."""

from __future__ import annotations

import importlib
import io
import json
import logging
import os
import re
import sys
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, TextIO

from elisa.core.errors import BadInputError, ElisaError, bad_input, failure
from elisa.core.text import say

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from typer import TyperException

    from elisa.core.log import Log

_note = logging.getLogger(__name__)
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
DONE, FAILED, BAD_INPUT, STOPPED, RED = range(5)
"""Exit codes: done; failed; bad input; stopped or a question unanswered; done but tests failing."""

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "build": "elisa.cli.build",
        "nugget": "elisa.cli.nugget",
        "preview": "elisa.cli.preview",
        "doctor": "elisa.cli.doctor",
        "history": "elisa.cli.history",
        "models": "elisa.cli.models",
        "spec": "elisa.cli.spec",
        "test": "elisa.cli.test",
        "tools": "elisa.cli.tools",
        "undo": "elisa.cli.undo",
        "versions": "elisa.cli.versions",
    }
)
"""Each command and the module whose function ``command`` it is; a module is imported when its command runs."""

_ALWAYS_JSON = ("spec", "tools")
_EVENTS = "build"
"""The command whose ``--json`` prints events, and so no document about a failure."""


def run(argv: Sequence[str], open_studio: Callable[[Sequence[str]], int] | None = None) -> int:
    """Run one command and return its exit code; nothing is raised.

    ``open_studio`` shows the window with the files that were named; without it there is no screen.
    """
    code = _run(argv, open_studio)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # what a closed terminal left behind would become Python's own exit code, 120
            _speak_to_nobody(stream)
    return code


def _run(argv: Sequence[str], open_studio: Callable[[Sequence[str]], int] | None) -> int:
    name = argv[0] if argv else ""
    as_json = "--json" in argv
    if as_json or name in _ALWAYS_JSON:
        _speak_utf8()
    from elisa.cli import completion

    try:
        if name in _SAYS:
            write_line(_SAYS[name]())
            return DONE
        if completion.is_meant(argv):
            return completion.answer(argv, COMMANDS, {command: say(f"cli.help_{command}") for command in COMMANDS})
        if name in COMMANDS:
            with _log():
                return _told(lambda: _run_command(name, argv[1:]))
        return _studio(argv, open_studio)
    except ElisaError as error:
        if as_json and name in COMMANDS and name != _EVENTS:
            document = {"error": {"code": error.code, "sentence": error.sentence}}
            write_line(json.dumps(document, ensure_ascii=False))
        return report(error)
    except KeyboardInterrupt:
        write_line(say("cli.stopped"), sys.stderr)
        return STOPPED


def _told(command: Callable[[], int]) -> int:
    """Run a command; a fault of the program itself goes to the log with all its places, to the person in a sentence."""
    try:
        return command()
    except ElisaError:
        raise
    except Exception as fault:
        _note.exception("a command ended by a fault")
        raise failure("build.internal", f"{type(fault).__name__}: {fault}") from fault


def report(error: ElisaError) -> int:
    """Write an error's sentence, and its detail after "More:", to stderr; return the exit code that fits."""
    write_line(error.sentence, sys.stderr)
    if error.detail:
        write_line(say("cli.more", detail=error.detail), sys.stderr)
    return BAD_INPUT if isinstance(error, BadInputError) else FAILED


def _log() -> Log:
    from elisa.core.log import Redactor, set_up
    from elisa.core.settings import home

    return set_up(home() / "logs", Redactor())


def _run_command(name: str, arguments: Sequence[str]) -> int:
    import typer

    function: Callable[..., int] = importlib.import_module(COMMANDS[name]).command
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    app.command(name=name)(function)
    try:
        code = typer.main.get_command(app).main(args=list(arguments), prog_name=f"elisa {name}", standalone_mode=False)
    except typer.TyperException as error:
        raise bad_input("cli.usage", message=_usage(error), name=name) from error
    except typer.Abort:
        write_line(say("cli.stopped"), sys.stderr)
        return STOPPED
    return code if isinstance(code, int) else DONE


def _usage(error: TyperException) -> str:
    """Return what is wrong with the arguments, with the names that a person types."""
    return " ".join(error.format_message().replace("Value error, ", "").split()).rstrip(".")


def _speak_utf8() -> None:
    """Let stdout carry JSON as UTF-8 whatever the locale says; programs read it, not a terminal's font."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")


def _studio(argv: Sequence[str], open_studio: Callable[[Sequence[str]], int] | None) -> int:
    """Open the window, or say in one sentence why none opens: the word is no command, or there is no screen."""
    strange = next((name for name in argv if not _is_nugget(name)), None)
    if strange is None and open_studio is not None:
        with _log():
            return _told(lambda: open_studio(argv))
    write_line(say("cli.no_window") if strange is None else say("cli.unknown", name=strange), sys.stderr)
    return BAD_INPUT


def _is_nugget(name: str) -> bool:
    """Tell whether somebody who types or double-clicks this means a nugget."""
    return name.lower().endswith((".elisa", ".zip")) or ("/" in name or os.sep in name) or Path(name).is_dir()


def _overview() -> str:
    lines = [f"  {name:<12} {say(f'cli.help_{name}')}" for name in COMMANDS]
    return "\n".join([say("cli.help"), "", *lines])


def _version() -> str:
    from elisa import __version__

    return f"elisa {__version__}"


_SAYS: Mapping[str, Callable[[], str]] = MappingProxyType(
    {"--help": _overview, "-h": _overview, "help": _overview, "--version": _version}
)
"""What is answered at once, without any command."""


def write_line(text: str, stream: TextIO | None = None) -> None:
    """Write a line to stdout or another stream; a character that its encoding lacks becomes an escape.

    Words of models and nuggets stand in it, so what would steer the terminal does not come through.
    """
    stream = stream or sys.stdout
    encoding = stream.encoding or "utf-8"
    shown = _STEERING.sub("\ufffd", text)
    try:
        stream.write(shown.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        stream.flush()
    except OSError:  # ``elisa … | head`` or a closed terminal: nobody reads on, and the work goes on all the same
        _speak_to_nobody(stream)


def _speak_to_nobody(stream: TextIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
