"""What changed in a nugget's blocks since its last build."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, NamedTuple

from elisa.spec.changes import ChangedWish, Changes, GoneWish

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elisa.sessions.made import MadeBuild, MadeWish
    from elisa.spec.nugget import NuggetSpec, Requirement

GONE = "gone_{number}"


class Compared(NamedTuple):
    """The changes, and how ids in the folder's tests are to be called from now on."""

    changes: Changes
    renamed: dict[str, str]


def digest_of(wish: Requirement) -> str:
    """Return what tells a wish by its words."""
    return _digest(f"{wish.type}\0{wish.description}")


def proofs_of(spec: NuggetSpec, requirement_id: str) -> dict[str, str]:
    """Return the words of a wish's behavioural tests, by their ids."""
    tests = spec.workflow.behavioral_tests or ()
    return {test.id: f"{test.when}\0{test.then}" for test in tests if test.requirement_id == requirement_id}


def about(spec: NuggetSpec) -> dict[str, str]:
    """Return a digest of each part of a spec that is no wish and changes what is made."""
    dump = spec.model_dump(mode="json")
    parts = {
        "goal": spec.nugget.goal,
        "kind": spec.nugget.type,
        "style": dump.get("style"),
        "skills": [_bare(item) for item in dump.get("skills") or ()],
        "rules": [_bare(item) for item in dump.get("rules") or ()],
        "guide": _bare(dump.get("documentation") or {}),
    }
    return {name: _digest(json.dumps(part, sort_keys=True)) for name, part in parts.items()}


def compare(spec: NuggetSpec, last: MadeBuild, hand_edited: tuple[str, ...]) -> Compared:
    """Return what a spec asks for beyond what the last build made."""
    pairs = _pairs(spec, last)
    different = tuple(name for name, digest in about(spec).items() if last.about.get(name, digest) != digest)
    anew = "kind" in different
    new, changed, kept = [], [], []
    for wish in spec.requirements:
        old = pairs.get(wish.id)
        if old is None or not old.made or anew:
            new.append(wish.id)
        elif old.digest != digest_of(wish) or _words(old.proofs) != _words(proofs_of(spec, wish.id)):
            changed.append(ChangedWish(id=wish.id, before=old.words))
        else:
            kept.append(wish.id)
    gone = _gone(last, pairs)
    changes = Changes(
        stands_on=last.version,
        new=tuple(new),
        changed=tuple(changed),
        gone=tuple(wish for _, wish in gone),
        kept=tuple(kept),
        about=different,
        made=last.made,
        hand_edited=hand_edited,
        before={name: old.before for name in kept if (old := pairs[name]).before is not None},
        fixed=last.fixed,
    )
    return Compared(changes, _renamed(spec, last, pairs, dict(gone)))


def _pairs(spec: NuggetSpec, last: MadeBuild) -> dict[str, MadeWish]:
    """Find for each wish what was built for it: the same words, in the same block if there are several, or the block.

    Returns:
        Requirement id to the wish of the last build.
    """
    left = list(last.wishes)
    pairs: dict[str, MadeWish] = {}

    def take(wish: Requirement, found: MadeWish | None) -> None:
        if found is not None:
            pairs[wish.id] = found
            left.remove(found)

    for wish in spec.requirements:
        same = [old for old in left if old.digest == digest_of(wish)]
        take(wish, next((old for old in same if old.block_id == wish.block_id), same[0] if same else None))
    for wish in spec.requirements:
        if wish.id not in pairs and wish.block_id is not None:
            take(wish, next((old for old in left if old.block_id == wish.block_id), None))
    return pairs


def _gone(last: MadeBuild, pairs: Mapping[str, MadeWish]) -> list[tuple[str, GoneWish]]:
    """Return each removed wish with its old id; one that was never made leaves nothing to remove."""
    staying = {old.id for old in pairs.values()}
    gone = [old for old in last.wishes if old.made and old.id not in staying]
    shared = {path for old in last.wishes if old.id in staying for path in old.files}
    return [
        (
            old.id,
            GoneWish(
                id=GONE.format(number=number),
                words=old.words,
                files=tuple(path for path in old.files if path not in shared),
            ),
        )
        for number, old in enumerate(gone)
    ]


def _renamed(
    spec: NuggetSpec, last: MadeBuild, pairs: Mapping[str, MadeWish], gone: Mapping[str, GoneWish]
) -> dict[str, str]:
    """Return old id to new id, for wishes and their behavioural tests; only what changes its name."""
    now = {old.id: name for name, old in pairs.items()}
    renamed: dict[str, str] = {}
    for old in last.wishes:
        name = now.get(old.id)
        renamed[old.id] = name or (gone[old.id].id if old.id in gone else f"gone_{old.id}")
        by_words = {words: proof for proof, words in proofs_of(spec, name).items()} if name else {}
        renamed |= {proof: by_words.get(words, f"gone_{proof}") for proof, words in old.proofs.items()}
    return {before: after for before, after in renamed.items() if before != after}


def _words(proofs: Mapping[str, str]) -> list[str]:
    return sorted(proofs.values())


def _bare(item: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in item.items() if name != "block_id"}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
