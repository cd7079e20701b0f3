"""Keeping working: a changed nugget changes what is there, hand edits stay, and an undo brings everything back."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, Unpack

from elisa.core.events import PhaseChanged, PlanReady, PlanRefused, RequirementJudged, TaskFailed, TaskStarted
from elisa.spec.nugget import BehavioralTest, Nugget, NuggetSpec, Requirement, Style, Workflow
from elisa.workspace.versions import Versions
from support.building import Asked, Built, build, finished, planned, ready, task, tree_of, writes

if TYPE_CHECKING:
    from pathlib import Path

HEAD = "import sys, pathlib\nsys.path.insert(0, str(pathlib.Path(__file__).parents[1]))\nimport pytest\n\n"


def spec(*words: str, **changes: Unpack[Asked]) -> NuggetSpec:
    """Return a spec whose wishes stand in blocks named after their words."""
    requirements = [
        Requirement(type="feature", description=text, id=f"req_{number}", block_id=f"block of {text.split()[0]}")
        for number, text in enumerate(words)
    ]
    return NuggetSpec(nugget=Nugget(goal="numbers"), requirements=requirements, **changes)


def checks(wish: str, name: str) -> str:
    """Return a test file that a wish's own file makes green."""
    return HEAD + f'@pytest.mark.requirement("{wish}")\ndef test_{name}():\n    import {name}; assert {name}.done\n'


def makes(task_id: str, wish: int, name: str, text: str = "done = True\n") -> dict[str, Any]:
    """Return a helper's conversation that makes a wish's file and its test."""
    return writes(task_id, {f"{name}.py": text, f"tests/test_{name}.py": checks(f"req_{wish}", name)})


def verdicts(built: Built) -> dict[str, str]:
    return {event.wish: event.verdict for event in built.of(RequirementJudged)}


def started(built: Built) -> list[str]:
    return [event.task_id for event in built.of(TaskStarted)]


FIRST = [planned(task("a", 0), task("b", 1, needs=("a",))), makes("a", 0, "add"), makes("b", 1, "minus")]


async def first(tmp_path: Path) -> Path:
    built = await build(tmp_path / "n", spec("add", "minus"), FIRST)
    assert finished(built).outcome == "done"
    return tmp_path / "n"


async def test_a_new_block_is_the_only_work_and_what_stands_stays_proven(tmp_path: Path) -> None:
    folder = await first(tmp_path)
    sees = ['"new":["req_2"]', '"kept":["req_0","req_1"]', '"made":["add.py"']
    plan = planned(task("c", 2))
    plan["turns"][0]["sees"] = sees
    built = await build(folder, spec("add", "minus", "times"), [plan, makes("c", 2, "times")])
    assert started(built) == ["c"]
    assert verdicts(built) == {"add": "proven", "minus": "proven", "times": "proven"}
    assert finished(built).outcome == "done"


async def test_a_plan_that_does_finished_work_again_goes_back_unless_it_says_why(tmp_path: Path) -> None:
    folder = await first(tmp_path)
    refused = {"tool": "submit_plan", "arguments": {"tasks": [task("a", 0), task("c", 2)], "explanation": "So."}}
    again = task("a", 0, again="times stands on it")
    plan = {"tool": "submit_plan", "arguments": {"tasks": [again, task("c", 2)], "explanation": "So."}}
    talk = [
        {"kind": "plan", "turns": [{"calls": [refused]}, {"calls": [plan], "sees": ["Task a only does wishes"]}]},
        makes("a", 0, "add", "done = 2\n"),
        makes("c", 2, "times"),
    ]
    built = await build(folder, spec("add", "minus", "times"), talk)
    assert [event.faults for event in built.of(PlanRefused)] == [
        ("Task a only does wishes that are done already. Leave it out, or say why in `again`.",)
    ]
    assert verdicts(built)["add"] == "proven"


async def test_a_block_taken_away_renumbers_the_tests_and_its_files_go_with_its_task(tmp_path: Path) -> None:
    folder = await first(tmp_path)
    before = tree_of(folder)
    plan = planned(task("r", removes=["gone_0"]))
    plan["turns"][0]["sees"] = ['"gone":[{"files":["add.py","tests/test_add.py"],"id":"gone_0","words":"add"}]']
    built = await build(folder, spec("minus"), [plan, writes("r", {"add.py": ""})])
    assert sorted(tree_of(folder)) == ["minus.py", "tests/test_minus.py"]
    assert 'requirement("req_0")' in (folder / "tests" / "test_minus.py").read_text("utf-8")
    assert verdicts(built) == {"minus": "proven"}
    assert finished(built).left_out == ()
    Versions(folder).undo()
    assert tree_of(folder) == before
    back = await build(folder, spec("add", "minus"), [planned()])
    assert verdicts(back) == {"add": "proven", "minus": "proven"}, "after the undo both are there again"
    assert started(back) == []


async def test_files_of_a_removed_wish_that_nobody_takes_away_are_named(tmp_path: Path) -> None:
    folder = await first(tmp_path)
    forgets = planned(task("x"))
    talk = [{**forgets, "turns": [*forgets["turns"] * 3]}, {"task": "remove", "turns": [{"say": "no"}]}]
    built = await build(folder, spec("minus"), talk)
    assert len(built.of(PlanRefused)) == 3, "a plan that forgets what was taken away is refused"
    assert [(event.what, event.reason) for event in finished(built).left_out] == [
        ("add.py", "It was made for “add”. It is still in your folder.")
    ]


async def test_changed_words_are_work_and_the_rule_plan_keeps_to_them(tmp_path: Path) -> None:
    folder = await first(tmp_path)
    nonsense = {"kind": "plan", "turns": [{"say": "?"}], "repeat": True}
    talk = [nonsense, makes("wish-req_1", 1, "minus", "done = 'twice'\n")]
    built = await build(folder, spec("add", "minus twice"), talk)
    assert started(built) == ["wish-req_1"]
    assert built.of(PlanReady)[0].explanation == "Most of it is there already. Only what you changed is worked on."
    assert finished(built).outcome == "done"


async def test_another_look_or_another_proof_is_a_change_too(tmp_path: Path) -> None:
    folder = await first(tmp_path)
    proof = BehavioralTest(id="test_0", when="one", then="two", requirement_id="req_1")
    changed = spec("add", "minus", style=Style(visual="space"), workflow=Workflow(behavioral_tests=[proof]))
    nonsense = {"kind": "plan", "turns": [{"say": "?"}], "repeat": True}
    names = ("restyle", "wish-req_1", "test")
    talk: list[dict[str, Any]] = [nonsense, *({"task": name, "turns": [{"say": "ok"}]} for name in names)]
    built = await build(folder, changed, talk)
    assert started(built) == ["restyle", "wish-req_1", "test"]


async def test_what_failed_to_be_built_is_still_to_be_done(tmp_path: Path) -> None:
    folder = await first(tmp_path)
    fails = {"task": "c", "turns": [{"error": {"code": "providers.broke_off"}}]}
    await build(folder, spec("add", "minus", "times"), [planned(task("c", 2)), fails])
    plan = planned(task("c", 2))
    plan["turns"][0]["sees"] = ['"new":["req_2"]']
    built = await build(folder, spec("add", "minus", "times"), [plan, makes("c", 2, "times")])
    assert verdicts(built)["times"] == "proven"


LINES = "".join(f"line_{number} = {number}\n" for number in range(30)) + "done = True\n"


async def hand_edited(tmp_path: Path) -> Path:
    folder = tmp_path / "n"
    await build(folder, spec("add", "minus"), [FIRST[0], makes("a", 0, "add", LINES), FIRST[2]])
    (folder / "add.py").write_text(LINES.replace("line_3 = 3", "line_3 = 'mine'"), "utf-8")
    return folder


async def test_a_hand_edit_that_a_helper_writes_over_comes_back_where_it_is_clean(tmp_path: Path) -> None:
    folder = await hand_edited(tmp_path)
    mine = tree_of(folder)
    drawn_anew = LINES.replace("line_20 = 20", "line_20 = 'new'")
    talk = [planned(task("c", 2)), writes("c", {"add.py": drawn_anew, "times.py": "done = True\n"})]
    built = await build(folder, spec("add", "minus", "times"), talk)
    text = (folder / "add.py").read_text("utf-8")
    assert "line_3 = 'mine'" in text
    assert "line_20 = 'new'" in text
    assert finished(built).left_out == ()
    Versions(folder).undo()
    assert tree_of(folder) == mine, "to the byte, with the hand edit"


async def test_a_hand_edit_in_the_way_is_told_to_the_helper_who_does_it_on_top(tmp_path: Path) -> None:
    folder = await hand_edited(tmp_path)
    over = LINES.replace("line_3 = 3", "line_3 = 'new'")
    kind = (folder / "add.py").read_text("utf-8").replace("line_3 = 'mine'", "line_3 = 'mine'\nline_new = 1")
    talk = [
        planned(task("c", 2)),
        writes("c", {"add.py": over}, attempt=1),
        writes("c", {"add.py": kind}, attempt=2, sees=["changed add.py by hand", '"hand_edited":["add.py"]']),
    ]
    built = await build(folder, spec("add", "minus", "times"), talk)
    assert (folder / "add.py").read_text("utf-8") == kind
    assert len(built.of(TaskFailed)) == 1
    assert finished(built).left_out == ()


async def test_a_hand_edit_is_never_written_over_without_a_word_also_builds_later(tmp_path: Path) -> None:
    folder = await hand_edited(tmp_path)
    mine = (folder / "add.py").read_text("utf-8")
    for number, word in enumerate(("times", "power"), start=2):
        words = ["add", "minus", "times", "power"][: number + 1]
        over = LINES.replace("line_3 = 3", f"line_3 = '{word}'")
        talk = [planned(task("c", number)), writes("c", {"add.py": over, f"{word}.py": "done = True\n"})]
        built = await build(folder, spec(*words), talk)
        assert (folder / "add.py").read_text("utf-8") == mine
        told = [event.reason for event in finished(built).left_out if event.what == "add.py"]
        assert told == ["You changed it by hand. Yours is kept; what was to change there is left out."]
        assert (folder / f"{word}.py").exists(), "the rest of the work counts"


async def test_a_test_that_a_hand_wrote_stays_when_its_wish_goes(tmp_path: Path) -> None:
    folder = await first(tmp_path)
    place = folder / "tests" / "test_add.py"
    place.write_text(place.read_text("utf-8") + "# my own line\n", "utf-8")
    talk = [planned(task("r", removes=["gone_0"])), writes("r", {"add.py": ""})]
    cannot = {"kind": "fix", "turns": [{"say": "It tests what is gone."}]}
    built = await build(folder, spec("minus"), [*talk, cannot])
    assert "# my own line" in place.read_text("utf-8")
    assert ("tests/test_add.py", "You changed it by hand, so it stays.") in [
        (event.what, event.reason) for event in finished(built).left_out
    ]
    assert "req_0" not in place.read_text("utf-8"), "it no longer counts for another wish"


async def test_a_stopped_build_compares_once(tmp_path: Path) -> None:
    folder = await first(tmp_path)
    built, work = ready(folder, spec("minus"), [{"kind": "plan", "turns": [{"hang": True}]}])
    running = asyncio.ensure_future(work.run())
    await built.seen(PhaseChanged, phase="planning")
    running.cancel()
    await asyncio.wait([running])
    talk = [planned(task("r", removes=["gone_0"])), writes("r", {"add.py": ""})]
    again = await build(folder, spec("minus"), talk, resume=True)
    assert verdicts(again) == {"minus": "proven"}
    lines = [json.loads(line) for line in (folder / ".elisa" / "journal.jsonl").read_text("utf-8").splitlines()]
    assert sum(line.get("kind") == "compared" for line in lines) == 1


async def test_a_link_is_no_hand_edit_that_a_helper_could_undo(tmp_path: Path) -> None:
    folder = await hand_edited(tmp_path)
    (folder / "link.py").symlink_to("add.py")
    mine = (folder / "add.py").read_text("utf-8")
    over = LINES.replace("line_3 = 3", "line_3 = 'new'")
    talk = [planned(task("c", 2)), writes("c", {"add.py": over, "times.py": "done = True\n"})]
    built = await build(folder, spec("add", "minus", "times"), talk)
    assert (folder / "add.py").read_text("utf-8") == mine
    assert (folder / "link.py").is_symlink()
    assert [event.what for event in finished(built).left_out] == ["add.py"]


async def test_what_a_hand_threw_away_does_not_come_back_without_a_word(tmp_path: Path) -> None:
    folder = await first(tmp_path)
    (folder / "add.py").unlink()
    talk = [planned(task("c", 2)), makes("c", 2, "times"), writes("fix-1", {"add.py": "done = True\n"})]
    built = await build(folder, spec("add", "minus", "times"), talk)
    told = [(event.what, event.reason) for event in finished(built).left_out]
    assert told == [("add.py", "You threw it away. A helper made it again.")]


async def test_a_stopped_build_that_begins_anew_knows_what_was_made_and_keeps_what_a_hand_changed(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "n"
    hangs = {"task": "b", "turns": [{"hang": True}]}
    built, work = ready(folder, spec("add", "minus"), [FIRST[0], makes("a", 0, "add", LINES), hangs])
    running = asyncio.ensure_future(work.run())
    await built.seen(TaskStarted, task_id="b")
    running.cancel()
    await asyncio.wait([running])
    mine = LINES.replace("line_3 = 3", "line_3 = 'mine'")
    (folder / "add.py").write_text(mine, "utf-8")
    plan = planned(task("b", 1))
    plan["turns"][0]["sees"] = ['"new":["req_1"]', '"kept":["req_0"]']
    over = LINES.replace("line_3 = 3", "line_3 = 'new'")
    talk = [plan, writes("b", {"minus.py": "done = True\n", "add.py": over})]
    again = await build(folder, spec("add", "minus"), talk, start_over=True)
    assert (folder / "add.py").read_text("utf-8") == mine
    assert [event.what for event in finished(again).left_out] == ["add.py"]


async def test_hand_edits_stay_also_where_no_versions_can_be_kept(tmp_path: Path) -> None:
    folder = tmp_path / "n"
    (folder / ".elisa").mkdir(parents=True)
    (folder / ".elisa" / "versions.git").write_text("in the way", "utf-8")
    await build(folder, spec("add", "minus"), [FIRST[0], makes("a", 0, "add", LINES), FIRST[2]])
    mine = LINES.replace("line_3 = 3", "line_3 = 'mine'")
    (folder / "add.py").write_text(mine, "utf-8")
    for number, word in enumerate(("times", "power"), start=2):
        words = ["add", "minus", "times", "power"][: number + 1]
        over = {"add.py": LINES.replace("line_20 = 20", f"line_20 = '{word}'"), f"{word}.py": "done = True\n"}
        built = await build(folder, spec(*words), [planned(task("c", number)), writes("c", over)])
        assert (folder / "add.py").read_text("utf-8") == mine
        told = {event.what: event.reason for event in finished(built).left_out}
        assert told["add.py"] == "You changed it by hand. Yours is kept; what was to change there is left out."
        assert "Old versions" in told
        assert (folder / f"{word}.py").exists()
