"""A handed-in plan is built only when it has no fault, and each fault is named so that a model can mend it."""

from __future__ import annotations

from typing import Any

import pytest

from elisa.build.plan_check import checked_plan, find_faults
from elisa.build.plan_form import PlanForm, plan_tool
from elisa.spec.nugget import Agent, Documentation, Gate, NuggetSpec, Requirement, Workflow


def spec_of(**changes: object) -> NuggetSpec:
    wishes = [
        Requirement(type="feature", description="a hedgehog", id="req_0"),
        Requirement(type="feature", description="apples fall", id="req_1", after=["req_0"]),
    ]
    return NuggetSpec.model_validate({"requirements": wishes, **changes})


def task(task_id: str, **changes: object) -> dict[str, Any]:
    return {
        "id": task_id,
        "name": task_id,
        "agent_name": "Builder",
        "acceptance_criteria": ["it works"],
        **changes,
    }


GOOD = [
    task("a", requirement_ids=["req_0"]),
    task("b", requirement_ids=["req_1"], dependencies=["a"]),
]


def form(*tasks: dict[str, Any], **changes: object) -> PlanForm:
    return PlanForm.model_validate({"tasks": list(tasks), **changes})


def faults_of(*tasks: dict[str, Any], **changes: object) -> str:
    return "\n".join(find_faults(form(*tasks, **changes), spec_of()))


def test_a_good_plan_has_no_fault() -> None:
    assert faults_of(*GOOD) == ""


@pytest.mark.parametrize(
    ("tasks", "words"),
    [
        ([], "no tasks"),
        ([*GOOD, task("A", dependencies=["b"])], "the id a"),
        ([*GOOD, task("../up")], "../up"),
        ([*GOOD, task("c", dependencies=["z"])], "z, which is not in the plan"),
        ([task("a", requirement_ids=["req_0"]), task("b", requirement_ids=["req_1"])], "must depend on a"),
        ([task("a", requirement_ids=["req_0"])], "covers req_1"),
        ([*GOOD, task("c", requirement_ids=["req_9"])], "req_9, which nobody"),
        ([*GOOD, task("c", agent_name="Nobody")], "not on the team"),
        ([*GOOD, task("c", agent_name="Tester")], "cannot do as a tester"),
        ([*GOOD, task("c", kind="review", agent_name="Builder")], "cannot do as a builder"),
        ([*GOOD, task("c", acceptance_criteria=[" "])], "no acceptance criterion"),
        ([*GOOD, task("c", name=" ")], "no name"),
        ([*GOOD, *(task(f"t{number}") for number in range(60))], "At most 40"),
    ],
)
def test_each_fault_is_named(tasks: list[dict[str, Any]], words: str) -> None:
    assert words in faults_of(*tasks)


def test_a_circle_is_named_with_its_tasks() -> None:
    circle = [
        task("a", requirement_ids=["req_0"], dependencies=["b"]),
        task("b", requirement_ids=["req_1"], dependencies=["a"]),
    ]
    assert "circle" in faults_of(*circle)
    both = faults_of(*[{**one, "requirement_ids": ["req_0"]} for one in circle])
    assert "circle" in both, "a plan goes back only twice: all its faults are told at once"
    assert "covers req_1" in both


def test_a_test_task_alone_does_not_fulfil_a_wish() -> None:
    tester = task("c", kind="test", agent_name="Tester", requirement_ids=["req_1"], dependencies=["a"])
    assert "covers req_1" in faults_of(GOOD[0], tester)


def test_a_wish_may_be_left_out_only_with_a_reason() -> None:
    assert "without a reason" in faults_of(GOOD[0], left_out=["req_1"])
    assert faults_of(GOOD[0], left_out=["req_1"], left_out_reasons={"req_1": "No parts for apples."}) == ""
    assert "a task covers it" in faults_of(*GOOD, left_out=["req_1"], left_out_reasons={"req_1": "no"})


def test_pitfall_05_a_guide_that_was_asked_for_has_a_task() -> None:
    spec = spec_of(documentation=Documentation())
    assert any("guide" in fault for fault in find_faults(form(*GOOD), spec))
    guide = task("g", kind="guide", dependencies=["b"])
    assert find_faults(form(*GOOD, guide), spec) == []


TOGETHER = [Requirement(type="feature", description=f"wish {number}", id=f"req_{number}") for number in range(3)]


def side_by_side(*tasks: dict[str, Any], **changes: object) -> str:
    """Return the faults of a plan whose first two wishes are to be made at the same time."""
    hint = {"type": "parallel", "together": ["req_0", "req_1"]}
    spec = NuggetSpec.model_validate({"requirements": TOGETHER, "workflow": {"flow_hints": [hint]}, **changes})
    return "\n".join(find_faults(form(*tasks), spec))


def test_what_is_to_be_made_at_the_same_time_does_not_wait_for_each_other() -> None:
    base, last = task("base"), task("c", requirement_ids=["req_2"], dependencies=["base"])
    one = task("a", requirement_ids=["req_0"], dependencies=["base"])
    two = task("b", requirement_ids=["req_1"], dependencies=["base"])
    assert side_by_side(base, one, two, last) == ""
    assert "Task b waits for a" in side_by_side(base, one, {**two, "dependencies": ["a"]}, last)


def test_the_ground_and_what_blocks_themselves_order_may_come_first() -> None:
    ground = task("a", requirement_ids=["req_0"])
    rest = [task(name, requirement_ids=[wish], dependencies=["a"]) for name, wish in (("b", "req_1"), ("c", "req_2"))]
    assert side_by_side(ground, *rest) == ""
    ordered = [TOGETHER[0], TOGETHER[1].model_copy(update={"after": ["req_0"]}), TOGETHER[2]]
    chain = [task("a", requirement_ids=["req_0"]), task("b", requirement_ids=["req_1"], dependencies=["a"])]
    apart = task("c", requirement_ids=["req_2"])
    assert side_by_side(*chain, apart, requirements=ordered) == ""


def test_nothing_may_wait_for_a_review() -> None:
    review = task("r", kind="review", agent_name="Reviewer", dependencies=["b"])
    assert "wait for a review" in faults_of(*GOOD, review, task("late", dependencies=["r"]))


@pytest.mark.parametrize("path", ["/etc", "../x", "a/../../b", "C:/x", ".elisa/journal.jsonl", "a\\b"])
def test_a_path_of_a_plan_stays_inside(path: str) -> None:
    agents = [{"name": "Extra", "role": "builder", "allowed_paths": [path]}]
    assert "not allowed" in faults_of(*GOOD, agents=agents)


def test_the_childs_own_helper_keeps_its_role_and_persona_whatever_the_plan_says() -> None:
    spec = spec_of(agents=[Agent(name="Rosa", role="builder", persona="loves maps", restricted_paths=["art/**"])])
    tasks = [{**one, "agent_name": "Rosa"} for one in GOOD]
    agents = [{"name": "Rosa", "role": "tester", "persona": "does all"}]
    plan = checked_plan(form(*tasks, agents=agents), spec)
    rosa = plan.agent("Rosa")
    assert (rosa.role, rosa.persona, rosa.restricted_paths) == ("builder", "loves maps", ("art/**",))


def test_pitfall_21_an_empty_list_of_agents_means_the_default_squad() -> None:
    plan = checked_plan(form(*GOOD), spec_of(agents=[]))
    assert [agent.role for agent in plan.agents] == ["builder", "tester", "reviewer"]


def test_pitfall_22_each_gate_stands_at_its_own_place_with_its_own_text() -> None:
    gates = [
        Gate(id="gate_0", text="Look at the hedgehog", after=["req_0"], block_id="b1"),
        Gate(id="gate_1", text="Look at it all", after=["req_0", "req_1"]),
    ]
    plan = checked_plan(form(*GOOD), spec_of(workflow=Workflow(gates=gates)))
    first, second = plan.gates
    assert (first.text, first.after_tasks, first.before_tasks, first.block_id) == (
        "Look at the hedgehog", ("a",), ("b",), "b1",
    )  # fmt: skip
    assert (second.after_tasks, second.before_tasks) == (("a", "b"), ())


def test_a_gate_never_holds_back_what_its_own_tasks_need() -> None:
    gates = [Gate(id="gate_0", text="?", after=["req_0"])]
    wishes = [Requirement(type="feature", description=name, id=f"req_{number}") for number, name in enumerate("xy")]
    tasks = [task("low", requirement_ids=["req_1"]), task("top", requirement_ids=["req_0"], dependencies=["low"])]
    plan = checked_plan(form(*tasks), NuggetSpec(requirements=wishes, workflow=Workflow(gates=gates)))
    assert plan.gates[0].before_tasks == ()


def test_over_long_texts_are_cut() -> None:
    tasks = [{**one, "description": "x" * 9000, "name": "n" * 500} for one in GOOD]
    plan = checked_plan(form(*tasks, explanation="e" * 9000), spec_of())
    assert max(len(plan.tasks[0].description), len(plan.tasks[0].name), len(plan.explanation)) <= 4000


def test_pitfall_19_20_words_in_a_task_decide_nothing() -> None:
    words = "flash cards to deploy for a party, start the latest chart"
    tasks = [{**one, "name": words, "description": words} for one in GOOD]
    plan = checked_plan(form(*tasks), spec_of())
    assert [one.kind for one in plan.tasks] == ["build", "build"]


def test_the_schema_names_every_key_and_carries_no_titles() -> None:
    schema = plan_tool().parameters
    assert {"tasks", "agents", "explanation", "left_out", "left_out_reasons"} <= set(schema["properties"])
    assert '"title"' not in plan_tool().model_dump_json()
