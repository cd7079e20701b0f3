"""What a version is, and how it is written into a commit message."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, cast, get_args

if TYPE_CHECKING:
    from elisa.workspace.store import StoredCommit

VersionKind = Literal["start", "hand_edit", "task", "build", "undo", "restore"]


@dataclass(frozen=True)
class Version:
    """One state of a nugget's folder.

    Attributes:
        id: Names it for good; its first eight letters are enough for people.
        message: One line for people.
        kind: ``start`` (before the first build), ``hand_edit`` (changed by a person), ``task`` (a helper's work),
            ``build`` (something else that a build made), ``undo`` and ``restore``.
        at: When it was made, UTC, whole seconds.
        parent: The version before; None for the first.
        task_id, build_id, merge_id: What it belongs to, if anything.
        goal: What the build that it belongs to was for, in the child's words.
    """

    id: str
    message: str
    kind: VersionKind
    at: datetime
    parent: str | None
    task_id: str | None = None
    build_id: str | None = None
    merge_id: str | None = None
    goal: str | None = None


_TRAILERS = {"task_id": "Elisa-Task", "build_id": "Elisa-Build", "merge_id": "Elisa-Merge", "goal": "Elisa-Goal"}


def commit_message(message: str, kind: VersionKind, **ids: str | None) -> str:
    """Return the text of a commit: the message, then a last paragraph of trailers; only that paragraph is read back."""
    lines = [f"Elisa-Kind: {kind}"]
    lines += [f"{_TRAILERS[key]}: {_one_line(value)}" for key, value in ids.items() if value is not None]
    return _one_line(message) + "\n\n" + "\n".join(lines) + "\n"


def read_version(commit: StoredCommit) -> Version:
    """Read a version back from its commit; a commit that somebody made with git is a hand edit."""
    text, _, last = commit.message.rstrip("\n").rpartition("\n\n")
    found = dict(line.split(": ", 1) for line in last.splitlines() if ": " in line)
    kind = found.get("Elisa-Kind", "")
    known = kind in get_args(VersionKind)
    return Version(
        id=commit.id,
        message=text if known else commit.message.strip(),
        kind=cast("VersionKind", kind) if known else "hand_edit",
        at=datetime.fromtimestamp(commit.seconds, UTC),
        parent=commit.parent,
        task_id=found.get(_TRAILERS["task_id"]),
        build_id=found.get(_TRAILERS["build_id"]),
        merge_id=found.get(_TRAILERS["merge_id"]),
        goal=found.get(_TRAILERS["goal"]),
    )


def _one_line(text: str) -> str:
    return " ".join(text.split()) or "…"
