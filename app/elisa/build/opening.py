"""How a build begins or goes on: the journal, the folder's versions, and the nugget's own files in their places."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from elisa.build.fix_it import check_folder
from elisa.build.plain_repository import PlainRepository
from elisa.build.record import Record
from elisa.build.repository import VersionedRepository
from elisa.core.errors import ElisaError, bad_input, failure
from elisa.core.events import BuildFinished
from elisa.core.ids import new_id
from elisa.core.text import say
from elisa.sessions.entries import Begun, Resumed
from elisa.sessions.journal import Journal, is_unfinished, journal_of, put_aside
from elisa.workspace.files import ConfinedFolder
from elisa.workspace.lock import locked
from elisa.workspace.versions import Versions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AsyncExitStack
    from pathlib import Path

    from elisa.build.repository import Repository
    from elisa.build.setting import Setting

_log = logging.getLogger(__name__)
_GOES_ON = ("budget", "unanswered")


def open_record(setting: Setting, stack: AsyncExitStack, *, resume: bool, start_over: bool) -> Record:
    """Open the journal of the build that begins or goes on; the stack closes it and lets other builds in.

    Raises:
        BadInputError: ``build.unfinished``: a killed build lies here and nobody said what to do with it;
            ``build.other_blocks``: the blocks are not those of the build that is to go on.
        ElisaError: ``build.busy``: another program builds here.
    """
    path = journal_of(setting.nugget)
    check_folder(setting)
    path.parent.mkdir(exist_ok=True)
    stack.enter_context(alone_in(setting.nugget))
    if not resume:
        if not start_over and _is_unfinished(path):
            raise bad_input("build.unfinished")
        put_aside(path)
    record = Record(stack.enter_context(Journal(path)))
    source = hashlib.sha256(f"{setting.spec.model_dump_json()}{setting.fix}".encode()).hexdigest()
    if record.begun is None:
        provider = setting.provider
        goal = setting.spec.nugget.goal
        build_id = new_id("build")
        record.write(Begun(build_id=build_id, goal=goal, provider=provider.name, model=provider.model, source=source))
        return record
    if record.begun.source != source:
        raise bad_input("build.other_blocks")
    if record.ended is None or _may_go_on(record):
        record.write(Resumed())
    return record


@contextmanager
def alone_in(nugget: Path) -> Iterator[None]:
    """Keep builds, and whatever else changes a nugget as a whole, out until the end of the block.

    Raises:
        ElisaError: ``build.busy``: another program builds here.
    """
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(journal_of(nugget).parent / "build.lock", within=0))
        except ElisaError as error:
            raise failure("build.busy", error.detail) from error
        yield


def _is_unfinished(path: Path) -> bool:
    try:
        return is_unfinished(path)
    except ElisaError as error:
        _log.info("nobody can go on from this journal: %s", error.detail)
        return False


def _may_go_on(record: Record) -> bool:
    """Tell whether a build that has ended left something to do: after Stop, a failure, budget or question."""
    final = record.ended.final if record.ended is not None else None
    return not isinstance(final, BuildFinished) or final.outcome in _GOES_ON or bool(record.given_up)


async def open_repository(setting: Setting) -> tuple[Repository, str]:
    """Return the folder with its versions, or without them and then the reason in words."""
    try:
        versions = await asyncio.to_thread(Versions, setting.nugget, clock=setting.clock)
    except ElisaError as error:
        if error.code != "versions.off":
            raise
        return PlainRepository(setting.nugget), error.sentence
    return VersionedRepository(versions), ""


async def place_files(setting: Setting, repository: Repository, build_id: str) -> None:
    """Put the nugget's own files into the folder as one version of this build.

    Through a worktree, so that a kill leaves all of them or none.
    """
    worktree = await repository.open_worktree("own-files")
    await asyncio.to_thread(_write_files, setting, worktree.path)
    await repository.merge(worktree, say("build.own_files"), task_id=None, merge_id=f"{build_id}-files")
    await repository.drop_worktree(worktree)


def _write_files(setting: Setting, folder: Path) -> None:
    confined = ConfinedFolder(folder)
    for name, data in setting.own_files.items():
        confined.write_bytes(name, data)
