"""Advisers leave one note on the plan and one on the result; later helpers hear them, and nothing is asked twice."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from elisa import wiring
from elisa.build.advisers import advisers_of
from elisa.core.events import AdviserNoted, TaskStarted, ToolBlocked
from elisa.spec.nugget import NuggetSpec, TeamMember
from support.building import Built, build, finished, planned, ready, task, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

ADA = TeamMember(type="custom", name="Ada", persona="an owl", canvas_type="blueprint", block_id="block-ada")
PAINTER = TeamMember(type="builtin", meeting_type_id="art-agent")
PLAN = planned(task("a", 0))


def notes(number: int, moment: str, note: str) -> dict[str, Any]:
    call = {"tool": "submit_note", "arguments": {"note": note}}
    return {"kind": "advise", "task": f"advise-{number}-{moment}", "turns": [{"calls": [call]}]}


def told(built: Built) -> list[tuple[str, str, str, str]]:
    return [(event.adviser, event.about, event.moment, event.note) for event in built.of(AdviserNoted)]


async def test_an_adviser_reads_the_plan_and_the_result_and_the_helpers_hear_the_note(tmp_path: Path) -> None:
    talk = [
        PLAN,
        notes(1, "plan", "Begin with the nest."),
        writes("a", {"a.txt": "1"}, sees=[]),
        notes(1, "result", "A fine nest."),
    ]
    built = await build(tmp_path / "n", wishes(1, meeting_team=[ADA]), talk)
    assert told(built) == [
        ("Ada", "architecture", "plan", "Begin with the nest."),
        ("Ada", "architecture", "result", "A fine nest."),
    ]
    assert built.of(AdviserNoted)[0].block_id == "block-ada"
    chain = (built.folder / ".elisa" / "context" / "nugget_context.md").read_text(encoding="utf-8")
    assert "Begin with the nest." in chain
    assert "A fine nest." in chain
    assert "Ada advises: Begin with the nest." in built.transcript


async def test_a_builtin_adviser_has_a_name_and_a_subject_from_its_block(tmp_path: Path) -> None:
    talk = [PLAN, notes(1, "plan", "Use blue."), writes("a", {"a.txt": "1"}), notes(1, "result", "Nice blue.")]
    built = await build(tmp_path / "n", wishes(1, meeting_team=[PAINTER]), talk)
    assert [(event.adviser, event.about) for event in built.of(AdviserNoted)] == [("Painter", "art")] * 2


async def test_an_adviser_cannot_write_and_a_note_that_is_none_goes_back(tmp_path: Path) -> None:
    bad = {"tool": "write_file", "arguments": {"path": "evil.txt", "content": "x"}}
    result = {
        "kind": "advise",
        "task": "advise-1-result",
        "turns": [
            {"calls": [bad]},
            {"calls": [{"tool": "submit_note", "arguments": {"note": ""}}]},
            {"calls": [{"tool": "submit_note", "arguments": {"note": "Good."}}]},
        ],
    }
    talk = [PLAN, notes(1, "plan", "Go."), writes("a", {"a.txt": "1"}), result]
    built = await build(tmp_path / "n", wishes(1, meeting_team=[ADA]), talk)
    assert [event.tool for event in built.of(ToolBlocked)] == ["write_file"]
    assert not (built.folder / "evil.txt").exists()
    assert told(built)[-1][3] == "Good."


async def test_an_adviser_that_says_nothing_is_named_and_the_build_goes_on(tmp_path: Path) -> None:
    silent = {"kind": "advise", "turns": [{"say": "hm"}], "repeat": True}
    built = await build(tmp_path / "n", wishes(1, meeting_team=[ADA]), [PLAN, silent, writes("a", {"a.txt": "1"})])
    assert [event.what for event in finished(built).left_out][:2] == [
        "Advice of Ada on the plan",
        "Advice of Ada on the result",
    ]
    assert (built.folder / "a.txt").exists()


async def test_after_a_stop_nobody_is_asked_again_for_a_note_that_was_given(tmp_path: Path) -> None:
    spec = wishes(1, meeting_team=[ADA])
    hangs = {"task": "a", "turns": [{"hang": True}]}
    built, work = ready(tmp_path / "n", spec, [PLAN, notes(1, "plan", "Begin with the nest."), hangs])
    run = asyncio.ensure_future(work.run())
    await built.seen(TaskStarted)
    run.cancel()
    await asyncio.wait([run])
    talk = [writes("a", {"a.txt": "1"}), notes(1, "result", "A fine nest.")]
    again = await build(tmp_path / "n", spec, talk, resume=True)
    assert told(again) == [("Ada", "architecture", "result", "A fine nest.")]
    chain = (again.folder / ".elisa" / "context" / "nugget_context.md").read_text(encoding="utf-8")
    assert "Begin with the nest." in chain


async def test_two_advisers_of_one_name_are_told_apart(tmp_path: Path) -> None:
    talk = [PLAN, writes("a", {"a.txt": "1"})]
    talk += [notes(number, moment, f"{moment} {number}") for number in (1, 2) for moment in ("plan", "result")]
    built = await build(tmp_path / "n", wishes(1, meeting_team=[ADA, ADA]), talk)
    assert {event.adviser for event in built.of(AdviserNoted)} == {"Ada", "Ada 2"}


async def test_pitfall_20_no_word_in_a_task_calls_an_adviser_or_makes_it_wait(tmp_path: Path) -> None:
    plan = planned(task("a", 0, name="Start the cart", description="the latest chart for the party"))
    talk = [plan, notes(1, "plan", "Use blue."), writes("a", {"a.txt": "1"}), notes(1, "result", "Nice blue.")]
    built = await build(tmp_path / "n", wishes(1, meeting_team=[PAINTER]), talk)
    assert len(built.of(AdviserNoted)) == 2
    assert finished(built).left_out == ()


def test_pitfall_39_every_adviser_that_a_block_offers_has_a_subject_of_its_own() -> None:
    catalog = wiring.catalog()
    builtin = catalog.blocks["team_member"].fields["MEETING_TYPE"].choices
    own = catalog.blocks["team_member_custom"].fields["CANVAS_TYPE"].choices
    members = [TeamMember(type="builtin", meeting_type_id=value) for value in builtin]
    members += [TeamMember(type="custom", name=value, canvas_type=value) for value in own]
    found = advisers_of(NuggetSpec(meeting_team=members))
    assert len(found) == len(builtin) + len(own) == 13
    assert "general" not in {adviser.topic for adviser in found}
    assert len({adviser.name for adviser in found}) == len(found)
