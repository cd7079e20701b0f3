"""The crew of a blueprint: its plan, and what the helpers do and say in build, test, guide and fix tasks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elisa.core.text import say
from elisa.workshop import voice
from elisa.workshop.compose import PAGE, marker
from elisa.workshop.conversation import Answer, Talk
from elisa.workshop.judging import failing_tests, files_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elisa.workshop.blueprint import Blueprint, Piece

Call = tuple[str, dict[str, Any]]
_ENDS = (("script", "</body>"), ("style", "</head>"), ("", "</main>"))
_LONGEST_PATH = 60
_LONGEST_NAMES = 200
_MOST_READ = 40
_MOST_TURNS = 4


@dataclass
class Crew:
    """One nugget's blueprint and the job at hand."""

    blueprint: Blueprint
    talk: Talk

    def build(self) -> Answer:
        """Return the next turn of a build task."""
        pieces = self.pieces_of_task()
        if self.talk.turns == 0:
            calls = [*self._write(pieces), *self._tests_along()]
            return Answer(voice.begin(self.talk.data, [piece.doing for piece in pieces]), calls)
        repair = self._repair(pieces)
        return repair or Answer(self._summary(pieces))

    def test(self) -> Answer:
        """Return the next turn of a test task."""
        tests = self.tests_of_task()
        if self.talk.turns == 0:
            doing = say("workshop.doing_tests", count=len(tests))
            return Answer(voice.begin(self.talk.data, [doing]), _files(tests))
        lost = self._refused()
        made = say("workshop.made_tests", count=len(tests) - len(lost))
        return Answer(" ".join([made, *self.blueprint.missing_proofs.values(), *lost]))

    def guide(self) -> Answer:
        """Return the next turn of a guide task."""
        if self.talk.turns == 0:
            text = voice.begin(self.talk.data, [say("workshop.doing_guide")])
            return Answer(text, _files({"README.md": self.blueprint.guide}))
        return Answer(" ".join([say("workshop.made_guide"), *self._refused()]))

    def drawn(self) -> dict[str, str]:
        """Return every file of the nugget as it is drawn, its tests among them."""
        files = {args["path"]: args["content"] for _, args in self._write(self.blueprint.pieces)}
        for tests in self.blueprint.tests.values():
            files |= tests
        return files | self.blueprint.whole_tests

    def fix(self) -> Answer:
        """Write the files of a broken piece again; say honestly what the crew cannot mend."""
        failing = failing_tests(self.talk)
        pieces = self._broken_pieces()
        if self.talk.turns == 0:
            names = ", ".join(failing)[:_LONGEST_NAMES]
            text = say("workshop.doing_fix", names=names) if failing else say("workshop.doing_fix_words")
            paths = dict.fromkeys([*(path for piece in pieces for path in piece.files), *self._page()])
            return Answer(voice.begin(self.talk.data, [text]), [_read(path) for path in list(paths)[:_MOST_READ]])
        if self.talk.turns == 1:
            calls = self._put_back(pieces, over=bool(failing))
            if calls:
                return Answer(say("workshop.put_back"), calls)
        wrote = [one for one in self.talk.of("write_file") if one.result.ok]
        if wrote:
            paths = dict.fromkeys(str(one.call.arguments.get("path")) for one in wrote)
            fixed = say("workshop.fixed", paths=", ".join(paths)[:300])
            return Answer(" ".join([fixed, *self._refused()]))
        return Answer(" ".join([say("workshop.cannot_fix"), *self._refused()]))

    def pieces_of_task(self) -> list[Piece]:
        """Return the pieces that the task puts in: its own, or, in a plan of others, those of its requirements."""
        task = self.talk.data.task
        own = self.blueprint.piece(task.id) if task else None
        if own is not None and task is not None and set(own.requirements) == set(task.requirement_ids):
            return [own]
        wanted = set(task.requirement_ids) if task else set()
        found = {piece.id for piece in self.blueprint.pieces if wanted & set(piece.requirements)}
        there = files_of(self.talk)
        return [
            piece
            for piece in self.blueprint.pieces
            if piece.id in found or (self._needed(piece, found) and not piece.files.keys() <= there)
        ]

    def tests_of_task(self) -> dict[str, str]:
        """Return the test files of the task at hand; the first test task also tests the thing as a whole."""
        task, plan = self.talk.data.task, self.talk.data.plan
        wanted = list(task.requirement_ids) if task else []
        first = next((one for one in plan.tasks if one.kind == "test"), None) if plan else None
        if not wanted and (first is None or task is None or first.id == task.id):
            wanted = list(self.blueprint.tests)
        tests = {path: text for name in wanted for path, text in self.blueprint.tests.get(name, {}).items()}
        if task is None or first is None or first.id == task.id:
            tests |= self.blueprint.whole_tests
        return tests

    def _needed(self, piece: Piece, wanted: set[str]) -> bool:
        """Tell whether one of the wanted pieces stands on this one, directly or not."""
        above = {one.id for one in self.blueprint.pieces if piece.id in one.needs}
        return bool(above & wanted) or any(
            self._needed(one, wanted) for one in self.blueprint.pieces if one.id in above
        )

    def _tests_along(self) -> list[Call]:
        """In a plan without test tasks, whoever builds a wish also writes its test."""
        plan, task = self.talk.data.plan, self.talk.data.task
        if plan is None or task is None or any(other.kind == "test" for other in plan.tasks):
            return []
        tests: dict[str, str] = {}
        for name in task.requirement_ids:
            tests |= self.blueprint.tests.get(name, {})
        return _files(tests)

    def _write(self, pieces: Iterable[Piece]) -> list[Call]:
        """Return the calls for pieces; lines for a page that is written in the same turn go right into its text."""
        files: dict[str, str] = {}
        slots: dict[str, list[str]] = {}
        for piece in pieces:
            files |= piece.files
            slots |= piece.slots
        if PAGE in files:
            for slot, lines in slots.items():
                files[PAGE] = files[PAGE].replace(marker(slot), _filled(slot, lines, files[PAGE]))
            return _files(files)
        return [*_files(files), *(_slot_call(slot, lines, self._drawn_page()) for slot, lines in slots.items())]

    def _drawn_page(self) -> str:
        return next((piece.files[PAGE] for piece in self.blueprint.pieces if PAGE in piece.files), "")

    def _page(self) -> list[str]:
        return [PAGE] if self._drawn_page() else []

    def _repair(self, pieces: list[Piece]) -> Answer | None:
        """A slot that is not there: look at the page, then put the lines in where they still fit."""
        lost = {str(one.call.arguments["old_text"]) for one in self._lost_slots()}
        if not lost or lost & {ending for _, ending in _ENDS} or self.talk.turns >= _MOST_TURNS:
            return None
        page = self.talk.has_read(PAGE)
        if page is None:
            looked = any(True for _ in self.talk.of("read_file"))
            return None if looked else Answer(say("workshop.look_at_page"), [_read(PAGE)])
        calls = _at_the_end(pieces, page, lost)
        return Answer(say("workshop.put_at_the_end"), calls) if calls else None

    def _lost_slots(self) -> list[Any]:
        return [one for one in self.talk.failed() if "old_text" in one.call.arguments]

    def _broken_pieces(self) -> list[Piece]:
        task = self.talk.data.task
        wanted = set(task.requirement_ids) if task else set()
        found = [piece for piece in self.blueprint.pieces if wanted & set(piece.requirements)]
        return found or ([] if wanted else list(self.blueprint.pieces))

    def _put_back(self, pieces: list[Piece], *, over: bool) -> list[Call]:
        """Write again what is missing and, where tests fail, what is not as it was drawn."""
        page = self.talk.has_read(PAGE)
        if page is None and self._drawn_page():
            return self._write(self.blueprint.pieces)
        files = {}
        for path, text in ((path, text) for piece in pieces for path, text in piece.files.items() if path != PAGE):
            now = self.talk.has_read(path)
            if now is None or (over and now.splitlines() != text.splitlines()):
                files[path] = text
        calls = _files(files)
        for slot, lines in ((slot, lines) for piece in pieces for slot, lines in piece.slots.items()):
            if page is not None and any(line.strip() and line not in page for line in lines):
                calls += _slot_again(slot, lines, page)
        return calls

    def _refused(self) -> list[str]:
        """Name the files that a tool refused to write."""
        refused = (one for one in self.talk.failed() if one.call.name == "write_file")
        paths = dict.fromkeys(str(one.call.arguments.get("path", ""))[:_LONGEST_PATH] for one in refused)
        return [say("workshop.refused", path=path) for path in paths]

    def _summary(self, pieces: list[Piece]) -> str:
        first = bool(self.blueprint.pieces) and self.blueprint.pieces[0] in pieces
        made = [piece.made for piece in pieces if piece.made] or [say("workshop.task_criterion")]
        page = self.talk.has_read(PAGE)
        mended = (
            bool(self._lost_slots()) and page is not None and len(list(self.talk.failed())) == len(self._lost_slots())
        )
        return " ".join([*made, *(self.blueprint.notes if first else ()), *([] if mended else self._refused())])


def _at_the_end(pieces: list[Piece], page: str, lost: set[str]) -> list[Call]:
    calls: list[Call] = []
    for slot, lines in ((slot, lines) for piece in pieces for slot, lines in piece.slots.items()):
        if marker(slot) in lost and any(line.strip() and line not in page for line in lines):
            calls.append(_before_end(slot, lines))
    return calls


def _slot_again(slot: str, lines: list[str], page: str) -> list[Call]:
    return [_slot_call(slot, lines, page) if marker(slot) in page else _before_end(slot, lines)]


def _before_end(slot: str, lines: list[str]) -> Call:
    ending = next(ending for start, ending in _ENDS if slot.startswith(start))
    return "write_file", {"path": PAGE, "old_text": ending, "new_text": "\n".join([*lines, ending])}


def _slot_call(slot: str, lines: list[str], page: str) -> Call:
    return "write_file", {"path": PAGE, "old_text": marker(slot), "new_text": _filled(slot, lines, page)}


def _filled(slot: str, lines: list[str], page: str) -> str:
    """Return the slot's lines, indented as its marker is, and the marker after them."""
    before = page.partition(marker(slot))[0].rpartition("\n")[2]
    indent = before if not before.strip() else ""
    return f"\n{indent}".join([*lines, marker(slot)])


def _files(files: dict[str, str]) -> list[Call]:
    return [("write_file", {"path": path, "content": text}) for path, text in files.items()]


def _read(path: str) -> Call:
    return "read_file", {"path": path}
