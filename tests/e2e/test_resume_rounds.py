"""A build with rounds, a skill made of steps, rules, advisers, cards and gates is killed at any line of its journal.

It goes on to the same folder and the same result, and no finished call is paid for twice. ``make test`` takes a few of
these moments, ``make soak`` all of them.
"""

from __future__ import annotations

import json
import signal
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from elisa.build.record import Record
from elisa.core.events import BuildFinished
from elisa.sessions.entries import Ended
from elisa.sessions.journal import Journal, journal_of, read_journal
from elisa.workspace.versions import Versions
from support.building import planned, task, tree_of, writes
from support.dying import Moment, run_forked
from support.nuggets import stack, write_nugget, write_script

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from elisa.sessions.entries import Entry

HEAD = "import sys, pathlib\nsys.path.insert(0, str(pathlib.Path(__file__).parents[1]))\nimport pytest\n\n"
TEST = HEAD + '@pytest.mark.requirement("req_0")\ndef test_add():\n    from calc import add; assert add(1, 2) == 3\n'
WRONG, RIGHT = "def add(a, b):\n    return a - b\n", "def add(a, b):\n    return a + b\n"
LOOP = {
    "LOOP_ID": "loop-1", "TRIGGER": "test_failure", "EXIT_CONDITION": "all tests pass", "MAX_ITERATIONS": 3,
    "CONNECTS_FROM": "a", "CONNECTS_TO": "b",
}  # fmt: skip
BLOCKS = stack(
    ("use_skill", {"SKILL_ID": "hero"}),
    ("feature", {"FEATURE_TEXT": "it adds"}),
    ("feature", {"FEATURE_TEXT": "it says hello"}),
    ("check_with_me", {"GATE_DESCRIPTION": "is it good?"}),
    ("keep_improving", {"CONDITION_TEXT": "it is kind"}),
    ("feedback_loop", LOOP),  # type: ignore[arg-type]
    ("use_rule", {"RULE_ID": "big"}),
    ("use_rule", {"RULE_ID": "names"}),
    ("team_member", {"MEETING_TYPE": "art-agent"}),
    ("study_mode", {"STYLE": "flashcards", "DIFFICULTY": "easy", "QUIZ_FREQUENCY": "3"}),
    ("backpack_source", {"SOURCE_TYPE": "topic_pack", "TITLE": "Sums", "URI": "sums.txt", "SOURCE_ID": "sums"}),
    ("agent_reviewer", {"AGENT_NAME": "Rex", "AGENT_PERSONA": "looks"}),
)
STEPS = [
    ("skill_ask_user", {"QUESTION": "Who?", "HEADER": "", "OPTIONS": "owl, cat", "STORE_AS": "who"}),
    ("skill_run_agent", {"PROMPT": "Name a {{who}}", "STORE_AS": "name"}),
    ("skill_invoke", {"SKILL_ID": "plain", "STORE_AS": "style"}),
    ("skill_output", {"TEMPLATE": "{{name}} the {{who}}; {{style}}"}),
]


def steps() -> dict[str, Any]:
    below: dict[str, Any] | None = None
    for number, (kind, fields) in reversed(list(enumerate(STEPS))):
        below = {"type": kind, "id": f"s{number}", "fields": fields, **({"next": {"block": below}} if below else {})}
    start = {"type": "skill_flow_start", "id": "start", "next": {"block": below}}
    return {"blocks": {"languageVersion": 0, "blocks": [start]}}


SKILLS = [
    {"id": "hero", "name": "Hero", "prompt": "", "category": "composite", "workspace": steps()},
    {"id": "plain", "name": "Plain", "prompt": "round shapes for a {{who}}", "category": "style"},
]
RULES = [
    {"id": "big", "name": "Big", "prompt": "Words are big", "trigger": "on_task_complete"},
    {"id": "names", "name": "No names", "prompt": "No real names", "trigger": "before_deploy"},
]
STEP = f"skill-{sha256(b'hero/s1').hexdigest()[:8]}"


def result(
    kind: str | None, task_id: str | None, tool: str, *, sees: tuple[str, ...] = (), **arguments: object
) -> dict[str, Any]:
    turn = {"calls": [{"tool": tool, "arguments": arguments}], "sees": sees}
    return {**({"kind": kind} if kind else {}), **({"task": task_id} if task_id else {}), "turns": [turn]}


def looks(task_id: str, verdict: str, closeness: int = 5) -> dict[str, Any]:
    return result("judge", task_id, "submit_verdict", verdict=verdict, reason=f"{task_id} says so", closeness=closeness)


KEPT = ("b", "loop-1-round-1", "loop-1-round-2", "improve-1-round-1", "improve-1-round-2", "a-rule", "rework-1")
TALK = [
    result("skill", STEP, "submit_result", answer="Olga", done=True, sees=("Name a owl",)),
    {**planned(task("a", 0), task("b", 1, needs=("a",)), task("r", kind="review", agent_name="Rex", needs=("b",)))},
    result("advise", "advise-1-plan", "submit_note", note="Draw it round."),
    result("advise", "advise-1-result", "submit_note", note="It is round."),
    writes("a", {"calc.py": WRONG, "tests/test_calc.py": TEST}, sees=["Olga the owl; round shapes for a owl"]),
    looks("a-rules", "needs_changes"),
    writes("a-rule", {"big.txt": "BIG"}, sees=["a-rules says so"]),
    writes("b", {"hello.txt": "hello"}),
    *(looks(f"{name}-rules", "approved") for name in KEPT),
    writes("loop-1-round-1", {"notes.txt": "?"}, sees=["assert -1 == 3"]),
    writes("loop-1-round-2", {"calc.py": RIGHT}),
    looks("improve-1-look-0", "needs_changes"),
    writes("improve-1-round-1", {"hello.txt": "go away", "rude.txt": "x"}),
    looks("improve-1-look-1", "needs_changes", 1),
    writes("improve-1-round-2", {"hello.txt": "hello friend"}, sees=["improve-1-look-1 says so"]),
    looks("improve-1-look-2", "approved"),
    result("review", "r", "submit_verdict", verdict="needs_changes", reason="say goodbye"),
    writes("rework-1", {"bye.txt": "bye"}, sees=["say goodbye"]),
    result("study", "study", "submit_cards", cards=[]),
]  # fmt: skip
HOW = ["--provider", "scripted", "--answer", "owl", "--yes"]


@dataclass
class Place:
    """Where one build of a test happens."""

    folder: Path

    @classmethod
    def make(cls, folder: Path) -> Place:
        folder.mkdir(parents=True)
        nugget = write_nugget(folder / "nugget", BLOCKS)
        for name, part in (("skills", SKILLS), ("rules", RULES)):
            (nugget / f"{name}.json").write_text(json.dumps(part), encoding="utf-8")
        (nugget / "sums.txt").write_text("one and two are three\n", encoding="utf-8")
        write_script(folder / "script.json", TALK)
        return cls(folder)

    @property
    def out(self) -> Path:
        return self.folder / "out-folder"

    def run(self, *extra: str, dies: Moment | None = None) -> int:
        script: list[str | Path] = ["--script", self.folder / "script.json"]
        arguments: list[str | Path] = ["build", self.folder / "nugget", "--out", self.out, *HOW, *script, *extra]
        return run_forked(arguments, cwd=self.folder, dies=dies)

    def said(self) -> str:
        return (self.folder / "out").read_text(encoding="utf-8")

    def entries(self) -> list[Entry]:
        return read_journal(journal_of(self.out))

    def record(self) -> Record:
        with Journal(journal_of(self.out)) as journal:
            return Record(journal)

    def asked(self) -> list[str]:
        """Return, call by call, for which task the model was asked."""
        ledger = self.folder / "ledger.jsonl"
        lines = ledger.read_text(encoding="utf-8").splitlines() if ledger.exists() else []
        return [task_id or kind for kind, task_id, *_ in map(json.loads, lines)]

    def paid_for(self) -> set[str]:
        """Return what must not be asked of a model again."""
        record = self.record()
        rounds = [one for judged in record.rounds.values() for one in judged if one.by == "judge"]
        return {
            *record.merged,
            *record.worked,
            *record.reviews,
            *(f"{one.loop_id}-look-{one.number}" for one in rounds),
            *(f"{task_id}-rules" for task_id, _ in record.rules),
            *([STEP] if record.skill_answers else []),
            *(f"advise-1-{note.moment}" for note in record.advice),
            *(["study"] if any(event.kind == "study_deck_made" for event in record.learned) else []),
            *(["plan"] if record.plan else []),
        }

    def result(self) -> dict[str, Any]:
        """Return what must be the same, however often the build was killed."""
        record = self.record()
        ended = record.ended
        assert isinstance(ended, Ended)
        final = ended.final
        assert isinstance(final, BuildFinished), final
        return {
            "tree": tree_of(self.out),
            "left out": {(one.what, one.reason) for one in final.left_out},
            "tests": (final.outcome, final.passed, final.failed, final.skipped),
            "merged": set(record.merged),
            "rounds": {name: [(one.verdict, one.reason) for one in judged] for name, judged in record.rounds.items()},
            "taken back": {key: one.best for key, one in record.taken_back.items()},
            "rules": {key: one.verdict for key, one in record.rules.items()},
            "skills": record.skills,
            "advice": [(note.moment, note.note) for note in record.advice],
            "cards": {card.card_id for card in record.cards},
            "packed": [source.path for source in record.packed],
        }


def whole(folder: Path) -> Place:
    place = Place.make(folder)
    assert place.run() == 0, place.said()
    assert "Builder finished “Keep to Big”" in place.said()
    return place


def goes_on(folder: Path, moments: Iterable[Moment], wanted: dict[str, Any]) -> int:
    """Kill a build at one moment after the other, going on each time, then compare; returns how often it died."""
    place = Place.make(folder)
    died, paid, before = 0, set[str](), 0
    for moment in moments:
        code = place.run(*(["--resume"] if died else []), dies=moment)
        again = paid & set(place.asked()[before:])
        assert not again, f"asked again for {again}, before {moment}"
        if code != -signal.SIGKILL:
            break
        died += 1
        begun = journal_of(place.out).exists() and bool(place.entries())
        paid, before = place.paid_for() if begun else set(), len(place.asked())
    else:
        code = place.run("--resume")
    assert code == 0, place.said()
    again = paid & set(place.asked()[before:])
    assert not again, f"asked again for {again}"
    assert place.result() == wanted
    Versions(place.out).undo()
    assert tree_of(place.out) == {}, "not all is taken back"
    return died


@pytest.fixture(scope="module")
def wanted(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], int]:
    """What the build gives that nobody kills, and how many lines its journal has."""
    place = whole(tmp_path_factory.mktemp("rounds") / "whole")
    return place.result(), len(place.entries())


@pytest.mark.timeout(300)
def test_a_build_with_rounds_skills_and_rules_that_is_killed_again_and_again_goes_on_to_the_same_result(
    tmp_path: Path, wanted: tuple[dict[str, Any], int]
) -> None:
    every = (Moment(7 + number % 3, number % 2 == 0) for number in range(100))
    assert goes_on(tmp_path / "n", every, wanted[0]) > 8


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_build_with_rounds_skills_and_rules_killed_at_each_line_goes_on_to_the_same_result(
    tmp_path: Path, wanted: tuple[dict[str, Any], int]
) -> None:
    for line in range(1, wanted[1] + 1):
        for written in (False, True):
            place = tmp_path / f"{line}-{written}"
            assert goes_on(place, [Moment(line, written)], wanted[0]) == 1, f"line {line}, written: {written}"
