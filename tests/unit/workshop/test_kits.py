"""Websites and stories of ready-made parts: every wish has its piece, its test, or its reason."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from elisa.build.plan_check import find_faults
from elisa.build.plan_form import PlanForm
from elisa.spec.data_block import DataBlock
from elisa.spec.nugget import Documentation
from elisa.workshop.crew_plan import plan_of
from elisa.workshop.kinds import kind_of
from elisa.workshop.kits.shelf import kits
from elisa.workshop.provider import WorkshopProvider
from elisa.workshop.review import find_faults as faults_of_page
from unit.workshop.drive import FolderTools, ask, drive, files_of, make_plan
from unit.workshop.wishing import example, spec_of

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import NuggetSpec
    from elisa.workshop.blueprint import Blueprint

HOSTILE = "</script><script>alert(1)</script><!-- slot: hero --> ${x} {{rule}} \\ \" ' ` */ -->"
SITE = spec_of(
    "a website about my pets",
    "a gallery of my pets: Bello the dog, Mimi the cat, Hopp the rabbit",
    "a search box",
    "mark favourites with a heart",
    "a dark mode button",
    "a guestbook",
    ("data", "opening hours: Monday: 9 to 5; Tuesday: closed"),
    "a quiz about animals",
    "vote for cats or dogs",
    "a countdown to 24 December",
    "count the cuddles",
    ("when_then", "I click the dog", "it says 'Woof!'"),
    ("when_then", "a message is sent", "confetti"),
    "a menu",
    "fun facts",
    "an about section: I am Ada and I love animals",
    "a footer with 'Made by Ada'",
    ("constraint", "readable big letters"),
    "show a video",
    kind="website",
    proofs=(
        ("search for Mimi", "only Mimi is shown", "req_1"),
        ("click the dark mode button", "the page is dark", "req_3"),
        ("click the dog", "it says Woof", "req_10"),
        ("sing a song", "the moon turns blue", "req_0"),
    ),
)
TALE = spec_of(
    "a story about a fox who looks for a lost star",
    "the fox meets a wise owl in the forest",
    "choose between the dark cave and the old bridge",
    "find a golden key",
    ("when_then", "I open the gate", "a ghost says boo"),
    "a happy ending where the fox finds the star and a sad ending",
    "I can go back",
    "start again button",
    "the text appears word by word",
    "remember what I take in a bag",
    "sounds",
    "save my progress",
    "ask for my name",
    ("constraint", "not scary"),
    "play a video",
    kind="story",
    proofs=(("I ask the owl to come along", "the owl is my friend", "req_0"), ("I dance", "it rains", "req_1")),
)
KITS = {"website": SITE, "story": TALE}


def drawn(spec: NuggetSpec, language: str = "en") -> Blueprint:
    return kits()[kind_of(spec)](spec, language)


def pages(folder: Path) -> dict[str, str]:
    return {path: (folder / path).read_text(encoding="utf-8") for path in files_of(folder)}


@pytest.mark.parametrize(
    ("goal", "template", "kind"),
    [
        ("a website about cats", "general", "website"),
        ("a story about a dragon", "general", "story"),
        ("a calculator for pizza", "general", "tool"),
        ("a python script that guesses my number", "general", "script"),
        ("a game where a python eats apples", "general", "game"),
        ("a game where a python eats apples", "game", "game"),
        ("a quiz in python", "game", "script"),
        ("a website about the language python", "website", "website"),
        ("cats and dogs", "general", "game"),
        ("", "story", "story"),
        ("une histoire de dragon", "general", "story"),
    ],
)
def test_the_template_and_the_words_choose_the_kind(goal: str, template: str, kind: str) -> None:
    assert kind_of(spec_of(goal, kind=template)) == kind


@pytest.mark.parametrize("spec", [*KITS.values(), example("paw-friends"), example("lost-star")])
async def test_a_kit_is_planned_without_faults_and_built_without_a_failing_call(
    spec: NuggetSpec, tmp_path: Path
) -> None:
    blueprint = drawn(spec)
    assert find_faults(PlanForm.model_validate(plan_of(blueprint, spec)), spec) == []
    carried = [name for piece in blueprint.pieces for name in piece.requirements]
    assert sorted([*carried, *blueprint.left_out]) == sorted(need.id for need in spec.requirements)
    assert set(blueprint.tests) == set(carried)
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    assert [result.content for job in driven.jobs.values() for result in job.results if not result.ok] == []
    assert faults_of_page(pages(driven.tree), set(files_of(driven.tree))) == []


@pytest.mark.parametrize("spec", KITS.values())
def test_no_two_pieces_write_the_same_file_or_the_same_slot(spec: NuggetSpec) -> None:
    blueprint = drawn(spec)
    files = [path for piece in blueprint.pieces for path in piece.files]
    slots = [slot for piece in blueprint.pieces for slot in piece.slots]
    assert len(files) == len(set(files))
    assert len(slots) == len(set(slots))
    lines = blueprint.pieces[0].files["index.html"].splitlines()
    markers = [place for place, line in enumerate(lines) if "<!-- slot:" in line]
    assert all(later - earlier > 1 for earlier, later in pairwise(markers))


@pytest.mark.parametrize("spec", KITS.values())
def test_a_proof_is_a_test_or_is_named(spec: NuggetSpec) -> None:
    blueprint = drawn(spec)
    for proof in spec.workflow.behavioral_tests or []:
        tested = any(f'proof: "{proof.id}"' in text for files in blueprint.tests.values() for text in files.values())
        assert tested != (proof.id in blueprint.missing_proofs)
    assert all(reason.strip() for reason in [*blueprint.missing_proofs.values(), *blueprint.left_out.values()])
    assert len(blueprint.missing_proofs) == 1


@pytest.mark.parametrize(
    ("kind", "goals"),
    [
        ("website", ["about cats", "about dogs", "about my cat", "for a cat club"]),
        ("story", ["about a cat", "about a dog", "about a small cat", "about a cat and a dog"]),
    ],
)
def test_other_words_never_give_the_same_page(kind: str, goals: list[str]) -> None:
    drawings = [drawn(spec_of(f"a {kind} {goal}", "fun facts about animals", kind=kind)) for goal in goals]
    assert len({json.dumps([piece.files for piece in one.pieces]) for one in drawings}) == len(goals)


@pytest.mark.parametrize("spec", KITS.values())
def test_the_same_words_give_the_same_blueprint(spec: NuggetSpec) -> None:
    assert drawn(spec) == drawn(spec.model_copy(deep=True))


@pytest.mark.parametrize("kind", KITS)
@pytest.mark.parametrize("visual", ["fun_colorful", "clean_simple", "dark_techy", "nature", "space"])
def test_every_look_can_be_read_by_day_and_by_night(kind: str, visual: str) -> None:
    from elisa.workshop.review import contrast_of

    css = drawn(spec_of(f"a {kind} about a cat", kind=kind, visual=visual)).pieces[0].files["look.css"]
    for light in css.split("{")[1:]:
        colours = {
            line.split(":")[0].strip(" -"): line.split(":")[1].strip(" ;")
            for line in light.split("}")[0].splitlines()
            if ": #" in line
        }
        for ink in ("ink", "muted", "accent-text", "good", "bad"):
            assert all(contrast_of(colours[ink], colours[ground]) >= 4.5 for ground in ("paper", "paper-2", "card"))
        assert contrast_of(colours["accent-ink"], colours["accent"]) >= 4.5


@pytest.mark.parametrize("kind", KITS)
async def test_a_childs_words_stay_words_in_every_file(kind: str, tmp_path: Path) -> None:
    spec = spec_of(
        f"a {kind} about {HOSTILE}",
        f"a list of things: {HOSTILE}; cat",
        f"the cat meets {HOSTILE}",
        ("when_then", f"I click {HOSTILE}", f"say '{HOSTILE[:50]}'"),
        f"a title called '{HOSTILE[:40]}'",
        ("data", HOSTILE),
        kind=kind,
    )
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    assert [result.content for job in driven.jobs.values() for result in job.results if not result.ok] == []
    assert "<script>alert" not in (driven.tree / "index.html").read_text(encoding="utf-8")
    for path, text in pages(driven.tree).items():
        if path.endswith(".js"):
            assert "</script" not in text.lower(), path


@settings(max_examples=60, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    kind=st.sampled_from(sorted(KITS)),
    goal=st.text(max_size=60),
    wishes=st.lists(st.text(max_size=80), max_size=5),
    rule=st.tuples(st.text(max_size=40), st.text(max_size=40)),
)
def test_any_words_give_a_plan_without_faults(kind: str, goal: str, wishes: list[str], rule: tuple[str, str]) -> None:
    spec = spec_of(goal, *wishes, ("when_then", *rule), kind=kind)
    blueprint = drawn(spec)
    assert find_faults(PlanForm.model_validate(plan_of(blueprint, spec)), spec) == []


@pytest.mark.parametrize("spec", KITS.values())
async def test_a_refused_file_is_said_and_not_hidden(spec: NuggetSpec, tmp_path: Path) -> None:
    plan = await make_plan(WorkshopProvider(), spec)
    base = plan.tasks[0]
    data = DataBlock(kind="build", spec=spec, plan=plan, task=base, facts={"files": {}})
    job = await ask(WorkshopProvider(), data, FolderTools(tmp_path, frozenset({"look.css"})))
    assert "I was not allowed to write look.css." in job.summary


@pytest.mark.parametrize("kind", KITS)
async def test_a_lost_marker_is_mended_at_the_end_of_the_page(kind: str, tmp_path: Path) -> None:
    spec = KITS[kind]
    plan = await make_plan(WorkshopProvider(), spec)
    (tmp_path / "index.html").write_text("<html><head></head>\n<body>\n<main></main>\n</body></html>\n")
    task = next(one for one in plan.tasks if one.kind == "build" and one.dependencies == (plan.tasks[0].id,))
    data = DataBlock(kind="build", spec=spec, plan=plan, task=task, facts={"files": {"index.html": 9}})
    job = await ask(WorkshopProvider(), data, FolderTools(tmp_path))
    assert "I was not allowed" not in job.summary
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    blueprint = drawn(spec)
    piece = blueprint.piece(task.id)
    assert piece is not None
    assert all(line in page for lines in piece.slots.values() for line in lines)


@pytest.mark.parametrize("spec", KITS.values())
async def test_a_red_test_is_mended_by_writing_the_drawn_file_again(spec: NuggetSpec, tmp_path: Path) -> None:
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    task = next(one for one in driven.plan.tasks if one.kind == "build" and len(drawn_files(spec, one.id)) > 0)
    path = next(iter(drawn_files(spec, task.id)))
    whole = (driven.tree / path).read_text(encoding="utf-8")
    (driven.tree / path).write_text("// broken", encoding="utf-8")
    fix = task.model_copy(update={"kind": "fix", "id": "fix-1"})
    facts = {"files": files_of(driven.tree), "failing_tests": {"it works": "it does not"}}
    data = DataBlock(kind="fix", spec=spec, plan=driven.plan, task=fix, facts=facts)
    job = await ask(WorkshopProvider(), data, FolderTools(driven.tree))
    assert (driven.tree / path).read_text(encoding="utf-8") == whole
    assert path in job.summary


def drawn_files(spec: NuggetSpec, piece_id: str) -> dict[str, str]:
    piece = drawn(spec).piece(piece_id)
    return {path: text for path, text in piece.files.items() if path.endswith(".js")} if piece else {}


@pytest.mark.parametrize("kind", KITS)
def test_a_guide_says_what_was_made_and_what_is_missing(kind: str) -> None:
    spec = KITS[kind].model_copy(update={"documentation": Documentation(focus="all")})
    guide = drawn(spec).guide
    assert guide.startswith("# ")
    assert "video" in guide
    plan = plan_of(drawn(spec), spec)
    assert [task["kind"] for task in plan["tasks"]].count("guide") == 1


def test_a_story_that_nobody_described_has_chapters_and_endings_all_the_same() -> None:
    tale = drawn(spec_of("a story about a cat", kind="story"))
    book = "".join(tale.pieces[0].files.values())
    assert book.count('"ending"') >= 3


def test_a_proof_about_a_choice_that_is_not_in_the_story_is_named_and_not_swapped_for_another() -> None:
    wish = "the fox meets an owl"
    proofs = (("take the trumpet", "the trumpet is in the bag", "req_0"), ("take the key", "it rains", "req_0"))
    assert set(drawn(spec_of("a story about a fox", wish, kind="story", proofs=proofs)).missing_proofs) == {
        "test_0",
        "test_1",
    }


def test_entries_in_a_script_without_letters_of_ours_keep_names_of_their_own() -> None:
    site = drawn(spec_of("ペット", "gallery: 犬; 猫; 兎", kind="website"))
    html = "\n".join(line for piece in site.pieces for lines in piece.slots.values() for line in lines)
    assert [f'data-item="thing-{place}"' in html for place in (1, 2, 3)] == [True, True, True]
