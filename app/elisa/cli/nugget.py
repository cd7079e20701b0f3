"""``elisa nugget check|pack|unpack``: looks into a ``.elisa`` file, makes one, opens one."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from elisa.cli.app import BAD_INPUT, DONE, report, write_line
from elisa.core.errors import BadInputError
from elisa.core.text import say


def command(
    action: Annotated[Literal["check", "pack", "unpack"], typer.Argument(help="What to do.")],
    source: Annotated[Path, typer.Argument(help="A .elisa file (check, unpack) or a nugget's folder (pack).")],
    target: Annotated[Path | None, typer.Argument(help="The file to make (pack) or the folder (unpack).")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The same as the last word.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> int:
    """Look into a .elisa file, make one of a folder, or open one into a folder."""
    actions = {"check": _check, "pack": _pack, "unpack": _unpack}
    return actions[action](source, out or target, as_json=as_json)


def _check(source: Path, _target: Path | None, *, as_json: bool) -> int:
    from elisa import wiring

    try:
        nugget, blocks = wiring.check_nugget(source)
    except BadInputError as error:
        if not as_json:
            return report(error)
        write_line(json.dumps({"ok": False, "code": error.code, "sentence": error.sentence}, ensure_ascii=False))
        return BAD_INPUT
    counts = {
        "blocks": blocks,
        "skills": len(nugget.skills),
        "rules": len(nugget.rules),
        "portals": len(nugget.portals),
        "files": len(nugget.files),
    }
    if as_json:
        notes = [{"code": note.code, "part": note.part, "sentence": note.sentence} for note in nugget.notes]
        document = {"ok": True, **counts, "files": list(nugget.files), "inner": nugget.inner, "notes": notes}
        write_line(json.dumps(document, ensure_ascii=False, indent=2))
        return DONE
    write_line(say("archive.checked", **counts))
    _tell([note.sentence for note in nugget.notes])
    return DONE


def _pack(source: Path, target: Path | None, *, as_json: bool) -> int:
    from elisa import wiring

    packed = wiring.pack_nugget(source, target)
    return _made(packed.path, [note.sentence for note in packed.notes], as_json=as_json)


def _unpack(source: Path, target: Path | None, *, as_json: bool) -> int:
    from elisa import wiring

    folder, nugget = wiring.unpack_nugget(source, target)
    return _made(folder, [note.sentence for note in nugget.notes], as_json=as_json)


def _made(path: Path, notes: Sequence[str], *, as_json: bool) -> int:
    if as_json:
        write_line(json.dumps({"path": str(path), "notes": list(notes)}, ensure_ascii=False))
    else:
        write_line(say("archive.made", name=path))
        _tell(notes)
    return DONE


def _tell(sentences: Sequence[str]) -> None:
    for sentence in sentences:
        write_line(sentence, sys.stderr)
