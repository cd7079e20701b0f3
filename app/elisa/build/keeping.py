"""Keeping working: what the last build left is compared with the blocks before, and written down after each build."""

from __future__ import annotations

import asyncio
import hashlib
import re
from typing import TYPE_CHECKING

from elisa.build.compare import about, compare, digest_of, proofs_of
from elisa.build.hand_edits import HandEdits
from elisa.core.text import say
from elisa.sessions.entries import Compared
from elisa.sessions.made import Made, MadeBuild, MadeWish
from elisa.workspace.files import ConfinedFolder

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from pathlib import Path

    from elisa.build.session import Session
    from elisa.spec.nugget import Requirement

_TESTS = ("tests/**/*.test.js", "tests/**/test_*.py", "tests/**/*_test.py")
_NAMED = re.compile(r"""(?P<before>\b(?:requirement|proof)["']?\s*[:(]\s*(?P<quote>["']))(?P<id>[\w-]+)(?P=quote)""")


async def look_back(session: Session) -> None:
    """Compare the blocks with what the last build made, and let the folder's tests know the new numbers."""
    record, repository = session.record, session.repository
    if record.compared is None:
        last = Made(session.setting.nugget).last(await repository.standing())
        if last is None:
            return
        by_hand: Collection[str] = await repository.edited_by_hand(last.version) if last.version else ()
        if not last.version:
            now = await asyncio.to_thread(_digests, session.setting.nugget, last.digests)
            by_hand = [path for path, digest in last.digests.items() if now.get(path, digest) != digest]
        hand = {*by_hand, *last.without_hand} - set(session.setting.own_files)
        changes, renamed = compare(session.setting.spec, last, tuple(sorted(hand)))
        record.write(Compared(changes=changes, renamed=renamed))
    if record.compared is not None and record.compared.renamed:
        await _rename(session, record.compared)


async def _rename(session: Session, compared: Compared) -> None:
    """Give wishes and proofs their new ids in the tests; a file that tests only what was taken away goes."""
    repository = session.repository
    worktree = await repository.open_worktree("ids")
    by_hand = set(compared.changes.hand_edited)
    gone = {wish.id for wish in compared.changes.gone} | {new for new in compared.renamed.values() if "gone_" in new}
    kept = await asyncio.to_thread(_rename_in, worktree.path, compared.renamed, gone, by_hand)
    merge_id = f"{session.record.build_id}-ids"
    await repository.merge(worktree, say("keeping.ids"), task_id=None, merge_id=merge_id)
    await repository.drop_worktree(worktree)
    for path in kept:
        session.leave_out(path, say("keeping.hand_test"))


def _rename_in(root: Path, renamed: Mapping[str, str], gone: Collection[str], by_hand: Collection[str]) -> list[str]:
    folder = ConfinedFolder(root)
    kept = []
    for path in tests_in(folder):
        text = folder.read_bytes(path).decode("utf-8", "surrogateescape")
        new = _NAMED.sub(
            lambda found: f"{found['before']}{renamed.get(found['id'], found['id'])}{found['quote']}", text
        )
        named = {found["id"] for found in _NAMED.finditer(new)}
        if named and named <= set(gone) and path not in by_hand:
            folder.delete(path)
        elif new != text:
            folder.write_bytes(path, new.encode("utf-8", "surrogateescape"))
        if named and named <= set(gone) and path in by_hand:
            kept.append(path)
    return kept


def tests_in(folder: ConfinedFolder) -> list[str]:
    """Return the paths of a folder's test files."""
    from fnmatch import fnmatch

    globs = [pattern.replace("**/", "*") for pattern in _TESTS]
    return [path for path in folder.list() if any(fnmatch(path, glob) for glob in globs)]


async def keep_made(session: Session) -> None:
    """Write down what the folder holds now, for the next build, also where this one ends here."""
    setting = session.setting
    made = Made(setting.nugget)
    last = _last(session)
    wishes = [*_wishes(session, last), *_still_gone(session, last)]
    files = {path for merge in session.record.merged.values() for path in merge.files} | set(last.made if last else ())
    there = await asyncio.to_thread(_there, setting.nugget, files - set(setting.own_files))
    done = _all_done(session)
    version = await session.repository.head()
    digests = {} if version else await asyncio.to_thread(_digests, setting.nugget, there)
    if last is not None and session.record.changes is not None:
        digests |= {path: last.digests[path] for path in session.record.changes.hand_edited if path in last.digests}
    build = MadeBuild(
        build_id=session.record.build_id,
        version=version,
        about=about(setting.spec) if done or last is None else last.about,
        wishes=tuple(wishes),
        made=tuple(there),
        fixed=(*(last.fixed if last else ()), *([setting.fix] if setting.fix else [])),
        without_hand=await HandEdits(session).without_hand(),
        digests=digests,
    )
    await asyncio.to_thread(made.keep, build)


def _digests(nugget: Path, paths: Iterable[str]) -> dict[str, str]:
    folder = ConfinedFolder(nugget)
    files = [path for path in paths if (nugget / path).is_file()]
    return {path: hashlib.sha256(folder.read_bytes(path)).hexdigest() for path in files}


def name_what_stayed(session: Session) -> None:
    """Name the files that were made for a wish that is gone, and that nobody took away."""
    changes = session.record.changes
    if changes is None or session.setting.fix:
        return
    wrote = {path for work in session.record.summaries.values() for path in work.wrote}
    for wish in changes.gone:
        for path in _there(session.setting.nugget, set(wish.files) - wrote):
            session.leave_out(path, say("keeping.still_there", wish=wish.words))


def _last(session: Session) -> MadeBuild | None:
    changes = session.record.changes
    if changes is None:
        return None
    return Made(session.setting.nugget).last([] if changes.stands_on is None else [changes.stands_on])


def _wishes(session: Session, last: MadeBuild | None) -> Iterable[MadeWish]:
    for wish in session.setting.spec.requirements:
        yield _wish(session, wish, _earlier(session, wish, last))


def _earlier(session: Session, wish: Requirement, last: MadeBuild | None) -> MadeWish | None:
    compared = session.record.compared
    if last is None or compared is None or wish.id in compared.changes.new:
        return None
    names = {compared.renamed.get(old.id, old.id): old for old in last.wishes}
    return names.get(wish.id)


def _wish(session: Session, wish: Requirement, earlier: MadeWish | None) -> MadeWish:
    record = session.record
    merges = [
        merge
        for task_id, merge in record.merged.items()
        if (task := record.task(task_id)).kind not in ("test", "review") and wish.id in task.requirement_ids
    ]
    kept = earlier is not None and record.changes is not None and wish.id in record.changes.kept
    if earlier is not None and not merges and not kept:  # its change was not made: it is still to be done
        return earlier.model_copy(update={"id": wish.id})
    files = {path for merge in merges for path in merge.files} | set(earlier.files if earlier else ())
    before = earlier.before if earlier is not None and kept else merges[0].before if merges else None
    return MadeWish(
        id=wish.id,
        digest=digest_of(wish),
        words=wish.in_words,
        block_id=wish.block_id,
        made=kept or bool(merges),
        proofs=proofs_of(session.setting.spec, wish.id),
        before=before,
        files=tuple(sorted(files)),
    )


def _still_gone(session: Session, last: MadeBuild | None) -> Iterable[MadeWish]:
    """Yield what was to be taken away and was not, so that the next build hears of it again."""
    record, compared = session.record, session.record.compared
    if last is None or compared is None:
        return
    removed = {name for task_id in record.merged for name in record.task(task_id).removes}
    for old in last.wishes:
        name = compared.renamed.get(old.id, old.id)
        if any(wish.id == name for wish in compared.changes.gone) and name not in removed:
            yield old.model_copy(update={"id": name})


def _all_done(session: Session) -> bool:
    plan = session.record.plan
    tasks = [task for task in plan.tasks if task.kind != "review"] if plan else []
    return not session.setting.fix and all(task.id in session.record.merged for task in tasks)


def _there(nugget: Path, files: Collection[str]) -> list[str]:
    folder = ConfinedFolder(nugget)
    return sorted(path for path in files if folder.exists(path))
