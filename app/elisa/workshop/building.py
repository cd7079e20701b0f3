"""Build, test and guide tasks: the parts of a task written into the nugget, and what to do when a tool refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elisa.core.text import say
from elisa.workshop import judging, voice
from elisa.workshop.compose import PAGE, Composer, Piece, marker
from elisa.workshop.conversation import Answer, Talk
from elisa.workshop.groups import Group, group_parts
from elisa.workshop.guide import guide_text
from elisa.workshop.plan import TESTS, missing_proofs, shares_of
from elisa.workshop.proofs.write import game_test, loose_proofs, requirement_tests

if TYPE_CHECKING:
    from elisa.workshop.kit import Kit
    from elisa.workshop.understand.design import Design, PartUse

Call = tuple[str, dict[str, Any]]
_ENDS = {"script": "</body>", "style": "</head>"}
_LONGEST_PATH = 60


@dataclass
class Workbench:
    """One nugget on the bench: its design, the kit, its groups."""

    design: Design
    kit: Kit
    talk: Talk

    def __post_init__(self) -> None:
        self.composer = Composer(self.design, self.kit)
        self.groups = group_parts(self.design, self.talk.data.spec, self.kit)

    def build(self) -> Answer:
        """Return the next turn of a build task."""
        uses = self.parts_of_task()
        if self.talk.turns == 0:
            calls = [*self.write_parts(uses), *self._tests_along()]
            return Answer(voice.begin(self.talk.data, (voice.doing(use, self.design) for use in uses)), calls)
        repair = self._repair(uses)
        return repair if repair is not None else Answer(self._summary(uses))

    def test(self) -> Answer:
        """Return the next turn of a test task."""
        files = self.tests_of_task()
        if self.talk.turns == 0:
            doing = say("workshop.doing_tests", count=len(files))
            return Answer(voice.begin(self.talk.data, [doing]), [_write(path, text) for path, text in files.items()])
        lost = self._refused()
        sentences = [
            say("workshop.made_tests", count=len(files) - len(lost)),
            *missing_proofs(self.design).values(),
            *lost,
        ]
        return Answer(" ".join(sentences))

    def guide(self) -> Answer:
        """Return the next turn of a guide task."""
        if self.talk.turns == 0:
            text = guide_text(self.design, self.talk.data.spec)
            return Answer(voice.begin(self.talk.data, [say("workshop.doing_guide")]), [_write("README.md", text)])
        return Answer(" ".join([say("workshop.made_guide"), *self._refused()]))

    def drawn(self) -> dict[str, str]:
        """Return every file of the game as it is drawn, its tests among them."""
        parts = {args["path"]: args["content"] for _, args in self.write_parts(list(self.design.parts))}
        tests = game_test(self.design) | loose_proofs(self.design)
        for item in self.design.understood:
            tests |= requirement_tests(self.design, item.id)
        return parts | tests

    def fix(self) -> Answer:
        """Return the next turn of a fix task."""
        return judging.fix(self)

    def parts_of_task(self) -> list[PartUse]:
        """Return the parts that the task at hand puts in: its own group, or, in a plan of others, what it is about."""
        task = self.talk.data.task
        own = self._own_group()
        if own is not None:
            keys = own.parts
        else:
            wanted = set(task.requirement_ids) if task else set()
            keys = [use.key for use in self.design.parts if wanted & set(use.requirements)]
            if PAGE not in self._files():
                base = [use.key for use in self.design.parts if not use.requirements]
                keys = list(dict.fromkeys(["stage", *base, *keys]))
        return [use for key in keys if (use := self.design.part(key)) is not None]

    def _own_group(self) -> Group | None:
        task = self.talk.data.task
        found = next((group for group in self.groups if task and group.id == task.id), None)
        return found if found and task and set(found.requirements) == set(task.requirement_ids) else None

    def _files(self) -> dict[str, Any]:
        files = self.talk.data.facts.get("files")
        return files if isinstance(files, dict) else {}

    def write_parts(self, uses: list[PartUse]) -> list[Call]:
        """Return the calls that write parts: whole files, and lines for the page's slots."""
        pieces = [self.composer.piece(use) for use in uses]
        files = {path: text for piece in pieces for path, text in piece.files.items()}
        slots = {slot: lines for piece in pieces for slot, lines in piece.slots.items()}
        if PAGE in files:
            files[PAGE] = self.composer.page([Piece(slots=slots)], files[PAGE])
            slots = {}
        calls = [_write(path, text) for path, text in files.items()]
        return [*calls, *(self._slot_call(slot, lines) for slot, lines in slots.items())]

    def slot_calls(self, piece: Piece, page: str) -> list[Call]:
        """Return the calls for slot lines that the page does not hold."""
        return [self._slot_call(slot, lines) for slot, lines in piece.slots.items() if lines and lines[0] not in page]

    def _slot_call(self, slot: str, lines: list[str]) -> Call:
        new = self.composer.filled_slot(slot, lines)
        return "write_file", {"path": PAGE, "old_text": marker(slot), "new_text": new}

    def _tests_along(self) -> list[Call]:
        """In a plan without test tasks, whoever builds a wish also writes its test."""
        plan, task = self.talk.data.plan, self.talk.data.task
        if plan is None or task is None or any(other.kind == "test" for other in plan.tasks):
            return []
        files = {
            path: text for name in task.requirement_ids for path, text in requirement_tests(self.design, name).items()
        }
        return [_write(path, text) for path, text in files.items()]

    def tests_of_task(self) -> dict[str, str]:
        """Return the test files of the task at hand; the first test task also tests the game as a whole."""
        task = self.talk.data.task
        wanted = list(task.requirement_ids) if task else []
        shares = shares_of(self.groups)
        own = [f"{TESTS}-{number}" for number in range(1, len(shares) + 1)]
        foreign = task is None or task.id not in own
        if foreign and not wanted:
            wanted = [item.id for item in self.design.understood]
        files = {path: text for name in wanted for path, text in requirement_tests(self.design, name).items()}
        if foreign or (task is not None and task.id == own[0]):
            files |= game_test(self.design) | loose_proofs(self.design)
        return files

    def _repair(self, uses: list[PartUse]) -> Answer | None:
        """A slot that is not there: look at the page, then put the lines in where they still fit."""
        lost = [
            one
            for one in self.talk.failed()
            if one.call.arguments.get("path") == PAGE and "old_text" in one.call.arguments
        ]
        if not lost:
            return None
        page = self.talk.has_read(PAGE)
        if page is None:
            if any(True for _ in self.talk.of("read_file")):
                return None
            return Answer(say("workshop.look_at_page"), [("read_file", {"path": PAGE})])
        tried = [one.call.arguments["old_text"] for one in lost]
        if any(ending in tried for ending in _ENDS.values()):
            return None
        calls = self._lines_at_the_end(uses, page, set(tried))
        return Answer(say("workshop.put_at_the_end"), calls) if calls and self.talk.turns < 4 else None

    def _lines_at_the_end(self, uses: list[PartUse], page: str, lost: set[str]) -> list[Call]:
        wanted: dict[str, list[str]] = {}
        for use in uses:
            for slot, lines in self.composer.piece(use).slots.items():
                if marker(slot) in lost and lines[0] not in page:
                    wanted.setdefault(_ENDS.get(slot.split("-")[0], "</main>"), []).extend(lines)
        return [
            ("write_file", {"path": PAGE, "old_text": ending, "new_text": "\n".join([*lines, ending])})
            for ending, lines in wanted.items()
        ]

    def _refused(self) -> list[str]:
        """Name the files that a tool refused to write."""
        paths = dict.fromkeys(
            str(one.call.arguments.get("path", ""))[:_LONGEST_PATH]
            for one in self.talk.failed()
            if one.call.name == "write_file"
        )
        return [say("workshop.refused", path=path) for path in paths]

    def _summary(self, uses: list[PartUse]) -> str:
        made = [voice.made(use, self.design) for use in uses]
        notes = list(self.design.notes) if any(use.part == "stage" for use in uses) else []
        slots_ok = not [one for one in self.talk.failed() if one.call.arguments.get("path") != PAGE]
        refused = [] if slots_ok and not self._still_lost() else self._refused()
        return " ".join([*dict.fromkeys(made), *notes, *refused])

    def _still_lost(self) -> bool:
        """A slot that failed counts as lost unless a later turn put its lines in or they were there already."""
        page = self.talk.has_read(PAGE)
        failed = list(self.talk.failed())
        return bool(failed) and (
            page is None or any(one.call.arguments.get("old_text") in _ENDS.values() for one in failed)
        )


def _write(path: str, text: str) -> Call:
    return "write_file", {"path": path, "content": text}
