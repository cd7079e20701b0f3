"""Review, judge and fix tasks: look at what is there, say what is so, mend what the workshop can mend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elisa.core.text import say
from elisa.workshop import voice
from elisa.workshop.compose import PAGE
from elisa.workshop.conversation import Answer, Talk
from elisa.workshop.kinds import kind_of
from elisa.workshop.kits.script import review as script_review
from elisa.workshop.review import find_faults

if TYPE_CHECKING:
    from elisa.workshop.building import Workbench
    from elisa.workshop.understand.design import PartUse

VERDICT = "submit_verdict"
_READABLE = (".html", ".css", ".js")
_MOST_READ = 40
_LONGEST_REASON = 1500
_LONGEST_CONDITION = 160


def review(talk: Talk) -> Answer:
    """Read the page with its styles and scripts, or a script's modules, then give a verdict that counts."""
    known = files_of(talk)
    script = PAGE not in known and kind_of(talk.data.spec) == "script"
    if talk.turns == 0:
        readable = (".py",) if script else _READABLE
        wanted = [path for path in sorted(known) if path.endswith(readable) and not path.startswith("tests/")][
            :_MOST_READ
        ]
        listing = [] if known else [("list_files", {"path": "."})]
        return Answer(
            voice.begin(talk.data, [say("workshop.doing_review")]),
            [*listing, *(_read(path) for path in wanted or [PAGE])],
        )
    texts = {
        path: text
        for path in {str(one.call.arguments.get("path")) for one in talk.of("read_file")}
        if (text := talk.has_read(path)) is not None
    }
    if script and texts:
        return _verdict(say("script.review_fine"), script_review.find_faults(texts, known or _listed(talk)))
    if PAGE not in texts:
        return _verdict(say("workshop.review_no_page"), [say("workshop.review_no_page")])
    faults = find_faults(texts, known or _listed(talk))
    return _verdict(say("workshop.review_fine"), faults)


def judge(talk: Talk) -> Answer:
    """Say whether a condition holds: failing tests say no, and for all that no test says the workshop has no eyes."""
    failing = failing_tests(talk)
    if failing:
        verdict, reason = "needs_changes", say("workshop.judge_failing", names=", ".join(failing)[:300])
    else:
        condition = str(talk.data.facts.get("condition", ""))[:_LONGEST_CONDITION]
        verdict, reason = "cannot_judge", say("workshop.judge_cannot", condition=condition)
    return Answer(reason, [(VERDICT, {"verdict": verdict, "reason": reason})])


def skill(talk: Talk) -> Answer:
    """A step of a skill asks for thoughts, and the workshop has none."""
    del talk
    return Answer("", [("submit_result", {"answer": say("workshop.skill_cannot"), "done": False})])


def _verdict(fine: str, faults: list[str]) -> Answer:
    verdict = "needs_changes" if faults else "approved"
    reason = " ".join(faults)[:_LONGEST_REASON] if faults else fine
    return Answer(reason, [(VERDICT, {"verdict": verdict, "reason": reason})])


def fix(bench: Workbench) -> Answer:
    """Put parts back that are not as the workshop made them; say honestly what it cannot mend."""
    talk = bench.talk
    uses = _broken_parts(bench)
    if talk.turns == 0:
        failing = failing_tests(talk)
        text = say("workshop.doing_fix", names=", ".join(failing)[:200]) if failing else say("workshop.doing_fix_words")
        return Answer(voice.begin(talk.data, [text]), [_read(path) for path in [PAGE, *_own_files(bench, uses)]])
    if talk.turns == 1:
        calls = _put_back(bench, uses)
        if calls:
            return Answer(say("workshop.put_back"), calls)
    wrote = [one for one in talk.of("write_file") if one.result.ok]
    if wrote:
        paths = ", ".join(dict.fromkeys(str(one.call.arguments.get("path")) for one in wrote))
        return Answer(say("workshop.fixed", paths=paths[:300]))
    return Answer(say("workshop.cannot_fix"))


def _broken_parts(bench: Workbench) -> list[PartUse]:
    task = bench.talk.data.task
    wanted = set(task.requirement_ids) if task else set()
    found = [use for use in bench.design.parts if wanted & set(use.requirements)]
    return found or ([] if wanted else list(bench.design.parts))


def _own_files(bench: Workbench, uses: list[PartUse]) -> list[str]:
    paths = [
        path
        for use in uses
        for path in bench.composer.piece(use).files
        if path.endswith((".js", ".css")) and path != PAGE
    ]
    return list(dict.fromkeys(paths))[:_MOST_READ]


def _put_back(bench: Workbench, uses: list[PartUse]) -> list[tuple[str, dict[str, Any]]]:
    """Write again what is missing; what a person changed by hand stays as it is."""
    page = bench.talk.has_read(PAGE)
    if page is None:
        return bench.write_parts(list(bench.design.parts))
    calls = []
    for use in uses:
        piece = bench.composer.piece(use)
        for path, text in piece.files.items():
            lost = path.endswith((".js", ".css")) and bench.talk.has_read(path) is None
            if path != PAGE and lost:
                calls.append(("write_file", {"path": path, "content": text}))
        calls += bench.slot_calls(piece, page)
    return calls


def files_of(talk: Talk) -> set[str]:
    """Return the paths that the data block names."""
    files = talk.data.facts.get("files")
    return set(files) if isinstance(files, dict) else set()


def _listed(talk: Talk) -> set[str]:
    lines = [line for one in talk.of("list_files") if one.result.ok for line in one.result.content.splitlines()]
    return {line.rpartition(" ")[0] for line in lines if line.rpartition(" ")[2].isdigit()}


def failing_tests(talk: Talk) -> list[str]:
    """Return the names of the tests that fail now."""
    failing = talk.data.facts.get("failing_tests")
    return list(failing) if isinstance(failing, dict) else []


def _read(path: str) -> tuple[str, dict[str, Any]]:
    return "read_file", {"path": path}
