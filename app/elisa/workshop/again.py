"""On top of an earlier build: everything is drawn anew, what is drawn no more goes, and a complaint is looked into.

Lines that the page has already are not put in twice: a page that a person changed by hand may have stayed as it was.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from elisa.core.text import say
from elisa.workshop import voice
from elisa.workshop.compose import PAGE
from elisa.workshop.conversation import Answer, Talk
from elisa.workshop.judging import files_of

if TYPE_CHECKING:
    from collections.abc import Callable

_READABLE = (".html", ".css", ".js", ".py", ".svg", ".json", ".md")
_FIRST_CUT = 500
_MOST_READ = 80
_LONGEST_NAMES = 300


class Bench(Protocol):
    """A game's workbench or a blueprint's crew."""

    def build(self) -> Answer:
        """Return the next turn of a build task."""
        ...

    def drawn(self) -> dict[str, str]:
        """Return every file of the nugget as it is drawn: path to text."""
        ...


def on_top(plan: dict[str, Any], talk: Talk) -> dict[str, Any]:
    """Return the plan as one on top of an earlier build: it says why it does all again, and what it takes out."""
    earlier = _earlier(talk)
    if not earlier or not plan["tasks"]:
        return plan
    builds = [{**task, "again": say("workshop.drawn_anew")} for task in plan["tasks"]]
    builds[0]["removes"] = [wish["id"] for wish in earlier.get("gone", ())]
    return {**plan, "tasks": builds, "explanation": f"{plan['explanation']} {say('workshop.drawn_anew')}"}


def build(talk: Talk, bench_of: Callable[[Talk], Bench]) -> Answer:
    """Return the next turn of a build task."""
    bench = bench_of(talk)
    if not _earlier(talk):
        return bench.build()
    there = PAGE in files_of(talk)
    looked = there and bool(talk.done) and talk.done[0].call.name == "read_file"
    if talk.turns == 0:
        answer = bench.build()
        if there and any("old_text" in arguments for _, arguments in answer.calls):
            return Answer(say("workshop.look_at_page"), [("read_file", {"path": PAGE})])
        return Answer(answer.text, [*answer.calls, *_take_away(talk, bench)])
    if not looked:
        return bench.build()
    answer = bench_of(replace(talk, done=talk.done[1:], turns=talk.turns - 1)).build()
    if talk.turns > 1:
        return answer
    page = talk.has_read(PAGE) or ""
    calls = [call for call in answer.calls if not _stands(call[1], page)]
    return Answer(answer.text, [*calls, *_take_away(talk, bench)])


def test(talk: Talk) -> Answer | None:
    """Say that words alone make no test; ``None`` where there is no complaint."""
    return Answer(say("workshop.no_test_for_words")) if talk.data.facts.get("complaint") else None


def mend(talk: Talk, bench: Bench) -> Answer | None:
    """Compare every file with how it was drawn and draw those again that differ; ``None`` without a complaint."""
    if not talk.data.facts.get("complaint"):
        return None
    drawn = bench.drawn()
    there = files_of(talk)
    if talk.turns == 0:
        wanted = [path for path in drawn if path in there and path.endswith(_READABLE)][:_MOST_READ]
        said = voice.begin(talk.data, [say("workshop.doing_mend")])
        return Answer(said, [("read_file", {"path": path}) for path in wanted or [PAGE]])
    if talk.turns == 1:
        calls = [_write(path, text) for path, text in drawn.items() if not _is_as_drawn(talk, path, text)]
        return Answer(say("workshop.put_back"), calls) if calls else Answer(say("workshop.cannot_mend_words"))
    wrote = dict.fromkeys(str(one.call.arguments.get("path")) for one in talk.of("write_file") if one.result.ok)
    if not wrote:
        return Answer(say("workshop.cannot_mend_words"))
    return Answer(say("workshop.mended", paths=", ".join(wrote)[:_LONGEST_NAMES]))


def _earlier(talk: Talk) -> dict[str, Any]:
    earlier = talk.data.facts.get("earlier")
    return earlier if isinstance(earlier, dict) else {}


def _take_away(talk: Talk, bench: Bench) -> list[tuple[str, dict[str, Any]]]:
    """Empty the files of earlier drawings that this one has no more; the first task does it, and then they go."""
    plan, task = talk.data.plan, talk.data.task
    if plan is None or task is None or plan.tasks[0].id != task.id:
        return []
    drawn, earlier = bench.drawn(), _earlier(talk)
    made = {str(path) for path in earlier.get("made", ())}
    stale = sorted(made & files_of(talk) - drawn.keys())
    other_kind = "kind" in earlier.get("about", ()) or (PAGE in made) != (PAGE in drawn)
    if not other_kind:  # else nothing of the other's page, parts and tests is of use
        folders = {path.partition("/")[0] for path in drawn if "/" in path}
        stale = [path for path in stale if "/" in path and path.partition("/")[0] in folders and "/fix_" not in path]
    return [_write(path, "") for path in stale]


def _stands(arguments: dict[str, Any], page: str) -> bool:
    """Tell whether lines for a slot are in the page already."""
    if arguments.get("path") != PAGE or "old_text" not in arguments:
        return False
    lines = [line.strip() for line in str(arguments["new_text"]).splitlines()]
    new = [line for line in lines if line and line not in arguments["old_text"]]
    return all(line in page for line in new)


def _is_as_drawn(talk: Talk, path: str, text: str) -> bool:
    """Tell whether a file is as it was drawn; of a long one only the beginning was read, and its size says the rest."""
    sizes = talk.data.facts.get("files")
    known = sizes.get(path) if isinstance(sizes, dict) else None
    now = talk.has_read(path)
    if known is None or known != len(text.encode()):
        return False
    if now is None:
        return not path.endswith(_READABLE)
    lines, wanted = now.splitlines(), text.splitlines()
    if path == PAGE and len(lines) == len(wanted):  # its lines stand in the order of the tasks that put them in
        return sorted(lines) == sorted(wanted)
    return len(lines) <= len(wanted) and all(_shows(*pair) for pair in zip(lines, wanted, strict=False))


def _shows(shown: str, line: str) -> bool:
    """Tell whether this is how ``read_file`` shows a line: the end of a very long one is cut off."""
    begins, cut, _ = shown.rpartition("[… ")
    return shown == line or bool(cut and len(begins) >= _FIRST_CUT and line.startswith(begins))


def _write(path: str, text: str) -> tuple[str, dict[str, Any]]:
    return "write_file", {"path": path, "content": text}
