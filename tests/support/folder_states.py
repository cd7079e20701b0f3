"""Real copies of folders for comparing: kind, permission bits and content of everything but ``.elisa``."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from pathlib import Path

State = dict[str, tuple[str, int, bytes]]


def state_of(folder: Path) -> State:
    found: State = {}
    _look(folder, "", found)
    return found


def _look(folder: Path, above: str, found: State) -> None:
    for place in folder.iterdir():
        mode, path = place.lstat().st_mode, above + place.name
        if path == ".elisa":
            continue
        if stat.S_ISLNK(mode):
            found[path] = ("link", 0, os.fsencode(place.readlink()))
        elif stat.S_ISDIR(mode):
            found[path] = ("folder", stat.S_IMODE(mode), b"")
            _look(place, path + "/", found)
        else:
            found[path] = ("file", stat.S_IMODE(mode), place.read_bytes())


NAMES = ["a.txt", "b.bin", "src", "src2", ".gitignore", "ignored.log", "é", "日本", "git~1", "run.sh", "\udcff\udcfe"]


def scramble(folder: Path, chance: random.Random, changes: int) -> None:
    """Change a folder by hand in some random ways: write, delete, link, chmod, empty folders, kinds exchanged."""
    for _ in range(changes):
        place = folder.joinpath(*chance.choices(NAMES, k=chance.randint(1, 3)))
        if any(above.is_symlink() or above.is_file() for above in place.parents if above.is_relative_to(folder)):
            continue
        place.parent.mkdir(parents=True, exist_ok=True)
        chance.choice([_write, _write, _write, _remove, _link, _folder, _mode])(place, chance)


def _write(place: Path, chance: random.Random) -> None:
    _remove(place, chance)
    place.write_bytes(chance.choice([b"", b"one\r\ntwo\n", chance.randbytes(300), b"*.log\n"]))


def _remove(place: Path, chance: random.Random) -> None:
    if place.is_dir() and not place.is_symlink():
        for below in list(place.iterdir()):
            _remove(below, chance)
        place.rmdir()
    else:
        place.unlink(missing_ok=True)


def _link(place: Path, chance: random.Random) -> None:
    _remove(place, chance)
    place.symlink_to(chance.choice(["a.txt", "../nowhere", "/etc/hostname", "src"]))


def _folder(place: Path, chance: random.Random) -> None:
    _remove(place, chance)
    place.mkdir()


def _mode(place: Path, chance: random.Random) -> None:
    if place.exists() and not place.is_symlink():
        place.chmod(chance.choice([0o600, 0o644, 0o755, 0o750, 0o444, 0o700, 0o2755, 0o555, 0o500, 0o400, 0o000]))


def change(folder: Path, files: dict[str, str | None]) -> None:
    """Write files, or delete those whose text is ``None``."""
    for path, text in files.items():
        place = folder / path
        if text is None:
            place.unlink()
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
