"""The folder of a nugget that is open in the window: where it lies, what it came from, and how blocks get into it.

A nugget in the window is always a folder that is kept after each change; a ``.elisa`` file is what it was opened from
and is saved to. What belongs to the desk alone stands in ``.elisa/desk.json``.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elisa.core.errors import bad_input, failure
from elisa.core.small_file import write_whole
from elisa.core.text import say
from elisa.spec.bench import Bench
from elisa.workspace.archive import folder_name, unpack
from elisa.workspace.files import ConfinedFolder
from elisa.workspace.load import load_source
from elisa.workspace.nugget_file import PARTS, WORKSPACE, as_json
from elisa.workspace.pack import pack

if TYPE_CHECKING:
    from collections.abc import Sequence

Json = dict[str, Any]
_DESK = "desk.json"
_TITLE = 60


def new_bench(projects: Path, goal: str, kind: str = "") -> Bench:
    """Make a nugget with its idea block, and its kind if that is known.

    Raises:
        ElisaError: ``document.no_folder``: nothing can be written there.
    """
    first: Json = {"type": "nugget_goal", "id": "goal", "x": 40, "y": 40, "fields": {"GOAL_TEXT": goal}}
    if kind:
        first["next"] = {"block": {"type": "nugget_template", "id": "kind", "fields": {"TEMPLATE_TYPE": kind}}}
    workspace: Json = {"blocks": {"languageVersion": 0, "blocks": [first]}}
    title = goal.strip()[:_TITLE] or say("document.untitled")
    folder = _free_folder(projects, title)
    bench = Bench(folder, title, workspace, {"skills": [], "rules": [], "portals": []})
    keep_workspace(folder, workspace)
    _remember(bench)
    return bench


def open_example(projects: Path, example: Path) -> Bench:
    """Make a copy of an example that is the child's own."""
    about = json.loads((example / "example.json").read_text(encoding="utf-8"))
    folder = _free_folder(projects, about["title"])
    for name in PARTS:
        if (example / name).is_file():
            shutil.copyfile(example / name, folder / name)
    return _opened(folder, str(about["title"]), picture=str(about.get("picture", "")))


def open_bench(projects: Path, source: Path) -> Bench:
    """Open a ``.elisa`` file or a nugget's folder; a folder that cannot be written is opened as a copy.

    Raises:
        BadInputError: It is no nugget, or it is damaged; the part is named.
        ElisaError: ``document.no_folder``.
    """
    if source.is_dir() or source.name == WORKSPACE:
        folder = source if source.is_dir() else source.parent
        if not os.access(folder, os.W_OK):
            load_source(folder)
            copy = _free_folder(projects, folder.name)
            shutil.copytree(folder, copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".elisa"))
            opened = _opened(copy, folder.name)
            return replace(opened, notes=(*opened.notes, say("document.copy")))
        return _opened(folder.resolve(), folder.name)
    known = _unpacked_before(projects, source)
    if known is not None:
        return _opened(known, source.stem)
    folder = _free_folder(projects, source.stem, make=False)
    unpack(source, folder, open_inner=True)
    return _opened(folder, source.stem, file=source.absolute())


def keep_workspace(folder: Path, workspace: Json) -> None:
    """Write the blocks; at any kill the old or the new ones are there.

    Raises:
        ElisaError: ``document.cannot_keep``.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        ConfinedFolder(folder).write_bytes(WORKSPACE, as_json(workspace))
    except OSError as error:
        raise failure("document.cannot_keep", str(error), folder=folder.name) from error


def save_file(bench: Bench, path: Path, keys: Sequence[str] = ()) -> Bench:
    """Write the nugget as a ``.elisa`` file, and remember it as its file.

    Raises:
        ElisaError: ``archive.cannot_write``.
    """
    packed = pack(bench.folder, path, keys=keys)
    saved = replace(bench, file=packed.path)
    _remember(saved)
    return saved


def _opened(folder: Path, title: str, picture: str = "", file: Path | None = None) -> Bench:
    nugget = load_source(folder)
    desk = _desk(folder)
    library: Json = {"skills": nugget.skills, "rules": nugget.rules, "portals": nugget.portals}
    known = desk.get("file")
    bench = Bench(
        folder=folder,
        title=str(desk.get("title") or title),
        workspace=nugget.workspace,
        library=library,
        file=file or (Path(known) if isinstance(known, str) else None),
        picture=str(desk.get("picture") or picture),
        notes=tuple(note.sentence for note in nugget.notes),
    )
    _remember(bench)
    return bench


def _free_folder(projects: Path, title: str, *, make: bool = True) -> Path:
    """Return a folder whose name nothing has yet."""
    name = folder_name(title)
    for number in range(1, 10_000):
        folder = projects / (name if number == 1 else f"{name} {number}")
        if folder.exists():
            continue
        try:
            projects.mkdir(parents=True, exist_ok=True)
            if make:
                folder.mkdir()
        except FileExistsError:
            continue
        except OSError as error:
            raise failure("document.no_folder", str(error), folder=projects.name) from error
        return folder
    raise bad_input("document.no_folder", folder=projects.name)


def _unpacked_before(projects: Path, source: Path) -> Path | None:
    """Return the folder that this very file, unchanged since, was unpacked into or saved from."""
    stamp = _stamp(source)
    if stamp is None or not projects.is_dir():
        return None
    for folder in projects.iterdir():
        desk = _desk(folder)
        if desk.get("file") == str(source.absolute()) and desk.get("stamp") == stamp:
            return folder
    return None


def _desk(folder: Path) -> Json:
    try:
        read = json.loads((folder / ".elisa" / _DESK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return read if isinstance(read, dict) else {}


def _remember(bench: Bench) -> None:
    """Write what the desk knows of a nugget; without it the nugget opens all the same."""
    desk = {"title": bench.title, "picture": bench.picture}
    if bench.file is not None:
        desk |= {"file": str(bench.file), "stamp": _stamp(bench.file) or ""}
    with suppress(OSError):
        write_whole(bench.folder / ".elisa" / _DESK, json.dumps(desk))


def _stamp(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None
