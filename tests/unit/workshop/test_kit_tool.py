"""Tools of ready-made parts: every wish has its piece, its test, or its reason; what words promise is there."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elisa.build.plan_check import find_faults
from elisa.build.plan_form import PlanForm
from elisa.spec.nugget import Documentation
from elisa.verify.page import PageRunner
from elisa.verify.run import run_tests
from elisa.workshop.crew_plan import plan_of
from elisa.workshop.kits.tool import proofs
from elisa.workshop.kits.tool.design import Check
from elisa.workshop.kits.tool.draw import draw
from elisa.workshop.kits.tool.read import read_tool
from elisa.workshop.kits.tool.words import SECTIONS, load_words
from elisa.workshop.provider import WorkshopProvider
from elisa.workshop.review import contrast_of
from elisa.workshop.review import find_faults as faults_of_page
from unit.workshop.drive import drive, files_of
from unit.workshop.test_kit_pages import assemble, prove
from unit.workshop.wishing import Wish, example, spec_of

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.blueprint import Blueprint

HOSTILE = "</script><script>alert(1)</script><!-- slot: script-timer --> ${x} {{facts}} \\ \" ' ` */ -->"
TOOL = spec_of(
    "a homework helper for my dog Rex with a timer and a checklist",
    "a 25 minute timer with start and pause",
    "tick off my tasks",
    ("when_then", "all tasks are done", "confetti flies"),
    ("when_then", "the time is up", "play a sound"),
    "a button to email my mum",
    ("data", "my tasks: maths, reading, feed the dog"),
    ("constraint", "must work on a phone"),
    ("constraint", "no internet"),
    "save a copy as a file",
    ("when_then", "a task is ticked", "say 'Good dog!'"),
    "count my glasses of water, my goal is 8",
    "undo when I delete a task",
    kind="tool",
    proofs=(
        ("tick a task", "it is crossed out", "req_1"),
        ("start the timer", "the seconds go down", "req_0"),
        ("tick off all tasks", "confetti flies", "req_2"),
        ("wave", "a unicorn appears", "req_1"),
    ),
)
GOALS = {
    "checklist": "a packing list with important ones first",
    "timer": "a timer for 25 minutes and 10 minutes",
    "stopwatch": "a stopwatch",
    "counter": "a counter that reaches 4",
    "picker": "a name picker, nobody twice",
    "dice": "a dice roller with two dice",
    "converter": "a currency converter from euros to dollars",
    "calculator": "a calculator",
    "habits": "a habit tracker with 10 days in a row",
    "drawing": "a drawing board",
    "notes": "a diary",
    "cards": "flashcards: dog = chien; cat = chat; horse = cheval",
    "scores": "a score keeper, first to 3 wins",
}


def tool(goal: str, *wishes: Wish) -> Blueprint:
    return draw(spec_of(goal, *wishes, kind="tool"), "en")


def home_of(goal: str, wish: Wish) -> str:
    """The piece that carries out the only wish, or ``left out``."""
    blueprint = tool(goal, wish)
    return next((piece.id for piece in blueprint.pieces if piece.requirements), "left out")


@pytest.mark.parametrize("spec", [TOOL, example("homework-hive")])
async def test_a_tool_is_planned_without_faults_and_built_without_a_failing_call(
    spec: NuggetSpec, tmp_path: Path
) -> None:
    blueprint = draw(spec, "en")
    assert find_faults(PlanForm.model_validate(plan_of(blueprint, spec)), spec) == []
    carried = [name for piece in blueprint.pieces for name in piece.requirements]
    assert sorted([*carried, *blueprint.left_out]) == sorted(need.id for need in spec.requirements)
    assert set(blueprint.tests) == set(carried)
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    assert [result.content for job in driven.jobs.values() for result in job.results if not result.ok] == []
    files = files_of(driven.tree)
    assert faults_of_page({path: (driven.tree / path).read_text("utf-8") for path in files}, set(files)) == []


def test_no_two_pieces_write_the_same_file_or_the_same_slot() -> None:
    blueprint = draw(TOOL, "en")
    files = [path for piece in blueprint.pieces for path in piece.files]
    slots = [slot for piece in blueprint.pieces for slot in piece.slots]
    assert len(files) == len(set(files))
    assert len(slots) == len(set(slots))
    lines = blueprint.pieces[0].files["index.html"].splitlines()
    markers = [place for place, line in enumerate(lines) if "<!-- slot:" in line]
    assert all(later - earlier > 1 for earlier, later in pairwise(markers))


def test_a_proof_is_a_test_or_is_named() -> None:
    blueprint = draw(TOOL, "en")
    texts = "".join(text for files in blueprint.tests.values() for text in files.values())
    assert [f'proof: "test_{place}"' in texts for place in range(4)] == [True, True, True, False]
    assert set(blueprint.missing_proofs) == {"test_3"}


def test_only_the_wish_for_mail_is_left_out_and_says_why() -> None:
    assert draw(TOOL, "en").left_out == {"req_4": "The workshop has no parts for sending messages yet."}


@pytest.mark.parametrize(
    ("goal", "wish", "home"),
    [
        ("a to-do list", "tick off what is done", "checklist"),
        ("a to-do list", "a timer for 5 minutes", "timer"),
        ("a box of tools", "roll two dice", "dice"),
        ("something for game night", "a score keeper for Ada and Ben", "scores"),
        ("a to-do list with a drawing board", "draw with the colour red", "drawing"),
        ("a converter", "convert km to miles", "converter"),
        ("a timer", "pick a name: Ann, Bo, Cid", "picker"),
        ("a vocabulary trainer", "flip the card", "cards"),
        ("a timer", ("when_then", "the timer ends", "the page shakes"), "rule-1"),
        ("a timer", ("constraint", "big buttons"), "page"),
        ("a timer and notes", "export everything as a file", "files"),
        ("a to-do list", "sort the tasks alphabetically", "left out"),
        ("a to-do list", "tick off tasks and bake a cake", "left out"),
        ("a to-do list", ("when_then", "the moon rises", "play a sound"), "left out"),
        ("a timer", ("when_then", "the time is up", "feed the hamster"), "left out"),
        ("a calculator", "square root", "left out"),
        ("a to-do list", "", "left out"),
    ],
)
def test_a_wish_goes_where_it_belongs_or_is_left_out(goal: str, wish: Wish, home: str) -> None:
    assert home_of(goal, wish) == home


@pytest.mark.parametrize(
    ("goal", "section", "facts"),
    [
        ("a timer for 90 seconds", "timer", {"seconds": 90}),
        ("a pomodoro timer with 20 minutes and a break of 4 minutes", "timer", {"seconds": 1200}),
        ("a coin flip", "dice", {"sides": 2}),
        ("three 20-sided dice", "dice", {"sides": 20, "count": 3}),
        ("a converter where 1 gem is 5 coins", "converter", {"from": "gem", "to": "coins", "rate": 5.0}),
        ("a celsius to fahrenheit converter", "converter", {"from": "°C", "to": "°F", "shift": 32}),
        ("a miles to km converter", "converter", {"from": "miles", "to": "km"}),
        ("a score keeper, first to 21 wins", "scores", {"goal": 21}),
        ("a name picker: Ada, Ben, Cleo", "picker", {"items": ["Ada", "Ben", "Cleo"]}),
        ("a checklist for me and my brother", "checklist", {"items": []}),
        ("flashcards: dog = chien; cat = chat", "cards", {"pairs": [["Dog", "chien"], ["Cat", "chat"]]}),
    ],
)
def test_numbers_units_and_lists_are_the_childs_own(goal: str, section: str, facts: dict[str, object]) -> None:
    known = read_tool(spec_of(goal, kind="tool"), "en").sections[section].facts
    assert {name: known[name] for name in facts} == facts


def test_everything_that_a_goal_lists_has_its_section() -> None:
    goal = "a box of tools with dice, a calculator, a drawing board, a habit tracker, a counter and notes"
    kinds = ["dice", "calculator", "drawing", "habits", "counter", "notes"]
    assert list(read_tool(spec_of(goal, kind="tool"), "en").sections) == kinds


def test_other_words_never_give_the_same_tool_and_the_same_words_always_do() -> None:
    goals = ["a timer for cats", "a timer for dogs", "a timer for my cat", "a timer"]
    assert len({json.dumps([piece.files for piece in tool(goal, "start it").pieces]) for goal in goals}) == len(goals)
    assert draw(TOOL, "en") == draw(TOOL.model_copy(deep=True), "en")


@pytest.mark.parametrize("visual", ["fun_colorful", "clean_simple", "dark_techy", "nature", "space"])
def test_every_look_can_be_read(visual: str) -> None:
    css = draw(spec_of("a timer for my cat", kind="tool", visual=visual), "en").pieces[0].files["tool/look.css"]
    first = css.split("{")[1].split("}")[0]
    colours = {
        line.split(":")[0].strip(" -"): line.split(":")[1].strip(" ;") for line in first.splitlines() if ": #" in line
    }
    for ink in ("ink", "muted", "accent-text", "bad"):
        assert all(contrast_of(colours[ink], colours[ground]) >= 4.5 for ground in ("paper", "paper-2", "card"))
    assert contrast_of(colours["accent-ink"], colours["accent"]) >= 4.5


def test_a_childs_words_stay_words_in_every_file() -> None:
    blueprint = tool(
        f"a to-do list and notes about {HOSTILE}",
        ("data", f"my tasks: {HOSTILE}, cat"),
        ("when_then", "a task is ticked", f"say '{HOSTILE[:50]}'"),
        f"tick off {HOSTILE}",
    )
    for piece in blueprint.pieces:
        for path, text in piece.files.items():
            assert "<script>alert" not in text, path
            assert path.endswith(".html") or "</script" not in text.lower(), path


@settings(max_examples=80, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    goal=st.one_of(st.text(max_size=60), st.sampled_from(sorted(GOALS.values()))),
    wishes=st.lists(st.one_of(st.text(max_size=80), st.sampled_from(sorted(GOALS.values()))), max_size=5),
    rule=st.tuples(st.text(max_size=40), st.text(max_size=40)),
)
def test_any_words_give_a_plan_without_faults(goal: str, wishes: list[str], rule: tuple[str, str]) -> None:
    spec = spec_of(goal, *wishes, ("when_then", *rule), kind="tool")
    blueprint = draw(spec, "en")
    assert find_faults(PlanForm.model_validate(plan_of(blueprint, spec)), spec) == []
    assert set(blueprint.tests) == {name for piece in blueprint.pieces for name in piece.requirements}


def test_a_guide_says_what_was_made_and_what_is_missing() -> None:
    guide = draw(TOOL.model_copy(update={"documentation": Documentation(focus="all")}), "en").guide
    assert guide.startswith("# ")
    assert "email" in guide
    assert "index.html" in guide


@pytest.mark.soak
@pytest.mark.timeout(240)
async def test_a_tool_is_green_and_red_where_a_piece_is_dropped(tmp_path: Path) -> None:
    await prove(TOOL, tmp_path)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("section", SECTIONS)
async def test_whatever_a_sections_words_promise_is_proven_and_red_without_it(section: str, tmp_path: Path) -> None:
    spec = spec_of(GOALS[section], "a wish", kind="tool")
    design = read_tool(spec, "en")
    words, facts = load_words("en").sections[section], design.sections[section].facts
    promised = {(step, sight) for step, known in words["steps"].items() for sight in known["see"]}
    promised |= {(known["do"], sight) for sight, known in words["sights"].items()}
    wish = design.wishes[0]
    wish.checks = [Check(section, *pair) for pair in sorted(promised) if pair[1] not in facts.get("trouble", {})]
    blueprint = draw(spec, "en")
    blueprint.tests["req_0"] = proofs.tests_of(wish, design)
    async with PageRunner() as pages:
        report = await run_tests(assemble(blueprint, tmp_path / "whole"), pages=pages)
        assert [(test.name, test.message) for test in report.tests if test.status != "passed"] == []
        lacking = await run_tests(assemble(blueprint, tmp_path / "less", section), only=["req_0"], pages=pages)
        assert [test.name for test in lacking.tests if test.status == "passed"] == []
