"""``elisa spec FILE``: what the blocks of a nugget ask for, as JSON; what is wrong with them, line by line."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from elisa.cli.app import BAD_INPUT, DONE, report, write_line
from elisa.core.errors import BadInputError
from elisa.core.text import say
from elisa.spec.problems import Problem


def command(
    file: Annotated[Path, typer.Argument(help="A .elisa file, a nugget's folder, or a workspace.json.")],
    as_json: Annotated[bool, typer.Option("--json", help="One document with the spec and its problems.")] = False,
) -> int:
    """Print what the blocks of a nugget ask for."""
    from elisa import wiring

    try:
        spec, problems = wiring.read_spec(file)
    except BadInputError as error:
        if as_json:
            problem = Problem(code=error.code, message=error.sentence, severity="error")
            write_line(json.dumps({"spec": None, "problems": [problem.model_dump(mode="json")]}, ensure_ascii=False))
        return report(error)
    document = spec.model_dump(mode="json")
    if as_json:
        listed = [problem.model_dump(mode="json") for problem in problems]
        write_line(json.dumps({"spec": document, "problems": listed}, ensure_ascii=False))
    else:
        write_line(json.dumps(document, ensure_ascii=False, indent=2))
        for problem in problems:
            write_line(_line(problem), sys.stderr)
    return BAD_INPUT if any(problem.severity == "error" for problem in problems) else DONE


def _line(problem: Problem) -> str:
    place = say("cli.block", type=problem.block_type or "?", id=problem.block_id) if problem.block_id else ""
    return f"{problem.severity}: {problem.code}: {place}{problem.message}"
