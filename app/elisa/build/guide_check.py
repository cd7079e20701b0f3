"""Looks at a written guide: whoever wrote it, a child must find something to read in README.md."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from elisa.core.text import say
from elisa.workspace.files import ConfinedFolder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from elisa.spec.plan import Task

GUIDE = "README.md"
FEWEST_WORDS = 12
"""A guide with fewer tells nobody how it works."""
MOST_LINES = 300
_HEADING = re.compile(r"^#{1,6}\s+\S", re.MULTILINE)
_FILE = re.compile(r"`([\w.-]+(?:/[\w.-]+)*\.(?:html|js|css|py|json|md))`")


def guide_fault(task: Task, written: Sequence[str], folder: Path) -> str:
    """Return what a guide task falls short of, in words for the helper who tries again; nothing if it is fine.

    Args:
        task: The task; all but guide tasks are fine.
        written: What its helper wrote.
        folder: The worktree.
    """
    if task.kind != "guide":
        return ""
    if GUIDE not in written:
        return say("guide.not_written")
    text = ConfinedFolder(folder).read_text(GUIDE)
    if len(text.split()) < FEWEST_WORDS or not _HEADING.search(text):
        return say("guide.too_short")
    if len(text.splitlines()) > MOST_LINES:
        return say("guide.too_long", limit=MOST_LINES)
    there = set(ConfinedFolder(folder).list())
    lost = sorted({name for name in _FILE.findall(text) if name not in there and not _ends_with(name, there)})
    return say("guide.lost_files", files=", ".join(lost)) if lost else ""


def _ends_with(name: str, there: set[str]) -> bool:
    return any(path.endswith(f"/{name}") for path in there)
