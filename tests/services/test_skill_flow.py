"""Skills made of steps: questions, branches, other skills, helpers; what they give back reaches the prompts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from elisa.build.pipeline import Build
from elisa.build.setting import Setting
from elisa.core.events import (
    LeftOut,
    PlanReady,
    QuestionAnswered,
    QuestionAsked,
    SkillFinished,
    SkillStarted,
    SkillStepped,
    ToolFinished,
)
from elisa.spec import limits
from elisa.spec.nugget import SkillUse
from elisa.workshop.provider import WorkshopProvider
from support.building import Built, build, finished, planned, ready, task, tree_of, wishes, writes

if TYPE_CHECKING:
    from pathlib import Path

    from elisa.core.events import Event


def steps(*blocks: dict[str, Any]) -> dict[str, Any]:
    """Return the workspace of a skill: its start block with these below."""
    below: dict[str, Any] | None = None
    for number, block in reversed(list(enumerate(blocks))):
        below = {"id": f"step-{number}", **block, **({"next": {"block": below}} if below else {})}
    start: dict[str, Any] = {"type": "skill_flow_start", "id": "start"}
    if below is not None:
        start["next"] = {"block": below}
    return {"blocks": {"languageVersion": 0, "blocks": [start]}}


def block(kind: str, **fields: str) -> dict[str, Any]:
    return {"type": f"skill_{kind}", "fields": fields}


def ask(question: str, key: str, options: str = "", header: str = "") -> dict[str, Any]:
    return block("ask_user", QUESTION=question, HEADER=header, OPTIONS=options, STORE_AS=key)


def branch(key: str, value: str, *inner: dict[str, Any]) -> dict[str, Any]:
    below: dict[str, Any] | None = None
    for one in reversed(inner):
        below = {**one, **({"next": {"block": below}} if below else {})}
    return {**block("branch_if", CONTEXT_KEY=key, MATCH_VALUE=value), "inputs": {"THEN_BLOCKS": {"block": below}}}


def skill(skill_id: str, *blocks: dict[str, Any], invoked_by: str | None = None) -> SkillUse:
    return SkillUse(
        id=skill_id, name=f"Skill {skill_id}", category="composite", workspace=steps(*blocks), invoked_by=invoked_by
    )


OUTPUT = block("output", TEMPLATE="The hero is {{hero}}, {{mood}}.")
PLAN = planned(task("a", 0))


def hears(*texts: str) -> list[dict[str, Any]]:
    """Return a plan and a build whose prompts must hold these texts."""
    call = {"tool": "submit_plan", "arguments": {"tasks": [task("a", 0)]}}
    return [{"kind": "plan", "turns": [{"calls": [call], "sees": texts}]}, writes("a", {"a.txt": "1"}, sees=texts)]


def results(built: Built) -> list[tuple[str, str]]:
    return [(event.step, event.result) for event in built.of(SkillStepped)]


async def test_pitfall_04_a_skill_made_of_steps_runs_and_what_it_gives_back_reaches_planner_and_builder(
    tmp_path: Path,
) -> None:
    one = skill(
        "hero", ask("Who?", "hero", "owl, cat"), block("set_context", KEY="mood", VALUE="a happy {{hero}}"), OUTPUT
    )
    talk = hears("The hero is cat, a happy cat.")
    built = await build(tmp_path / "n", wishes(1, skills=[one]), talk, answers=("cat",))
    (asked,) = built.of(QuestionAsked)
    assert (asked.text, asked.options) == ("Who?", ("owl", "cat"))
    assert results(built) == [
        ("ask_user", "cat"), ("set_context", "a happy cat"), ("output", "The hero is cat, a happy cat."),
    ]  # fmt: skip
    assert [event.output for event in built.of(SkillFinished)] == ["The hero is cat, a happy cat."]
    assert "The skill “Skill hero” begins." in built.transcript
    kinds = [type(event) for event in built.events]
    assert kinds.index(SkillFinished) < kinds.index(PlanReady)


async def test_pitfall_40_a_skills_question_is_answered_beforehand_or_ends_the_build_unanswered_and_can_go_on(
    tmp_path: Path,
) -> None:
    spec = wishes(1, skills=[skill("hero", ask("Who {{nobody}}?", "hero", header="Your hero"), OUTPUT)])
    built = await build(tmp_path / "n", spec, [], yes=True)
    assert finished(built).outcome == "unanswered"
    assert any("Your hero: Who ?" in event.reason for event in built.of(LeftOut))
    assert tree_of(built.folder) == {}
    again = await build(tmp_path / "n", spec, hears("The hero is fox, ."), resume=True, answers=("fox",))
    assert set(tree_of(again.folder)) == {"a.txt"}


async def test_a_branch_is_taken_only_at_exactly_this_value_and_an_output_inside_ends_the_skill(tmp_path: Path) -> None:
    one = skill(
        "hero",
        ask("Who?", "hero"),
        branch("hero", "Cat", block("output", TEMPLATE="wrong")),
        branch(
            "hero", "cat", block("set_context", KEY="mood", VALUE="soft"), block("output", TEMPLATE="a {{mood}} cat")
        ),
        block("output", TEMPLATE="never"),
    )
    built = await build(tmp_path / "n", wishes(1, skills=[one]), hears("a soft cat"), answers=("cat",))
    assert [event.skipped for event in built.of(SkillStepped) if event.step == "branch"] == [True, False]
    assert built.of(SkillFinished)[0].output == "a soft cat"


async def test_an_inner_skill_sees_its_callers_values_keeps_its_own_and_gives_back_its_output(tmp_path: Path) -> None:
    inner = skill(
        "inner", block("set_context", KEY="hero", VALUE="big {{hero}}"), block("output", TEMPLATE="a {{hero}}"),
        invoked_by="outer",
    )  # fmt: skip
    plain = SkillUse(id="plain", name="Plain", prompt="Draw {{hero}} round", category="style", invoked_by="outer")
    outer = skill(
        "outer",
        block("set_context", KEY="hero", VALUE="owl"),
        block("invoke", SKILL_ID="inner", STORE_AS="made"),
        block("invoke", SKILL_ID="plain", STORE_AS="style"),
        block("output", TEMPLATE="{{made}} from an {{hero}}; {{style}}"),
    )
    talk = hears("a big owl from an owl; Draw owl round")
    built = await build(tmp_path / "n", wishes(1, skills=[outer, inner, plain]), talk)
    assert [(event.skill_id, event.depth) for event in built.of(SkillStarted)] == [("outer", 0), ("inner", 1)]


async def test_skills_that_use_each_other_in_a_circle_end_in_a_sentence(tmp_path: Path) -> None:
    one = skill("one", block("invoke", SKILL_ID="two", STORE_AS="x"), OUTPUT)
    two = skill("two", block("invoke", SKILL_ID="one", STORE_AS="x"), OUTPUT, invoked_by="one")
    built = await build(tmp_path / "n", wishes(1, skills=[one, two]), hears())
    assert "These skills use each other in a circle: Skill one → Skill two → Skill one" in reasons(built)


async def test_nesting_ends_at_ten_levels(tmp_path: Path) -> None:
    def chain(count: int) -> list[SkillUse]:
        last = skill(f"s{count}", block("output", TEMPLATE="bottom"), invoked_by="x")
        rest = [
            skill(f"s{number}", block("invoke", SKILL_ID=f"s{number + 1}", STORE_AS="x"),
                  block("output", TEMPLATE="{{x}}"), invoked_by="x" if number else None)
            for number in range(count)
        ]  # fmt: skip
        return [*rest, last]

    deep = await build(tmp_path / "deep", wishes(1, skills=chain(limits.SKILL_NESTING)), hears("bottom"))
    assert reasons(deep) == []
    deeper = await build(tmp_path / "deeper", wishes(1, skills=chain(limits.SKILL_NESTING + 1)), hears())
    assert reasons(deeper) == ["Skills use skills more than 10 levels deep. Use fewer levels."]


def reasons(built: Built) -> list[str]:
    return [event.reason for event in finished(built).left_out]


HELPED = skill(
    "names",
    ask("Which animal?", "animal"),
    block("run_agent", PROMPT="Find three names for a {{animal}}.", STORE_AS="names"),
    block("run_agent", PROMPT="Choose the best of {{names}}.", STORE_AS="best"),
    block("output", TEMPLATE="Call it {{best}}."),
)


def answers(text: str, *, sees: str, done: bool = True) -> dict[str, Any]:
    call = {"tool": "submit_result", "arguments": {"answer": text, "done": done}}
    return {"calls": [call], "sees": [sees]}


def by_place(place: str, *turns: dict[str, Any]) -> dict[str, Any]:
    from hashlib import sha256

    return {"kind": "skill", "task": f"skill-{sha256(place.encode()).hexdigest()[:8]}", "turns": list(turns)}


async def test_a_helper_does_a_step_with_tools_in_a_copy_and_its_answer_goes_on(tmp_path: Path) -> None:
    write = {"tool": "write_file", "arguments": {"path": "thoughts.txt", "content": "x"}}
    talk = [
        by_place("names/step-1", {"calls": [write], "sees": ["Find three names for a owl."]},
                 answers("Hu, Uh, Bo", sees="thoughts.txt")),
        by_place("names/step-2", answers("Bo", sees="Choose the best of Hu, Uh, Bo.")),
        *hears("Call it Bo."),
    ]  # fmt: skip
    built = await build(tmp_path / "n", wishes(1, skills=[HELPED]), talk, answers=("owl",))
    assert set(tree_of(built.folder)) == {"a.txt"}
    assert ("run_agent", "Bo") in results(built)


async def test_a_build_killed_between_two_steps_repeats_no_answer_and_no_finished_call(tmp_path: Path) -> None:
    spec = wishes(1, skills=[HELPED])
    look = {"tool": "list_files", "arguments": {}}
    talk = [
        by_place("names/step-1", answers("Hu, Uh, Bo", sees="owl")),
        by_place("names/step-2", {"calls": [look]}, {"hang": True}),
    ]
    built, work = ready(tmp_path / "n", spec, talk, answers=("owl",))
    run = asyncio.ensure_future(work.run())
    await built.seen(ToolFinished)
    run.cancel()
    await asyncio.wait([run])
    rest = [by_place("names/step-2", answers("Bo", sees="Hu, Uh, Bo")), *hears("Call it Bo.")]
    again = await build(tmp_path / "n", spec, rest, resume=True)
    assert again.of(QuestionAsked) == []
    assert again.of(SkillFinished)[0].output == "Call it Bo."


async def test_a_step_that_the_helper_could_not_do_is_named_and_leaves_a_gap(tmp_path: Path) -> None:
    talk = [
        by_place("names/step-1", answers("I know no names.", sees="owl", done=False)),
        by_place("names/step-2", answers("Ada", sees="Choose the best of .")),
        *hears("Call it Ada."),
    ]
    built = await build(tmp_path / "n", wishes(1, skills=[HELPED]), talk, answers=("owl",))
    assert reasons(built) == ["I know no names."]


async def test_the_workshop_asks_the_childs_questions_and_says_that_it_cannot_think(tmp_path: Path) -> None:
    (tmp_path / "n").mkdir()
    events: list[Event] = []
    spec = wishes(1, skills=[HELPED])
    given = Setting(nugget=tmp_path / "n", spec=spec, provider=WorkshopProvider(), answers=("owl",))
    await Build(given, events.append).run()
    left = [event.reason for event in events if isinstance(event, LeftOut)]
    assert "This step asks for thinking, and the workshop only has ready-made parts." in left
    assert [event.result for event in events if isinstance(event, SkillStepped) and event.step == "run_agent"] == [
        "",
        "",
    ]


async def test_a_skill_that_the_budget_cuts_short_is_finished_before_a_plan_is_made(tmp_path: Path) -> None:
    spec = wishes(1, skills=[HELPED])
    names = answers("Hu, Uh, Bo", sees="owl")
    costly = by_place("names/step-1", {**names, "usage": [90_000, 0]})
    built = await build(tmp_path / "n", spec, [costly], answers=("owl",), budget_tokens=60_000)
    assert finished(built).outcome == "budget"
    assert built.of(PlanReady) == []
    rest = [by_place("names/step-2", answers("Bo", sees="Hu, Uh, Bo")), *hears("Call it Bo.")]
    again = await build(tmp_path / "n", spec, rest, resume=True, budget_tokens=900_000)
    assert finished(again).outcome == "not_tested"


TWICE = skill("hero", ask("Who?", "hero"), ask("And who?", "mood"), block("output", TEMPLATE="{{hero}} and {{mood}}"))


@pytest.mark.parametrize("more", [("fox",), ("fox", "owl"), ("owl",)])
async def test_who_goes_on_gives_only_the_new_answer_or_all_of_them(tmp_path: Path, more: tuple[str, ...]) -> None:
    spec = wishes(1, skills=[TWICE])
    first = await build(tmp_path / "n", spec, [], answers=("fox",))
    assert finished(first).outcome == "unanswered"
    again = await build(tmp_path / "n", spec, hears(f"fox and {more[-1]}"), resume=True, answers=more)
    assert [event.answer for event in again.of(QuestionAnswered)] == [more[-1]]
