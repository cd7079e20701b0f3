"""A whole nugget through the provider: plan, files, honest words, and the same answer every time."""

from __future__ import annotations

import difflib
import json
import time
from typing import TYPE_CHECKING

import pytest

from elisa.build.plan_check import find_faults
from elisa.build.plan_form import PlanForm
from elisa.providers.base import Message, ModelRequest, ProviderError, Text
from elisa.spec.data_block import DataBlock
from elisa.workshop.provider import MODEL, WorkshopProvider
from elisa.workshop.review import contrast_of
from elisa.workshop.review import find_faults as faults_of_page
from unit.workshop.drive import FolderTools, ask, drive, files_of, make_plan
from unit.workshop.wishing import EXAMPLES, KINDS, example, spec_of

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.spec.nugget import NuggetSpec

HOSTILE = "</script><script>alert(1)</script><!-- ${x} {{title}} \\ \" ' ` */ -->"


def pages(folder: Path) -> dict[str, str]:
    return {path: (folder / path).read_text(encoding="utf-8") for path in files_of(folder)}


async def plan_arguments(spec: NuggetSpec) -> dict[str, object]:
    job = await ask(WorkshopProvider(), DataBlock(kind="plan", spec=spec), None, "submit_plan")
    assert job.result is not None
    return job.result


@pytest.mark.parametrize("name", EXAMPLES)
async def test_a_bundled_example_is_planned_without_faults_and_built_without_a_failing_call(
    name: str, tmp_path: Path
) -> None:
    spec = example(name)
    assert find_faults(PlanForm.model_validate(await plan_arguments(spec)), spec) == []
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    failed = [result.content for job in driven.jobs.values() for result in job.results if not result.ok]
    assert failed == []
    built = [name for task in driven.plan.tasks if task.kind == "build" for name in task.requirement_ids]
    assert sorted(built) == sorted(need.id for need in spec.requirements)
    assert faults_of_page(pages(driven.tree), set(files_of(driven.tree))) == []


async def test_two_goals_with_other_words_never_give_the_same_page(tmp_path: Path) -> None:
    goals = ["a hedgehog dodges acorns", "a hedgehog dodges leaves", "a fox dodges acorns", "a fox catches stars"]
    trees = [
        pages((await drive(WorkshopProvider(), spec_of(f"a game where {goal}"), tmp_path / str(place))).tree)
        for place, goal in enumerate(goals)
    ]
    assert len({tree["index.html"] for tree in trees}) == len(goals)


async def test_the_same_words_give_the_same_bytes(tmp_path: Path) -> None:
    spec = example("star-catcher")
    one = await drive(WorkshopProvider(), spec, tmp_path / "one")
    other = await drive(WorkshopProvider(), spec, tmp_path / "other")
    assert pages(one.tree) == pages(other.tree)
    assert one.plan == other.plan


async def test_tasks_side_by_side_never_touch_neighbouring_lines_of_the_page(tmp_path: Path) -> None:
    driven = await drive(WorkshopProvider(), example("ghost-bakery"), tmp_path, keep=True)
    trees = [*(driven.before[task] for task in driven.jobs), driven.tree]
    first = (driven.before["moves"] / "index.html").read_text(encoding="utf-8").splitlines()
    places: dict[int, str] = {}
    for task, before, after in zip(driven.jobs, trees, trees[1:], strict=False):
        if task == "stage":
            continue
        base, now = ((tree / "index.html").read_text(encoding="utf-8").splitlines() for tree in (before, after))
        for kind, start, end, *_ in difflib.SequenceMatcher(None, base, now, autojunk=False).get_opcodes():
            if kind == "equal":
                continue
            assert kind == "insert"
            assert start == end
            marker = first.index(base[start])
            assert all(abs(marker - other) > 1 for other, owner in places.items() if owner != task)
            places[marker] = task
    assert len(places) > 5


async def test_a_childs_words_stay_words_in_every_file(tmp_path: Path) -> None:
    spec = spec_of(
        f"a game where a {HOSTILE} cat dodges {HOSTILE}",
        "run left and right",
        ("when_then", "a cat hits", f"say '{HOSTILE[:50]}'"),
        f"a title called '{HOSTILE[:40]}'",
        ("data", f"{HOSTILE}"),
    )
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    page = (driven.tree / "index.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    for path, text in pages(driven.tree).items():
        if path.endswith(".js"):
            assert "</script" not in text.lower()
    assert faults_of_page(pages(driven.tree), set(files_of(driven.tree))) == []


async def test_a_refused_file_is_said_and_not_hidden(tmp_path: Path) -> None:
    spec = example("hedgehog-dodge")
    plan = await make_plan(WorkshopProvider(), spec)
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    data = DataBlock(kind="build", spec=spec, plan=plan, task=plan.task("hearts"), facts={"files": {}})
    job = await ask(WorkshopProvider(), data, FolderTools(driven.tree, frozenset({"game/hearts.js"})))
    assert "I was not allowed to write game/hearts.js." in job.summary


async def test_a_page_without_slots_still_gets_its_scripts(tmp_path: Path) -> None:
    spec = example("hedgehog-dodge")
    plan = await make_plan(WorkshopProvider(), spec)
    (tmp_path / "index.html").write_text("<html><head></head>\n<body>\n<main></main>\n</body></html>\n")
    data = DataBlock(kind="build", spec=spec, plan=plan, task=plan.task("hearts"), facts={"files": {"index.html": 60}})
    job = await ask(WorkshopProvider(), data, FolderTools(tmp_path))
    assert '<script src="game/hearts.js"></script>' in (tmp_path / "index.html").read_text()
    assert "not allowed" not in job.summary


async def test_a_plan_of_others_is_built_too(tmp_path: Path) -> None:
    spec = example("hedgehog-dodge")
    plan = await make_plan(WorkshopProvider(), spec)
    task = plan.task("moves").model_copy(update={"id": "everything", "requirement_ids": ("req_0", "req_1", "req_2")})
    alone = plan.model_copy(update={"tasks": (task,)})
    data = DataBlock(kind="build", spec=spec, plan=alone, task=task, facts={"files": {}})
    await ask(WorkshopProvider(), data, FolderTools(tmp_path))
    made = set(files_of(tmp_path))
    assert {"index.html", "game/hedgehog.js", "game/acorn.js", "game/hearts.js", "game/ending.js"} <= made
    assert any(path.startswith("tests/req-0") for path in made)


async def test_a_fix_puts_back_what_is_missing_and_says_what_it_cannot(tmp_path: Path) -> None:
    spec = example("hedgehog-dodge")
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    task = driven.plan.task("hearts").model_copy(update={"id": "fix-1", "kind": "fix"})
    data = DataBlock(
        kind="fix", spec=spec, plan=driven.plan, task=task, facts={"failing_tests": {"lose a heart": "nothing"}}
    )
    honest = await ask(WorkshopProvider(), data, FolderTools(driven.tree))
    assert "cannot mend" in honest.summary
    (driven.tree / "game" / "hearts.js").unlink()
    mended = await ask(WorkshopProvider(), data, FolderTools(driven.tree))
    assert "game/hearts.js" in mended.summary
    assert (driven.tree / "game" / "hearts.js").is_file()


async def test_the_reviewer_finds_what_is_wrong(tmp_path: Path) -> None:
    spec = example("rocket-rush")
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    assert driven.jobs["review"].result is not None
    assert driven.jobs["review"].result["verdict"] == "approved"
    page = driven.tree / "index.html"
    page.write_text(page.read_text(encoding="utf-8").replace("</main>", '<img src="gone.png"></main>'), "utf-8")
    (driven.tree / "game" / "left-over.js").write_text("console.log(1)")
    data = DataBlock(
        kind="review", spec=spec, plan=driven.plan, task=driven.plan.task("review"),
        facts={"files": files_of(driven.tree)},
    )  # fmt: skip
    job = await ask(WorkshopProvider(), data, FolderTools(driven.tree), "submit_verdict")
    assert job.result is not None
    assert job.result["verdict"] == "needs_changes"
    for words in ("no words", "gone.png, which is not there", "left-over.js writes messages", "Nothing uses game/left"):
        assert words in job.result["reason"]


def test_contrast_is_measured_as_wcag_says() -> None:
    assert contrast_of("#000000", "#ffffff") == pytest.approx(21)
    assert contrast_of("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


async def test_a_guide_follows_its_focus(tmp_path: Path) -> None:
    spec = example("hedgehog-dodge")
    spec = type(spec).model_validate({**spec.model_dump(), "documentation": {"generate": True, "focus": "all"}})
    driven = await drive(WorkshopProvider(), spec, tmp_path)
    text = (driven.tree / "README.md").read_text(encoding="utf-8")
    assert "The hedgehog follows the arrow keys." in text
    assert "without AI" in text


async def test_a_judge_and_a_prompt_without_data() -> None:
    spec = example("hedgehog-dodge")
    failing = DataBlock(kind="judge", spec=spec, facts={"failing_tests": {"one": "no"}})
    job = await ask(WorkshopProvider(), failing, None, "submit_verdict")
    assert job.result is not None
    assert job.result["verdict"] == "needs_changes"
    request = ModelRequest(system="", messages=(Message(role="user", parts=(Text(text="Hello"),)),))
    with pytest.raises(ProviderError, match="data block"):
        _ = [item async for item in WorkshopProvider().stream(request)]


def test_it_says_what_it_is() -> None:
    assert MODEL == "ready-made parts, no AI"


@pytest.mark.parametrize("name", EXAMPLES)
async def test_plan_and_build_take_under_half_a_second_of_the_processor(name: str, tmp_path: Path) -> None:
    spec = example(name)
    await make_plan(WorkshopProvider(), spec)
    started = time.process_time()
    await drive(WorkshopProvider(), spec, tmp_path)
    assert time.process_time() - started < 0.5


async def test_the_answer_is_plain_json_whatever_the_words(tmp_path: Path) -> None:
    driven = await drive(WorkshopProvider(), spec_of("a game \x00 with 猫 and מִשְׂחָק"), tmp_path)
    json.dumps([call.arguments for job in driven.jobs.values() for call in job.calls]).encode()
    assert (driven.tree / "index.html").is_file()


@pytest.mark.parametrize("name", KINDS)
async def test_every_kind_of_wish_is_built_and_has_its_tests(name: str, tmp_path: Path) -> None:
    driven = await drive(WorkshopProvider(), KINDS[name], tmp_path)
    assert driven.plan.left_out == ()
    tests = "".join(text for path, text in pages(driven.tree).items() if path.startswith("tests/"))
    assert all(f'requirement: "{need.id}"' in tests for need in KINDS[name].requirements)
