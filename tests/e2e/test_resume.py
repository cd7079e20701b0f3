"""A build that is killed at any moment goes on: the same folder in the end, and no finished task is paid for twice.

``make test`` takes a seeded moment of each phase, and two before the first line of the journal; ``make soak`` takes
about fifty for each kind of model, at least five of each phase.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from elisa.build.record import Record
from elisa.core.resources import root
from elisa.sessions.entries import Spent
from elisa.sessions.journal import Journal, journal_of
from support.building import planned, task, tree_of, writes
from support.nuggets import PAGE, features, write_nugget, write_script

if TYPE_CHECKING:
    from collections.abc import Callable

PROGRAM = Path(__file__).parents[1] / "support" / "killed_build.py"
PHASES = ("planning", "executing", "testing", "reviewing", "deploying")
ALL = ("begin", *PHASES)
SEED = 20261130

FAILS_FIRST = PAGE.replace(">0<", ">5<")
STARTS_AT_0 = """test("it starts at nothing", {requirement: "req_0"}, async (page) => {
  check.equal(await page.text("#b"), "0", "the counter starts at 0");
});
"""
TALK = [
    planned(
        task("a", 0),
        task("b", 1, needs=("a",)),
        task("c", needs=("a",)),
        task("t", 0, kind="test", agent_name="Tester", needs=("b", "c")),
        task("r", kind="review", agent_name="Reviewer", needs=("t",)),
    ),
    writes("a", {"index.html": FAILS_FIRST, "style.css": "body {}"}),
    {"task": "b", "attempt": 1, "turns": [{"error": {}}]},
    writes("b", {"sound.js": "beep", "style.css": "body { color: red }"}, attempt=2),
    writes("c", {"notes/one.txt": "1", "notes/two.txt": "2"}),
    writes("t", {"tests/count.test.js": STARTS_AT_0}),
    writes("fix-1", {"index.html": PAGE}),
    {
        "task": "r",
        "turns": [
            {"calls": [{"tool": "read_file", "arguments": {"path": "index.html"}}]},
            {"calls": [{"tool": "submit_verdict", "arguments": {"verdict": "needs_changes", "reason": "say hello"}}]},
        ],
    },
    writes("rework-1", {"hello.txt": "hello"}),
]


@dataclass
class Place:
    """Where one build of a test happens."""

    folder: Path
    source: Path
    how: list[str]

    @property
    def out(self) -> Path:
        return self.folder / "out"

    def run(self, *extra: str, phase: str = "begin", touch: int = 0) -> int:
        """Run the program, killed before its n-th touch of the folder in a phase (0: never); return how it ended."""
        events = self.folder / f"events-{'resumed' if extra else 'first'}.jsonl"
        command = [sys.executable, PROGRAM, phase, touch, self.out, self.folder / "touches", events]
        command += ["build", self.source, "--out", self.out, *self.how, *extra]
        done = subprocess.run(list(map(str, command)), cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode in (0, -signal.SIGKILL), done.stdout + done.stderr
        return done.returncode

    def record(self) -> Record:
        """Read the build's journal."""
        with Journal(journal_of(self.out)) as journal:
            return Record(journal)

    def finished_tasks(self) -> set[str]:
        """Return what must not be asked of a model again."""
        if not journal_of(self.out).exists():
            return set()
        record = self.record()
        done = {*record.merged, *record.worked, *record.reviews}
        return done | ({"plan"} if record.plan else set())

    def asked(self) -> list[str]:
        """Return, call by call, for which task the model was asked."""
        ledger = self.source.parent / "ledger.jsonl"
        if not ledger.exists():
            return self._spent()
        keys = [json.loads(line) for line in ledger.read_text(encoding="utf-8").splitlines()]
        return [task_id or kind for kind, task_id, *_ in keys]

    def _spent(self) -> list[str]:
        """The workshop has no ledger of its own; the build's journal counts its calls."""
        if not journal_of(self.out).exists():
            return []
        with Journal(journal_of(self.out)) as journal:
            return [entry.task_id or "" for entry in journal.entries if isinstance(entry, Spent)]


def scripted(folder: Path) -> Place:
    folder.mkdir()
    source = write_nugget(folder / "nugget", features("a counter", "a sound"))
    script = write_script(folder / "script.json", TALK)
    return Place(folder, source, ["--provider", "scripted", "--script", str(script)])


def workshop(folder: Path) -> Place:
    folder.mkdir()
    return Place(folder, root() / "blockly_assets" / "examples" / "hedgehog-dodge", ["--provider", "workshop", "--yes"])


def spread(numbers: list[int], count: int) -> list[int]:
    """Take some of the numbers, from all over, beginning where the seed says."""
    wanted = min(count, len(numbers))
    return sorted({numbers[(SEED + index * len(numbers) // wanted) % len(numbers)] for index in range(wanted)})


def moments(touches: list[str], phases: tuple[str, ...], each: int) -> list[tuple[str, int]]:
    """Choose when to die, as a phase and a touch in it; the first two of all have a test of their own."""
    counts = Counter(touches)
    first = {phase: 3 if phase == "begin" else 1 for phase in phases}
    return [(phase, touch) for phase in phases for touch in spread(list(range(first[phase], counts[phase] + 1)), each)]


def kill_and_go_on(folder: Path, make: Callable[[Path], Place], phases: tuple[str, ...], each: int) -> Counter[str]:
    """Kill a build at many moments, go on each time, and compare; returns how many died in each phase."""
    whole = make(folder / "whole")
    assert whole.run() == 0
    touches = (whole.folder / "touches").read_text(encoding="utf-8").split()
    died = Counter[str]()
    for phase, touch in moments(touches, phases, each):
        moment = f"killed in {phase} before touch {touch}"
        place = make(folder / f"{phase}-{touch}")
        if place.run(phase=phase, touch=touch) == 0:
            continue  # it was through before that touch: helpers at work do not interleave the same way twice
        died[phase] += 1
        finished, before = place.finished_tasks(), len(place.asked())
        assert place.run("--resume") == 0, moment
        assert tree_of(place.out) == tree_of(whole.out), moment
        again = finished & set(place.asked()[before:])
        assert not again, f"asked again for {again}, {moment}"
    return died


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("make", "phases"),
    [(scripted, ALL[:3]), (scripted, ALL[3:]), pytest.param(workshop, ("executing",), marks=pytest.mark.soak)],
)
def test_a_build_killed_at_any_moment_goes_on_to_the_same_folder(
    tmp_path: Path, make: Callable[[Path], Place], phases: tuple[str, ...]
) -> None:
    assert set(kill_and_go_on(tmp_path, make, phases, each=1)) == set(phases)


def test_a_build_killed_before_the_first_line_of_its_journal_begins_afresh(tmp_path: Path) -> None:
    for touch in (1, 2):
        place = scripted(tmp_path / f"early-{touch}")
        assert place.run(phase="begin", touch=touch) == -signal.SIGKILL
        assert not journal_of(place.out).exists()
        assert place.run("--resume") == 0
        assert (place.out / "hello.txt").read_text(encoding="utf-8") == "hello"


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("make", [scripted, workshop])
def test_a_build_killed_at_fifty_moments_goes_on_to_the_same_folder(
    tmp_path: Path, make: Callable[[Path], Place]
) -> None:
    died = kill_and_go_on(tmp_path, make, ALL, each=10)
    assert sum(died.values()) >= 50, died
    assert min(died[phase] for phase in PHASES) >= 5, died
